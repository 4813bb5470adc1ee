/** Sums of what a session has used. Apart from the fold in `usage-state.ts`, which a page that shows the cost need not load. */
import { addFigures, addTokens, type Figures, type Tokens } from './cumulative-figures.ts'
import type { UsageState } from './usage-state.ts'

/** Of the whole session. Exact at each result. */
export function totalCost({ before, process }: UsageState): number {
  return before.costUsd + process.costUsd
}

/** Tokens and cost of the whole session, by model. */
export function totalsByModel({ before, process }: UsageState): Figures['models'] {
  return addFigures(before, process).models
}

/** What the running turn has used so far, as far as its messages show. */
export function tokensOfTurn({ running }: UsageState): Tokens {
  return addTokens(running.earlier, running.last)
}
