/** The main conversation, as the host sees it. */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../protocol/json.ts'
import type { StreamEvent } from '../../../protocol/stream.ts'
import { blocksOf, textOf } from '../../content.ts'
import type { Agent } from '../agent.ts'
import { blockedBy } from '../hooks.ts'
import type { LinkedRecord } from '../session/records.ts'
import { sum, type Tokens } from '../session/usage.ts'
import { contextOf } from './loop.ts'
import { requestBody } from './request-body.ts'
import { StreamHold } from './stream-hold.ts'
import type { Thread } from './thread.ts'
import { echo, type Turn } from './turn.ts'

/** Asks the model about the conversation without adding to it. Rejects if the API does not answer. */
export async function askAside(turn: Turn, text: string, signal: AbortSignal): Promise<string> {
  const body = requestBody(new MainThread(turn))
  const messages: unknown[] = Array.isArray(body.messages) ? body.messages : []
  const question = { role: 'user', content: [{ type: 'text', text }] }
  const reply = await turn.agent.source.whole({ ...body, messages: [...messages, question] }, signal)
  return textOf(reply.content)
}

export class MainThread implements Thread {
  readonly parentToolUseId = null
  readonly agentId = undefined
  readonly structured: Thread['structured'] = { value: undefined, tries: 0 }
  readonly #turn: Turn
  readonly #model: string
  #messageId: unknown
  #isFirst = true
  #dead: { stopReason: string | null } | undefined
  readonly #hold: StreamHold
  #stopHookActive = false

  constructor(turn: Turn) {
    this.#turn = turn
    this.#model = turn.agent.model
    this.#hold = new StreamHold(turn.agent, (event) => this.#tell(event, {}))
  }

  get agent(): Agent {
    return this.#turn.agent
  }

  get records(): readonly LinkedRecord[] {
    return this.agent.session.branch
  }

  get denials() {
    return this.#turn.denials
  }

  /** 2.1.197 uses another model from the next turn on. */
  get model(): string {
    return this.agent.profile.isOld ? this.#model : this.agent.model
  }

  get maxRequests(): number | undefined {
    return this.agent.options.maxTurns
  }

