import { expect, test } from 'vitest'
import { checkScenario } from '../../../src/simulator/scenario-check.ts'
import { chosenFaults, faultNames, infoOf } from '../faults/table.ts'
import { type FaultStep, planFaults, planSession } from './plan.ts'
import { Random } from './random.ts'

const options = (seed: string, without: readonly 'exit'[] = []) => ({
  seed,
  agents: ['sim', 'sim noise'],
  faults: chosenFaults({ without }),
})
function faultsOf(seed: string): FaultStep[] {
  const steps = planFaults(options(seed))
  return Array.from({ length: 200 }, () => steps.next().value as FaultStep)
}

test('the same seed has the same plan, another has another', () => {
  expect(planSession(options('a'), 1, 7)).toEqual(planSession(options('a'), 1, 7))
  expect(planSession(options('a'), 1, 7)).not.toEqual(planSession(options('b'), 1, 7))
  expect(faultsOf('a')).toEqual(faultsOf('a'))
  expect(faultsOf('a')).not.toEqual(faultsOf('b'))
})

test('a fault that is left out does not change the steps of a session', () => {
  const kinds = (without: readonly 'exit'[]) =>
    planSession(options('a', without), 2, 3).steps.map((step) => step.do)
  expect(kinds(['exit'])).toEqual(kinds([]))
})

test('every fault that is injected is in a long plan', () => {
  const injected = faultNames.filter(
    (name) => ['injector', 'clock'].includes(infoOf(name).by) || name === 'cut-clients',
  )
  expect([...new Set(faultsOf('a').map(({ fault }) => fault))].sort()).toEqual(injected.sort())
})

test('every script is one that the simulator plays, and no two prompts have the same token', () => {
  const plans = Array.from({ length: 100 }, (_, index) => planSession(options('a'), 1, index))
  const prompts = plans.flatMap(({ first, steps }) => [
    ...(first ? [first] : []),
    ...steps.flatMap((step) => ('prompt' in step && step.prompt ? [step.prompt] : [])),
  ])
  checkScenario({ scripts: prompts.map(({ script }) => script) })
  expect(new Set(prompts.map(({ token }) => token)).size).toBe(prompts.length)
  expect(new Set(prompts.map(({ uuid }) => uuid)).size).toBe(prompts.length)
})

test('a real CLI is not asked to play the faults of the simulator', () => {
  const real = chosenFaults({}, { isReal: true })
  expect(real.has('noise') || real.has('exit') || real.has('stall')).toBe(false)
  expect(real.has('kill-host')).toBe(true)
})

test('a full disk is there where it can be had, and a huge line when it is asked for', () => {
  expect(chosenFaults({}).has('full-disk')).toBe(false)
  expect(chosenFaults({}, { hasDisk: true }).has('full-disk')).toBe(true)
  expect([...chosenFaults({ only: ['full-disk'] })]).toEqual(['full-disk'])
  expect(chosenFaults({}).has('huge-line')).toBe(false)
  expect(chosenFaults({ with: ['huge-line'] }).has('huge-line')).toBe(true)
})

test('the small disk that gets full has no room for huge lines', () => {
  expect(chosenFaults({ with: ['huge-line'] }, { hasDisk: true }).has('full-disk')).toBe(false)
  expect(chosenFaults({ with: ['huge-line', 'full-disk'] }, { hasDisk: true }).has('full-disk')).toBe(true)
})

test('random numbers are spread evenly, and both ends are reached', () => {
  const random = new Random('x')
  const counts = new Map<number, number>()
  for (let i = 0; i < 6000; i++) {
    const value = random.int(1, 6)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6])
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150)
})
