/**
 * The pending approvals of a session while `--wait` runs: asked one at a time on a terminal, otherwise announced once. The
 * question disappears when the approval is answered elsewhere or withdrawn; an unanswered approval stays pending.
 */
import type { PendingApproval } from '../../state/approvals/approvals.ts'
import { fieldsOf } from '../../state/approvals/request.ts'
import type { SessionState } from '../../state/session-state.ts'
import { sendDecision } from '../approvals/decide.ts'
import { approvalLine } from '../approvals/describe.ts'
import type { FoundHost } from '../host/find-host.ts'
import type { Io } from '../io.ts'
import { Asker } from '../run/ask/ask.ts'
import { type LineInput, lineInput } from '../run/line-input.ts'
import type { TurnOutput } from '../run/turn-output.ts'

export interface WaitingOptions {
  readonly host: FoundHost
  readonly session: string
  readonly io: Io
  readonly output: TurnOutput
  /** Never ask. */
  readonly json: boolean
  /** Called on ctrl-c at a question. */
  leave(): void
}

export class WaitingApprovals {
  readonly #options: WaitingOptions
  readonly #known = new Map<string, AbortController>()
  readonly #input: LineInput | undefined
  readonly #asker: Asker | undefined

  constructor(options: WaitingOptions) {
    this.#options = options
    const { io, output, json } = options
    if (json || io.stdin.isTTY !== true || io.stderr.isTTY !== true) return
    this.#input = lineInput(io, () => options.leave())
    this.#asker = new Asker(output, this.#input, io)
  }

  update({ approvals: { pending } }: SessionState): void {
    for (const [id, controller] of this.#known)
      if (!pending.some((approval) => approval.id === id)) {
        controller.abort()
        this.#known.delete(id)
      }
    for (const approval of pending) if (!this.#known.has(approval.id)) this.#open(approval)
  }

  close(): void {
    for (const controller of this.#known.values()) controller.abort()
    this.#known.clear()
    this.#input?.close()
  }

  #open(pending: PendingApproval): void {
    const controller = new AbortController()
    this.#known.set(pending.id, controller)
    if (!this.#asker || pending.kind === 'dialog') {
      this.#announce(pending)
      return
    }
    const { id, kind, request, plan } = pending
    const { signal } = controller
    this.#asker
      .decide({ kind, request, plan, signal })
      .then((decision) => {
        if (decision)
          return sendDecision(this.#options.host.api, { id, session: this.#options.session }, decision)
        if (!signal.aborted) this.#announce(pending)
      })
      .catch((error: Error) => this.#options.output.line(error.message))
  }

  #announce({ id, kind, toolName, request, plan }: PendingApproval): void {
    const { output } = this.#options
    const verb = kind === 'tool' || kind === 'plan' ? 'approve' : 'answer'
    const view = { kind, toolName, plan, request: fieldsOf(request) }
    const line = approvalLine(view, Math.max(30, output.width - 40))
    output.line(output.style.yellow(`Needs approval: ${line}  (fairlead ${verb} ${id.slice(0, 8)})`))
  }
}
