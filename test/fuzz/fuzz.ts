/**
 * Runs a property with random input. A seed decides all of it, and is printed when something fails: `FAIRLEAD_SEED=… npx vitest run FILE` does
 * the same again. Without a seed, a run takes a random one. `FAIRLEAD_FUZZ_SECONDS` (set by `npm run fuzz`) asks for round after round, each
 * with the next seed, until the time is up.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'

export interface FuzzOptions {
  /** Inputs in one round: together they take less than a second. */
  readonly runs: number
}

const seconds = Number(process.env.FAIRLEAD_FUZZ_SECONDS ?? 0)
const MAX_SEED = 2 ** 31

export function fuzz<T>(
  name: string,
  input: fc.Arbitrary<T>,
  check: (input: T) => void | Promise<void>,
  { runs }: FuzzOptions,
): void {
  test(name, { timeout: seconds * 1000 + 180_000 }, async () => {
    const given = process.env.FAIRLEAD_SEED
    let seed = given === undefined ? Math.floor(Math.random() * MAX_SEED) : Number(given)
    if (!Number.isSafeInteger(seed)) throw new Error(`FAIRLEAD_SEED must be a whole number, not ${given}`)
    const until = Date.now() + seconds * 1000
    let toldAt = Date.now()
    for (let round = 1; ; round += 1) {
      await playRound(seed, input, check, runs)
      if (Date.now() >= until) return
      seed = (seed + 1) % MAX_SEED
      if (Date.now() - toldAt < 10_000) continue
      toldAt = Date.now()
      console.log(
        `${name}: ${round * runs} inputs, ${Math.ceil((until - toldAt) / 1000)} s to go, seed ${seed}`,
      )
    }
  })
}

async function playRound<T>(
  seed: number,
  input: fc.Arbitrary<T>,
  check: (input: T) => void | Promise<void>,
  numRuns: number,
): Promise<void> {
  const property = fc.asyncProperty(input, async (value) => {
    await check(value)
  })
  const found = await fc.check(property, { seed, numRuns })
  if (!found.failed) return
  const { testPath } = expectState()
  const again = `FAIRLEAD_SEED=${seed} npx vitest run ${testPath}`
  throw new Error(`${again}\n${fc.defaultReportMessage(found)}`, { cause: found.errorInstance })
}

function expectState(): { testPath: string } {
  const path = expect.getState().testPath ?? ''
  return { testPath: path.slice(path.indexOf('test/fuzz')) }
}
