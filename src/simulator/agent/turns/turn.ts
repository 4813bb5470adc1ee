/** One turn of the main thread: its prompts, and what its result will report. */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../protocol/json.ts'
import type { PermissionDenial } from '../../../protocol/permissions.ts'
import type { Agent } from '../agent.ts'
import { NO_TOKENS, type Tokens } from '../session/usage.ts'
import type { AbortReason } from './loop.ts'
import { merged, type Prompt } from './queue.ts'

export class Turn {
  readonly agent: Agent
  readonly prompts: readonly Prompt[]
  readonly folded: Prompt[] = []
  readonly denials: PermissionDenial[] = []
  readonly startedAt = Date.now()
  /** When the model was first called, and when its first output came. */
  readonly times: { asked?: number; said?: number } = {}
  tokens: Tokens = { ...NO_TOKENS }
  /** The model was not called, because the conversation is too long. */
  isRefused = false
  /** The number of user messages emitted, not counting echoes. */
  userMessages = 0
  #isEchoed = false
  readonly #controller = new AbortController()

  constructor(agent: Agent, prompts: readonly Prompt[]) {
    this.agent = agent
    this.prompts = prompts
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The last prompt stands for all of them. */
  get prompt(): Prompt {
    const last = this.prompts.at(-1)
    if (last === undefined) throw new Error('a turn has at least one prompt')
    return last
  }

  get content(): string | JsonObject[] {
    return merged(this.prompts)
  }

  get origin(): JsonObject | undefined {
    return this.prompts[0]?.origin
  }

  /** The uuids of the prompts, as far as the host set them. */
  get uuids(): string[] {
    return [...this.prompts, ...this.folded].filter(({ isNamed }) => isNamed).map(({ uuid }) => uuid)
  }

  abort(reason: AbortReason): void {
    this.#controller.abort(reason)
  }

  /** Reports the progress of its prompts. */
  lifecycle(state: string, prompts: readonly Prompt[] = this.prompts): void {
    const { profile, output, session } = this.agent
    if (profile.isOld) return
    for (const { uuid, isNamed } of prompts) {
      if (!isNamed) continue
      const message = { type: 'command_lifecycle', command_uuid: uuid, state }
      output.emit({ ...message, uuid: randomUUID(), session_id: session.id })
    }
  }

  /** Echoes all prompts but the last at once; the last is echoed with the text of all when the turn has begun. */
  echoFirst(): void {
    for (const prompt of this.prompts.slice(0, -1)) echoUndated(this.agent, prompt)
  }

  echo(content: unknown = this.content): void {
    if (this.#isEchoed || this.origin !== undefined) return
    this.#isEchoed = true
    echo(this.agent, this.prompt, content)
  }

  noEcho(): void {
    this.#isEchoed = true
  }
}

/** Echoes a prompt that is merged with the next, or not run again: without a timestamp. */
export function echoUndated(agent: Agent, { uuid, content }: Prompt): void {
  echo(agent, { uuid }, content)
}

/** Emits a user message of the main thread that the agent itself wrote. */
export function emitUser({ output, session }: Agent, content: unknown, fields: JsonObject): void {
  const ids = { parent_tool_use_id: null, session_id: session.id, uuid: randomUUID() }
  const timestamp = new Date().toISOString()
  output.emit({ type: 'user', message: { role: 'user', content }, ...ids, timestamp, ...fields })
}

export function echo(
  { options, output, session }: Agent,
  { uuid, receivedAt }: Pick<Prompt, 'uuid'> & Partial<Pick<Prompt, 'receivedAt'>>,
  content: unknown,
): void {
  if (!options.replay) return
  const message = { role: 'user', content }
  const time = receivedAt === undefined ? {} : { timestamp: receivedAt }
  const rest = { parent_tool_use_id: null, uuid, ...time, isReplay: true }
  output.emit({ type: 'user', message, session_id: session.id, ...rest })
}
