/**
 * The format of a recording: NDJSON, a header and then one entry per line, in the order in which things happened. The reader
 * reports and skips a line that does not fit, so a file whose writer was killed is readable up to that point.
 */
import { isObject, type JsonObject } from '../protocol/json.ts'

export const FORMAT = 'fairlead-recording'
export const VERSION = 1

export interface Header {
  readonly format: typeof FORMAT
  readonly version: number
  /** Wall clock time of the start, in ISO format. The times of entries count from here. */
  readonly startedAt: string
  /** The executable and its arguments. Never the environment. */
  readonly agent?: string
  readonly argv?: readonly string[]
  readonly cwd?: string
  /** Present if it was known beforehand; otherwise the CLI's `init` message has it. */
  readonly cliVersion?: string
  /** In a redacted recording: how many occurrences of each kind were removed. */
  readonly redacted?: Readonly<Record<string, number>>
}

/** Milliseconds since the header's `startedAt`, by a monotonic clock. */
interface Timed {
  readonly at: number
}
/** One line, without its line ending. `in` is the CLI's stdin, `out` its stdout, `err` its stderr. */
export interface LineEntry extends Timed {
  readonly kind: 'in' | 'out' | 'err'
  readonly line: string
  /** The size of a line over the limit; `line` then holds only its beginning. */
  readonly bytes?: number
  /** The stream ended without a line ending. */
  readonly cut?: true
}
interface InputEnd extends Timed {
  readonly kind: 'in-end'
}
interface SignalEntry extends Timed {
  readonly kind: 'signal'
  readonly signal: string
}
/** The start or the end of the process, or a fact that the host recorded. The format is that of an event in the journal. */
export interface FactEntry extends Timed {
  readonly kind: 'fact'
  readonly fact: JsonObject & { readonly kind: string }
}
export type Entry = LineEntry | InputEnd | SignalEntry | FactEntry

interface Problem {
  /** Counted from 1. */
  readonly lineNumber: number
  readonly message: string
}
export interface Recording {
  readonly header: Header
  readonly entries: readonly Entry[]
  /** Lines that the reader skipped. */
  readonly problems: readonly Problem[]
}

export class RecordingError extends Error {}

export function formatRecording({ header, entries }: Pick<Recording, 'header' | 'entries'>): string {
  return [header, ...entries].map((it) => `${JSON.stringify(it)}\n`).join('')
}

export function parseRecording(text: string): Recording {
  const lines = text.split('\n')
  const [first = ''] = lines
  const header = headerIn(first)
  const problems: Problem[] = []
  const entries: Entry[] = []
  lines.forEach((line, index) => {
    if (index === 0 || line.trim() === '') return
    const entry = entryIn(line)
    if (typeof entry !== 'string') entries.push(entry)
    else {
      const cut = index === lines.length - 1
      const message = cut ? 'the recording was cut off in the middle of this line' : entry
      problems.push({ lineNumber: index + 1, message })
    }
  })
  return { header, entries, problems }
}

function headerIn(line: string): Header {
  const value = parsed(line)
  if (!isObject(value) || value.format !== FORMAT)
    throw new RecordingError(`line 1: no recording begins like this; "format" must be "${FORMAT}"`)
  if (typeof value.version !== 'number' || value.version > VERSION || value.version < 1)
    throw new RecordingError(
      `line 1: version ${value.version} of the format; this Fairlead reads up to ${VERSION}`,
    )
  if (typeof value.startedAt !== 'string' || Number.isNaN(Date.parse(value.startedAt)))
    throw new RecordingError('line 1: "startedAt" is no time')
  for (const field of ['agent', 'cwd', 'cliVersion'])
    if (value[field] !== undefined && typeof value[field] !== 'string')
      throw new RecordingError(`line 1: "${field}" is no text`)
  const { argv } = value
  if (argv !== undefined && !(Array.isArray(argv) && argv.every((it) => typeof it === 'string')))
    throw new RecordingError('line 1: "argv" is no list of texts')
  return value as unknown as Header
}

/** Returns the entry, or what is wrong with it. */
function entryIn(line: string): Entry | string {
  const value = parsed(line)
  if (!isObject(value)) return 'no JSON object'
  if (typeof value.at !== 'number') return '"at" is no number'
  switch (value.kind) {
    case 'in':
    case 'out':
    case 'err':
      return typeof value.line === 'string' ? (value as unknown as LineEntry) : '"line" is no text'
    case 'in-end':
      return value as unknown as InputEnd
    case 'signal':
      return typeof value.signal === 'string' ? (value as unknown as SignalEntry) : '"signal" is no text'
    case 'fact':
      return isObject(value.fact) && typeof value.fact.kind === 'string'
        ? (value as unknown as FactEntry)
        : '"fact" is no event'
    default:
      return `kind ${JSON.stringify(value.kind)} is not known`
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** The CLI's version, as far as the recording contains it. */
export function cliVersionOf({ header, entries }: Pick<Recording, 'header' | 'entries'>): string | undefined {
  if (header.cliVersion !== undefined) return header.cliVersion
  for (const entry of entries) {
    if (entry.kind === 'fact' && typeof entry.fact.version === 'string') return entry.fact.version
    if (entry.kind !== 'out' || !entry.line.includes('"claude_code_version"')) continue
    const message = parsed(entry.line)
    if (isObject(message) && typeof message.claude_code_version === 'string')
      return message.claude_code_version
  }
  return undefined
}
