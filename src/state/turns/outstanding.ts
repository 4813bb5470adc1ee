/** What a session still does, or is about to do, after a result and without a further prompt. */
import type { SessionState } from '../session-state.ts'
import { isRunning, type Task } from '../tasks.ts'

export interface Outstanding {
  /** Tasks that run, in the order of their start, without those that are the CLI's own and may never end. */
  readonly tasks: readonly Task[]
  /**
   * `due`: a task in the background ended between two turns, and the CLI starts a turn to tell the model. `possible`: one
   * ended within a turn, where the model may know it already.
   */
  readonly turn: 'running' | 'due' | 'possible' | null
  /** A CLI that says when it is idle has not said so since its last turn began. */
  readonly isAtWork: boolean
}

export function outstanding({ tasks, turns }: SessionState): Outstanding {
  const { current, tracking } = turns
  return {
    tasks: tasks.list.filter((task) => isRunning(task) && !task.isAmbient),
    turn: current ? 'running' : (tracking.followUp ?? null),
    isAtWork: tracking.saysState === true && !tracking.atRest,
  }
}
