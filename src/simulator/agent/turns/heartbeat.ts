/**
 * Reports every half minute that a tool or a hook is still running, as later versions do for the main thread. Whoever starts a
 * heartbeat ends it.
 */
import { randomUUID } from 'node:crypto'
import type { Agent } from '../agent.ts'

const EVERY = 30_000

export interface Heartbeat {
  end(): void
}

/** Starts a heartbeat for `name`, with this id and the id of the tool call to which it belongs. */
export function heartbeat(
  { agent, agentId }: { agent: Agent; agentId: string | undefined },
  id: string,
  name: string,
  parentId: string,
): Heartbeat {
  if (agent.profile.isOld || agentId !== undefined) return { end() {} }
  const every = Number(agent.env.FAIRLEAD_SIM_HEARTBEAT_MS) || EVERY
  const startedAt = Date.now()
  let count = 0
  const timer = setInterval(() => {
    agent.output.emit({
      type: 'tool_progress',
      tool_use_id: `${id}-heartbeat-${count}`,
      tool_name: name,
      parent_tool_use_id: parentId,
      elapsed_time_seconds: Math.round((Date.now() - startedAt) / 1000),
      heartbeat: true,
      uuid: randomUUID(),
      session_id: agent.session.id,
    })
    count += 1
  }, every)
  return { end: () => clearInterval(timer) }
}
