/** What a session did, by its journal: the turn that is over, the files that its edit tools named, and whether it ran commands. */
import { isObject } from '../../protocol/json.ts'
import type { SessionEvent } from '../../state/events.ts'
import { lastValue } from '../../state/list.ts'
import type { Store } from '../journal/store.ts'
import type { HostSession } from '../sessions/host-session.ts'

export interface Done {
  /** Absolute, or as seen from the session's folder. */
  readonly edited: readonly string[]
  readonly ranCommands: boolean
}

const EDITS = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])
/** Tools that read, and cannot change a file. */
const HARMLESS = new Set([
  'Read',
  'Glob',
  'Grep',
  'LS',
  'TodoWrite',
  'WebFetch',
  'WebSearch',
  'AskUserQuestion',
  'ExitPlanMode',
])
const PAGE = 1000

/** The number of the turn that one of these events ended. */
export function endedTurn(
  session: Pick<HostSession, 'state'>,
  events: readonly SessionEvent[],
): number | undefined {
  const isOver = events.some((it) => it.kind === 'received' && it.message.type === 'result')
  // The state is read only when it is needed: it may have left the memory.
  return isOver ? lastValue(session.state.turns.past)?.number : undefined
}

export function doneSince(store: Store, session: string, after: number): Done {
  const edited = new Set<string>()
  let ranCommands = false
  for (let seq = after; ; ) {
    const page = store.events(session, seq, PAGE)
    for (const { name, input } of page.flatMap(toolCalls)) {
      const path = isObject(input) ? (input.file_path ?? input.notebook_path) : undefined
      if (EDITS.has(name) && typeof path === 'string') edited.add(path)
      else if (!HARMLESS.has(name)) ranCommands = true
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return { edited: [...edited], ranCommands }
    seq = last.seq
  }
}

function toolCalls(event: SessionEvent): { name: string; input: unknown }[] {
  if (event.kind !== 'received' || event.message.type !== 'assistant') return []
  const { content } = event.message.message
  return (Array.isArray(content) ? content : []).flatMap((block: unknown) =>
    isObject(block) && block.type === 'tool_use' && typeof block.name === 'string'
      ? [{ name: block.name, input: block.input }]
      : [],
  )
}
