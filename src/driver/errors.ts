/** Errors of requests to the CLI and of answers to it. */
import { BadRequestError, FairleadError } from '../protocol/errors.ts'
import type { ApprovalEntry } from '../state/approvals/approvals.ts'

export { BadRequestError }

/** The CLI answered a control request with an error. */
export class ControlRequestError extends FairleadError {
  readonly subtype: string

  constructor(subtype: string, message: string, code: 'control-error' | 'unsupported') {
    super(code, `${subtype}: ${message}`)
    this.subtype = subtype
  }
}

/** The CLI did not answer a control request in time. Whether it acted on it is not known. */
export class ControlTimeoutError extends FairleadError {
  constructor(subtype: string, ms: number) {
    super(
      'control-timeout',
      `the CLI did not answer ${subtype} within ${ms} ms; whether it acted on it is not known`,
    )
  }
}

/** Somebody else has answered the approval. */
export class AlreadyAnsweredError extends FairleadError {
  /** Who was first, if that is known. */
  readonly by: string | undefined
  readonly approval: ApprovalEntry | undefined

  constructor(answer: string, by?: string, approval?: ApprovalEntry) {
    super('already-answered', `the approval was answered already (${answer}); the first answer counts`)
    this.by = by
    this.approval = approval
  }
}

/** There is no such approval: the CLI never asked for it, or has withdrawn it. */
export class ApprovalGoneError extends FairleadError {
  /** Undefined: it was never asked. */
  readonly approval: ApprovalEntry | undefined

  constructor(id: string, approval: ApprovalEntry | undefined) {
    const why = approval?.status === 'withdrawn' ? `the CLI no longer asks: ${approval.why}` : undefined
    super('approval-gone', why ?? `there is no approval ${id}`)
    this.approval = approval
  }
}
