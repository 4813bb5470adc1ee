/** The conversation of a sub-agent. The host sees its messages under the tool call that started it. */
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { blocksOf, textOf } from '../../content.ts'
import type { Agent } from '../agent.ts'
import type { LinkedRecord } from '../session/records.ts'
import { NO_TOKENS, type Tokens } from '../session/usage.ts'
import type { Task } from '../tasks/tasks.ts'
import type { Thread } from './thread.ts'

export class SubagentThread implements Thread {
  readonly records: LinkedRecord[] = []
  readonly maxRequests = undefined
  readonly structured: Thread['structured'] = { value: undefined, tries: 0 }
  lastText = ''
  tokens = 0
  usage: Tokens = { ...NO_TOKENS }
  readonly toolsUsed: string[] = []
  readonly agent: Agent
  readonly #task: Task
  readonly #startedAt = Date.now()

  constructor(agent: Agent, task: Task, prompt: string) {
    this.agent = agent
    this.#task = task
    const message = { role: 'user', content: [{ type: 'text', text: prompt }] }
    this.#add({ type: 'user', message })
    if (agent.profile.isFirst || !task.isBackgrounded) this.#emit({ type: 'user', message })
  }

  get path(): string {
    const { session } = this.agent
    return join(session.path.replace(/\.jsonl$/, ''), 'subagents', `agent-${this.#task.id}.jsonl`)
  }

  get parentToolUseId(): string {
    return this.#task.toolUseId
  }

  get agentId(): string {
    return this.#task.id
  }

  get denials() {
    return this.agent.turns.denials
  }

  get model(): string {
    return this.agent.model
  }

  requesting(): void {}
  begins(): void {}
  event(): void {}
  leftOpen(): void {}
  thinking(): void {}

  /** Always emits tool calls, but texts only in the background or at the request of the host. */
  async assistant(message: JsonObject, extra: JsonObject = {}): Promise<string> {
    if (!this.#task.isBackgrounded) for (const call of callsIn(message)) this.#progress(call)
    const { uuid } = this.#add({ type: 'assistant', message })
    const text = textOf(message.content)
    if (text !== '') this.lastText = text
    if (text === '' || this.#forwardsText) this.#emit({ type: 'assistant', message, uuid, ...extra })
    return uuid
  }

  toolResult(block: JsonObject, _result: unknown, _callUuid: string, extra: JsonObject = {}): void {
    const message = { role: 'user', content: [block] }
    const { uuid } = this.#add({ type: 'user', message })
    this.#emit({ type: 'user', message, uuid, ...extra })
  }

  userText(text: string): void {
    this.#add({ type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } })
  }

  used(model: string, tokens: Tokens, apiMs: number): void {
    this.agent.ledger.add(model, tokens)
    this.agent.ledger.apiMs += apiMs
    this.usage = tokens
    this.tokens += tokens.input_tokens + tokens.output_tokens
  }

  /** In the foreground this was already reported, before the call itself. */
  toolUsed(name: string, input: JsonObject): void {
    if (this.#task.isBackgrounded) this.#progress({ name, input })
  }

  #progress({ name, input }: { name: string; input: JsonObject }): void {
    this.toolsUsed.push(name)
    const what = typeof input.description === 'string' ? input.description : name
    const usage = {
      total_tokens: this.tokens,
      tool_uses: this.toolsUsed.length,
      duration_ms: Date.now() - this.#startedAt,
    }
    this.agent.tasks.progress(this.#task, { description: `Running ${what}`, usage, last_tool_name: name })
  }

  fold(): boolean {
    return false
  }

  async stopping(): Promise<boolean> {
    return false
  }

  get #forwardsText(): boolean {
    const { profile, custom } = this.agent
    return this.#task.isBackgrounded ? !profile.isFirst : !profile.isOld && custom.forwardsText
  }

  #add(record: JsonObject & { type: string }): LinkedRecord {
    const parentUuid = this.records.at(-1)?.uuid ?? null
    const full = { parentUuid, isSidechain: true, agentId: this.#task.id, ...record, uuid: randomUUID() }
    this.records.push(full)
    if (this.agent.options.persist) {
      mkdirSync(dirname(this.path), { recursive: true })
      appendFileSync(this.path, `${JSON.stringify({ ...full, sessionId: this.agent.session.id })}\n`)
    }
    return full
  }

  #emit(message: JsonObject & { type: string }): void {
    const { output, session, profile } = this.agent
    const isTimed = message.type === 'user' || !profile.isOld
    output.emit({
      ...message,
      parent_tool_use_id: this.#task.toolUseId,
      session_id: session.id,
      uuid: message.uuid ?? randomUUID(),
      ...(isTimed ? { timestamp: new Date().toISOString() } : {}),
      ...(profile.isOld ? {} : { agent_id: this.#task.id }),
      subagent_type: this.#task.subagentType,
      task_description: this.#task.description,
    })
  }
}

function callsIn({ content }: JsonObject): { name: string; input: JsonObject }[] {
  return blocksOf(content)
    .filter(({ type }) => type === 'tool_use')
    .map(({ name, input }) => ({ name: String(name), input: isObject(input) ? input : {} }))
}
