/** What `run` prints in the formats of `claude -p`, for programs that read it. */
import type { StdoutMessage } from '../../protocol/stdout.ts'
import { textIn } from '../../state/fields.ts'
import { resultText } from '../../state/turns/result.ts'
import type { Io } from '../io.ts'

export const OUTPUT_FORMATS = ['text', 'json', 'stream-json'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

/** What only a host sees: `claude -p` has none of it. */
const HOST_ONLY: ReadonlySet<string> = new Set([
  'control_request',
  'control_response',
  'control_cancel_request',
  'command_lifecycle',
  'keep_alive',
])

export class Printer {
  readonly #format: OutputFormat
  readonly #io: Io
  #result: string | undefined
  #text = ''
  /** Why nothing was run at all. */
  #refusal = ''

  constructor(format: OutputFormat, io: Io) {
    this.#format = format
    this.#io = io
  }

  /** `line`: the message as the CLI wrote it. */
  take(message: StdoutMessage, line: string): void {
    if (message.type === 'result') {
      this.#result = line
      const text = textIn(message.result)
      const reason = resultText(message)
      const isRefused = text === undefined && message.num_turns === 0
      this.#refusal = isRefused ? reason || message.subtype : ''
      this.#text = isRefused ? '' : (text ?? errorText(reason, message.subtype))
    }
    if (this.#format === 'stream-json' && isPrinted(message)) this.#io.out(`${line}\n`)
  }

  /** The last turn is over. */
  end(): void {
    if (this.#format === 'json' && this.#result !== undefined) this.#io.out(`${this.#result}\n`)
    if (this.#format === 'text' && this.#text !== '') this.#io.out(`${this.#text}\n`)
    if (this.#refusal !== '') this.#io.err(`${this.#refusal}\n`)
  }
}

/** In the words of `claude -p`, which gives no reason where a turn was interrupted. */
function errorText(reason: string, subtype: string): string {
  if (reason !== '') return `Error: ${reason}`
  return subtype === 'error_during_execution' ? 'Execution error' : `Error: ${subtype}`
}

function isPrinted(message: StdoutMessage): boolean {
  if (message.type === 'system') return message.subtype !== 'session_state_changed'
  if (message.type === 'user') return message.isReplay !== true
  return !HOST_ONLY.has(message.type)
}
