import { beforeEach, describe, expect, test } from 'vitest'
import { budgetsSchema } from '../api/resources.ts'
import { emptyState } from '../state/session-state.ts'
import { Budgets } from './budgets.ts'
import { MemoryStore } from './journal/memory-store.ts'
import type { HostSession } from './sessions/host-session.ts'

const NOW = Date.UTC(2026, 0, 2)
const models = (costUsd: number, input: number) => ({
  m: { costUsd, input, output: 0, cacheRead: 0, cacheCreation: 0 },
})

/** A session that spent so much, and in the running turn so many tokens. */
class FakeSession {
  readonly id: string
  isRunning = true
  isBusy = true
  interrupts = 0
  readonly said: string[] = []
  state = emptyState
  constructor(id: string) {
    this.id = id
  }
  spend(costUsd: number, tokens: number): void {
    const { usage } = emptyState
    this.state = {
      ...emptyState,
      usage: { ...usage, process: { ...usage.process, models: models(costUsd, tokens), costUsd } },
    } as never
  }
  async say(level: string, text: string): Promise<void> {
    this.said.push(`${level} ${text}`)
  }
  async interrupt(): Promise<void> {
    this.interrupts += 1
  }
}
const asSession = (it: FakeSession) => it as unknown as HostSession

let store: MemoryStore
let budgets: Budgets
let session: FakeSession
beforeEach(() => {
  store = new MemoryStore()
  store.addSession({
    id: 's',
    title: '',
    cwd: '/',
    agent: '',
    createdAt: 0,
    updatedAt: 0,
    archived: false,
    options: {},
    generation: 0,
    offset: 0,
    wanted: 'run',
    extra: {},
  })
  budgets = new Budgets(store, () => NOW)
  session = new FakeSession('s')
})
const spentOn = (day: string, costUsd: number) =>
  store.commit([
    {
      session: 's',
      usage: [{ day, model: 'm', session: 's', ...models(costUsd, 1).m, turns: 1 }],
    },
  ])

describe('nothing may be sent', () => {
  test.each<[string, object, boolean]>([
    ['without a budget: never', {}, false],
    ['of a day: what other days cost does not count', { dayUsd: 3 }, false],
    ['of a day that is used up', { dayUsd: 2 }, true],
    ['of the host: all days count', { hostUsd: 10 }, true],
    ['of the host that has more', { hostUsd: 10.5 }, false],
  ])('%s', (_, list, isBlocked) => {
    spentOn('2026-01-01', 8)
    spentOn('2026-01-02', 2)
    budgets.put(budgetsSchema.parse(list))
    expect(budgets.blocked(asSession(session)) !== undefined).toBe(isBlocked)
  })

  test('and the reason says which, how much, and what to do', () => {
    spentOn('2026-01-02', 2)
    budgets.put(budgetsSchema.parse({ dayUsd: 2 }))
    expect(budgets.blocked(asSession(session))).toBe(
      'the budget for this day is used up ($2.00 of $2.00): raise it to go on',
    )
  })
})

describe('what was spent is looked at', () => {
  test('near it a warning, over it a stop, each told once; a raised budget is told of anew', () => {
    budgets.put(budgetsSchema.parse({ dayUsd: 10, warnAt: 0.5 }))
    const check = () => budgets.check(asSession(session))
    check()
    spentOn('2026-01-02', 6)
    check()
    check()
    expect(session.said).toEqual(['warning $6.00 of $10.00 of the budget for this day is spent.'])
    expect(session.interrupts).toBe(0)
    spentOn('2026-01-02', 4)
    check()
    check()
    expect(session.said).toHaveLength(2)
    expect(session.interrupts).toBe(1)
    budgets.put(budgetsSchema.parse({ dayUsd: 12 }))
    check()
    expect(session.said.at(-1)).toContain('warning $10.00 of $12.00')
  })

  test('an idle session is not interrupted', () => {
    budgets.put(budgetsSchema.parse({ dayUsd: 1 }))
    spentOn('2026-01-02', 1)
    session.isBusy = false
    budgets.check(asSession(session))
    expect(session.interrupts).toBe(0)
  })
})

test('budgets are kept', () => {
  budgets.put(budgetsSchema.parse({ sessionUsd: 5 }))
  expect(new Budgets(store, () => NOW).list).toEqual({
    sessionUsd: 5,
    dayUsd: null,
    hostUsd: null,
    warnAt: 0.8,
  })
})
