import { type KeyboardEvent, useState } from 'react'
import { type OpenPrompt, textOfContent } from '../../state/turns/prompts.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { CloseIcon, DownIcon, QueuedIcon, UpIcon } from '../ui/icons.ts'
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
  { by: -1, label: 'Move up', icon: UpIcon },
  { by: 1, label: 'Move down', icon: DownIcon },
] as const
const STATUS = {
  held: 'Sent after this turn',
  sent: 'Sent, not confirmed yet',
  accepted: 'Joins at the next tool call',
  running: 'Running',
} as const

export function QueuedRow({ session, prompt, position, heldCount }: Props) {
  const { uuid, content, status, by } = prompt
  const [isEditing, setEditing] = useState(false)
  const params = { id: session, message: uuid }
  const change = useAction((body: { text?: string; content?: { type: string }[]; position?: number }) =>
    api.call('patchQueued', { params, body: { commandId: newId(), ...body } }),
  )
  const cancel = useAction(async () => {
    const { result } = await api.call('cancelQueued', { params })
    if (!result.cancelled) throw new Error('Claude Code has already started on this message.')
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
        <QueuedIcon />
        <strong>{isHeld && heldCount > 1 ? `Queued ${position + 1}` : 'Queued'}</strong>
        <span className="queue-text cut grow" title={by ? `${words}\n\nFrom ${by}` : words}>
          {words}
        </span>
        <span className="queue-when">{STATUS[status]}</span>
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
        {isHeld && (
          <Button
            kind="quiet"
            size="small"
            aria-label={`Edit the queued message: ${words}`}
            title="Shift with an arrow key moves the message, Delete removes it"
            onClick={() => setEditing(true)}
            onKeyDown={pressed}
          >
            Edit
          </Button>
        )}
        <IconButton size="small" label="Remove from queue" icon={CloseIcon} action={cancel} />
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
        aria-label="Queued message"
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
          Cancel
        </Button>
      </div>
      <Failure error={error} />
    </form>
  )
}
