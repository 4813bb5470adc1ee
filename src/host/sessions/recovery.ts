/** Finds what a crash of the host or of the CLI has left undone. */
import type { TranscriptLocation } from '../../client/transcripts/location.ts'
import { isPromptKnown } from '../../client/transcripts/prompts.ts'
import type { SessionEvent } from '../../state/events.ts'
import { reduce } from '../../state/reduce.ts'
import { emptyState, type SessionState } from '../../state/session-state.ts'
import { windowed } from '../../state/transcript/window.ts'
import type { LostPrompt } from '../../state/turns/prompts.ts'
import { type Change, type OutboxRow, type SessionRow, type Store, StoreError } from '../journal/store.ts'

/** So many items of a session are in memory; those before are in the store. */
export const WINDOW = 1000

/**
 * What the journal has of a session, folded. `onFolded` gets each state on the way, which may have items that have `left` it since
 * the snapshot, or that it still had when it was stored by a host without a window.
 */
export function folded(
  store: Store,
  id: string,
  onFolded: (state: SessionState) => void = () => {},
  snapshot = store.snapshot(id),
): SessionState {
  let state = snapshot?.state ?? emptyState
  if (state.transcript.window !== WINDOW) state = windowed(state, WINDOW)
  onFolded(state)
  for (;;) {
    const page = store.events(id, state.seq, 1000)
    if (page.length === 0) return state
    for (const event of page) {
      if (event.seq !== state.seq + 1)
        throw new StoreError('damaged', `event ${state.seq + 1} of session ${id} is missing`)
      state = reduce(state, event)
      onFolded(state)
    }
  }
}

/** Stored lines that may not have been written: those that the CLI accepts once, and requests, which could act twice. */
export function leftLines(
  store: Store,
  { id, generation }: Pick<SessionRow, 'id' | 'generation'>,
): { lines: OutboxRow[]; requests: OutboxRow[] } {
  const left = store.outbox(id, generation)
  return {
    lines: left.filter(({ kind }) => kind !== 'request'),
    requests: left.filter(({ kind }) => kind === 'request'),
  }
}
/** `initialize` may be sent repeatedly. */
export function isInitialize({ line }: OutboxRow): boolean {
  return (JSON.parse(line) as { request?: { subtype?: string } }).request?.subtype === 'initialize'
}

/** The session waited for a slot when the earlier host ended, or that host was killed before it could start a process. */
export function isUnstarted({ wanted, generation, extra }: SessionRow): boolean {
  return wanted === 'run' && (generation === 0 || extra.isWaiting === true)
}
/** Stored with a command that needs a process while there is no slot: if the host is killed, the next one starts it. */
export function wishFor({ wanted, extra }: SessionRow): Pick<Change, 'row'> {
  return wanted === 'run' ? {} : { row: { wanted: 'run', extra: { ...extra, isWaiting: true } } }
}

export interface OpenAsk {
  readonly id: string
  readonly event: SessionEvent
}

/** Unanswered requests of the CLI as events: hooks, MCP messages, and approvals that a policy may answer. */
export function openAsks(state: SessionState, store: Store, session: string): OpenAsk[] {
  const asks = state.control.asks.map(({ id, seq }) => ({ id, event: store.events(session, seq - 1, 1)[0] }))
  const approvals = state.approvals.pending.map(({ id, request, at }) => ({
    id,
    event: {
      seq: state.seq,
      at,
      kind: 'received',
      message: { type: 'control_request', request_id: id, request },
    } as SessionEvent,
  }))
  return [...asks, ...approvals].filter((ask): ask is OpenAsk => ask.event !== undefined)
}

export interface TranscriptPlace extends TranscriptLocation {
  readonly cliSessionId?: string
}

/**
 * Divides the prompts that were lost with a process: those that never reached the CLI's transcript are sent again; the others
 * had begun and must not run twice.
 */
export async function promptsToSend(
  lost: readonly LostPrompt[],
  { cliSessionId, ...location }: TranscriptPlace,
): Promise<{ again: LostPrompt[]; interrupted: LostPrompt[] }> {
  const again: LostPrompt[] = []
  const interrupted: LostPrompt[] = []
  for (const prompt of lost) {
    const isKnown =
      prompt.turn !== undefined ||
      (cliSessionId !== undefined && (await isPromptKnown(cliSessionId, prompt.uuid, location)))
    ;(isKnown ? interrupted : again).push(prompt)
  }
  return { again, interrupted }
}
