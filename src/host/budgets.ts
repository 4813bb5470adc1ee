/**
 * Budgets in US dollars: for each session, for a day, and for all that this host ever spent. At `warnAt` the session shows a
 * warning. When a budget is used up, the running turn is stopped and nothing more is sent until the budget is raised. Cost is
 * exact at each result; within a turn it is estimated from the tokens used so far, at the model's earlier price.
 */
import { type Budgets as BudgetList, budgetsSchema } from '../api/resources.ts'
import { formatMoney } from '../state/format/money.ts'
import type { SessionState } from '../state/session-state.ts'
import { tokensOfTurn, totalCost, totalsByModel } from '../state/usage-totals.ts'
import { readSetting, type TellProblem } from './journal/settings.ts'
import type { Store } from './journal/store.ts'
import type { CreateReceipt } from './receipts.ts'
import type { HostSession } from './sessions/host-session.ts'

const SETTING = 'budgets'
const FIRST_DAY = '0000-00-00'
const LAST_DAY = '9999-99-99'

export interface BudgetStand {
  readonly name: 'session' | 'day' | 'host'
  readonly limit: number
  readonly spent: number
  readonly isEstimate: boolean
}

export class Budgets {
  readonly #store: Store
  readonly #now: () => number
  #list: BudgetList
  /** The last reported level by session and budget: each level is reported once. */
  readonly #told = new Map<string, string>()

  constructor(store: Store, now: () => number, tellProblem: TellProblem = () => {}) {
    this.#store = store
    this.#now = now
    this.#list = readSetting(store, SETTING, budgetsSchema, tellProblem) ?? budgetsSchema.parse({})
  }

  get list(): BudgetList {
    return this.#list
  }
  put(list: BudgetList, createReceipt?: CreateReceipt<BudgetList>): BudgetList {
    this.#store.putSetting(SETTING, list, createReceipt?.(list))
    this.#list = list
    this.#told.clear()
    return list
  }

  /** Why this session may send nothing now; undefined if it may. */
  blocked(session: HostSession): string | undefined {
    let stands: BudgetStand[]
    try {
      stands = this.#stands(session)
    } catch (error) {
      return `what was spent cannot be read, and there is a budget: ${(error as Error).message}`
    }
    const over = stands.find(({ spent, limit }) => spent >= limit)
    if (!over) return undefined
    return `the budget for this ${over.name} is used up (${words(over)}): raise it to go on`
  }

  /** Called when something was spent: warns, and stops a turn that goes over a budget. */
  check(session: HostSession): void {
    for (const stand of this.#stands(session)) {
      const { name, spent, limit } = stand
      const level = spent >= limit ? 'over' : spent >= limit * this.#list.warnAt ? 'near' : 'fine'
      const key = `${session.id} ${name}`
      if ((this.#told.get(key) ?? 'fine') === level) continue
      this.#told.set(key, level)
      if (level === 'near')
        this.#say(session, 'warning', `${words(stand)} of the budget for this ${name} is spent.`)
      if (level !== 'over') continue
      const text = `The budget for this ${name} is used up: ${words(stand)}. The session is stopped.`
      this.#say(session, 'error', text)
      if (session.isRunning && session.isBusy) session.interrupt(true).catch(() => {})
    }
  }

  #say(session: HostSession, level: 'warning' | 'error', text: string): void {
    session.say(level, text, 'budget').catch(() => {})
  }

  #stands(session: HostSession): BudgetStand[] {
    const { sessionUsd, dayUsd, hostUsd } = this.#list
    const running = session.state.turns.current ? estimate(session.state) : 0
    const isEstimate = running > 0
    const today = new Date(this.#now()).toISOString().slice(0, 10)
    const stands: BudgetStand[] = []
    const add = (name: BudgetStand['name'], limit: number | null, spent: () => number) => {
      if (limit !== null) stands.push({ name, limit, spent: spent() + running, isEstimate })
    }
    add('session', sessionUsd, () => totalCost(session.state.usage))
    add('day', dayUsd, () => this.#spent(today, today))
    add('host', hostUsd, () => this.#spent(FIRST_DAY, LAST_DAY))
    return stands
  }

  #spent(from: string, to: string): number {
    return this.#store.usage(from, to).reduce((sum, { costUsd }) => sum + costUsd, 0)
  }
}

function words({ spent, limit, isEstimate }: BudgetStand): string {
  return `${isEstimate ? 'about ' : ''}${formatMoney(spent)} of ${formatMoney(limit)}`
}

/** Of the running turn: its tokens at the average price of this session so far. */
function estimate({ usage }: SessionState): number {
  const models = Object.values(totalsByModel(usage))
  const cost = models.reduce((sum, { costUsd }) => sum + costUsd, 0)
  const tokens = models.reduce((sum, it) => sum + it.input + it.output + it.cacheRead + it.cacheCreation, 0)
  const { input, output, cacheRead, cacheCreation } = tokensOfTurn(usage)
  return tokens === 0 ? 0 : (cost / tokens) * (input + output + cacheRead + cacheCreation)
}
