/** An approval of the host as an object that answers itself, so that it is asked in the same way as in `fairlead run`. */
import type { ApiClient } from '../../api/client.ts'
import type { AnswerApproval } from '../../api/commands.ts'
import type { ApprovalView } from '../../api/resources.ts'
import {
  type Approval,
  ElicitationApproval,
  PlanApproval,
  QuestionApproval,
  ToolApproval,
} from '../../client/approvals/approval.ts'
import type {
  CanUseToolRequest,
  ElicitationRequest,
  ElicitationResult,
} from '../../protocol/control/to-host.ts'
import { isObject, type JsonObject } from '../../protocol/json.ts'
import type { PermissionResult } from '../../protocol/permissions.ts'

export interface Asked {
  readonly approval: Approval
  /** Settled when the host has the answer, or has refused it; undefined: none was given yet. */
  sent(): Promise<unknown> | undefined
}

/** Undefined: a dialog, which cannot be shown in a line. */
export function asApproval(
  { id, kind, request }: Pick<ApprovalView, 'id' | 'kind' | 'request'>,
  api: ApiClient,
  signal: AbortSignal,
): Asked | undefined {
  let sending: Promise<unknown> | undefined
  const standing = {
    signal,
    get isWithdrawn() {
      return signal.aborted
    },
  }
  const send = (body: AnswerApproval) => {
    sending = api.call('answerApproval', { params: { id }, body })
    // Told by whoever asks `sent`.
    sending.catch(() => {})
  }
  const make = (): Approval | undefined => {
    const asked = request as unknown as CanUseToolRequest
    const settle = (result: PermissionResult) => send(bodyOf(result, kind))
    switch (kind) {
      case 'tool':
        return new ToolApproval(id, standing, settle, asked)
      case 'question':
        return new QuestionApproval(id, standing, settle, asked)
      case 'plan':
        return new PlanApproval(id, standing, settle, asked)
      case 'elicitation': {
        const form = request as unknown as ElicitationRequest
        return new ElicitationApproval(id, standing, (result) => send(formBody(result)), form)
      }
      default:
        return undefined
    }
  }
  const approval = make()
  return approval && { approval, sent: () => sending }
}

function bodyOf(result: PermissionResult, kind: ApprovalView['kind']): AnswerApproval {
  if (result.behavior !== 'allow') {
    const { message, interrupt } = result
    return { decision: 'deny', message, ...(interrupt && { interrupt }) }
  }
  const { updatedInput: input = {}, updatedPermissions: updates = [] } = result
  if (kind === 'question' && isObject(input.answers)) return { decision: 'answer', answers: input.answers }
  const mode = kind === 'plan' ? updates.find((update) => update.type === 'setMode') : undefined
  const remember = updates.filter((update) => update !== mode)
  return {
    decision: 'allow',
    input: input as JsonObject,
    ...(remember.length > 0 && { remember: remember as NonNullable<AnswerApproval['remember']> }),
    ...(mode?.type === 'setMode' && { mode: mode.mode as NonNullable<AnswerApproval['mode']> }),
  }
}

function formBody({ action, content }: ElicitationResult): AnswerApproval {
  if (action === 'decline') return { decision: 'deny' }
  if (action === 'cancel') return { decision: 'cancel' }
  return { decision: 'answer', ...(content && { answers: content }) }
}
