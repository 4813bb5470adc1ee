import { randomUUID } from 'node:crypto'
import type { AsideStep } from '../scenario.ts'
import type { Agent } from './agent.ts'

/** Plays a step of a scenario that is not part of the conversation. Resolves when the conversation can continue. */
export async function aside(agent: Agent, step: AsideStep, signal: AbortSignal): Promise<void> {
  const { output, session, faults } = agent
  const ids = { uuid: randomUUID(), session_id: session.id }
  if ('rateLimit' in step) output.emit({ type: 'rate_limit_event', rate_limit_info: step.rateLimit, ...ids })
  if ('auth' in step) output.emit({ type: 'auth_status', output: [], ...step.auth, ...ids })
  if ('notice' in step) output.system('informational', { content: step.notice, level: step.level ?? 'info' })
  if ('fault' in step) faults.add(step.fault)
  if ('message' in step) output.emit({ ...ids, ...step.message, type: String(step.message.type) })
  if ('dialog' in step) await dialog(agent, step.dialog, signal)
}

/** Skips a kind of dialog that the host has not declared. */
async function dialog(
  { host, state, custom }: Agent,
  { kind, payload = {} }: { kind: string; payload?: object },
  signal: AbortSignal,
): Promise<void> {
  if (!custom.dialogKinds.includes(kind)) return
  state.asks()
  const request = { subtype: 'request_user_dialog', dialog_kind: kind, payload }
  await host.ask(request, { signal, onAnswer: () => state.decided() })
}
