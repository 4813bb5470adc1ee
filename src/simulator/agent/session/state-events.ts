import type { Output } from '../io/output.ts'

export type SessionState = 'idle' | 'running' | 'requires_action'

/** Who gets the state events: nobody, only the official client (which does not pass them on), or every host. */
export type Telling = 'nobody' | 'client' | 'hosts'

/** The state of the session, emitted on each change if the environment asks for it. */
export class StateEvents {
  readonly #output: Output
  readonly #telling: Telling
  #state: SessionState = 'idle'
  #waiting = 0

  constructor(output: Output, telling: Telling) {
    this.#output = output
    this.#telling = telling
  }

  get state(): SessionState {
    return this.#state
  }

  set(state: SessionState): void {
    if (state === this.#state) return
    this.#state = state
    if (this.#telling === 'nobody') return
    const tag = this.#telling === 'client' ? { sdk_host_only: true } : {}
    this.#output.system('session_state_changed', { state, ...tag })
  }

  /** The session waits for one more decision of the user. */
  asks(): void {
    this.#waiting += 1
    this.set('requires_action')
  }

  /** One of these decisions has been made, or is no longer needed. */
  decided(): void {
    this.#waiting = Math.max(0, this.#waiting - 1)
    if (this.#waiting === 0 && this.#state === 'requires_action') this.set('running')
  }
}
