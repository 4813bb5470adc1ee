/** The policies of the host: kept in the store, asked before every tool, and tried on what was asked before. */

import type { PolicyDryRun } from '../../api/commands.ts'
import { ApiError } from '../../api/errors.ts'
import {
  type PolicyList,
  type PolicyMatch,
  type PolicyRule,
  type Policies as PolicyRules,
  policiesSchema,
} from '../../api/resources.ts'
import { isObject } from '../../protocol/json.ts'
import { readSetting, type TellProblem } from '../journal/settings.ts'
import type { Store } from '../journal/store.ts'
import type { CreateReceipt } from '../receipts.ts'
import type { PolicyEvaluator, ToolQuestion } from '../sessions/policy-gate.ts'
import { changedMeaning, GRAMMAR } from './changed-meaning.ts'
import { neverAllows } from './commands.ts'
import { isOfServer, judgeBy } from './match.ts'

const SETTING = 'policies'
const MAX_PATTERN = 1000
const storedSchema = policiesSchema.loose()

export class Policies {
  readonly #store: Store
  #list: PolicyList
  /** The rules cannot be read: until there are others, a person is asked about everything. */
  #isDamaged = false

  constructor(store: Store, tellProblem: TellProblem = () => {}) {
    this.#store = store
    const stored = readSetting(store, SETTING, storedSchema, (problem) => {
      this.#isDamaged = true
      tellProblem(`${problem}. Until then you are asked about every tool`)
    })
    const { rules } = stored ?? { rules: [] }
    const unchecked = isObject(stored) && stored.grammar === GRAMMAR ? stored.unchecked : undefined
    const isOpen = ({ id }: PolicyRule) => !Array.isArray(unchecked) || unchecked.includes(id)
    this.#list = { rules, changed: changedRules(rules.filter(isOpen)) }
  }

  get list(): PolicyList {
    return this.#list
  }
  readonly evaluate: PolicyEvaluator = (question) =>
    this.#isDamaged ? { effect: 'ask' } : judgeBy(this.#list.rules, question)

  put({ rules }: PolicyRules, createReceipt?: CreateReceipt<PolicyList>): PolicyList {
    this.#check(rules)
    const list = { rules, changed: this.#stillChanged(rules) }
    const unchecked = list.changed.map(({ id }) => id)
    this.#store.putSetting(SETTING, { rules, grammar: GRAMMAR, unchecked }, createReceipt?.(list))
    this.#list = list
    this.#isDamaged = false
    return list
  }

  /** Who saves the same list again has checked it. Who changes some rules may not have seen the others. */
  #stillChanged(rules: readonly PolicyRule[]): PolicyList['changed'] {
    const before = new Map(this.#list.rules.map((rule) => [rule.id, JSON.stringify(rule)]))
    const same = new Set(
      rules.filter((rule) => before.get(rule.id) === JSON.stringify(rule)).map(({ id }) => id),
    )
    const isSameList = same.size === rules.length && rules.length === this.#list.rules.length
    return isSameList ? [] : this.#list.changed.filter(({ id }) => same.has(id))
  }

  #check(rules: readonly PolicyRule[]): void {
    const ids = new Set(rules.map(({ id }) => id))
    if (ids.size !== rules.length) throw new ApiError('bad-request', 'rules: two rules have the same id')
    const known = new Set(this.#list.rules.map((rule) => JSON.stringify(rule)))
    for (const rule of rules) {
      // A rule from before these checks must not keep the others from being changed.
      const wrong = known.has(JSON.stringify(rule)) ? undefined : whatIsWrong(rule)
      if (wrong) throw new ApiError('bad-request', `rules: ${rule.id} ${wrong}`)
    }
  }

  /** What these rules would have said to what tools were asked for before. */
  dryRun(
    { rules, from = 0, limit = 1000 }: PolicyDryRun,
    asked: Iterable<ToolQuestion & { seq: number; at: number }>,
  ): { matches: PolicyMatch[]; looked: number } {
    const matches: PolicyMatch[] = []
    let looked = 0
    for (const question of asked) {
      if (question.at < from || matches.length >= limit) continue
      looked += 1
      const { effect, rule, why } = judgeBy(rules, question)
      if (effect === 'none' && why === undefined) continue
      const { session, seq, at, toolName, input } = question
      matches.push({
        session: session.id,
        seq,
        at,
        toolName,
        input,
        effect,
        ...(rule !== undefined && { rule }),
        ...(why !== undefined && { why }),
      })
    }
    return { matches, looked }
  }
}

function changedRules(rules: readonly PolicyRule[]): PolicyList['changed'] {
  return rules.flatMap((rule) => {
    const text = changedMeaning(rule)
    return text === undefined ? [] : [{ id: rule.id, text }]
  })
}

function whatIsWrong({ effect, tool, source, command, path }: PolicyRule): string | undefined {
  const long = [tool, command, path].find((it) => it !== undefined && it.length > MAX_PATTERN)
  if (long !== undefined) return `has a pattern of ${long.length} characters; at most ${MAX_PATTERN} are read`
  if (effect !== 'allow') return undefined
  if (isOfServer(tool) && !source)
    return 'allows tools of an MCP server and names no source, so it would never match: any server can have any name'
  const never = command === undefined ? undefined : neverAllows(command)
  return never && `would never match: ${never}`
}
