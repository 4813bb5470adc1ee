import { useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { submitHandler } from '../ui/submit-handler.ts'

interface Props {
  summary: SessionSummary
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
}

/** A click renames the session in place. */
export function SessionTitle({ summary: { id, title }, isEditing, onEdit }: Props) {
  const [text, setText] = useState(title)
  const rename = useAction(async () => {
    await api.call('patchSession', { params: { id }, body: { commandId: newId(), title: text.trim() } })
    onEdit(false)
  })
  const edit = () => {
    setText(title)
    onEdit(true)
  }
  if (!isEditing)
    return (
      <h1 className="session-title">
        <button type="button" className="cut" title={`${title}\n\nRename`} onClick={edit}>
          {title || 'Untitled'}
        </button>
      </h1>
    )
  return (
    <form className="row session-rename" onSubmit={submitHandler(() => rename.run())}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the user asked for it with a key or a button
        autoFocus
        className="grow"
        aria-label="Title"
        maxLength={500}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onEdit(false)
        }}
      />
      <Button type="submit" kind="primary" size="small" isPending={rename.isPending}>
        Rename
      </Button>
      <Failure error={rename.error} />
    </form>
  )
}
