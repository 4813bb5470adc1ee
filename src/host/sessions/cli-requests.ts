/** What the host answers by itself when the CLI asks. Undefined: a person has to, or nothing was asked. */
import type { CliControlRequest } from '../../protocol/control/to-host.ts'
import { isObject, type JsonObject } from '../../protocol/json.ts'
import type { StdinMessage } from '../../protocol/stdin.ts'
import type { SessionEvent } from '../../state/events.ts'
import { POLICY_HOOK } from './launch.ts'
import { allowedBy, hookAnswer, type Judge, type ToolQuestion, type Verdict } from './policy-gate.ts'

export interface OwnAnswer {
  readonly id: string
  readonly message: StdinMessage
  /** A policy answered in a person's place. */
  readonly verdict?: Verdict
  readonly audit?: { readonly what: string; readonly detail: unknown }
}

export function answerTo(
  event: SessionEvent,
  judge: Judge,
  session: ToolQuestion['session'],
): OwnAnswer | undefined {
  if (event.kind !== 'received' || event.message.type !== 'control_request') return undefined
  const { request_id: id, request } = event.message as CliControlRequest
  switch (request.subtype) {
    case 'hook_callback': {
      if (request.callback_id !== POLICY_HOOK)
        return { id, message: failure(id, `there is no hook ${request.callback_id}`) }
      const response = hookAnswer(judge, session, request.input)
      const decided = isObject(response.hookSpecificOutput)
      return {
        id,
        message: success(id, response),
        ...(decided && { audit: { what: 'policy', detail: { input: request.input, response } } }),
      }
    }
    case 'can_use_tool': {
      const verdict = allowedBy(judge, session, request)
      if (!verdict) return undefined
      const response = { behavior: 'allow', updatedInput: request.input }
      return {
        id,
        message: success(id, response),
        verdict,
        audit: { what: 'policy', detail: { request, response } },
      }
    }
    case 'mcp_message':
      return { id, message: success(id, { mcp_response: noServer(request.message) }) }
    case 'elicitation':
    case 'request_user_dialog':
      return undefined
    default:
      return {
        id,
        message: failure(id, `the host does not answer ${(request as { subtype: string }).subtype}`),
      }
  }
}

/** A request that could not be read must not be waited for. */
export function refusalOf(event: SessionEvent): OwnAnswer | undefined {
  if (event.kind !== 'unknown' || event.value.type !== 'control_request') return undefined
  const { request_id: id } = event.value
  if (typeof id !== 'string') return undefined
  return { id, message: failure(id, event.reason ?? 'the host does not know this request') }
}

/** A host has no MCP servers of its own. A notification is answered too: the CLI would wait. */
function noServer(message: unknown): JsonObject {
  const id = isObject(message) ? (message.id ?? null) : null
  return { jsonrpc: '2.0', id, error: { code: -32601, message: 'the host has no such MCP server' } }
}

function success(id: string, response: JsonObject): StdinMessage {
  return { type: 'control_response', response: { subtype: 'success', request_id: id, response } }
}
function failure(id: string, error: string): StdinMessage {
  return { type: 'control_response', response: { subtype: 'error', request_id: id, error } }
}
