import type { Output } from '../io/output.ts'

export type SessionState = 'idle' | 'running' | 'requires_action'

/** What the session is doing, told on each change where the environment asks for it. */
export class StateEvents {
  readonly #output: Output
  readonly #isTold: boolean
  #state: SessionState = 'idle'
  #waiting = 0

  constructor(output: Output, isTold: boolean) {
    this.#output = output
    this.#isTold = isTold
  }

  get state(): SessionState {
    return this.#state
  }

  set(state: SessionState): void {
    if (state === this.#state) return
    this.#state = state
    if (this.#isTold) this.#output.system('session_state_changed', { state })
  }

  /** One more decision of the user is waited for. */
  asks(): void {
    this.#waiting += 1
    this.set('requires_action')
  }

  /** One of them has come, or is not waited for any more. */
  decided(): void {
    this.#waiting = Math.max(0, this.#waiting - 1)
    if (this.#waiting === 0 && this.#state === 'requires_action') this.set('running')
  }
}
