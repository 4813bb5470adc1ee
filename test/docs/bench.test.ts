// The benches, their targets and the results that are committed belong together.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadBenches } from '../../bench/lib/bench.mjs'
import { judge } from '../../bench/lib/judge.mjs'
import { parseResults } from '../../bench/lib/results.mjs'
import { type Target, targets } from '../../bench/targets.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const benches = await loadBenches()
const rows = Object.entries(benches).flatMap(([bench, { parts }]) =>
  Object.values(parts).flatMap((part) => part.rows.map((row) => `${bench}.${row}`)),
)
const aims = Object.entries(targets).flatMap(([bench, own]) =>
  Object.entries(own).map(([row, target]) => [`${bench}.${row}`, target] as const),
)

test('every row of every bench has a target, and every target a row', () => {
  expect(rows).toContain('client.deltas')
  expect(rows.toSorted()).toEqual(aims.map(([id]) => id).toSorted())
  expect(new Set(rows).size).toBe(rows.length)
})

test.each(aims)('%s has a bound', (_, { absolute, official, limit }) => {
  expect([absolute, official, limit].some((bound) => bound !== undefined)).toBe(true)
})

test('each bench has a script', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const name of Object.keys(benches)) expect(scripts[`bench:${name}`]).toContain(`--only ${name}`)
})

test('RESULTS.md has rows that exist, each met or not, and its runs', () => {
  const results = parseResults(readFileSync(`${root}/bench/RESULTS.md`, 'utf8'))
  expect(results.rows.length).toBeGreaterThan(50)
  for (const { id, verdict } of results.rows) {
    expect(rows).toContain(id)
    expect(verdict).toMatch(/^(not )?met/)
  }
  const met = results.rows.filter(({ verdict }) => verdict.startsWith('met')).length
  expect(results.runs[0]?.met).toBe(`${met} of ${results.rows.length}`)
  expect(results.runs.length).toBeLessThanOrEqual(5)
})

test('the README names no figures of speed: it links to the results', () => {
  const readme = readFileSync(`${root}/README.md`, 'utf8')
  expect(readme).toContain('(bench/RESULTS.md)')
  expect(readme).not.toMatch(/\d\s?(x\b|times|us\b|ms\b|\/s\b)/)
})

const FASTER: Target = { label: '', unit: '/s', better: 'more', official: 1.8, limit: 0.9 }

test('a row is met when the medians of its ratios are', () => {
  const programs = [1, 2, 3].map((speed) => ({
    fairlead: 19 * speed,
    official: 10 * speed,
    limit: 20 * speed,
  }))
  expect(judge('a.b', FASTER, programs)).toMatchObject({ met: true, disturbed: false, spread: 0 })
  const slow = judge('a.b', FASTER, [{ fairlead: 17, official: 10, limit: 17 }])
  expect(slow.checks.map(({ met }) => met)).toEqual([false, true])
})

test('the limit stands beside a target that it misses too', () => {
  const [official] = judge('a.b', FASTER, [{ fairlead: 15, official: 10, limit: 16 }]).checks
  expect(official).toMatchObject({ value: 1.5, met: false, limit: 1.6 })
  const [missed] = judge('a.b', FASTER, [{ fairlead: 15, official: 10, limit: 20 }]).checks
  expect(missed).not.toHaveProperty('limit')
})

test('a row is disturbed when its three middle programs differ by more than 15 %', () => {
  const less: Target = { label: '', unit: 'ms', better: 'less', absolute: 10 }
  expect(judge('a.b', less, [10, 11, 12])).toMatchObject({ disturbed: true })
  expect(judge('a.b', less, [10, 11, 30, 11, 10])).toMatchObject({ disturbed: false, met: false })
  // A tenth of what is allowed may double.
  expect(judge('a.b', less, [1, 1.5, 2])).toMatchObject({ disturbed: false, met: true })
  expect(judge('a.b', less, [1, 2, Number.NaN])).toMatchObject({ disturbed: true, met: false })
})
