/** Every past tool call of the sessions, for trying out policies. */
import { isObject } from '../../protocol/json.ts'
import { isCall } from '../../state/transcript/transcript.ts'
import type { HostSession } from '../sessions/host-session.ts'
import type { ToolQuestion } from '../sessions/policy-gate.ts'

export function* askedTools(
  sessions: readonly HostSession[],
): Generator<ToolQuestion & { readonly seq: number; readonly at: number }> {
  for (const session of sessions) {
    const { row } = session
    for (const item of session.memory.allItems()) {
      if (!isCall(item)) continue
      const { seq, at, name: toolName, input } = item
      yield { session: row, seq, at, toolName, input: isObject(input) ? input : {} }
    }
  }
}
