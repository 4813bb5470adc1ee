/** Prompts that have not started. Those held by the host can be edited; those in the CLI can only be taken back. */
import { type LostPrompt, type Prompts, textOfContent } from '../../state/turns/prompts.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { CloseIcon } from '../ui/icons.ts'
import { Tag } from '../ui/tag.tsx'
import { besideText, promptWords } from './prompt-text.ts'
import { QueuedRow } from './queued-row.tsx'

export function Queue({ session, prompts }: { session: string; prompts: Prompts }) {
  const open = prompts.open.filter(({ status }) => status !== 'running')
  const held = open.filter(({ status }) => status === 'held')
  if (open.length === 0 && prompts.lost.length === 0) return null
  return (
    <section className="queue" aria-label="Queue">
      <ol>
        {open.map((prompt) => (
          <QueuedRow
            key={prompt.uuid}
            session={session}
            prompt={prompt}
            position={held.indexOf(prompt)}
            heldCount={held.length}
          />
        ))}
        {prompts.lost.map((prompt) => (
          <LostRow key={prompt.uuid} session={session} prompt={prompt} />
        ))}
      </ol>
    </section>
  )
}

/** A prompt whose process ended before its result. If a turn had started with it, it may have run in part. */
function LostRow({ session, prompt }: { session: string; prompt: LostPrompt }) {
  const { uuid, content, turn } = prompt
  const forget = useAction(() => api.call('cancelQueued', { params: { id: session, message: uuid } }))
  const again = useAction(async () => {
    // The CLI runs each id once: a prompt that had started needs a new id, and the old one is dropped.
    const id = turn === undefined ? uuid : newId()
    await api.call('sendMessage', {
      params: { id: session },
      body: { commandId: newId(), id, text: textOfContent(content), content: besideText(content) },
    })
    if (id !== uuid) await api.call('cancelQueued', { params: { id: session, message: uuid } })
  })
  const words = promptWords(content)
  return (
    <li>
      <div className="queue-row">
        <Tag tone="needs-you">{turn === undefined ? 'Not sent' : 'Cut off'}</Tag>
        <span className="cut grow" title={words}>
          {words}
        </span>
        <Button kind="quiet" size="small" action={again}>
          Send again
        </Button>
        <IconButton size="small" label="Discard" icon={CloseIcon} action={forget} />
      </div>
      <Failure error={again.error ?? forget.error} />
    </li>
  )
}
