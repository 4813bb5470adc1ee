/** What a session shows of itself: its state, what it does now, and when that changes. */
import type { Liveness } from '../state/liveness.ts'
import type { SessionState } from '../state/session-state.ts'
import { ControlMethods } from './control-methods.ts'
import { type ChangeListener, type KeeperOptions, StateKeeper } from './state-keeper.ts'

export abstract class SessionView extends ControlMethods {
  protected readonly keeper: StateKeeper

  constructor(options: KeeperOptions) {
    super()
    this.keeper = new StateKeeper(options)
  }

  /** What the session is, as of the last message: transcript, turns, prompts, approvals, tasks, cost. Never changed. */
  get state(): SessionState {
    return this.keeper.state
  }
  /** What it does now, and what it waits for. */
  liveness(now: number = Date.now()): Liveness {
    return this.keeper.liveness(now)
  }
  /** Told of a new state, once for all that came together. Call the answer to hear no more. */
  onChange(listener: ChangeListener): () => void {
    return this.keeper.onChange(listener)
  }
}
