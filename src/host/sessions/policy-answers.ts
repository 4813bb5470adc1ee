/** Requests of the CLI that the host answers without a person: by policies, or because they concern nobody. */
import type { RequestAnswer } from '../../driver/ports.ts'
import type { CliRequest } from '../../protocol/control/to-host.ts'
import { isObject, type JsonObject } from '../../protocol/json.ts'
import { isForPerson } from '../../state/approvals/request.ts'
import { toWire } from '../../state/approvals/to-wire.ts'
import type { CommitExtras } from '../journal/journal.ts'
import { POLICY_HOOK } from './launch.ts'
import { allowedBy, hookAnswer, type PolicyEvaluator, type ToolQuestion } from './policy-gate.ts'

/** The part of an audit entry that says what was decided. */
interface AuditNote {
  readonly what: string
  readonly detail: unknown
}

export interface PolicyAnswer {
  readonly response: JsonObject
  /** The policy that answered in place of a person. */
  readonly by?: string
  readonly audit?: AuditNote
}

/** Returns undefined if a person has to answer. The CLI gets what it throws as an error. */
export function policyAnswer(
  request: CliRequest,
  evaluate: PolicyEvaluator,
  session: ToolQuestion['session'],
): PolicyAnswer | undefined {
  switch (request.subtype) {
    case 'hook_callback': {
      if (request.callback_id !== POLICY_HOOK) throw new Error(`there is no hook ${request.callback_id}`)
      const response = hookAnswer(evaluate, session, request.input)
      const isDecided = isObject(response.hookSpecificOutput)
      return {
        response,
        ...(isDecided && { audit: { what: 'policy', detail: { input: request.input, response } } }),
      }
    }
    case 'can_use_tool': {
      const decision = allowedBy(evaluate, session, request)
      if (!decision) return undefined
      const { response } = toWire(request, { decision: 'allow' })
      const by = `policy ${decision.rule ?? ''}`.trim()
      return { response, by, audit: { what: 'policy', detail: { request, response } } }
    }
    case 'mcp_message':
      return { response: { mcp_response: noServer(request.message) } }
    default:
      if (isForPerson(request)) return undefined
      throw new Error(`the host does not answer ${request.subtype}`)
  }
}

/** The answer together with its records. */
export function recorded(
  { response, by, audit }: PolicyAnswer,
  { id, session, now }: { readonly id: string; readonly session: string; readonly now: number },
): RequestAnswer<CommitExtras> {
  const who = by ?? 'policy'
  return {
    response,
    ...(by !== undefined && {
      by,
      facts: [{ kind: 'approval-answered', id, decision: 'allowed', by }],
    }),
    ...(audit && { extras: { audit: [{ at: now, session, approval: id, by: who, ...audit }] } }),
  }
}

/** A host has no MCP servers of its own. Notifications are answered, too, because the CLI waits for it. */
function noServer(message: unknown): JsonObject {
  const id = isObject(message) ? (message.id ?? null) : null
  return { jsonrpc: '2.0', id, error: { code: -32601, message: 'the host has no such MCP server' } }
}
