/** What the CLI waits for a person to decide, as objects that answer themselves. The first answer counts. */
import type { OpenRequest } from '../../driver/cli-requests.ts'
import { AlreadyAnsweredError } from '../../driver/errors.ts'
import type { CanUseToolRequest, ElicitationRequest } from '../../protocol/control/to-host.ts'
import { encode } from '../../protocol/encode.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { checkOptionNames, type OptionNames } from '../../protocol/option-names.ts'
import { anObject, aText, oneOf, type ValueCheck, yesOrNo } from '../../protocol/option-values.ts'
import type { DecisionReasonType, PermissionMode, PermissionUpdate } from '../../protocol/permissions.ts'
import type { Question } from '../../protocol/tools/inputs.ts'
import { questionsOf } from '../../state/approvals/questions.ts'
import { defaultsToNo, needsPerson, planOf } from '../../state/approvals/request.ts'
import { suggestionsOf } from '../../state/approvals/rules.ts'
import { type ApprovalDecision, DEFAULT_DENIAL } from '../../state/approvals/to-wire.ts'
import { RequestSignal } from '../request-signal.ts'

/** A request of the CLI that waits for a decision. `kind` says what is asked. */
export type Approval = ToolApproval | QuestionApproval | PlanApproval | ElicitationApproval

/** What an allowed tool call runs with, and what the CLI remembers. */
export interface AllowOptions {
  /** The input to run with; unchanged if left out. Always the whole of it, not a patch. */
  readonly input?: JsonObject
  /** Those of `suggestions` (or updates like them) that the CLI shall remember. Nothing unless it is named here. */
  readonly remember?: readonly PermissionUpdate[]
}
/** What else happens when a request is denied. */
export interface DenyOptions {
  /** Ends the turn too. The CLI then drops the message. */
  readonly interrupt?: boolean
}

const aList: ValueCheck = (value) => (Array.isArray(value) ? undefined : 'a list')
/** A misspelt `input` would let the tool run with what the model wrote. */
const FIELDS: OptionNames<ApprovalDecision> = {
  decision: oneOf('allow', 'answer', 'deny', 'cancel'),
  message: aText,
  interrupt: yesOrNo,
  input: anObject,
  answers: anObject,
  remember: aList,
  mode: aText,
}

const OUTCOMES = { allow: 'allowed', answer: 'answered', deny: 'denied', cancel: 'cancelled' } as const

/** Sends a decision to the CLI. */
type Decide = (decision: ApprovalDecision) => void

abstract class Decidable {
  /** The CLI's request id. */
  readonly id: string
  readonly #open: OpenRequest
  readonly #signal: RequestSignal
  readonly #decide: Decide
  #answer: string | undefined

  constructor(open: OpenRequest, decide: Decide) {
    this.id = open.id
    this.#open = open
    this.#signal = new RequestSignal(open)
    this.#decide = decide
  }

  /** Aborted when the CLI withdraws the request or ends. */
  get signal(): AbortSignal {
    return this.#signal.signal
  }

  get status(): 'pending' | 'answered' | 'withdrawn' {
    return this.#open.status
  }

  /**
   * Answers with any decision that the kind of approval allows; the other methods are short forms of it. False if the CLI
   * had withdrawn the request: the answer is dropped. Throws what cannot be sent, and if it was answered before.
   */
  decide(decision: ApprovalDecision): boolean {
    checkOptionNames(decision, FIELDS)
    encode({ input: decision.input, answers: decision.answers })
    if (this.status === 'answered') throw new AlreadyAnsweredError(this.#answer ?? 'by another')
    if (this.status === 'withdrawn') return false
    this.#decide(decision)
    this.#answer = OUTCOMES[decision.decision]
    return true
  }
}

abstract class ToolUseApproval extends Decidable {
  readonly request: CanUseToolRequest

  constructor(open: OpenRequest, decide: Decide, request: CanUseToolRequest) {
    super(open, decide)
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
    return suggestionsOf(this.request).map(({ update }) => update)
  }
  /** Only a person may answer, no rule of the host. */
  get needsPerson(): boolean {
    return needsPerson(this.request)
  }
  /** The answer that is offered first should be no. */
  get defaultsToNo(): boolean {
    return defaultsToNo(this.request)
  }
  /** Why it asks. */
  get reason(): string | undefined {
    return this.request.decision_reason
  }
  get reasonType(): DecisionReasonType | undefined {
    return this.request.decision_reason_type
  }

  deny(message = DEFAULT_DENIAL, options: DenyOptions = {}): boolean {
    return this.decide({ interrupt: false, ...options, decision: 'deny', message })
  }
}

/** The model wants to use a tool. */
export class ToolApproval extends ToolUseApproval {
  readonly kind = 'tool'

  allow(options: AllowOptions = {}): boolean {
    return this.decide({ ...options, decision: 'allow' })
  }
}

/** One answer for each question, by its text: a label, several labels, or free text. */
export type Answers = Readonly<Record<string, string | readonly string[]>>

/** The model asks questions (`AskUserQuestion`). */
export class QuestionApproval extends ToolUseApproval {
  readonly kind = 'question'

  get questions(): readonly Question[] {
    return questionsOf(this.request)
  }

  answer(answers: Answers): boolean {
    return this.decide({ decision: 'answer', answers })
  }

  /** Continues without answers; the model learns that there were none. */
  allow(options: AllowOptions = {}): boolean {
    return this.decide({ ...options, decision: 'allow' })
  }
}

/** What follows an accepted plan. */
export interface PlanAllowOptions extends AllowOptions {
  /** The mode to go on in; otherwise the one before plan mode. */
  readonly mode?: PermissionMode
}

/** The model wants to leave plan mode with this plan. */
export class PlanApproval extends ToolUseApproval {
  readonly kind = 'plan'

  /** Empty when the model wrote no plan. */
  get plan(): string {
    return planOf(this.request)
  }

  allow(options: PlanAllowOptions = {}): boolean {
    return this.decide({ ...options, decision: 'allow' })
  }
}

/** A question of an MCP server. */
export class ElicitationApproval extends Decidable {
  readonly kind = 'elicitation'
  readonly request: ElicitationRequest

  constructor(open: OpenRequest, decide: Decide, request: ElicitationRequest) {
    super(open, decide)
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
    return this.decide({ decision: 'answer', answers: content })
  }
  /** Accepts, with `input` as the form's content. */
  allow(options: Pick<AllowOptions, 'input'> = {}): boolean {
    return this.decide({ ...options, decision: 'allow' })
  }
  deny(): boolean {
    return this.decide({ decision: 'deny' })
  }
  cancel(): boolean {
    return this.decide({ decision: 'cancel' })
  }
}
