/**
 * What a request for a decision says. The readers take it as the CLI, or the API, has it: a field that is missing or of
 * another type counts as absent, and nothing here throws.
 */
import type {
  CanUseToolRequest,
  CliRequest,
  CliRequestSubtype,
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

/** Which requests of the CLI a person decides. The compiler asks for a line for each new request. */
const FOR_PERSON: { readonly [S in CliRequestSubtype]: S extends ApprovalRequest['subtype'] ? true : false } =
  {
    can_use_tool: true,
    elicitation: true,
    request_user_dialog: true,
    hook_callback: false,
    mcp_message: false,
    oauth_token_refresh: false,
    host_auth_token_refresh: false,
    remote_control_work_secret: false,
    remote_tool_call: false,
    remote_plumbing_call: false,
    remote_tools_probe: false,
    remote_tools_reannounce: false,
  }

export function isForPerson(request: CliRequest): request is ApprovalRequest {
  const { subtype } = request
  return Object.hasOwn(FOR_PERSON, subtype) && FOR_PERSON[subtype as CliRequestSubtype]
}

/** What a person is asked for: to permit something, or for an answer of their own. */
const ASKS_FOR: { readonly [K in ApprovalKind]: 'permission' | 'answer' } = {
  tool: 'permission',
  plan: 'permission',
  question: 'answer',
  elicitation: 'answer',
  dialog: 'answer',
}
export const APPROVAL_KINDS = Object.keys(ASKS_FOR) as ApprovalKind[]

export function needsAnswer(kind: ApprovalKind): boolean {
  return ASKS_FOR[kind] === 'answer'
}

export function fieldsOf(request: RequestFields): JsonObject {
  return objectIn(request) ?? {}
}

export function kindOf(request: RequestFields): ApprovalKind {
  const { subtype } = fieldsOf(request)
  if (subtype === 'elicitation') return 'elicitation'
  if (subtype === 'request_user_dialog') return 'dialog'
  return toolKindOf(request)
}

/** The kind of a request for the use of a tool. */
export function toolKindOf(request: RequestFields): 'tool' | 'question' | 'plan' {
  const { tool_name: tool } = fieldsOf(request)
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