  requesting(): void {
    this.agent.tasks.launches.asked()
    this.#turn.times.asked ??= Date.now()
    this.agent.turns.noteModel(this.model)
    if (this.agent.options.partial)
      this.agent.output.system('status', { status: 'requesting', ...this.#about('user_message_uuids') })
  }

  begins(): void {
    this.#turn.times.said ??= Date.now()
    if (this.agent.options.partial && !this.agent.profile.isOld) this.#turn.echo()
  }

  event(event: StreamEvent, extra: JsonObject = {}): void {
    const { options, faults } = this.agent
    if (event.type === 'content_block_delta') faults.reach('delta')
    if (options.partial && event.type === 'message_start') this.#endDead()
    if (event.type === 'message_start') this.#messageId = event.message.id
    if (options.partial && !this.#hold.takes(event)) this.#tell(event, extra)
  }

  /** 2.1.197 sends the end of a message that broke off just before the next one begins. */
  leftOpen(stopReason: string | null): void {
    if (this.agent.profile.isFirst) return
    this.#dead = { stopReason }
  }

  #endDead(): void {
    const dead = this.#dead
    this.#dead = undefined
    if (dead === undefined) return
    const delta = { stop_reason: dead.stopReason, stop_sequence: null }
    this.#tell({ type: 'message_delta', delta, usage: {} }, {})
    this.#tell({ type: 'message_stop' }, {})
  }

  #tell(event: StreamEvent, extra: JsonObject): void {
    const { output, session, profile } = this.agent
    const ids = profile.isOld ? {} : { api_message_id: this.#messageId }
    const about = event.type === 'message_start' ? this.#about('user_message_uuid', 'user_message_uuids') : {}
    output.emit({
      type: 'stream_event',
      event,
      session_id: session.id,
      parent_tool_use_id: null,
      uuid: randomUUID(),
      ...(event.type === 'message_start' ? { ttft_ms: Date.now() - this.#turn.startedAt } : {}),
      ...ids,
      ...about,
      ...extra,
    })
  }

  thinking(tokens: number, delta: number): void {
    const counts = { estimated_tokens: tokens, estimated_tokens_delta: delta }
    this.agent.output.system('thinking_tokens', { ...counts, ...this.#about('user_message_uuid') })
  }

  async assistant(message: JsonObject, extra: JsonObject = {}): Promise<string> {
    const { session, output, profile, hooks, faults } = this.agent
    const text = textOf(message.content)
    const uuid = randomUUID()
    this.#hold.release()
    this.#turn.echo()
    if (text !== '' && hooks.has('MessageDisplay')) {
      const fields = { turn_id: hooks.promptId, message_id: uuid, index: 0, final: true, delta: text }
      await hooks.fire('MessageDisplay', fields, { toolUseId: `${uuid}-0` })
    }
    const isError = extra.error === undefined ? {} : { isApiErrorMessage: true }
    session.add({ type: 'assistant', uuid, message, ...isError })
    const { aborted, ...rest } = extra
    output.emit({
      type: 'assistant',
      message,
      parent_tool_use_id: null,
      session_id: session.id,
      uuid,
      ...(profile.isOld
        ? {}
        : { timestamp: new Date().toISOString(), ...(aborted === true ? { aborted } : {}) }),
      ...rest,
      ...this.#calls(message.content),
      ...(this.#isFirst ? this.#about('user_message_uuid', 'user_message_uuids') : {}),
    })
    this.#isFirst = false
    faults.reach('assistant')
    return uuid
  }

  toolResult(block: JsonObject, result: unknown, callUuid: string, extra: JsonObject = {}): void {
    const more = { toolUseResult: result, sourceToolAssistantUUID: callUuid }
    this.#user(block, more, { tool_use_result: result, ...extra }, callUuid)
    this.agent.faults.reach('tool')
  }

  userText(text: string, isSynthetic: boolean): void {
    this.#turn.echo()
    const block = { type: 'text', text }
    this.#user(block, isSynthetic ? { isMeta: true } : {}, isSynthetic ? { isSynthetic: true } : {})
  }

  /** Stores the message with the fields of the transcript, and emits it with those for the host. */
  #user(block: JsonObject, remembered: JsonObject, told: JsonObject, after?: string): void {
    const { session, output } = this.agent
    const message = { role: 'user', content: [block] }
    const { uuid, timestamp } = session.add({ type: 'user', message, ...remembered }, after)
    this.#turn.userMessages += 1
    const ids = { parent_tool_use_id: null, session_id: session.id, uuid, timestamp }
    output.emit({ type: 'user', message, ...ids, ...told })
  }

  used(model: string, tokens: Tokens, apiMs: number): void {
    this.agent.ledger.add(model, tokens)
    this.agent.ledger.apiMs += apiMs
    this.#turn.tokens = sum(this.#turn.tokens, tokens)
  }

  toolUsed(): void {}

  fold(): boolean {
    const { agent } = this
    const folded = agent.queue.takeFolded(agent.profile.isOld)
    for (const prompt of folded) {
      const isPrompt = prompt.origin === undefined
      const attachment = {
        type: 'queued_command',
        prompt: textOf(prompt.content),
        commandMode: isPrompt ? 'prompt' : 'task-notification',
        ...(isPrompt ? { source_uuid: prompt.uuid } : {}),
      }
      agent.session.add({ type: 'attachment', attachment })
      if (!isPrompt) continue
      echo(agent, prompt, prompt.content)
      this.#turn.lifecycle('started', [prompt])
      this.#turn.folded.push(prompt)
    }
    return folded.length > 0
  }

  async stopping(text: string): Promise<boolean> {
    const { hooks } = this.agent
    const replies = await hooks.fire('Stop', {
      stop_hook_active: this.#stopHookActive,
      last_assistant_message: text,
      background_tasks: [],
      session_crons: [],
    })
    const block = blockedBy(replies)
    if (block !== undefined) {
      this.#stopHookActive = true
      this.userText(`Stop hook feedback:\n${block}`, true)
      return true
    }
    const context = contextOf(replies)
    if (context.length > 0 && !this.#stopHookActive) {
      this.#stopHookActive = true
      this.userText(`Stop hook feedback:\n${context.join('\n')}`, true)
      return true
    }
    return false
  }

  /** How people see the calls of MCP tools. */
  #calls(content: unknown): JsonObject {
    const { mcp, profile } = this.agent
    const calls = blocksOf(content).filter(({ type, name }) => type === 'tool_use' && mcp.has(String(name)))
    if (calls.length === 0 || profile.isFirst) return {}
    return { tool_use_meta: calls.map(({ id, name }) => ({ id, ...mcp.shown(String(name)) })) }
  }

  /** The fields in which 2.1.325 says which prompts a message belongs to. */
  #about(...fields: ('user_message_uuid' | 'user_message_uuids')[]): JsonObject {
    const { uuids } = this.#turn
    const [first] = uuids
    if (this.agent.profile.isOld || first === undefined) return {}
    const all = { user_message_uuid: uuids.at(-1), user_message_uuids: uuids }
    return Object.fromEntries(fields.map((field) => [field, all[field]]))
  }
}
