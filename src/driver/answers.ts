/**
 * Answers what the CLI asks of its host: what the driver knows by itself, what a handler or a policy returns, and what a
 * person decides later. Each request is answered once; an answer that cannot be recorded leaves it open.
 */
import type { ControlResponseMessage, PendingRequests } from '../protocol/control/envelope.ts'
import type { CliControlRequest, CliRequest } from '../protocol/control/to-host.ts'
import { decode } from '../protocol/decode.ts'
import { encode } from '../protocol/encode.ts'
import type { StdinMessage } from '../protocol/stdin.ts'
import { type ApprovalEntry, byId } from '../state/approvals/approvals.ts'
import { isForPerson } from '../state/approvals/request.ts'
import {
  type ApprovalDecision,
  toWire,
  type WireAnswer,
  type WireOptions,
} from '../state/approvals/to-wire.ts'
import type { Capabilities } from './capabilities.ts'
import { CliRequests, type OpenRequest } from './cli-requests.ts'
import { AlreadyAnsweredError, ApprovalGoneError } from './errors.ts'
import type { DriverPorts, Post, RequestAnswer } from './ports.ts'

export interface AnswerOptions<Extras> {
  /** Who decides. */
  readonly by?: string
  /** What the ledger keeps with the answer. */
  readonly extras?: Extras | ((answer: WireAnswer) => Extras)
}

/** These are for a CLI that takes tools from a remote host, and are no business of ours: R-CONTROL-70. */
const IGNORED: ReadonlySet<string> = new Set([
  'remote_tool_call',
  'remote_plumbing_call',
  'remote_tools_probe',
  'remote_tools_reannounce',
])
const WITHDRAWN = new Error('the CLI withdrew the request')

export class Answers<Extras> {
  readonly #ports: DriverPorts<Extras>
  readonly #capabilities: () => Capabilities
  readonly #onAnswered: () => void
  readonly #requests = new CliRequests()
  /** Approvals whose answer is being recorded, and whose it is. */
  readonly #answering = new Map<string, string>()
  /** Counts the processes: a request of one is never asked of the next. */
  #process = 0

  /** `onAnswered`: the CLI continues, so its silence is measured again. */
  constructor(ports: DriverPorts<Extras>, capabilities: () => Capabilities, onAnswered: () => void) {
    this.#ports = ports
    this.#capabilities = capabilities
    this.#onAnswered = onAnswered
  }

  /** Requests of this subtype that have no answer yet, oldest first. */
  openIds(subtype: CliRequest['subtype']): readonly string[] {
    return this.#requests.open.flatMap(({ id, request }) => (request.subtype === subtype ? [id] : []))
  }

  withdraw(id: string): void {
    this.#requests.withdraw(id, WITHDRAWN)
  }
  /** The process has ended. */
  endAll(error: Error): void {
    this.#process += 1
    this.#requests.endAll(error)
    this.#answering.clear()
  }

