/** The people of a soak: each sees the inbox over a stream of their own, and all of them answer whatever is in it. */
import type { SoakHost } from '../host.ts'
import type { Ledger } from '../ledger.ts'
import type { PlannedPrompt } from '../plan/prompts.ts'
import { HttpClient } from './http-client.ts'
import type { PendingApproval, StreamClient } from './stream-client.ts'

/** Someone else was first, or nobody asks any more. */
const TOO_LATE = [404, 409, 410]

export class Answerer {
  readonly #http: HttpClient
  readonly #ledger: Ledger
  readonly #promptOf: (token: string) => PlannedPrompt | undefined
  readonly #tried = new Set<string>()

  constructor(
    stream: StreamClient,
    host: SoakHost,
    ledger: Ledger,
    promptOf: (token: string) => PlannedPrompt | undefined,
  ) {
    this.#http = new HttpClient(stream.client, host, ledger)
    this.#ledger = ledger
    this.#promptOf = promptOf
    stream.onApprovals = (approvals) => {
      for (const approval of approvals) void this.#answer(approval).catch(() => {})
    }
  }

  close(): void {
    this.#http.close()
  }

  async #answer(approval: PendingApproval): Promise<void> {
    const { id, session } = approval
    if (this.#tried.has(id)) return
    this.#tried.add(id)
    const { label } = this.#http
    const body = { commandId: `${label} ${id}`, ...this.#decisionOf(approval) }
    const path = `/sessions/${session}/approvals/${id}`
    const { status } = await this.#http.command('POST', path, body, { expected: TOO_LATE })
    this.#ledger.answers.push({ approval: id, session, by: label, status })
  }

  #decisionOf({ kind, request }: PendingApproval): Record<string, unknown> {
    const token = /tok-[\w-]+?-[0-9a-f]{6}/.exec(JSON.stringify(request))?.[0] ?? ''
    const decision = this.#promptOf(token)?.decision ?? 'allow'
    if (kind !== 'question' || decision === 'deny') return { decision }
    const [question = ''] = /Which one, [^"]*\?/.exec(JSON.stringify(request)) ?? []
    return { decision: 'answer', answers: { [question]: 'The first' } }
  }
}
