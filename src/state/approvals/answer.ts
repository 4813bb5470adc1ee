/** What an answer to an approval says. */
import type { ControlResponseMessage } from '../../protocol/control/envelope.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { PermissionUpdate } from '../../protocol/permissions.ts'
import type { ApprovalAnswered } from '../events.ts'
import { flagIn, objectIn, objectsIn, textIn } from '../fields.ts'
import type { ApprovalEntry } from './approvals.ts'
import { kindOf } from './request.ts'

/** How an approval was answered, and by whom. */
export interface Answer {
  /** `answered`: a form or a dialog was filled in. `cancelled`: it was closed without a decision. */
  readonly decision: ApprovalAnswered['decision']
  readonly at: number
  readonly by?: string
  /** Why not. */
  readonly message?: string
  /** Set if the input differs from the one asked about; for a question, it contains the answers. */
  readonly input?: JsonObject
  /** What the CLI is to remember. */
  readonly remember?: readonly PermissionUpdate[]
  /** The turn was to end with it. */
  readonly interrupt?: true
}

export function answerIn(
  response: ControlResponseMessage['response'],
  request: ApprovalEntry['request'],
  at: number,
): Answer {
  // The CLI takes an error for a denial.
  if (response.subtype === 'error') return { decision: 'denied', at, message: response.error }
  const given = objectIn(response.response) ?? {}
  if (request.subtype === 'elicitation') return elicited(given, at)
  if (request.subtype === 'request_user_dialog')
    return { decision: given.behavior === 'completed' ? 'answered' : 'cancelled', at }
  if (given.behavior !== 'allow') {
    const message = textIn(given.message)
    return {
      decision: 'denied',
      at,
      ...(message !== undefined && { message }),
      ...(flagIn(given.interrupt) && { interrupt: true }),
    }
  }
  const input = objectIn(given.updatedInput)
  const remember = objectsIn(given.updatedPermissions)
  const isQuestion = kindOf(request) === 'question' && objectIn(input?.answers) !== undefined
  return {
    decision: isQuestion ? 'answered' : 'allowed',
    at,
    ...(input && isOther(input, request.input) && { input }),
    ...(remember && remember.length > 0 && { remember: remember as unknown as readonly PermissionUpdate[] }),
  }
}

function elicited({ action, content }: JsonObject, at: number): Answer {
  const input = objectIn(content)
  if (action === 'accept') return { decision: 'answered', at, ...(input && { input }) }
  return { decision: action === 'decline' ? 'denied' : 'cancelled', at }
}

/** The CLI runs an empty input as the one it asked about. */
function isOther(input: JsonObject, asked: JsonObject): boolean {
  return Object.keys(input).length > 0 && JSON.stringify(input) !== JSON.stringify(asked)
}
