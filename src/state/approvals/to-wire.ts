/**
 * A decision about an approval, in the words of the CLI. The only place that builds an answer to `can_use_tool`,
 * `elicitation` or `request_user_dialog`: the library and the host both go through it.
 */
import type { CanUseToolRequest } from '../../protocol/control/to-host.ts'
import { BadRequestError, FairleadError } from '../../protocol/errors.ts'
import { isObject, type JsonObject } from '../../protocol/json.ts'
import {
  isPermissionMode,
  isPermissionUpdate,
  PERMISSION_MODES,
  type PermissionMode,
  type PermissionUpdate,
} from '../../protocol/permissions.ts'
import type { ApprovalAnswered } from '../events.ts'
import type { ApprovalEntry } from './approvals.ts'

/** What somebody decided. Fields that mean nothing for the kind of approval are ignored. */
export interface ApprovalDecision {
  /** `answer` is `allow` with answers. `cancel` closes it without a decision: a tool is denied, and its turn ends. */
  readonly decision: 'allow' | 'answer' | 'deny' | 'cancel'
  /** Why not; the model reads it. */
  readonly message?: string | undefined
  /** Of a denial: ends the turn too. */
  readonly interrupt?: boolean | undefined
  /** The whole input to run with, not a patch. */
  readonly input?: JsonObject | undefined
  /** Of a question, by its text; of a form or a dialog, its values. */
  readonly answers?: JsonObject | undefined
  /** What the CLI shall remember: indexes into its suggestions, or updates like them. */
  readonly remember?: readonly (number | JsonObject | PermissionUpdate)[] | undefined
  /** Of a plan: the mode to go on in. */
  readonly mode?: PermissionMode | undefined
}

export interface WireAnswer {
  readonly decision: ApprovalAnswered['decision']
  readonly response: JsonObject
}

export interface WireOptions {
  /** The CLI writes a rule for local settings, and asks again in spite of it: the rule goes out for the session too. */
  readonly ignoresLocalRules?: boolean
}

export const DEFAULT_DENIAL = 'The user denied this.'

export function toWire(
  request: ApprovalEntry['request'],
  decision: ApprovalDecision,
  options: WireOptions = {},
): WireAnswer {
  switch (request.subtype) {
    case 'can_use_tool':
      return isYes(decision) ? allowed(request, decision, options) : denied(request, decision)
    case 'elicitation':
      return formAnswer(decision)
    case 'request_user_dialog':
      return dialogAnswer(decision)
  }
}

function isYes({ decision }: Pick<ApprovalDecision, 'decision'>): boolean {
  return decision === 'allow' || decision === 'answer'
}

function denied(request: CanUseToolRequest, { decision, message, interrupt }: ApprovalDecision): WireAnswer {
  const isCancelled = decision === 'cancel'
  const endsTurn = interrupt ?? isCancelled
  return {
    decision: isCancelled ? 'cancelled' : 'denied',
    response: {
      behavior: 'deny',
      message: message?.trim() ? message : DEFAULT_DENIAL,
      ...(endsTurn && { interrupt: true }),
      ...toolUse(request),
    },
  }
}

function allowed(request: CanUseToolRequest, decision: ApprovalDecision, options: WireOptions): WireAnswer {
  const { input = request.input, answers, mode } = decision
  const setMode: PermissionUpdate[] =
    mode === undefined ? [] : [{ type: 'setMode', mode: knownMode(mode), destination: 'session' }]
  const updates = [...honoured(remembered(request, decision), options), ...setMode]
  return {
    decision: answers ? 'answered' : 'allowed',
    response: {
      behavior: 'allow',
      updatedInput: answers ? { ...input, answers: answerTexts(answers) } : input,
      ...(updates.length > 0 && { updatedPermissions: updates }),
      ...toolUse(request),
    },
  }
}

function toolUse({ tool_use_id: id }: CanUseToolRequest): JsonObject {
  return typeof id === 'string' ? { toolUseID: id } : {}
}

/** The CLI takes texts only. */
function answerTexts(answers: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answers).map(([question, given]) => [question, answerText(given)]))
}

/** Several labels are joined with commas. */
function answerText(given: unknown): string {
  if (Array.isArray(given)) return given.map(answerText).join(', ')
  return isObject(given) ? JSON.stringify(given) : String(given ?? '')
}

function remembered(request: CanUseToolRequest, { remember = [] }: ApprovalDecision): PermissionUpdate[] {
  const suggestions = Array.isArray(request.permission_suggestions) ? request.permission_suggestions : []
  if (remember.length > 0 && request.suppress_always_allow_rule === true) {
    const message = 'the CLI wants no lasting permission for this: leave `remember` out'
    throw new FairleadError('not-possible', message)
  }
  return remember.map((wanted) => {
    if (typeof wanted !== 'number') {
      if (isPermissionUpdate(wanted)) return wanted
      const message = `remember: this is no permission update: ${JSON.stringify(wanted)}`
      throw new BadRequestError(message)
    }
    const suggested = suggestions[wanted]
    if (suggested) return suggested
    const message = `remember: there is no suggestion ${wanted}; the CLI made ${suggestions.length}`
    throw new BadRequestError(message)
  })
}

function honoured(
  updates: readonly PermissionUpdate[],
  { ignoresLocalRules = false }: WireOptions,
): readonly PermissionUpdate[] {
  if (!ignoresLocalRules) return updates
  return updates.flatMap((update) =>
    update.type === 'addRules' && update.destination === 'localSettings'
      ? [update, { ...update, destination: 'session' as const }]
      : [update],
  )
}

/** Old CLIs accept any nonsense as a mode, so it is checked here. */
export function knownMode(mode: unknown): PermissionMode {
  // Only newer CLIs know `manual`; an old one would go into a mode that does not exist.
  if (mode === 'manual') return 'default'
  if (isPermissionMode(mode) && mode !== 'delegate') return mode
  const known = PERMISSION_MODES.filter((name) => name !== 'delegate').join(', ')
  throw new BadRequestError(`${JSON.stringify(mode)} is not a permission mode; there are ${known}`)
}

function formAnswer({ decision, answers, input }: ApprovalDecision): WireAnswer {
  if (decision === 'deny') return { decision: 'denied', response: { action: 'decline' } }
  if (decision === 'cancel') return { decision: 'cancelled', response: { action: 'cancel' } }
  const content = answers ?? input
  return { decision: 'answered', response: { action: 'accept', ...(isObject(content) && { content }) } }
}

function dialogAnswer({ decision, answers, input }: ApprovalDecision): WireAnswer {
  if (!isYes({ decision })) return { decision: 'cancelled', response: { behavior: 'cancelled' } }
  return { decision: 'answered', response: { behavior: 'completed', result: answers ?? input ?? {} } }
}
