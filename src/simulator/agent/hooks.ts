/**
 * The host's hooks: registered by `initialize`, called as events happen. A hook that answers with an error or an invalid output
 * changes nothing. The agent withdraws a call that exceeds its time limit.
 */
import { randomUUID } from 'node:crypto'
import { isObject, type JsonObject } from '../../protocol/json.ts'
import type { Agent } from './agent.ts'
import { CLOSED } from './io/host-requests.ts'
import { type Heartbeat, heartbeat } from './turns/heartbeat.ts'

/** Later versions print the location in their own source, which is minified: a long line without information. */
const SOURCE = `${'function a(b){return b?.c??(()=>{throw new Error("d")})()};'.repeat(8)}\n`

interface Hook {
  readonly id: string
  readonly matcher: string | undefined
  readonly timeoutMs: number | undefined
}

export interface HookCall {
  /** The name that the matcher is compared with. */
  readonly name?: string
  readonly toolUseId?: string
  readonly signal?: AbortSignal
  readonly agentId?: string | undefined
}

export type HookReply =
  | { readonly kind: 'output'; readonly output: JsonObject }
  | { readonly kind: 'timeout' | 'failed' | 'closed' }

export class Hooks {
  readonly #agent: Agent
  readonly #hooks = new Map<string, Hook[]>()
  /** The id of the current prompt. */
  promptId = randomUUID()

  constructor(agent: Agent) {
    this.#agent = agent
  }

  register(hooks: unknown): void {
    if (!isObject(hooks)) return
    this.#hooks.clear()
    for (const [event, matchers] of Object.entries(hooks)) {
      const list = Array.isArray(matchers) ? matchers.filter(isObject) : []
      this.#hooks.set(event, list.flatMap(hooksOf))
    }
  }

  has(event: string): boolean {
    return (this.#hooks.get(event)?.length ?? 0) > 0
  }

  /** Calls all hooks of an event at once. Leaves out those that failed. */
  async fire(event: string, fields: JsonObject, call: HookCall = {}): Promise<HookReply[]> {
    const hooks = (this.#hooks.get(event) ?? []).filter(({ matcher }) => matchesName(matcher, call.name))
    return Promise.all(hooks.map((hook) => this.#ask(hook, event, fields, call)))
  }

  async #ask(hook: Hook, event: string, fields: JsonObject, call: HookCall): Promise<HookReply> {
    const limit = new AbortController()
    const timer = hook.timeoutMs === undefined ? undefined : setTimeout(() => limit.abort(), hook.timeoutMs)
    const signal = call.signal ? AbortSignal.any([call.signal, limit.signal]) : limit.signal
    const id = call.toolUseId ?? randomUUID()
    const still = this.#heartbeat(event, id, call)
    const answer = await this.#agent.host.ask(
      {
        subtype: 'hook_callback',
        callback_id: hook.id,
        input: { ...this.#base(event, call), hook_event_name: event, ...fields },
        tool_use_id: id,
      },
      { signal },
    )
    clearTimeout(timer)
    still?.end()
    if (answer === 'withdrawn') return { kind: limit.signal.aborted ? 'timeout' : 'failed' }
    if (answer.ok && isObject(answer.response)) return { kind: 'output', output: answer.response }
    if (!answer.ok && answer.error === CLOSED) return { kind: 'closed' }
    const why = answer.ok ? `Invalid hook output: ${JSON.stringify(answer.response)}` : answer.error
    this.#agent.stderr(
      `Error in hook callback ${hook.id}: ${why}\n${this.#agent.profile.isFirst ? '' : SOURCE}`,
    )
    return { kind: 'failed' }
  }

  /** There are no heartbeats while a hook waits for a person. */
  #heartbeat(event: string, id: string, { agentId }: HookCall): Heartbeat | undefined {
    if (event === 'PermissionRequest') return undefined
    return heartbeat({ agent: this.#agent, agentId }, `hook-${event}-${id}`, event, id)
  }

  #base(event: string, { agentId }: HookCall): JsonObject {
    const { session, places, modes, profile } = this.#agent
    const isPlain = event === 'MessageDisplay' || event === 'SubagentStart'
    return {
      session_id: session.id,
      transcript_path: session.path,
      cwd: places.cwd,
      prompt_id: this.promptId,
      ...(isPlain ? {} : { permission_mode: modes.mode }),
      ...(agentId === undefined ? {} : { agent_id: agentId }),
      ...(isPlain || event === 'UserPromptSubmit' ? {} : { effort: { level: profile.effort } }),
    }
  }
}

function hooksOf({ matcher, hookCallbackIds, timeout }: JsonObject): Hook[] {
  const ids = Array.isArray(hookCallbackIds) ? hookCallbackIds : []
  return ids.map((id) => ({
    id: String(id),
    matcher: typeof matcher === 'string' ? matcher : undefined,
    timeoutMs: typeof timeout === 'number' ? timeout * 1000 : undefined,
  }))
}

function matchesName(matcher: string | undefined, name: string | undefined): boolean {
  if (matcher === undefined || matcher === '' || matcher === '*' || name === undefined) return true
  try {
    return new RegExp(`^(?:${matcher})$`).test(name)
  } catch {
    return false
  }
}

export function specifics(replies: readonly HookReply[]): JsonObject[] {
  return outputs(replies).map(({ hookSpecificOutput }) =>
    isObject(hookSpecificOutput) ? hookSpecificOutput : {},
  )
}

export function outputs(replies: readonly HookReply[]): JsonObject[] {
  return replies.flatMap((reply) => (reply.kind === 'output' ? [reply.output] : []))
}

export function blockedBy(replies: readonly HookReply[]): string | undefined {
  const output = outputs(replies).find(({ decision }) => decision === 'block')
  return output === undefined ? undefined : String(output.reason ?? output.stopReason ?? 'Blocked by hook')
}
