/**
 * The loop of a turn: calls the model, runs its tools, sends it the results, until it has nothing more to do. It ends early when
 * its signal is aborted; everything that was started then gets its results and markers, so that the conversation can continue.
 */
import { outputs, specifics } from '../hooks.ts'
import { failureText } from '../replies/failure-text.ts'
import { ApiFailure } from '../replies/source.ts'
import { MAX_TRIES } from '../tools/structured.ts'
import { ReplyReader } from './reply.ts'
import { request } from './request.ts'
import { requestBody } from './request-body.ts'
import type { Thread } from './thread.ts'
import type { CallEnd } from './tool-call.ts'
import { ToolCalls } from './tool-calls.ts'
import { summarize } from './tool-summary.ts'

export type LoopEnd =
  | { kind: 'done'; text: string; stopReason: string | null }
  | {
      kind: 'api_error'
      text: string
      status: number | null
      type?: string | undefined
      stopReason: string | null
    }
  /** The conversation was too long for the model, which was not called. */
  | { kind: 'too_long'; text: string; stopReason: string | null }
  | { kind: 'structured'; text: string; stopReason: string | null }
  | { kind: 'aborted'; during: 'streaming' | 'tools'; stopReason: string | null; text: string }
  /** No structured output was valid; what was wrong with the last one. */
  | { kind: 'structured_retries'; problem: string | undefined; stopReason: string | null }
  | { kind: 'max_turns' | 'max_budget' | 'hook_stopped'; stopReason: string | null }

/** Why a turn is aborted. `now`: another prompt replaces it. */
export type AbortReason = 'interrupt' | 'now'

const NOTHING_SAID =
  '[Your previous response had no visible output. Please continue and produce a user-visible response.]'
const CUT_OFF = 'Output token limit hit. Resume directly — no apology, no recap of what you were doing.'
const REFUSED = 'Your response above was stopped by a safety check. Continue in another way.'
const SHAPE =
  '[structured-output-enforce] You MUST call the StructuredOutput tool to complete this request. Call this tool now.'
const MAX_CONTINUATIONS = 3

export class Loop {
  readonly #thread: Thread
  readonly #signal: AbortSignal
  readonly #interrupt: () => void
  #stopReason: string | null = null
  #continuations = 0
  /** Resolves when the summary of the tools before this request is done. */
  #summary: Promise<void> = Promise.resolve()

  constructor(thread: Thread, signal: AbortSignal, interrupt: () => void = () => {}) {
    this.#thread = thread
    this.#signal = signal
    this.#interrupt = interrupt
  }

  async run(): Promise<LoopEnd> {
    const { maxRequests } = this.#thread
    for (let requests = 0; ; requests += 1) {
      if (maxRequests !== undefined && requests >= maxRequests) return this.#end('max_turns')
      if (this.#isBroke) return this.#end('max_budget')
      const end = await this.#round()
      if (end !== undefined) return end
    }
  }

  get #isBroke(): boolean {
    const { options, ledger } = this.#thread.agent
    return options.maxBudgetUsd !== undefined && ledger.cost >= options.maxBudgetUsd
  }

