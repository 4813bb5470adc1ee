/**
 * What each result adds to the sums per day and model. The CLI's figures are cumulative, so the last ones of the process
 * are kept; a host that takes over a running process gets them from the state.
 */

import type { ResultMessage } from '../../protocol/messages/result.ts'
import type { ModelUsage } from '../../protocol/usage.ts'
import type { SessionState } from '../../state/session-state.ts'
import type { UsageDelta } from '../journal/store.ts'

interface Figures {
  readonly costUsd: number
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheCreation: number
}
const ZERO: Figures = { costUsd: 0, input: 0, output: 0, cacheRead: 0, cacheCreation: 0 }

export class UsageMeter {
  readonly #last = new Map<string, Figures>()

  /** The process is another, or the host is. */
  restart(state: SessionState): void {
    this.#last.clear()
    for (const [model, figures] of Object.entries(state.usage.process.models)) this.#last.set(model, figures)
  }

  take(session: string, { modelUsage }: ResultMessage, at: number): UsageDelta[] {
    const day = new Date(at).toISOString().slice(0, 10)
    return Object.entries(modelUsage ?? {}).map(([model, used], index) => {
      const now = figuresOf(used)
      const last = this.#last.get(model) ?? ZERO
      // Where the cost goes down, the CLI has begun to count anew.
      const before = now.costUsd < last.costUsd ? ZERO : last
      this.#last.set(model, now)
      return { day, model, session, ...difference(now, before), turns: index === 0 ? 1 : 0 }
    })
  }
}

function figuresOf(used: ModelUsage | null): Figures {
  return {
    costUsd: used?.costUSD ?? 0,
    input: used?.inputTokens ?? 0,
    output: used?.outputTokens ?? 0,
    cacheRead: used?.cacheReadInputTokens ?? 0,
    cacheCreation: used?.cacheCreationInputTokens ?? 0,
  }
}

function difference(now: Figures, before: Figures): Figures {
  return {
    costUsd: Math.max(0, now.costUsd - before.costUsd),
    input: Math.max(0, now.input - before.input),
    output: Math.max(0, now.output - before.output),
    cacheRead: Math.max(0, now.cacheRead - before.cacheRead),
    cacheCreation: Math.max(0, now.cacheCreation - before.cacheCreation),
  }
}
