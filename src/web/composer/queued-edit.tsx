import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'

interface Props {
  text: string
  isPending: boolean
  error: string | undefined
  onSave: (text: string) => void
  onBack: () => void
}

export function QueuedEdit({ text: before, isPending, error, onSave, onBack }: Props) {
  const [text, setText] = useState(before)
  return (
    <form
      className="queue-edit"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(text)
      }}
    >
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it was asked for with a key or a button
        autoFocus
        rows={Math.min(8, text.split('\n').length + 1)}
        value={text}
        aria-label="The queued message"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onBack()
          else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) onSave(text)
          else return
          event.preventDefault()
        }}
      />
      <div className="row">
        <Button type="submit" kind="main" size="small" isPending={isPending}>
          Save
        </Button>
        <Button kind="quiet" size="small" onClick={onBack}>
          Back
        </Button>
      </div>
      <Failure error={error} />
    </form>
  )
}
