import { type KeyboardEvent, useState } from 'react'
import { type OpenPrompt, textOfContent } from '../../state/turns/prompts.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { CloseIcon, DownIcon, UpIcon } from '../ui/icons.ts'
import { submitHandler } from '../ui/submit-handler.ts'
import { besideText, promptWords } from './prompt-text.ts'

interface Props {
  session: string
  prompt: OpenPrompt
  /** The position among the prompts held by the host; -1 if the CLI has it. */
  position: number
  heldCount: number
}

const MOVES = [
  { by: -1, label: 'Earlier', icon: UpIcon },
  { by: 1, label: 'Later', icon: DownIcon },
] as const
const STATUS = { held: 'queued', sent: 'sent', accepted: 'in the CLI', running: 'running' } as const

export function QueuedRow({ session, prompt, position, heldCount }: Props) {
  const { uuid, content, status, by } = prompt
  const [isEditing, setEditing] = useState(false)
  const params = { id: session, message: uuid }
  const change = useAction((body: { text?: string; content?: { type: string }[]; position?: number }) =>
    api.call('patchQueued', { params, body: { commandId: newId(), ...body } }),
  )
  const cancel = useAction(async () => {
    const { result } = await api.call('cancelQueued', { params })
    if (!result.cancelled) throw new Error('It could not be taken back: the CLI has begun with it.')
  })
  const isHeld = position >= 0
  const canMove = (by: number) => position + by >= 0 && position + by < heldCount
  const move = (by: number) => {
    if (canMove(by)) void change.run({ position: position + by })
  }
  const pressed = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (event.shiftKey && by !== 0) move(by)
    else if (event.key === 'Delete' || event.key === 'Backspace') void cancel.run()
    else return
    event.preventDefault()
  }
  const words = promptWords(content)
  if (isEditing && isHeld)
    return (
      <li>
        <QueuedEdit
          text={textOfContent(content)}
          isPending={change.isPending}
          error={change.error}
          onBack={() => setEditing(false)}
          onSave={async (text) => {
            if (await change.run({ text, content: besideText(content) })) setEditing(false)
          }}
        />
      </li>
    )
  return (
    <li>
      <div className="queue-row">
        <span className="tag" title={by && `from ${by}`}>
          {isHeld ? `${position + 1}. ${STATUS.held}` : STATUS[status]}
        </span>
        {isHeld ? (
          <button
            type="button"
            className="queue-text cut grow"
            title={`${words}\n\nEnter edits, Shift with arrows moves, Delete cancels`}
            aria-label={`Edit the queued message: ${words}`}
            onClick={() => setEditing(true)}
            onKeyDown={pressed}
          >
            {words}
          </button>
        ) : (
          <span className="cut grow" title={words}>
            {words}
          </span>
        )}
        {isHeld &&
          heldCount > 1 &&
          MOVES.map(({ by, label, icon }) => (
            <IconButton
              key={label}
              size="small"
              label={label}
              icon={icon}
              disabled={!canMove(by) || change.isPending}
              onClick={() => move(by)}
            />
          ))}
        <IconButton size="small" label="Take back" icon={CloseIcon} action={cancel} />
      </div>
      <Failure error={change.error ?? cancel.error} />
    </li>
  )
}

interface QueuedEditProps {
  text: string
  isPending: boolean
  error: string | undefined
  onSave: (text: string) => void
  onBack: () => void
}

function QueuedEdit({ text: before, isPending, error, onSave, onBack }: QueuedEditProps) {
  const [text, setText] = useState(before)
  return (
    <form className="queue-edit" onSubmit={submitHandler(() => onSave(text))}>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the user asked for it with a key or a button
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
        <Button type="submit" kind="primary" size="small" isPending={isPending}>
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
