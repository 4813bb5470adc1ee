// Holds 2.1.37 to the rules: the real one to a choice of them, because it takes a second to start; the simulator in its
// place to all. What both give is recorded, and SPEC.md tells where it is not what later versions do.

import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkConformance, GROUPS, type Report } from '../../src/conformance/index.ts'
import { findBinary } from '../../src/process/find-binary.ts'
import { claudeBinary, OLD_VERSION } from './claude-binaries.ts'
import { annotateUnsteady } from './conformance-rules.ts'

/** Rules that show where it differs most, and rules that hold in all versions. */
const CHOSEN = [
  ...['R-FLAG-3', 'R-INIT-5', 'R-STREAM-4', 'R-REPLAY-14', 'R-QUEUE-2', 'R-APPROVE-5', 'R-ASK-6'],
  ...['R-INTR-8', 'R-HOOK-37', 'R-ERROR-14', 'R-RESULT-5', 'R-SESSION-1', 'R-COMPACT-1'],
]

/** The real one asks for the API on the internet, in vain. The simulator never does. */
const GAPS = ['R-ENV-14']

const simulator = fileURLToPath(new URL('../../dist/simulator/agent/main.js', import.meta.url))

describe.each<{ name: string; path: () => string; only: string[]; gaps: string[] }>([
  { name: OLD_VERSION, path: () => claudeBinary(OLD_VERSION), only: CHOSEN, gaps: [] },
  { name: `the simulator as ${OLD_VERSION}`, path: () => simulator, only: [], gaps: GAPS },
])('$name', ({ path, only, gaps }) => {
  let report: Report
  beforeAll(async () => {
    vi.stubEnv('FAIRLEAD_SIM_VERSION', OLD_VERSION)
    report = await checkConformance({ binary: findBinary({ binary: path() }), only })
  }, 600_000)
  afterAll(() => {
    vi.unstubAllEnvs()
  })

  const all = GROUPS.flatMap(({ rules }) => rules.filter(({ slow }) => !slow).map(({ id }) => id))
  const ids = (only.length > 0 ? only : all).filter((id) => !gaps.includes(id))
  test.each(ids)('%s is as recorded', (id) => {
    const outcome = report.outcomes.find((it) => it.id === id)
    expect(outcome).toBeDefined()
    expect(
      report.unexpected.find((it) => it.id === id),
      outcome?.why,
    ).toBeUndefined()
  })

  test('nothing is unexpected', async ({ annotate }) => {
    await annotateUnsteady(report, annotate)
    expect(report).toMatchObject({ version: OLD_VERSION, known: true })
    expect(report.unexpected.filter(({ id }) => !gaps.includes(id))).toEqual([])
  })
})
