/** Folds events that a test tells one after the other, in seconds from its beginning. */
import { decode, decodeInput } from '../../src/protocol/decode.ts'
import type { StdinMessage } from '../../src/protocol/stdin.ts'
import type { StdoutMessage } from '../../src/protocol/stdout.ts'
import type { EventBody, ProcessExited, SessionEvent } from '../../src/state/events.ts'
import {
  type Liveness,
  type LivenessOptions,
  liveness,
  nextProbe,
} from '../../src/state/liveness/liveness.ts'
import { describe } from '../../src/state/liveness/words.ts'
import { reduce } from '../../src/state/reduce.ts'
import { emptyState, type SessionState } from '../../src/state/session-state.ts'
import { assistant } from '../client/messages.ts'

/** The uuid that all messages of `messages.ts` have. Here each gets its own, or it would be taken for a repetition. */
const SHARED = (assistant('') as { uuid: string }).uuid

export class Timeline {
  state: SessionState = emptyState
  readonly events: SessionEvent[] = []
  /** In seconds. */
  now = 0
  readonly #options: LivenessOptions

  constructor(options: LivenessOptions = {}) {
    this.#options = options
  }

  at(seconds: number): this {
    this.now = seconds
    return this
  }
  event(body: EventBody): this {
    const event = { ...body, seq: this.events.length + 1, at: this.ms } as SessionEvent
    this.events.push(event)
    this.state = reduce(this.state, event)
    return this
  }
  get ms(): number {
    return this.now * 1000
  }

  start(generation = 1): this {
    return this.event({ kind: 'process-started', generation, pid: 100 + generation, agent: 'claude' })
  }
  exit(how: Partial<ProcessExited> = {}): this {
    const { generation } = this.state.process
    return this.event({
      kind: 'process-exited',
      generation,
      cause: 'exit',
      exitCode: 0,
      signal: null,
      ...how,
    })
  }
  /** From the CLI. */
  hear(...messages: object[]): this {
    for (const message of messages) {
      const shared = 'uuid' in message && message.uuid === SHARED
      const line = shared ? { ...message, uuid: `m-${this.events.length + 1}` } : message
      this.event({ kind: 'received', message: checked(decode(JSON.stringify(line))) as StdoutMessage })
    }
    return this
  }
  /** To the CLI. */
  say(message: object): this {
    return this.event({
      kind: 'sent',
      message: checked(decodeInput(JSON.stringify(message))) as StdinMessage,
    })
  }
  prompt(uuid: string, text = uuid, more: object = {}): this {
    const message = { role: 'user', content: [{ type: 'text', text }] }
    return this.say({ type: 'user', message, parent_tool_use_id: null, uuid, ...more })
  }
  /** A control request of ours. */
  ask(id: string, subtype: string, fields: object = {}): this {
    return this.say({ type: 'control_request', request_id: id, request: { subtype, ...fields } })
  }
  /** The CLI's answer to one of ours. */
  answered(id: string, response?: object, more: object = {}): this {
    const success = { subtype: 'success', request_id: id, ...(response && { response }), ...more }
    return this.hear({ type: 'control_response', response: success })
  }
  /** A control request of the CLI. */
  asked(id: string, request: object): this {
    return this.hear({ type: 'control_request', request_id: id, request })
  }
  withdrawn(id: string): this {
    return this.hear({ type: 'control_cancel_request', request_id: id })
  }
  /** Our answer to one of the CLI's. */
  answer(id: string, response: object): this {
    return this.say({
      type: 'control_response',
      response: { subtype: 'success', request_id: id, response },
    })
  }
  /** Started, and ready. */
  ready(): this {
    return this.start().ask('hello', 'initialize').answered('hello', {})
  }

  live(seconds = this.now): Liveness {
    return liveness(this.state, seconds * 1000, this.#options)
  }
  /** Whether the CLI is to be asked whether it is there. `now` is in milliseconds. */
  isProbeDue(now: number, options = this.#options): boolean {
    const at = nextProbe(this.state, now, options)
    return at !== undefined && now >= at
  }
  /** The status, and what it waits for in words. */
  words(seconds = this.now): string {
    const live = this.live(seconds)
    return `${live.status}: ${describe(live, seconds * 1000, { formatTime: (at) => `t${at / 1000}` })}`
  }
}

function checked(decoded: ReturnType<typeof decode> | ReturnType<typeof decodeInput>): unknown {
  if (decoded.kind !== 'message') throw new Error(`no message: ${JSON.stringify(decoded)}`)
  return decoded.message
}
