/** Every past tool call of the sessions, for trying out policies. */
import { isObject } from '../../protocol/json.ts'
import { listValues } from '../../state/list.ts'
import { lookupEntries } from '../../state/lookup.ts'
import { isCall } from '../../state/transcript/transcript.ts'
import type { HostSession } from '../sessions/host-session.ts'
import type { ToolQuestion } from '../sessions/policy-gate.ts'

export function* askedTools(
  sessions: readonly HostSession[],
): Generator<ToolQuestion & { readonly seq: number; readonly at: number }> {
  for (const session of sessions) {
    const { row } = session
    for (const [, thread] of lookupEntries(session.memory.peek().transcript.threads)) {
      for (const item of listValues(thread)) {
        if (!isCall(item)) continue
        const { seq, at, name: toolName, input } = item
        yield { session: row, seq, at, toolName, input: isObject(input) ? input : {} }
      }
    }
  }
}
