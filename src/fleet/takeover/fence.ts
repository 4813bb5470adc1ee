/**
 * A node finds that another one has taken a session of its own. It ends its process, keeps what it had, and removes the session from its
 * journal, so that it shows the other node's from then on. Nothing of it is published meanwhile: the epoch of this node is over.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ExtensionParts } from '../../host/extension.ts'
import { setRef } from '../../host/git/refs.ts'
import { takeSnapshot } from '../../host/git/snapshot.ts'
import { eventJson } from '../../host/journal/event-json.ts'
import type { HostSession } from '../../host/sessions/host-session.ts'
import { openFolder } from '../../host/worktrees/worktree.ts'
import type { SessionEvent } from '../../state/events.ts'
import { type History, readHistory } from '../history.ts'
import type { EventStream } from '../ports.ts'

export interface FenceContext {
  readonly parts: Pick<ExtensionParts, 'host' | 'folder' | 'log'>
  readonly events: Pick<EventStream, 'read'>
  /** What the other nodes call this one. */
  readonly name: string
}

const AT_ONCE = 1000

/** Resolves with what was kept, in words for whoever uses the session elsewhere. */
export async function fence(context: FenceContext, session: HostSession, epoch: number): Promise<string> {
  const { parts, events, name } = context
  const { id } = session
  parts.log('warn', 'fleet: another node has taken the session: its process ends here', { session: id })
  await session.close()
  const branch = await keepWork(context, session, epoch)
  const history = await readHistory(events, id).catch(() => undefined)
  const kept = keepEvents(context, session, epoch, history)
  const said = [
    `Node ${name} is back. It had this session before, and has ended its process of it.`,
    branch.text,
    ...(kept ? [`${kept.count} of its events were never published: they are in ${kept.file} there.`] : []),
  ].join(' ')
  await parts.host.remove(id)
  parts.log('warn', `fleet: ${said}`, { session: id })
  return said
}

async function keepWork(
  { parts: { host }, name }: FenceContext,
  session: HostSession,
  epoch: number,
): Promise<{ text: string }> {
  const branch = `fairlead/kept-${session.id.slice(0, 8)}-${epoch - 1}`
  try {
    const repository = await openFolder(host.git, session.row)
    const message = `What node ${name} had when session ${session.id} was taken over\n`
    const { commit } = await takeSnapshot(repository, { message })
    await setRef(repository.refs, `refs/heads/${branch}`, commit)
    return { text: `Its files as they were are the branch ${branch} there, in ${repository.checkout}.` }
  } catch (error) {
    return { text: `Its files stay as they are in ${session.row.cwd} there: ${(error as Error).message}.` }
  }
}

/** What the fleet does not have, as a file with the JSON of an event in each line. */
function keepEvents(
  { parts: { host, folder } }: FenceContext,
  { id }: HostSession,
  epoch: number,
  history: History | undefined,
): { file: string; count: number } | undefined {
  const published = history?.lines ?? []
  const file = join(folder, 'fleet-kept', `${id}-${epoch - 1}.jsonl`)
  let count = 0
  for (let after = 0; ; ) {
    const page = host.store.events(id, after, AT_ONCE)
    const last = page.at(-1)
    if (!last) break
    after = last.seq
    const own = page.filter((event) => isOfWork(event) && published[event.seq - 1] !== eventJson(event))
    if (own.length === 0) continue
    count += own.length
    mkdirSync(join(folder, 'fleet-kept'), { recursive: true, mode: 0o700 })
    appendFileSync(file, own.map((event) => `${eventJson(event)}\n`).join(''), { mode: 0o600 })
  }
  return count === 0 ? undefined : { file, count }
}

/** The end of the process is no loss. */
function isOfWork({ kind }: SessionEvent): boolean {
  return kind !== 'process-exited' && kind !== 'process-started' && kind !== 'notice'
}