  /** Runs one request and what follows from its reply. Returns undefined if the loop continues. */
  async #round(): Promise<LoopEnd | undefined> {
    const thread = this.#thread
    const tools = new ToolCalls(thread, this.#signal, this.#interrupt)
    const { isFirst } = thread.agent.profile
    // The first version starts the tools when the reply is complete.
    const reader = new ReplyReader(thread, isFirst ? () => {} : tools.start)
    const startedAt = Date.now()
    thread.requesting()
    try {
      await request(thread, requestBody(thread), reader, this.#signal)
    } catch (error) {
      if (this.#signal.aborted) return this.#aborted(reader, tools, true)
      await tools.settled()
      if (error instanceof ApiFailure) return this.#failed(error)
      throw error
    }
    if (isFirst) for (const call of reader.calls) tools.start(call)
    this.#stopReason = reader.stopReason
    thread.used(thread.model, reader.tokens, Math.max(1, Date.now() - startedAt))
    await this.#summary
    await tools.settled()
    if (this.#signal.aborted) return this.#aborted(reader, tools, false)
    if (this.#isBroke) return this.#end('max_budget')
    return reader.calls.length === 0 ? this.#without(reader) : this.#withTools(tools.ends)
  }

  async #withTools(ends: readonly CallEnd[]): Promise<LoopEnd | undefined> {
    const { agent, structured, agentId } = this.#thread
    const tool_calls = ends.map(({ call, response }) => ({
      tool_name: call.name,
      tool_input: call.input,
      tool_use_id: call.id,
      tool_response: response,
    }))
    await agent.hooks.fire('PostToolBatch', { tool_calls }, { agentId })
    if (this.#signal.aborted) return this.#marked('tools', '')
    if (ends.some(({ stops }) => stops)) return this.#end('hook_stopped')
    if (structured.value === undefined && structured.tries >= MAX_TRIES)
      return { kind: 'structured_retries', problem: structured.problem, stopReason: this.#stopReason }
    if (structured.value !== undefined) {
      const text = JSON.stringify(structured.value)
      if (!(await this.#thread.stopping(text)))
        return { kind: 'structured', text, stopReason: this.#stopReason }
    }
    this.#summary = summarize(this.#thread, ends, this.#signal)
    this.#thread.fold()
    return undefined
  }

  async #without(reader: ReplyReader): Promise<LoopEnd | undefined> {
    const thread = this.#thread
    const again = this.#continuations < MAX_CONTINUATIONS
    if (again && reader.stopReason === 'max_tokens') return this.#goOn(CUT_OFF)
    if (again && reader.isEmpty) return this.#goOn(NOTHING_SAID)
    if (reader.stopReason === 'refusal') {
      if (!thread.agent.profile.isOld && again) return this.#goOn(REFUSED)
      return this.#refused()
    }
    const wantsShape = thread.agent.custom.jsonSchema !== undefined && thread.agentId === undefined
    if (wantsShape && thread.structured.value === undefined && this.#continuations === 0)
      return this.#goOn(SHAPE)
    if (await thread.stopping(reader.text)) return undefined
    if (this.#signal.aborted) return this.#marked('streaming', reader.text)
    return { kind: 'done', text: reader.text, stopReason: reader.stopReason }
  }

  async #refused(): Promise<LoopEnd> {
    const { output, profile } = this.#thread.agent
    const text = `API Error: ${this.#thread.model} is unable to respond to this request.`
    if (profile.isOld)
      output.system('model_refusal_no_fallback', { original_model: this.#thread.model, content: text })
    await this.#thread.assistant(synthetic(text), { error: 'invalid_request' })
    return { kind: 'api_error', text, status: null, stopReason: 'refusal' }
  }

  #goOn(text: string): undefined {
    this.#continuations += 1
    this.#thread.userText(text, true)
    return undefined
  }

  async #failed(failure: ApiFailure): Promise<LoopEnd> {
    const { agent, model } = this.#thread
    const { status, type, requestId, assistantCode } = failure
    const { isOld } = agent.profile
    const text = failureText(failure, { model, isOld, gateway: agent.source.gateway })
    await this.#thread.assistant(synthetic(text), {
      error: assistantCode,
      ...(requestId === undefined ? {} : { request_id: requestId }),
      ...(isOld ? {} : { is_api_error_message: true, api_error_status: status, api_error_type: type }),
    })
    return { kind: 'api_error', text, status, type, stopReason: 'stop_sequence' }
  }

  async #aborted(reader: ReplyReader, tools: ToolCalls, isStreaming: boolean): Promise<LoopEnd> {
    await tools.settled()
    if (isStreaming) await reader.abort()
    const during = reader.calls.length > 0 ? 'tools' : 'streaming'
    const end = this.#marked(during, reader.text)
    if (isStreaming) reader.close(true)
    return end
  }

  /** Only an interrupt by the user leaves a marker. */
  #marked(during: 'streaming' | 'tools', text: string): LoopEnd {
    if (this.#signal.reason !== 'now') {
      const marker =
        during === 'tools' ? '[Request interrupted by user for tool use]' : '[Request interrupted by user]'
      this.#thread.userText(marker, false)
    }
    return { kind: 'aborted', during, stopReason: this.#stopReason, text }
  }

  #end(kind: 'max_turns' | 'max_budget' | 'hook_stopped'): LoopEnd {
    return { kind, stopReason: this.#stopReason }
  }
}

/** Ends a turn whose prompt is too long for the model. */
export async function tooLong(thread: Thread): Promise<LoopEnd> {
  const text = 'Prompt is too long'
  await thread.assistant(synthetic(text), { error: 'invalid_request', is_api_error_message: true })
  return { kind: 'too_long', text, stopReason: 'stop_sequence' }
}

export function synthetic(text: string): { [field: string]: unknown } {
  return {
    id: crypto.randomUUID(),
    type: 'message',
    role: 'assistant',
    model: '<synthetic>',
    content: [{ type: 'text', text }],
    stop_reason: 'stop_sequence',
    stop_sequence: '',
    usage: { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    context_management: null,
  }
}

export function contextOf(replies: Parameters<typeof specifics>[0]): string[] {
  const added = specifics(replies).map(({ additionalContext }) => additionalContext)
  const messages = outputs(replies).map(({ additionalContext }) => additionalContext)
  return [...added, ...messages].filter((text) => typeof text === 'string')
}
