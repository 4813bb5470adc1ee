/**
 * Figures that the CLI counts from the start of its process: what a result says, and what it adds to the one before. Where the
 * cost goes down, the CLI has begun to count from zero again.
 */
import type { ResultMessage } from '../protocol/messages/result.ts'
import { numberIn, objectIn } from './fields.ts'

/** Counts of tokens by kind. */
export interface Tokens {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheCreation: number
}
/** Tokens, cost and web searches of one model. */
export interface ModelFigures extends Tokens {
  readonly costUsd: number
  readonly webSearches: number
}
export interface Figures {
  readonly costUsd: number
  readonly apiMs: number
  readonly models: { readonly [model: string]: ModelFigures }
}

const NO_TOKENS: Tokens = { input: 0, output: 0, cacheRead: 0, cacheCreation: 0 }
const NO_MODEL_FIGURES: ModelFigures = { ...NO_TOKENS, costUsd: 0, webSearches: 0 }
export const NO_FIGURES: Figures = { costUsd: 0, apiMs: 0, models: {} }

/** The figures after this result; what it leaves out stays as it was. */
export function figuresAfter(last: Figures, result: ResultMessage): Figures {
  const models = modelFigures(result)
  const costs = Object.values(models).map(({ costUsd }) => costUsd)
  const hasModels = costs.length > 0
  const costOfModels = hasModels ? costs.reduce((a, b) => a + b) : undefined
  return {
    costUsd: numberIn(result.total_cost_usd) ?? costOfModels ?? last.costUsd,
    apiMs: numberIn(result.duration_api_ms) ?? last.apiMs,
    models: hasModels ? models : last.models,
  }
}

/** Those that the result itself has. */
export function modelFigures(result: ResultMessage): Figures['models'] {
  const models = Object.entries(objectIn(result.modelUsage) ?? {}).map(([model, value]) => {
    const used = objectIn(value) ?? {}
    const figures: ModelFigures = {
      input: numberIn(used.inputTokens) ?? 0,
      output: numberIn(used.outputTokens) ?? 0,
      cacheRead: numberIn(used.cacheReadInputTokens) ?? 0,
      cacheCreation: numberIn(used.cacheCreationInputTokens) ?? 0,
      costUsd: numberIn(used.costUSD) ?? 0,
      webSearches: numberIn(used.webSearchRequests) ?? 0,
    }
    return [model, figures] as const
  })
  return Object.fromEntries(models)
}

export function hasRestarted(last: Figures, now: Figures): boolean {
  return now.costUsd < last.costUsd
}

/** What the figures have grown by. */
export function growth(last: Figures, now: Figures): Figures {
  const from = hasRestarted(last, now) ? NO_FIGURES : last
  const models = Object.entries(now.models).map(([model, figures]) => {
    const before = from.models[model] ?? NO_MODEL_FIGURES
    const grown: ModelFigures = {
      input: above(figures.input, before.input),
      output: above(figures.output, before.output),
      cacheRead: above(figures.cacheRead, before.cacheRead),
      cacheCreation: above(figures.cacheCreation, before.cacheCreation),
      costUsd: above(figures.costUsd, before.costUsd),
      webSearches: above(figures.webSearches, before.webSearches),
    }
    return [model, grown] as const
  })
  return {
    costUsd: above(now.costUsd, from.costUsd),
    apiMs: above(now.apiMs, from.apiMs),
    models: Object.fromEntries(models),
  }
}

export function addTokens(a: Tokens, b: Tokens): Tokens {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheCreation: a.cacheCreation + b.cacheCreation,
  }
}

export function addFigures(a: Figures, b: Figures): Figures {
  const models: { [model: string]: ModelFigures } = { ...a.models }
  for (const [model, figures] of Object.entries(b.models)) {
    const known = models[model]
    models[model] = known
      ? {
          ...addTokens(known, figures),
          costUsd: known.costUsd + figures.costUsd,
          webSearches: known.webSearches + figures.webSearches,
        }
      : figures
  }
  return { costUsd: a.costUsd + b.costUsd, apiMs: a.apiMs + b.apiMs, models }
}

function above(now: number, before: number): number {
  return Math.max(0, now - before)
}
