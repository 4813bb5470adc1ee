/** What a client decided, as the CLI wants to hear it. */
import type { AnswerApproval } from '../../api/commands.ts'
import { ApiError } from '../../api/errors.ts'
import type { CanUseToolRequest, ElicitationRequest } from '../../protocol/control/to-host.ts'
import { isObject, type JsonObject } from '../../protocol/json.ts'
import { isPermissionUpdate, type PermissionUpdate } from '../../protocol/permissions.ts'
import type { PendingApproval } from '../../state/approvals.ts'
import type { ApprovalAnswered } from '../../state/events.ts'

export interface CliAnswer {
  readonly decision: ApprovalAnswered['decision']
  readonly response: JsonObject
}

const DEFAULT_DENIAL = 'The user denied this.'

export function cliAnswer(approval: PendingApproval, body: AnswerApproval): CliAnswer {
  const { request } = approval
  switch (request.subtype) {
    case 'can_use_tool':
      return toolAnswer(request, body)
    case 'elicitation':
      return formAnswer(request, body)
    default:
      return dialogAnswer(body)
  }
}

function toolAnswer(request: CanUseToolRequest, body: AnswerApproval): CliAnswer {
  const toolUse = typeof request.tool_use_id === 'string' ? { toolUseID: request.tool_use_id } : {}
  if (body.decision === 'deny' || body.decision === 'cancel') {
    const message = body.message?.trim() || DEFAULT_DENIAL
    const interrupt = body.interrupt ?? body.decision === 'cancel'
    return {
      decision: body.decision === 'cancel' ? 'cancelled' : 'denied',
      response: { behavior: 'deny', message, ...(interrupt && { interrupt }), ...toolUse },
    }
  }
  const input = body.input ?? request.input
  const updatedInput = body.answers ? { ...input, answers: answerTexts(body.answers) } : input
  const remember = [...remembered(request, body), ...modeChange(body)]
  return {
    decision: body.answers ? 'answered' : 'allowed',
    response: {
      behavior: 'allow',
      updatedInput,
      ...(remember.length > 0 && { updatedPermissions: remember }),
      ...toolUse,
    },
  }
}

/** The CLI wants texts: several labels are joined. */
function answerTexts(answers: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(answers).map(([question, given]) => [
      question,
      Array.isArray(given) ? given.join(', ') : String(given ?? ''),
    ]),
  )
}

function remembered(request: CanUseToolRequest, { remember = [] }: AnswerApproval): PermissionUpdate[] {
  const suggestions = Array.isArray(request.permission_suggestions) ? request.permission_suggestions : []
  if (remember.length > 0 && request.suppress_always_allow_rule === true)
    throw new ApiError('not-possible', 'the CLI wants no lasting permission for this: leave `remember` out')
  return remember.map((it) => {
    if (typeof it !== 'number') {
      if (isPermissionUpdate(it)) return it
      throw new ApiError('bad-request', `remember: this is no permission update: ${JSON.stringify(it)}`)
    }
    const suggested = suggestions[it]
    if (suggested) return suggested
    throw new ApiError(
      'bad-request',
      `remember: there is no suggestion ${it}; the CLI made ${suggestions.length}`,
    )
  })
}

function modeChange({ mode }: AnswerApproval): PermissionUpdate[] {
  return mode ? [{ type: 'setMode', mode, destination: 'session' }] : []
}

function formAnswer(_: ElicitationRequest, body: AnswerApproval): CliAnswer {
  if (body.decision === 'deny') return { decision: 'denied', response: { action: 'decline' } }
  if (body.decision === 'cancel') return { decision: 'cancelled', response: { action: 'cancel' } }
  const content = body.answers ?? body.input
  return { decision: 'answered', response: { action: 'accept', ...(isObject(content) && { content }) } }
}

function dialogAnswer(body: AnswerApproval): CliAnswer {
  if (body.decision === 'deny' || body.decision === 'cancel')
    return { decision: 'cancelled', response: { behavior: 'cancelled' } }
  return {
    decision: 'answered',
    response: { behavior: 'completed', result: body.answers ?? body.input ?? {} },
  }
}
