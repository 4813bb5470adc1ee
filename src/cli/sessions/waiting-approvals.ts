/**
 * What a session waits for a person to decide, while somebody waits for the session: asked one after the other on a
 * terminal, otherwise told once. One that was answered elsewhere, or withdrawn, is no longer asked; one that is left
 * without an answer stays open.
 */
import type { ApprovalView } from '../../api/resources.ts'
import type { PendingApproval } from '../../state/approvals.ts'
import type { SessionState } from '../../state/session-state.ts'
import { asApproval } from '../approvals/as-approval.ts'
import { approvalLine } from '../approvals/describe.ts'
import type { FoundHost } from '../host/find-host.ts'
import type { Io } from '../io.ts'
import { Asker } from '../run/ask/ask.ts'
import { type LineInput, lineInput } from '../run/line-input.ts'
import type { Screen } from '../run/screen.ts'

export interface WaitingOptions {
  readonly host: FoundHost
  readonly session: string
  readonly io: Io
  readonly screen: Screen
  /** Nothing is asked. */
  readonly json: boolean
  /** ctrl-c at a question. */
  leave(): void
}

export class WaitingApprovals {
  readonly #options: WaitingOptions
  readonly #known = new Map<string, AbortController>()
  readonly #input: LineInput | undefined
  readonly #asker: Asker | undefined

  constructor(options: WaitingOptions) {
    this.#options = options
    const { io, screen, json } = options
    if (json || io.stdin.isTTY !== true || io.stderr.isTTY !== true) return
    this.#input = lineInput(io, () => options.leave())
    this.#asker = new Asker(screen, this.#input, io, true)
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
    const view = pending as unknown as Pick<ApprovalView, 'id' | 'kind' | 'toolName' | 'request'>
    const asked = this.#asker && asApproval(view, this.#options.host.api, controller.signal)
    if (!this.#asker || !asked) {
      this.#tell(view)
      return
    }
    this.#asker
      .approve(asked.approval)
      .then(() => asked.sent())
      .then((receipt) => {
        if (receipt === undefined && !controller.signal.aborted) this.#tell(view)
      })
      .catch((error: Error) => this.#options.screen.line(error.message))
  }

  #tell(view: Pick<ApprovalView, 'id' | 'kind' | 'toolName' | 'request'>): void {
    const { screen } = this.#options
    const verb = view.kind === 'tool' || view.kind === 'plan' ? 'approve' : 'answer'
    const line = approvalLine(view, Math.max(30, screen.width - 40))
    screen.line(screen.style.yellow(`waits for you: ${line}  (fairlead ${verb} ${view.id.slice(0, 8)})`))
  }
}
