import { randomUUID } from 'node:crypto'
import type { AsideStep } from '../scenario.ts'
import type { Agent } from './agent.ts'

/** What a scenario says beside the conversation. */
export function aside({ output, session, faults }: Agent, step: AsideStep): void {
  const ids = { uuid: randomUUID(), session_id: session.id }
  if ('rateLimit' in step) output.emit({ type: 'rate_limit_event', rate_limit_info: step.rateLimit, ...ids })
  if ('auth' in step) output.emit({ type: 'auth_status', output: [], ...step.auth, ...ids })
  if ('notice' in step) output.system('informational', { content: step.notice, level: step.level ?? 'info' })
  if ('fault' in step) faults.add(step.fault)
}
