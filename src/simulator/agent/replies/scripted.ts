/**
 * Replies of scenarios, played in this process. It chooses the reply to a request as the scripted Messages API does. A hold waits
 * until it is interrupted, because nobody could release it.
 */
import type { ContentBlock } from '../../../protocol/blocks.ts'
import { defined, isObject, type JsonObject } from '../../../protocol/json.ts'
import type { ApiMessage, StreamEvent } from '../../../protocol/stream.ts'
import { choose } from '../../model/choose.ts'
import { MessageEvents } from '../../model/events.ts'
import { messageOf, newId } from '../../model/message.ts'
import { acts } from '../../model/play.ts'
import {
  type AsideStep,
  isAside,
  isContent,
  isStep,
  type Reply,
  type Scenario,
  type Step,
} from '../../scenario.ts'
import type { Pace } from './pace.ts'
import { ApiFailure, type OnRequest, type ReplySource, type ToolPlan } from './source.ts'

type Aside = (step: AsideStep, signal: AbortSignal) => Promise<void>

export class ScriptedSource implements ReplySource {
  readonly gateway = undefined
  readonly #scenario: Scenario
  readonly #pace: Pace
  readonly #aside: Aside
  readonly #planFile: () => string
  readonly #progress = { acted: new WeakMap<Step, number>() }
  readonly #plans = new Map<string, ToolPlan>()

  constructor(scenario: Scenario, pace: Pace, aside: Aside, planFile: () => string) {
    this.#scenario = scenario
    this.#pace = pace
    this.#aside = aside
    this.#planFile = planFile
  }

  async *stream(body: JsonObject, signal: AbortSignal, onRequest?: OnRequest): AsyncGenerator<StreamEvent> {
    onRequest?.(newId('req'))
    const reply = this.#replyTo(body)
    const message = this.#message(reply, body)
    const events = new MessageEvents(message)
    await this.#pace.firstToken(signal)
    for (const step of reply) {
      await this.#act(step, signal)
      if (!isContent(step)) continue
      for (const event of events.content(step)) {
        if (event.type === 'content_block_delta') await this.#pace.delta(signal)
        signal.throwIfAborted()
        yield event
      }
    }
    yield* events.end()
  }

  async whole(body: JsonObject, signal: AbortSignal, onRequest?: OnRequest): Promise<ApiMessage> {
    onRequest?.(newId('req'))
    const reply = this.#replyTo(body)
    for (const step of reply) await this.#act(step, signal)
    return this.#message(reply, body)
  }

  greet(): void {}

  async count(): Promise<undefined> {}

  planOf(toolUseId: string): ToolPlan {
    return this.#plans.get(toolUseId) ?? { run: false }
  }

  #replyTo(body: JsonObject): Reply {
    return choose(body, this.#scenario).steps
  }

  #message(reply: Reply, body: JsonObject): ApiMessage {
    const message = messageOf(reply, typeof body.model === 'string' ? body.model : 'scripted')
    const calls = message.content.filter(({ type }) => type === 'tool_use')
    const steps = reply.filter((step) => isStep(step, 'tool'))
    for (const [index, { run = false, result, fails, takes }] of steps.entries()) {
      const call = calls[index]
      if (!isObject(call) || typeof call.id !== 'string') continue
      this.#plans.set(call.id, { run, ...defined({ result, fails, takes }) })
    }
    return { ...message, content: message.content.map((block) => this.#filledIn(block)) }
  }

  #filledIn(block: ContentBlock): ContentBlock {
    if (block.type !== 'tool_use') return block
    const file = JSON.stringify(this.#planFile()).slice(1, -1)
    return { ...block, input: JSON.parse(JSON.stringify(block.input).replaceAll('$PLAN_FILE', () => file)) }
  }

  async #act(step: Step, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (isAside(step)) await this.#aside(step, signal)
    if (isStep(step, 'delay')) await this.#pace.wait(step.delay, signal)
    if (isStep(step, 'hold')) await forEver(signal)
    if (isStep(step, 'error') && acts(step, step.error.times, this.#progress)) {
      const { status, message = `Scripted error ${status}`, ...details } = step.error
      throw new ApiFailure(status, message, details)
    }
    if (isStep(step, 'break') && acts(step, step.times, this.#progress))
      throw new ApiFailure(null, 'Connection closed')
  }
}

function forEver(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    // Keeps the process alive while nothing else does.
    const alive = setInterval(() => {}, 60_000)
    const end = () => {
      clearInterval(alive)
      reject(signal.reason)
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
