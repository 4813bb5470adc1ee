/** Converts a recording to the events of a session and back: the state can be folded from either. */
import { decode, decodeInput } from '../protocol/decode.ts'
import { defined, isObject } from '../protocol/json.ts'
import type { EventBody, ProcessExited, SessionEvent } from '../state/events.ts'
import {
  cliVersionOf,
  type Entry,
  type FactEntry,
  FORMAT,
  type Header,
  type LineEntry,
  type Recording,
  VERSION,
} from './format.ts'

const MAX_NOISE = 2000
const MAX_STDERR = 4000

export interface Told {
  readonly entry: Entry
  /** Undefined: the entry has no effect on the state. */
  readonly event: SessionEvent | undefined
}

/** Yields the recording step by step, as the state of a session is folded from it. */
export function* tell(recording: Pick<Recording, 'header' | 'entries'>): Generator<Told> {
  const start = Date.parse(recording.header.startedAt)
  const version = cliVersionOf(recording)
  let seq = 0
  let at = start
  let stderr = ''
  let ending = false
  for (const entry of recording.entries) {
    at = Math.max(at, start + entry.at)
    if (entry.kind === 'err') stderr = `${stderr}${entry.line}\n`.slice(-MAX_STDERR)
    if (entry.kind === 'in-end') ending = true
    let body = bodyOf(entry)
    if (body?.kind === 'process-started' && version !== undefined) body = { version, ...body }
    if (body?.kind === 'process-exited') body = exitOf(body, stderr, ending)
    yield { entry, event: body && ({ ...body, seq: ++seq, at } as SessionEvent) }
  }
}

export function eventsOf(recording: Pick<Recording, 'header' | 'entries'>): SessionEvent[] {
  return [...tell(recording)].flatMap(({ event }) => (event ? [event] : []))
}

function bodyOf(entry: Entry): EventBody | undefined {
  if (entry.kind === 'fact') return factIn(entry.fact)
  if (entry.kind === 'out') return received(entry)
  if (entry.kind !== 'in') return undefined
  const decoded = decodeInput(entry.line)
  return decoded.kind === 'message' ? { kind: 'sent', message: decoded.message } : undefined
}

/** The fields that a fact of each kind needs, so that a state can be folded from it. */
const NEEDED: Readonly<Record<string, readonly [field: string, type: string]>> = {
  'process-started': ['generation', 'number'],
  'process-exited': ['generation', 'number'],
  'process-paused': ['generation', 'number'],
  'process-continued': ['generation', 'number'],
  'prompt-queued': ['uuid', 'string'],
  'prompt-changed': ['uuid', 'string'],
  'prompt-cancelled': ['uuid', 'string'],
  'approval-answered': ['id', 'string'],
  notice: ['text', 'string'],
  titled: ['title', 'string'],
}

export function factIn(fact: FactEntry['fact']): EventBody | undefined {
  const needed = Object.hasOwn(NEEDED, fact.kind) ? NEEDED[fact.kind] : undefined
  return needed && typeof fact[needed[0]] === needed[1] ? (fact as unknown as EventBody) : undefined
}

function received({ line, bytes }: LineEntry): EventBody {
  const decoded = decode(bytes === undefined ? line : { bytes, head: line })
  switch (decoded.kind) {
    case 'message':
      return { kind: 'received', message: decoded.message }
    case 'unknown':
      return { kind: 'unknown', value: decoded.value, reason: decoded.reason }
    default:
      return { kind: 'noise', text: decoded.text.slice(0, MAX_NOISE), reason: decoded.kind }
  }
}

/** The recorder only sees that the process ended. After the end of its input that is expected. */
function exitOf(exit: ProcessExited, stderr: string, ending: boolean): ProcessExited {
  const clean = ending && exit.cause === 'exit' && exit.exitCode === 0
  const said = exit.stderr ?? (stderr === '' ? undefined : stderr)
  return { ...exit, ...(clean && { cause: 'close' }), ...(said !== undefined && { stderr: said }) }
}

/** What the journal stores about a session besides its events. */
export type SessionFacts = Pick<Header, 'agent' | 'cwd' | 'cliVersion'>

/** Converts a host's session to a recording. The events are those of its journal, starting with the first. */
export function recordingOf(events: readonly SessionEvent[], facts: SessionFacts = {}): Recording {
  const start = events[0]?.at ?? 0
  const started = events.find((event) => event.kind === 'process-started')
  const { agent, cwd, version } = started ?? {}
  const header: Header = {
    format: FORMAT,
    version: VERSION,
    startedAt: new Date(start).toISOString(),
    ...defined({ agent, cwd, cliVersion: version }),
    ...facts,
  }
  const entries = events.flatMap((event): Entry[] => {
    const { seq: _, at, ...body } = event
    return entriesOf(body as EventBody, at - start)
  })
  return { header, entries, problems: [] }
}

function entriesOf(body: EventBody, at: number): Entry[] {
  switch (body.kind) {
    case 'received':
      return [{ at, kind: 'out', line: JSON.stringify(body.message) }]
    case 'unknown':
      return [{ at, kind: 'out', line: JSON.stringify(body.value) }]
    case 'noise':
      return [{ at, kind: 'out', line: body.text.replaceAll('\n', ' ') }]
    case 'sent':
      return [{ at, kind: 'in', line: JSON.stringify(body.message) }]
    case 'process-exited': {
      // The host closed the input to end the process.
      const closed: Entry[] = body.cause === 'close' ? [{ at, kind: 'in-end' }] : []
      return [...closed, factOf(body, at)]
    }
    default:
      return [factOf(body, at)]
  }
}

function factOf(body: EventBody, at: number): Entry {
  if (!isObject(body)) throw new TypeError('an event is an object')
  return { at, kind: 'fact', fact: body }
}
