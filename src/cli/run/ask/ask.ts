/** Asks a person for the next prompt and for each pending decision, one at a time. */
import type { Approval } from '../../../client/approvals/approval.ts'
import type { ApprovalKind, RequestFields } from '../../../state/approvals/request.ts'
import type { ApprovalDecision } from '../../../state/approvals/to-wire.ts'
import type { Style } from '../../terminal/style.ts'
import type { LineInput, LineOptions } from '../line-input.ts'
import type { TurnOutput } from '../turn-output.ts'
import { askForm } from './form.ts'
import { askPlan } from './plan.ts'
import { askQuestions } from './questions.ts'
import { askTool } from './tool.ts'

export interface Asking {
  readonly style: Style
  readonly env: NodeJS.ProcessEnv
  say(line: string): void
  /** The trimmed line; undefined if nobody answers any more. */
  ask(question: string, signal: AbortSignal, options?: LineOptions): Promise<string | undefined>
}

/** An approval of the library or of a host. */
export interface AskedApproval {
  readonly kind: ApprovalKind
  readonly request: RequestFields
  /** The plan, where the request leaves it out. */
  readonly plan?: string | undefined
  /** Aborted when the answer is no longer needed. */
  readonly signal: AbortSignal
}

export class Asker {
  readonly #output: TurnOutput
  readonly #asking: Asking
  readonly #prompts: string[] = []
  #turn: Promise<unknown> = Promise.resolve()

  constructor(output: TurnOutput, input: LineInput, io: { env: NodeJS.ProcessEnv; err(text: string): void }) {
    this.#output = output
    this.#asking = {
      style: output.style,
      env: io.env,
      say: (line) => io.err(`${line}\n`),
      ask: async (...question) => (await input.ask(...question))?.trim(),
    }
  }

  /** Resolves when the approval is answered or withdrawn. Without an answer it is denied. */
  async approve(approval: Approval): Promise<void> {
    let decision: ApprovalDecision | undefined
    try {
      decision = await this.decide(approval)
    } finally {
      if (approval.status === 'pending')
        approval.decide(decision ?? { decision: 'deny', message: 'Nobody answered.' })
    }
  }

  /** Undefined if nobody answered, or the answer is no longer needed. */
  decide(asked: AskedApproval): Promise<ApprovalDecision | undefined> {
    return this.#next(async () => {
      if (asked.signal.aborted) return undefined
      this.#output.hold()
      try {
        const decision = await put(asked, this.#asking)
        if (!asked.signal.aborted) return decision
        this.#asking.say(this.#asking.style.dim('(answered elsewhere)'))
        return undefined
      } finally {
        this.#output.release()
      }
    })
  }

  /** The trimmed line; undefined at the end of the input. */
  prompt(question: string, signal: AbortSignal): Promise<string | undefined> {
    return this.#next(async () => {
      this.#output.hold()
      try {
        return await this.#asking.ask(question, signal, { history: this.#prompts })
      } finally {
        this.#output.release()
      }
    })
  }

  #next<T>(question: () => Promise<T>): Promise<T> {
    const asked = this.#turn.then(question)
    this.#turn = asked.catch(() => {})
    return asked
  }
}

function put(asked: AskedApproval, asking: Asking): Promise<ApprovalDecision | undefined> {
  switch (asked.kind) {
    case 'tool':
      return askTool(asked, asking)
    case 'question':
      return askQuestions(asked, asking)
    case 'plan':
      return askPlan(asked, asking)
    case 'elicitation':
      return askForm(asked, asking)
    case 'dialog':
      asking.say('A dialog can only be answered in the console.')
      return Promise.resolve(undefined)
  }
}
