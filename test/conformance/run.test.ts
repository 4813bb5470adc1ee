import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { checkConformance, type Rule } from '../../src/conformance/index.ts'
import type { Lab } from '../../src/conformance/lab.ts'
import { Differs, HOLDS, Skipped, saw } from '../../src/conformance/verdict.ts'
import { findBinary } from '../../src/process/find-binary.ts'

const binary = findBinary({ binary: fileURLToPath(new URL('./fake-agent.mjs', import.meta.url)) })
const only = ['R-INIT-1', 'R-MCP-2', 'R-FLAG-8', 'R-CONTROL-46']
const recorded = [
  {
    version: '9.0.0',
    rules: {
      'R-INIT-1': { verdict: 'holds' as const },
      'R-MCP-2': { verdict: 'holds' as const },
      'R-FLAG-8': { verdict: 'holds' as const },
      'R-CONTROL-46': { verdict: 'holds' as const, saw: 'without error_code' },
    },
  },
]

afterEach(() => {
  delete process.env.FAIRLEAD_SIM_WRONG
})

describe('an agent that behaves', () => {
  test('is as a recorded version, and tells its own', async () => {
    const report = await checkConformance({ binary, only, recorded })
    expect(report).toMatchObject({
      agent: '9.9.9 (Fake Code)',
      version: '9.9.9',
      comparedWith: ['9.0.0'],
      known: false,
    })
    expect(report.outcomes.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'R-FLAG-8 holds',
      'R-INIT-1 holds',
      'R-CONTROL-46 holds',
      'R-MCP-2 holds',
    ])
    expect(report.unexpected).toEqual([])
    expect(report.outcomes[3]?.evidence.join('\n')).toContain('"subtype":"mcp_status"')
  })
})

describe('one thing done wrong is found, and its rule is named', () => {
  test.each([
    ['eager', 'R-INIT-1', 'nothing comes before the host writes'],
    ['flag', 'R-FLAG-8', 'the exit code: wanted 1, got 0'],
    ['error', 'R-CONTROL-46', 'the answer: wanted'],
  ])('%s', async (wrong, id, why) => {
    process.env.FAIRLEAD_SIM_WRONG = wrong
    const { outcomes, unexpected } = await checkConformance({ binary, only, recorded })
    expect(unexpected.map((it) => it.id)).toEqual([id])
    expect(outcomes.find((it) => it.id === id)?.why).toContain(why)
  })
})

describe('a run', () => {
  const group = (run: () => Promise<typeof HOLDS>) => [
    { name: 'own', rules: [{ id: 'OWN-1', title: 'own', run }] },
  ]

  test('takes a check that breaks for a difference', async () => {
    const groups = group(() => Promise.reject(new TypeError('no such thing')))
    const { outcomes } = await checkConformance({ binary, groups, recorded: [] })
    expect(outcomes).toMatchObject([{ verdict: 'differs', why: 'the check broke: no such thing' }])
  })

  test('does not count what cannot be checked here', async () => {
    const groups = group(() => Promise.reject(new Skipped('only at sea')))
    const rules = { 'OWN-1': { verdict: 'holds' as const } }
    const report = await checkConformance({ binary, groups, recorded: [{ version: '9.9.9', rules }] })
    expect(report.outcomes).toMatchObject([{ verdict: 'skipped', why: 'only at sea' }])
    expect(report.unexpected).toEqual([])
  })

  test('ends where it is told to', async () => {
    const stop = new AbortController()
    const rule = (id: string) => ({ id, title: id, run: async () => HOLDS })
    const groups = [{ name: 'own', rules: [rule('OWN-1'), rule('OWN-2')] }]
    const onOutcome = () => stop.abort()
    const { outcomes } = await checkConformance({
      binary,
      groups,
      recorded: [],
      signal: stop.signal,
      onOutcome,
    })
    expect(outcomes.map(({ id }) => id)).toEqual(['OWN-1'])
  })

  test('refuses a name that no rule has', async () => {
    await expect(checkConformance({ binary, only: ['R-NONE'] })).rejects.toThrow('No rule is called R-NONE.')
  })
})

