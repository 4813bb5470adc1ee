/** What the CLI waits for a person to decide, as objects that answer themselves. The first answer counts. */
import type {
  CanUseToolRequest,
  ElicitationRequest,
  ElicitationResult,
} from '../../protocol/control/to-host.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type {
  DecisionReasonType,
  PermissionMode,
  PermissionResult,
  PermissionUpdate,
} from '../../protocol/permissions.ts'
import type { Question } from '../../protocol/tools/inputs.ts'
import { AlreadyAnsweredError } from '../errors.ts'
import type { OpenRequest } from '../open-request.ts'
import { checkMode } from '../prompt.ts'

export type Approval = ToolApproval | QuestionApproval | PlanApproval | ElicitationApproval

export interface AllowOptions {
  /** The input to run with; unchanged if left out. Always the whole of it, not a patch. */
  readonly input?: JsonObject
  /** Those of `suggestions` (or updates like them) that the CLI shall remember. Nothing unless it is named here. */
  readonly remember?: readonly PermissionUpdate[]
}
export interface DenyOptions {
  /** Ends the turn too. The CLI then drops the message. */
  readonly interrupt?: boolean
}

export const DEFAULT_DENIAL = 'The user denied this.'

/** Whether the request still stands. */
type Standing = Pick<OpenRequest, 'isWithdrawn' | 'signal'>
type Settle<Answer> = (answer: Answer) => void

abstract class Settleable<Answer> {
  /** The CLI's request id. */
  readonly id: string
  readonly #standing: Standing
  readonly #settle: Settle<Answer>
  #answer: string | undefined

  constructor(id: string, standing: Standing, settle: Settle<Answer>) {
    this.id = id
    this.#standing = standing
    this.#settle = settle
  }

  /** Aborted when the CLI withdraws the request or ends. */
  get signal(): AbortSignal {
    return this.#standing.signal
  }

  get status(): 'pending' | 'answered' | 'withdrawn' {
    if (this.#answer !== undefined) return 'answered'
    return this.#standing.isWithdrawn ? 'withdrawn' : 'pending'
  }

  /** False if the CLI had withdrawn the request: the answer is dropped. */
  protected settle(name: string, answer: Answer): boolean {
    if (this.#answer !== undefined) throw new AlreadyAnsweredError(this.#answer)
    if (this.#standing.isWithdrawn) return false
    this.#answer = name
    this.#settle(answer)
    return true
  }
}

abstract class ToolUseApproval extends Settleable<PermissionResult> {
  readonly request: CanUseToolRequest

  constructor(id: string, standing: Standing, settle: Settle<PermissionResult>, request: CanUseToolRequest) {
    super(id, standing, settle)
    this.request = request
  }

  get toolName(): string {
    return this.request.tool_name
  }
  get input(): JsonObject {
    return this.request.input
  }
  get toolUseId(): string | undefined {
    return this.request.tool_use_id
  }
  /** What the CLI offers to remember. Nothing where it wants no lasting permission. */
  get suggestions(): readonly PermissionUpdate[] {
    if (this.request.suppress_always_allow_rule) return []
    return this.request.permission_suggestions ?? []
  }
  /** Only a person may answer, no rule of the host. */
  get needsPerson(): boolean {
    const { requires_user_interaction: required, matched_ask_rule: rule } = this.request
    return required === true || (rule !== undefined && rule !== null && rule !== false)
  }
  /** The answer that is offered first should be no. */
  get defaultsToNo(): boolean {
    return this.request.default_to_no === true
  }
  /** Why it asks. */
  get reason(): string | undefined {
    return this.request.decision_reason
  }
  get reasonType(): DecisionReasonType | undefined {
    return this.request.decision_reason_type
  }

  deny(message = DEFAULT_DENIAL, { interrupt = false }: DenyOptions = {}): boolean {
    const text = message.trim() === '' ? DEFAULT_DENIAL : message
    return this.settle('denied', {
      behavior: 'deny',
      message: text,
      ...(interrupt && { interrupt }),
      ...this.#toolUse(),
    })
  }

  protected allowWith(input: JsonObject, remember: readonly PermissionUpdate[] = []): boolean {
    return this.settle('allowed', {
      behavior: 'allow',
      updatedInput: input,
      ...(remember.length > 0 && { updatedPermissions: [...remember] }),
      ...this.#toolUse(),
    })
  }

  #toolUse(): { toolUseID?: string } {
    return this.toolUseId === undefined ? {} : { toolUseID: this.toolUseId }
  }
}

export class ToolApproval extends ToolUseApproval {
  readonly kind = 'tool'

  allow({ input = this.input, remember }: AllowOptions = {}): boolean {
    return this.allowWith(input, remember)
  }
}

/** One answer for each question, by its text: a label, several labels, or free text. */
export type Answers = Readonly<Record<string, string | readonly string[]>>

export class QuestionApproval extends ToolUseApproval {
  readonly kind = 'question'

  get questions(): readonly Question[] {
    return (this.input as { questions?: Question[] }).questions ?? []
  }

  answer(answers: Answers): boolean {
    // The CLI declares strings: several labels are joined with commas.
    const texts = Object.entries(answers).map(([question, given]) => [
      question,
      typeof given === 'string' ? given : given.join(', '),
    ])
    return this.allowWith({ ...this.input, answers: Object.fromEntries(texts) })
  }

  /** Lets it pass without answers; the model is told that there were none. */
  allow({ input = this.input, remember }: AllowOptions = {}): boolean {
    return this.allowWith(input, remember)
  }
}

export interface PlanAllowOptions extends AllowOptions {
  /** The mode to go on in; otherwise the one before plan mode. */
  readonly mode?: PermissionMode
}

export class PlanApproval extends ToolUseApproval {
  readonly kind = 'plan'

  /** Empty when the model wrote no plan. */
  get plan(): string {
    const { plan } = this.input
    return typeof plan === 'string' ? plan : ''
  }

  allow({ input = this.input, remember = [], mode }: PlanAllowOptions = {}): boolean {
    const setMode: PermissionUpdate[] = mode
      ? [{ type: 'setMode', mode: checkMode(mode), destination: 'session' }]
      : []
    return this.allowWith(input, [...remember, ...setMode])
  }
}

/** A question of an MCP server. */
export class ElicitationApproval extends Settleable<ElicitationResult> {
  readonly kind = 'elicitation'
  readonly request: ElicitationRequest

  constructor(
    id: string,
    standing: Standing,
    settle: Settle<ElicitationResult>,
    request: ElicitationRequest,
  ) {
    super(id, standing, settle)
    this.request = request
  }

  get message(): string {
    return this.request.message
  }
  /** JSON schema of the form to fill in. */
  get schema(): JsonObject | undefined {
    return this.request.requested_schema
  }

  answer(content: JsonObject): boolean {
    return this.settle('accepted', { action: 'accept', content })
  }
  /** Accepts, with `input` as the form's content. */
  allow({ input }: AllowOptions = {}): boolean {
    return this.settle('accepted', { action: 'accept', ...(input && { content: input }) })
  }
  deny(): boolean {
    return this.settle('declined', { action: 'decline' })
  }
  cancel(): boolean {
    return this.settle('cancelled', { action: 'cancel' })
  }
}
