/** The policies of the host: kept in the store, asked before every tool, and tried on what was asked before. */

import type { PolicyDryRun } from '../../api/commands.ts'
import { ApiError } from '../../api/errors.ts'
import { type Policies as PolicyList, type PolicyMatch, policiesSchema } from '../../api/resources.ts'
import type { Store } from '../journal/store.ts'
import type { MakeReceipt } from '../receipts.ts'
import type { Judge, ToolQuestion } from '../sessions/policy-gate.ts'
import { isOfServer, judgeBy } from './match.ts'

const SETTING = 'policies'

export class Policies {
  readonly #store: Store
  #rules: PolicyList['rules']

  constructor(store: Store) {
    this.#store = store
    this.#rules = policiesSchema.parse(store.setting(SETTING) ?? { rules: [] }).rules
  }

  get list(): PolicyList {
    return { rules: this.#rules }
  }
  readonly judge: Judge = (question) => judgeBy(this.#rules, question)

  put(list: PolicyList, make?: MakeReceipt): PolicyList {
    const ids = new Set(list.rules.map(({ id }) => id))
    if (ids.size !== list.rules.length) throw new ApiError('bad-request', 'rules: two rules have the same id')
    const open = list.rules.find(
      ({ effect, tool, source }) => effect === 'allow' && isOfServer(tool) && !source,
    )
    if (open)
      throw new ApiError(
        'bad-request',
        `rules: ${open.id} allows tools of an MCP server and names no source, so it would never match: any server can have any name`,
      )
    this.#store.putSetting(SETTING, list, make?.(list))
    this.#rules = list.rules
    return this.list
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
      const { effect, rule } = judgeBy(rules, question)
      if (effect === 'none') continue
      const { session, seq, at, toolName, input } = question
      matches.push({
        session: session.id,
        seq,
        at,
        toolName,
        input,
        effect,
        ...(rule !== undefined && { rule }),
      })
    }
    return { matches, looked }
  }
}
