/**
 * What a request for a decision says. The readers take it as the CLI, or the API, has it: a field that is missing or of
 * another type counts as absent, and nothing here throws.
 */
import type {
  CanUseToolRequest,
  ElicitationRequest,
  UserDialogRequest,
} from '../../protocol/control/to-host.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { objectIn, textIn } from '../fields.ts'

/** What is asked for. */
export type ApprovalKind = 'tool' | 'question' | 'plan' | 'elicitation' | 'dialog'
/** The request of the CLI behind an approval. */
export type ApprovalRequest = CanUseToolRequest | ElicitationRequest | UserDialogRequest
/** The same as it travels through the API: fields that nobody has checked. */
export type RequestFields = ApprovalRequest | JsonObject

export function fieldsOf(request: RequestFields): JsonObject {
  return objectIn(request) ?? {}
}

export function kindOf(request: RequestFields): ApprovalKind {
  const { subtype, tool_name: tool } = fieldsOf(request)
  if (subtype === 'elicitation') return 'elicitation'
  if (subtype === 'request_user_dialog') return 'dialog'
  if (tool === 'AskUserQuestion') return 'question'
  return tool === 'ExitPlanMode' ? 'plan' : 'tool'
}

/** The tool's input; empty where none is asked about. */
export function inputOf(request: RequestFields): JsonObject {
  return objectIn(fieldsOf(request).input) ?? {}
}

/** Empty where the model wrote no plan. */
export function planOf(request: RequestFields): string {
  return textIn(inputOf(request).plan) ?? ''
}

/** Only a person may decide, no rule of the host. */
export function needsPerson(request: RequestFields): boolean {
  if (kindOf(request) !== 'tool') return true
  const { requires_user_interaction: required, matched_ask_rule: rule } = fieldsOf(request)
  return required === true || (rule !== undefined && rule !== null && rule !== false)
}

/** The answer that is offered first should be no. */
export function defaultsToNo(request: RequestFields): boolean {
  return fieldsOf(request).default_to_no === true
}
