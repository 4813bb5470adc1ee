// Recorded sessions of both real CLIs and of the simulator, folded. Each has a page beside it (`golden/AGENT/NAME.txt`),
// which was read and found true; `record/record.mjs` says how they are made.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { FAULT_NAMES } from '../../src/simulator/agent/faults/plan.ts'
import { OFFERS } from '../../src/simulator/scenarios/index.ts'
import { goldens, irregular, pageOf } from './golden-sessions.ts'

const named = (agent: string) => goldens.filter((golden) => golden.agent === agent).map(({ name }) => name)

describe.each([...new Set(goldens.map(({ agent }) => agent))])('sessions of %s', (agent) => {
  test.each(goldens.filter((golden) => golden.agent === agent))('$name', async (golden) => {
    await expect(pageOf(golden.events)).toMatchFileSnapshot(golden.page)
    expect(irregular(golden)).toEqual([])
  })
})

describe('there is a session', () => {
  test.each(OFFERS.map(([prompt]) => prompt.replaceAll(' ', '-')))('of the scenario %s', (name) => {
    expect(named('simulator')).toContain(name)
  })
  test.each(Object.keys(FAULT_NAMES))('with the fault %s', (name) => {
    expect(named('simulator')).toContain(`fault-${name}`)
  })
  test('of each kind with both real CLIs', () => {
    expect(named('2.1.197')).toEqual(named('2.1.325'))
    expect(named('2.1.325').length).toBeGreaterThan(20)
  })
})

test('the sessions are small, and each page belongs to one', () => {
  const folder = fileURLToPath(new URL('golden/', import.meta.url))
  const files = readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file)))
  const size = files.reduce((sum, file) => sum + (file.endsWith('.jsonl') ? statSync(file).size : 0), 0)
  expect(size).toBeLessThan(3_000_000)
  const pages = files.filter((file) => file.endsWith('.txt')).sort()
  expect(pages).toEqual(goldens.map(({ page }) => page).sort())
})

test('the sessions name no folder of the machine that they were made on', () => {
  for (const { page } of goldens) {
    const text = readFileSync(page.replace(/txt$/, 'jsonl'), 'utf8')
    expect(text).not.toMatch(/fairlead-golden|(?<!someone)\/tmp\/|\/root\b|node_modules/)
  }
})
