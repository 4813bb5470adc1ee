/**
 * Every prompt that has a receipt ran once, or the journal of its session says why it did not. What ran is told by the last
 * words of its script, which the CLI says once; what did not, by an event after it was sent.
 */
import type { AcceptedPrompt } from '../ledger.ts'
import { lastWords } from '../plan/prompts.ts'
import type { JournalEvent, SessionEvidence } from './evidence.ts'

export type PromptOutcome =
  | 'done'
  | 'cancelled'
  | 'interrupted'
  | 'failed'
  | 'crashed'
  | 'closed'
  | 'joined by another'
  | 'session removed'

interface Message {
  readonly type?: string
  readonly subtype?: string
  readonly is_error?: boolean
  readonly uuid?: string
  readonly request?: { readonly subtype?: string }
}

const messageOf = ({ message }: JournalEvent): Message => (message ?? {}) as Message
const isPrompt = (event: JournalEvent) => event.kind === 'sent' && messageOf(event).type === 'user'
const isResult = (event: JournalEvent) => event.kind === 'received' && messageOf(event).type === 'result'
const isAssistant = (event: JournalEvent) =>
  event.kind === 'received' && messageOf(event).type === 'assistant'
const says = (event: JournalEvent, text: string) => JSON.stringify(event).includes(text)

/** What became of it, or what is wrong. */
export function promptOutcome(
  { prompt: { token } }: AcceptedPrompt,
  session: SessionEvidence | undefined,
): { outcome: PromptOutcome } | { problem: string } {
  if (!session) return { outcome: 'session removed' }
  const { id, events } = session
  const name = `${id}: the prompt ${token}`
  const sent = events.filter((event) => isPrompt(event) && says(event, token))
  const ends = once(events.filter((event) => isAssistant(event) && says(event, lastWords(token))))
  if (ends.length > 1) return { problem: `${name} ran ${ends.length} times (events ${seqs(ends)})` }
  if (isRepeated(sent, events)) return { problem: `${name} was sent twice (events ${seqs(sent)})` }
  if (ends.length === 1) return { outcome: 'done' }
  const last = sent.at(-1)
  if (!last) {
    const queued = events.find((event) => event.kind === 'prompt-queued' && says(event, token))
    if (queued && events.some(({ kind, uuid }) => kind === 'prompt-cancelled' && uuid === queued.uuid))
      return { outcome: 'cancelled' }
    return { problem: `${name} has a receipt and ${queued ? 'was held for ever' : 'is not in the journal'}` }
  }
  const outcome = whyNot(last, events)
  return outcome
    ? { outcome }
    : { problem: `${name} was sent (event ${last.seq}), and nothing says what became of it` }
}

/** To one process, or under two names: a process that ends may take it along, and the next one knows it by its uuid. */
function isRepeated(sent: readonly JournalEvent[], events: readonly JournalEvent[]): boolean {
  if (new Set(sent.map((event) => messageOf(event).uuid)).size > 1) return true
  const ends = events.filter(({ kind }) => kind === 'process-exited' || kind === 'process-started')
  const processOf = ({ seq }: JournalEvent) => ends.filter((end) => end.seq < seq).length
  return new Set(sent.map(processOf)).size < sent.length
}

/** The first event after it that explains why its script did not come to the end. */
function whyNot(sent: JournalEvent, events: readonly JournalEvent[]): PromptOutcome | undefined {
  let isJoined = false
  for (const event of events.slice(sent.seq)) {
    const message = messageOf(event)
    if (event.kind === 'prompt-cancelled' && event.uuid === messageOf(sent).uuid) return 'cancelled'
    if (event.kind === 'sent' && message.request?.subtype === 'interrupt') return 'interrupted'
    if (event.kind === 'process-exited') return event.cause === 'close' ? 'closed' : 'crashed'
    if (isPrompt(event)) isJoined = true
    if (isResult(event) && (message.is_error || message.subtype !== 'success')) return 'failed'
    if (isResult(event) && isJoined) return 'joined by another'
  }
  return undefined
}

/** A CLI may write a message twice: that is said once. */
function once(events: readonly JournalEvent[]): JournalEvent[] {
  const uuids = events.map((event) => messageOf(event).uuid)
  return events.filter((_, index) => uuids[index] === undefined || uuids.indexOf(uuids[index]) === index)
}

const seqs = (events: readonly JournalEvent[]) => events.map(({ seq }) => seq).join(', ')
