/** The conversation of a sub-agent. The host sees its messages under the tool call that started it. */
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { JsonObject } from '../../../protocol/json.ts'
import { textOf } from '../../content.ts'
import type { Agent } from '../agent.ts'
import type { LinkedRecord } from '../session/records.ts'
import type { Tokens } from '../session/usage.ts'
import type { Task } from '../tasks/tasks.ts'
import type { Thread } from './thread.ts'

export class SubagentThread implements Thread {
  readonly records: LinkedRecord[] = []
  readonly maxRequests = undefined
  readonly structured: Thread['structured'] = { value: undefined, tries: 0 }
  lastText = ''
  tokens = 0
  toolUses = 0
  readonly agent: Agent
  readonly #task: Task
  readonly #startedAt = Date.now()

  constructor(agent: Agent, task: Task, prompt: string) {
    this.agent = agent
    this.#task = task
    const message = { role: 'user', content: [{ type: 'text', text: prompt }] }
    this.#add({ type: 'user', message })
    if (agent.profile.isOld || !task.isBackgrounded) this.#emit({ type: 'user', message })
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

  /** What it says, and not only what it does, is told where it works in the background of later versions. */
  async assistant(message: JsonObject, extra: JsonObject = {}): Promise<string> {
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
    this.tokens += tokens.input_tokens + tokens.output_tokens
  }

  toolUsed(name: string, input: JsonObject): void {
    this.toolUses += 1
    const what = typeof input.description === 'string' ? input.description : name
    const usage = {
      total_tokens: this.tokens,
      tool_uses: this.toolUses,
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
    return !profile.isOld && (this.#task.isBackgrounded || custom.forwardsText)
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
    output.emit({
      ...message,
      parent_tool_use_id: this.#task.toolUseId,
      session_id: session.id,
      uuid: message.uuid ?? randomUUID(),
      ...(profile.isOld ? {} : { agent_id: this.#task.id }),
      subagent_type: this.#task.subagentType,
      task_description: this.#task.description,
    })
  }
}
