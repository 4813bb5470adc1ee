/** Policies apply in the hook before every tool, which no permission mode skips, and when the CLI asks for permission. */
import type { CanUseToolRequest } from '../../protocol/control/to-host.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { needsPerson } from '../../state/approvals/request.ts'
import { objectIn, textIn } from '../../state/fields.ts'
import type { SessionRow } from '../journal/store.ts'

export interface ToolQuestion {
  readonly session: Pick<SessionRow, 'id' | 'cwd'>
  readonly toolName: string
  readonly input: JsonObject
  /** Where the MCP server of the tool comes from, if the CLI says so. */
  readonly source?: string
}
export interface Decision {
  readonly effect: 'allow' | 'deny' | 'ask' | 'none'
  /** The rule that decided, and what it says to a person. */
  readonly rule?: string
  readonly note?: string
  /** Why no rule decided, although one might have. */
  readonly why?: string
}
export type PolicyEvaluator = (question: ToolQuestion) => Decision

const FAILED = "The host's policies could not be read, so this was not allowed."

/** The answer to a PreToolUse hook. Fails closed: if `evaluate` throws, the tool is denied. */
export function hookAnswer(
  evaluate: PolicyEvaluator,
  session: ToolQuestion['session'],
  input: unknown,
): JsonObject {
  const hook = objectIn(input)
  try {
    const decision = evaluate({
      session,
      toolName: textIn(hook?.tool_name) ?? '',
      input: objectIn(hook?.tool_input) ?? {},
      ...sourceOf(hook?.mcp_server),
    })
    if (decision.effect !== 'deny' && decision.effect !== 'ask') return {}
    return hookDecision(decision.effect, reasonOf(decision))
  } catch {
    return hookDecision('deny', FAILED)
  }
}

function hookDecision(permissionDecision: 'deny' | 'ask', permissionDecisionReason: string): JsonObject {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } }
}

function reasonOf({ effect, rule, note }: Decision): string {
  return note ?? `Policy ${rule ?? ''} says ${effect}.`.replace('  ', ' ')
}

/** The decision that lets the tool run without a person. No rule decides what only a person may answer. */
export function allowedBy(
  evaluate: PolicyEvaluator,
  session: ToolQuestion['session'],
  request: CanUseToolRequest,
): Decision | undefined {
  if (needsPerson(request)) return undefined
  try {
    const { tool_name: toolName, input, mcp_server: server } = request
    const decision = evaluate({ session, toolName, input, ...sourceOf(server) })
    return decision.effect === 'allow' ? decision : undefined
  } catch {
    return undefined
  }
}

function sourceOf(server: unknown): Pick<ToolQuestion, 'source'> {
  const source = textIn(objectIn(server)?.source)
  return source === undefined ? {} : { source }
}