  /** Decides an approval. The first answer counts. Throws at once what cannot be sent; resolves when it is recorded. */
  decide(id: string, decision: ApprovalDecision, options: AnswerOptions<Extras> = {}): Promise<void> {
    const open = this.#requests.get(id)
    const request = open?.request ?? pendingRequest(byId(this.#ports.ledger.state, id))
    const first = this.#answering.get(id)
    if (first !== undefined)
      throw new AlreadyAnsweredError('just now', first, byId(this.#ports.ledger.state, id))
    if (!request) throw this.#whyGone(id)
    const asked = request as ApprovalEntry['request']
    const wire = toWire(asked, decision, this.#wireOptions(decision))
    const { by, extras } = options
    const { message } = decision
    return this.#answered(id, by ?? 'somebody', {
      response: wire.response,
      ...(by !== undefined && {
        facts: [{ kind: 'approval-answered', id, decision: wire.decision, by, ...(message && { message }) }],
      }),
      ...(extras && { extras: extras instanceof Function ? extras(wire) : extras }),
    })
  }

  /** A request of the CLI: answered here, by a handler, or by somebody later. */
  take({ request_id: id, request }: CliControlRequest): void {
    if (IGNORED.has(request.subtype)) return
    const open = this.#requests.take(id, request)
    if (!open) return
    try {
      const answer = this.#ports.answer(request, open)
      if (answer instanceof Promise)
        answer.then(
          (given) => this.#give(open, given),
          (error) => this.#fail(open, error),
        )
      else this.#give(open, answer)
    } catch (error) {
      this.#fail(open, error)
    }
  }

  /** A request that could not be read is refused, so that the CLI does not wait for ever. */
  refuseUnreadable(value: Readonly<Record<string, unknown>>, reason: string): void {
    const { type, request_id: id } = value
    if (type !== 'control_request' || typeof id !== 'string' || !this.#requests.claim(id)) return
    this.#refuse(id, reason)
  }

  /** The turn is over, and with it its requests, unless a sub-agent continues. */
  withdrawClosed(): void {
    if (this.#requests.isEmpty) return
    const { state } = this.#ports.ledger
    for (const { id, request } of this.#requests.open) {
      if (isForPerson(request) && byId(state, id)?.status === 'withdrawn')
        this.#requests.withdraw(id, WITHDRAWN)
    }
  }

  /** The CLI gets an answer anyway, in case it still waits. */
  withdrawForgotten(id: string): void {
    if (!this.#requests.get(id)) return
    this.#requests.withdraw(id, WITHDRAWN)
    this.#respond(id, { response: { action: 'cancel' } }).catch(this.#ports.onError)
  }

  #give({ id }: OpenRequest, answer: RequestAnswer<Extras>): void {
    if (!answer || !this.#requests.get(id)) return
    this.#answered(id, answer.by ?? 'the host', answer, true).catch(this.#ports.onError)
  }

  #fail({ id }: OpenRequest, error: unknown): void {
    if (this.#requests.close(id)) this.#refuse(id, error instanceof Error ? error.message : String(error))
  }

  #refuse(id: string, reason: string): void {
    this.#respond(id, { error: reason }).catch(this.#ports.onError)
  }

  /** Records and writes an answer. If it cannot be recorded, the request stays open. */
  async #answered(
    id: string,
    by: string,
    { response, facts, extras }: NonNullable<RequestAnswer<Extras>>,
    isOwn = false,
  ): Promise<void> {
    const open = this.#requests.close(id)
    const process = this.#process
    this.#answering.set(id, by)
    try {
      await this.#respond(id, { response }, { isOwn, ...(facts && { facts }), ...(extras && { extras }) })
      this.#onAnswered()
    } catch (error) {
      if (open && this.#process === process) this.#requests.reopen(open)
      throw error
    } finally {
      this.#answering.delete(id)
    }
  }

  #respond(
    id: string,
    answer: { response: object } | { error: string },
    more: Pick<Post<Extras>, 'facts' | 'extras' | 'isOwn'> = { isOwn: true },
  ): Promise<void> {
    const response =
      'error' in answer
        ? { subtype: 'error' as const, request_id: id, error: answer.error }
        : { subtype: 'success' as const, request_id: id, response: answer.response }
    const message: StdinMessage = { type: 'control_response', response }
    let line: string
    try {
      line = encode(message)
    } catch (error) {
      // What a handler returned is no JSON. The CLI gets an error, or it would wait for ever.
      return this.#respond(id, { error: (error as Error).message })
    }
    return this.#ports.ledger.post({ kind: 'answer', id, message, line, ...more })
  }

  /** Looking at the state costs time, and only a rule needs it. */
  #wireOptions({ remember = [] }: ApprovalDecision): WireOptions {
    return remember.length === 0 ? {} : { ignoresLocalRules: this.#capabilities().ignoresLocalRules }
  }

  #whyGone(id: string): Error {
    const approval = byId(this.#ports.ledger.state, id)
    if (approval?.status !== 'answered') return new ApprovalGoneError(id, approval)
    return new AlreadyAnsweredError(approval.answer.decision, approval.answer.by, approval)
  }

  /** Beside an answer the CLI may list the requests that still wait. */
  takePending(pending: ControlResponseMessage['response'] & PendingRequests): void {
    const lists = [
      pending.pending_permission_requests,
      pending.pending_user_dialog_requests,
      pending.pending_elicitation_requests,
    ]
    for (const request of lists.filter(Array.isArray).flat()) {
      const decoded = decode(JSON.stringify(request))
      if (decoded.kind === 'message' && decoded.message.type === 'control_request') this.take(decoded.message)
    }
  }
}

function pendingRequest(approval: ApprovalEntry | undefined): CliRequest | undefined {
  return approval?.status === 'pending' ? approval.request : undefined
}
