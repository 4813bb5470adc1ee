/**
 * What each result adds to the usage per day and model. Results report totals of the process, so the last ones are kept; a
 * host that takes over a running process gets them from the state.
 */
import { ownValue } from '../../protocol/json.ts'
import type { ResultMessage } from '../../protocol/messages/result.ts'
import {
  type Figures,
  figuresAfter,
  growth,
  modelFigures,
  NO_FIGURES,
} from '../../state/cumulative-figures.ts'
import type { SessionState } from '../../state/session-state.ts'
import type { UsageDelta } from '../journal/store.ts'

export class UsageMeter {
  #last: Figures = NO_FIGURES

  /** Called when a process was started or taken over. */
  restart(state: SessionState): void {
    this.#last = state.usage.process
  }

  take(session: string, result: ResultMessage, at: number): UsageDelta[] {
    const day = new Date(at).toISOString().slice(0, 10)
    const now = figuresAfter(this.#last, result)
    const { models } = growth(this.#last, now)
    this.#last = now
    return Object.keys(modelFigures(result)).flatMap((model, index) => {
      const grown = ownValue(models, model)
      if (!grown) return []
      const { costUsd, input, output, cacheRead, cacheCreation } = grown
      const turns = index === 0 ? 1 : 0
      return { day, model, session, costUsd, input, output, cacheRead, cacheCreation, turns }
    })
  }
}
