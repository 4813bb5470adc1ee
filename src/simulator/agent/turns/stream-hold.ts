/**
 * Holds back the deltas of a stream for a while, if the environment asks for that, and joins deltas of the same block that arrive
 * meanwhile. Anything else that is emitted releases them first.
 */
import type { StreamEvent } from '../../../protocol/stream.ts'
import type { Agent } from '../agent.ts'

type Delta = Extract<StreamEvent, { type: 'content_block_delta' }>

export class StreamHold {
  readonly #agent: Agent
  readonly #tell: (event: StreamEvent) => void
  #held: Delta | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(agent: Agent, tell: (event: StreamEvent) => void) {
    this.#agent = agent
    this.#tell = tell
  }

  takes(event: StreamEvent): boolean {
    const ms = this.#ms
    if (ms === 0 || event.type !== 'content_block_delta') {
      this.release()
      return false
    }
    const joined = this.#held === undefined ? event : together(this.#held, event)
    if (joined === undefined) this.release()
    this.#held = joined ?? event
    this.#timer ??= setTimeout(() => this.release(), ms)
    return true
  }

  release(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const held = this.#held
    this.#held = undefined
    if (held !== undefined) this.#tell(held)
  }

  get #ms(): number {
    const { env, profile, custom } = this.#agent
    const name = custom.hasSubscribers
      ? 'CLAUDE_CODE_STREAM_EVENT_HOLD_MS'
      : 'CLAUDE_CODE_STREAM_EVENT_NO_SUBSCRIBER_HOLD_MS'
    return profile.isOld ? 0 : Number(env[name] ?? env.CLAUDE_CODE_STREAM_EVENT_HOLD_MS) || 0
  }
}

function together(one: Delta, other: Delta): Delta | undefined {
  const [a, b] = [one.delta, other.delta]
  if (one.index !== other.index) return undefined
  if (a.type === 'text_delta' && b.type === 'text_delta')
    return { ...one, delta: { ...a, text: a.text + b.text } }
  if (a.type === 'thinking_delta' && b.type === 'thinking_delta')
    return { ...one, delta: { ...a, thinking: a.thinking + b.thinking } }
  if (a.type === 'input_json_delta' && b.type === 'input_json_delta')
    return { ...one, delta: { ...a, partial_json: a.partial_json + b.partial_json } }
  return undefined
}
