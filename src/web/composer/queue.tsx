/** The prompts that have not begun: those that the host holds can be changed, those in the CLI at most taken back. */
import type { Prompts } from '../../state/turns/prompts.ts'
import { LostRow } from './lost-row.tsx'
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
