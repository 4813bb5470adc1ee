/** Asks a person for the next prompt, and for each decision that the CLI waits for: one after the other. */
import type { Approval } from '../../../client/approvals/approval.ts'
import type { Style } from '../../style.ts'
import type { LineInput, LineOptions } from '../line-input.ts'
import type { Screen } from '../screen.ts'
import { askElicitation } from './elicitation.ts'
import { askPlan } from './plan.ts'
import { askQuestions } from './questions.ts'
import { askTool } from './tool.ts'

/** What an asking part works with. */
export interface Asking {
  readonly style: Style
  readonly env: NodeJS.ProcessEnv
  say(line: string): void
  /** The trimmed line; undefined when nobody answers any more. */
  ask(question: string, signal: AbortSignal, options?: LineOptions): Promise<string | undefined>
}

export class Asker {
  readonly #screen: Screen
  readonly #asking: Asking
  readonly #prompts: string[] = []
  readonly #leavesOpen: boolean
  #turn: Promise<unknown> = Promise.resolve()

  /** `leavesOpen`: what nobody answers here may be answered elsewhere; otherwise it is denied. */
  constructor(
    screen: Screen,
    input: LineInput,
    io: { env: NodeJS.ProcessEnv; err(text: string): void },
    leavesOpen = false,
  ) {
    this.#screen = screen
    this.#leavesOpen = leavesOpen
    this.#asking = {
      style: screen.style,
      env: io.env,
      say: (line) => io.err(`${line}\n`),
      ask: async (...question) => (await input.ask(...question))?.trim(),
    }
  }

  /** Resolves when the approval is answered, or was withdrawn. */
  approve(approval: Approval): Promise<void> {
    return this.#next(() => this.#approve(approval))
  }

  /** The trimmed line; undefined when there will be none. */
  prompt(question: string, signal: AbortSignal): Promise<string | undefined> {
    return this.#next(async () => {
      this.#screen.hold()
      try {
        return await this.#asking.ask(question, signal, { history: this.#prompts })
      } finally {
        this.#screen.release()
      }
    })
  }

  #next<T>(question: () => Promise<T>): Promise<T> {
    const asked = this.#turn.then(question)
    this.#turn = asked.catch(() => {})
    return asked
  }

  async #approve(approval: Approval): Promise<void> {
    if (approval.status !== 'pending') return
    this.#screen.hold()
    try {
      await put(approval, this.#asking)
      if (approval.signal.aborted) this.#asking.say(this.#asking.style.dim('(no longer needed)'))
    } finally {
      if (approval.status === 'pending' && !this.#leavesOpen) approval.deny('Nobody answered.')
      this.#screen.release()
    }
  }
}

function put(approval: Approval, asking: Asking): Promise<unknown> {
  switch (approval.kind) {
    case 'tool':
      return askTool(approval, asking)
    case 'question':
      return askQuestions(approval, asking)
    case 'plan':
      return askPlan(approval, asking)
    case 'elicitation':
      return askElicitation(approval, asking)
  }
}
