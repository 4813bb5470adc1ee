/**
 * A client as the console is one: it folds what the stream tells it. At the end, its state of each session must be the one
 * that the host has.
 */
import type { Live } from '../../../src/api/index.ts'
import { loadFold } from '../../../src/api/load-fold.ts'
import { withoutLeft } from '../../../src/state/transcript/window.ts'
import { differenceOf } from '../checker/difference.ts'
import { pause, type SoakHost } from '../host.ts'
import type { Ledger } from '../ledger.ts'
import type { HttpClient } from './http-client.ts'

// A client loads this when it first watches a session. By then, the loader that `npm run soak` uses has been closed.
await loadFold()

export class Mirror {
  readonly #live: Live
  readonly #ledger: Ledger
  readonly #watched = new Map<string, () => void>()

  constructor(host: SoakHost, ledger: Ledger) {
    this.#ledger = ledger
    this.#live = host.live('mirror')
    this.#live.subscribe(() => this.#look())
    this.#look()
  }

  close(): void {
    this.#live.close()
  }

  /** Resolves when it has all events of the sessions that it watches. `onMissing` is told what it waits for. */
  async compare(http: HttpClient, onMissing: (missing: string) => void): Promise<void> {
    this.#live.retry()
    for (const id of this.#watched.keys()) {
      for (;;) {
        const { status, body } = await http.get(`/sessions/${id}`)
        if (status === 404) break
        const { state, seq } = body as { state: unknown; seq: number }
        const own = withoutLeft(this.#live.session(id))
        if (own.seq < seq) {
          const gone = this.#live.gone(id)
          onMissing(
            `(the mirror has ${own.seq} of ${seq} events of ${id}, and is ${this.#live.state.connection.status}${gone === undefined ? '' : `; it was told: ${gone}`})`,
          )
          await pause(50)
          continue
        }
        const difference = own.seq === seq ? differenceOf(own, state) : ''
        if (difference !== '')
          this.#ledger.problem(
            `${id}: a client has folded another state than the host, up to event ${seq}: ${difference}`,
          )
        this.#ledger.count('states compared')
        break
      }
    }
  }

  #look(): void {
    for (const { id } of this.#live.state.sessions ?? [])
      if (!this.#watched.has(id) && !this.#ledger.removed.has(id))
        this.#watched.set(
          id,
          this.#live.watch(id, () => {}),
        )
    for (const id of this.#ledger.removed) {
      this.#watched.get(id)?.()
      this.#watched.delete(id)
    }
  }
}
