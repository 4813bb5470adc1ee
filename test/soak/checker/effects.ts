/** No side effect happened twice, none of a tool that was denied, and each of a tool whose result says that it was done. */
import type { AcceptedPrompt } from '../ledger.ts'
import { approvalsOf } from './approvals.ts'
import type { Evidence, SessionEvidence } from './evidence.ts'

interface Block {
  readonly type?: string
  readonly id?: string
  readonly tool_use_id?: string
  readonly is_error?: boolean
  readonly input?: unknown
}

export function effectProblems(
  { effects, sessions }: Evidence,
  accepted: readonly AcceptedPrompt[],
): string[] {
  const times = new Map<string, number>()
  for (const effect of effects) times.set(effect, (times.get(effect) ?? 0) + 1)
  const doubled = [...times].filter(([, count]) => count > 1)
  const problems = doubled.map(([effect, count]) => `the side effect ${effect} happened ${count} times`)
  for (const { session: id, prompt } of accepted) {
    const session = sessions.get(id)
    if (!session) continue
    const denied = approvalsOf(session).filter(({ decision }) => decision === 'denied')
    const done = inputsDone(session)
    for (const effect of prompt.effects) {
      const count = times.get(effect) ?? 0
      if (count > 0 && denied.some(({ input }) => input.includes(`${effect} `)))
        problems.push(`${id}: the side effect ${effect} happened although it was denied`)
      if (count === 0 && done.some((input) => input.includes(`${effect} `)))
        problems.push(`${id}: the side effect ${effect} did not happen, and its result says that it did`)
    }
  }
  return problems
}

/** The inputs of the tool calls that ended without an error. */
function inputsDone({ events }: SessionEvidence): string[] {
  const blocks = events.flatMap(({ kind, message }) => (kind === 'received' ? blocksOf(message) : []))
  const fine = blocks.filter(({ type, is_error }) => type === 'tool_result' && !is_error)
  const ids = new Set(fine.map((it) => it.tool_use_id))
  return blocks
    .filter(({ type, id }) => type === 'tool_use' && ids.has(id))
    .map(({ input }) => JSON.stringify(input))
}

function blocksOf(message: unknown): Block[] {
  const { message: inner } = (message ?? {}) as { message?: { content?: unknown } }
  return Array.isArray(inner?.content) ? (inner.content as Block[]) : []
}
