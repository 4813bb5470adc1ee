/** Half a minute of soak. `npm run soak` has more, and says what it does. */
import { expect, test } from 'vitest'
import { chosenFaults } from './faults/table.ts'
import { Random } from './plan/random.ts'
import { asText } from './report.ts'
import { runSoak } from './soak.ts'

test('for 30 seconds of faults, nothing is lost and nothing is done twice', {
  timeout: 900_000,
}, async () => {
  const seed = new Random(`${Date.now()}`).hex(8)
  const report = await runSoak({ seed, seconds: 30, sessions: 2, isReal: false, faults: chosenFaults({}) })
  expect(report.problems, asText(report, seed)).toEqual([])
  expect(report.outcomes.size, asText(report, seed)).toBeGreaterThan(0)
})
