import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { checkConformance } from '../../src/conformance/index.ts'
import { HOLDS, Skipped } from '../../src/conformance/verdict.ts'
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
