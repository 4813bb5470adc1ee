/** What the session has cost, summed over the process as the CLI does. */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { contextWindowOf, isKnownModel, priceOf } from '../catalog.ts'
import type { Profile } from '../version.ts'

export interface Tokens {
  input_tokens: number
  output_tokens: number
  cache_creation_input_tokens: number
  cache_read_input_tokens: number
}

export const NO_TOKENS: Readonly<Tokens> = {
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
}

interface ModelTotal {
  tokens: Tokens
  cost: number
}

export class Ledger {
  readonly #profile: Profile
  readonly #models = new Map<string, ModelTotal>()
  readonly #patch = new Map<string, ModelTotal>()
  readonly startedAt = Date.now()
  last: Tokens | null = null
  apiMs = 0
  linesAdded = 0
  linesRemoved = 0

  constructor(profile: Profile) {
    this.#profile = profile
  }

  get cost(): number {
    return [...this.#models.values()].reduce((sum, { cost }) => sum + cost, 0)
  }

  add(model: string, tokens: Tokens): void {
    this.last = tokens
    const [input, output] = priceOf(model, this.#profile)
    const cost =
      (tokens.input_tokens * input +
        tokens.cache_creation_input_tokens * input * 1.25 +
        tokens.cache_read_input_tokens * input * 0.1 +
        tokens.output_tokens * output) /
      1_000_000
    for (const totals of [this.#models, this.#patch]) {
      const total = totals.get(model) ?? { tokens: { ...NO_TOKENS }, cost: 0 }
      totals.set(model, { tokens: sum(total.tokens, tokens), cost: total.cost + cost })
    }
  }

  get modelUsage(): { [model: string]: object } {
    return Object.fromEntries([...this.#models].map(([model, total]) => [model, this.#row(model, total)]))
  }

  /** Returns the usage since the last call. */
  takeNews(): { [model: string]: object } {
    const patch = [...this.#patch].map(([model, total]) => [model, this.#row(model, total)])
    this.#patch.clear()
    return Object.fromEntries(patch)
  }

  reset(): void {
    this.#models.clear()
    this.#patch.clear()
    this.apiMs = 0
  }

  #row(model: string, { tokens, cost }: ModelTotal): object {
    const { isOld } = this.#profile
    return {
      inputTokens: tokens.input_tokens,
      outputTokens: tokens.output_tokens,
      cacheReadInputTokens: tokens.cache_read_input_tokens,
      cacheCreationInputTokens: tokens.cache_creation_input_tokens,
      webSearchRequests: 0,
      costUSD: cost,
      contextWindow: contextWindowOf(model),
      maxOutputTokens: isOld ? 64_000 : 128_000,
      ...(isOld
        ? {}
        : {
            thinkingTokens: 0,
            cacheCreationEphemeral5mInputTokens: 0,
            cacheCreationEphemeral1hInputTokens: 0,
            canonicalModel: model,
            provider: 'firstParty',
            costBasis: isKnownModel(model) ? 'list' : 'unknown',
          }),
    }
  }

  /** The output of `/cost`. */
  get text(): string {
    const seconds = (ms: number) => `${Math.floor(ms / 1000)}s`
    const all = [...this.#models.values()].map(({ tokens }) => tokens).reduce(sum, { ...NO_TOKENS })
    const usage = (tokens: Tokens) =>
      `${tokens.input_tokens} input, ${tokens.output_tokens} output, ` +
      `${tokens.cache_read_input_tokens} cache read, ${tokens.cache_creation_input_tokens} cache write`
    const models = [...this.#models].map(
      ([model, { tokens, cost }]) =>
        `${model.replace(/\[.*\]$/, '').padStart(20)}:  ${usage(tokens)} ($${cost.toFixed(4)})`,
    )
    return [
      `Total cost:            $${this.cost.toFixed(4)}`,
      `Total duration (API):  ${seconds(this.apiMs)}`,
      `Total duration (wall): ${seconds(Date.now() - this.startedAt)}`,
      `Total code changes:    ${this.linesAdded} lines added, ${this.linesRemoved} lines removed`,
      ...(models.length === 0 ? [`Usage:                 ${usage(all)}`] : ['Usage by model:', ...models]),
    ].join('\n')
  }
}

export function sum(one: Tokens, other: Tokens): Tokens {
  return eachCount((field) => one[field] + other[field])
}

export function tokensOf(usage: unknown): Tokens {
  const from: JsonObject = isObject(usage) ? usage : {}
  return eachCount((field) => (typeof from[field] === 'number' ? from[field] : 0))
}

function eachCount(count: (field: keyof Tokens) => number): Tokens {
  const fields = Object.keys(NO_TOKENS) as (keyof Tokens)[]
  return Object.fromEntries(fields.map((field) => [field, count(field)])) as unknown as Tokens
}