describe('a rule that is not as recorded', () => {
  const rules = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`OWN-${i}`, { verdict: 'holds' as const }]),
  )
  const recorded = [{ version: '9.9.9', rules }]
  const differing = () => Promise.reject(new Differs('a bad moment'))

  /** Notes each time that a rule is asked, and in which folder. */
  function rulesThatDiffer(times: { readonly [id: string]: number }) {
    const asked: { id: string; home: string }[] = []
    const rule = ([id, count]: [string, number]): Rule => ({
      id,
      title: id,
      run: async ({ home }: Lab) => {
        asked.push({ id, home })
        if (asked.filter((it) => it.id === id).length <= count) await differing()
      },
    })
    return { asked, groups: [{ name: 'own', rules: Object.entries(times).map(rule) }] }
  }

  test('is asked again after all others, in a lab of its own, and is unsteady if it holds then', async () => {
    const { asked, groups } = rulesThatDiffer({ 'OWN-1': 1, 'OWN-2': 0, 'OWN-3': 2 })
    const again: string[] = []
    const onAgain = ({ id }: Rule) => again.push(id)
    const report = await checkConformance({ binary, groups, recorded, onAgain })
    expect(asked.map(({ id }) => id)).toEqual(['OWN-1', 'OWN-2', 'OWN-3', 'OWN-1', 'OWN-3', 'OWN-3'])
    expect(new Set(asked.map(({ home }) => home)).size).toBe(4)
    expect(again).toEqual(['OWN-1', 'OWN-3', 'OWN-3'])
    expect(report.unexpected).toEqual([])
    expect(report.unsteady).toMatchObject([
      { id: 'OWN-1', tries: [{ verdict: 'differs', why: 'a bad moment' }, { verdict: 'holds' }] },
      { id: 'OWN-3', tries: [{ verdict: 'differs' }, { verdict: 'differs' }, { verdict: 'holds' }] },
    ])
    expect(report.outcomes.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'OWN-1 holds',
      'OWN-2 holds',
      'OWN-3 holds',
    ])
  })

  test('is unexpected if it differs each time, and asked no more than three times', async () => {
    const { asked, groups } = rulesThatDiffer({ 'OWN-1': 9 })
    const report = await checkConformance({ binary, groups, recorded })
    expect(asked).toHaveLength(3)
    expect(report.unsteady).toEqual([])
    expect(report.unexpected).toMatchObject([{ id: 'OWN-1', now: { verdict: 'differs' } }])
  })

  test('is asked again where the version behaves as another one', async () => {
    const seen = ['late', 'soon']
    const groups = [
      { name: 'own', rules: [{ id: 'OWN-1', title: 'own', run: async () => saw(seen.shift() ?? '') }] },
    ]
    const own = [{ version: '9.9.9', rules: { 'OWN-1': { verdict: 'holds' as const, saw: 'soon' } } }]
    const report = await checkConformance({ binary, groups, recorded: own })
    expect(report.unexpected).toEqual([])
    expect(report.unsteady).toMatchObject([{ id: 'OWN-1', tries: [{ saw: 'late' }, { saw: 'soon' }] }])
  })

  test('is not asked again among very many: that is another CLI', async () => {
    const { asked, groups } = rulesThatDiffer(Object.fromEntries(Object.keys(rules).map((id) => [id, 1])))
    const report = await checkConformance({ binary, groups, recorded })
    expect(asked).toHaveLength(30)
    expect(report.unexpected).toHaveLength(30)
  })

  test('is not asked again once the run was ended', async () => {
    const { asked, groups } = rulesThatDiffer({ 'OWN-1': 1 })
    const stop = new AbortController()
    const onOutcome = () => stop.abort()
    await checkConformance({ binary, groups, recorded, signal: stop.signal, onOutcome })
    expect(asked).toHaveLength(1)
  })
})
