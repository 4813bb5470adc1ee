/** Two minutes of soak each, on the simulator and on the real CLIs. */
import { expect, test } from 'vitest'
import { fullDiskProblem } from './faults/full-disk.ts'
import { chosenFaults } from './faults/table.ts'
import { Random } from './plan/random.ts'
import { asText } from './report.ts'
import { runSoak } from './soak.ts'

test.each([
  ['the simulator', false],
  ['the real CLIs', true],
])(
  'for two minutes of faults on %s, nothing is lost and nothing is done twice',
  {
    timeout: 1_200_000,
  },
  async (_, isReal) => {
    const seed = new Random(`${Date.now()}`).hex(8)
    const faults = chosenFaults({}, { isReal, hasDisk: fullDiskProblem() === undefined })
    const report = await runSoak({ seed, seconds: 120, sessions: 4, isReal, faults })
    expect(report.problems, asText(report, seed)).toEqual([])
    expect(report.outcomes.get('done'), asText(report, seed)).toBeGreaterThan(0)
  },
)
