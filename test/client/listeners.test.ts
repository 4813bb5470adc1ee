/** Functions of the program that fail, at once or later: no line is lost, nothing ends, and the error is told. On the simulator. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { askAll, type SessionHandlers, type Warning } from '../../src/client/index.ts'
import { simulator } from '../../src/simulator/simulator.ts'
import { openTestSession } from '../../src/testing/open.ts'

const throws = (): never => {
  throw new Error('boom')
}
const rejects = async (): Promise<never> => throws()
const failing = [
  ['throws', throws],
  ['rejects', rejects],
] as const

/** What would have ended a program that listens to neither. */
let fatal: unknown[] = []
let printed: Error[] = []
const onFatal = (error: unknown) => fatal.push(error)
const onPrinted = (warning: Error) => printed.push(warning)
beforeEach(() => {
  fatal = []
  printed = []
  process.on('unhandledRejection', onFatal).on('uncaughtException', onFatal).on('warning', onPrinted)
})
afterEach(() => {
  process.off('unhandledRejection', onFatal).off('uncaughtException', onFatal).off('warning', onPrinted)
  expect(fatal).toEqual([])
})

/** A turn of a session that also writes to stderr, and lines that are no messages. */
async function turnWith(handlers: SessionHandlers): Promise<string> {
  const session = await openTestSession({ ...handlers, faults: ['noise', 'stderr-flood'] })
  onTestFinished(() => void session.close())
  session.onChange(() => {})
  const { status } = await session.send('hello').result
  await session.close()
  await new Promise(setImmediate)
  return status
}

describe.each(failing)('a function that %s', (_, fails) => {
  test.each(['onMessage', 'onIrregular', 'onStderr'] as const)('as %s is reported', async (name) => {
    const warnings: Warning[] = []
    expect(await turnWith({ [name]: fails, onWarning: (warning) => warnings.push(warning) })).toBe('success')
    expect(warnings[0]).toMatchObject({
      code: 'listener',
      message: `${name} threw`,
      error: new Error('boom'),
    })
    expect(printed).toEqual([])
  })

  test('as a listener of onChange is reported', async () => {
    const warnings: Warning[] = []
    const session = await openTestSession({ onWarning: (warning) => warnings.push(warning) })
    session.onChange(fails)
    await session.send('hello').result
    await session.close()
    await new Promise(setImmediate)
    expect(warnings[0]).toMatchObject({ code: 'listener', error: new Error('boom') })
  })

  test('as onWarning is printed, once for all warnings', async () => {
    expect(await turnWith({ onMessage: fails, onWarning: fails })).toBe('success')
    expect(printed.map(({ message }) => message)).toEqual([
      expect.stringContaining('onWarning threw: Error: boom'),
    ])
  })

  test('is printed once where nobody listens to warnings', async () => {
    expect(await turnWith({ onMessage: fails })).toBe('success')
    expect(printed).toHaveLength(1)
    expect(printed[0]).toMatchObject({ name: 'FairleadWarning', code: 'listener' })
    expect(printed[0]?.message).toContain('onMessage threw: Error: boom')
  })

  test('as onProgress of a batch costs no answer', async () => {
    const sim = simulator()
    onTestFinished(() => sim.close())
    const warnings: Warning[] = []
    const onWarning = (warning: Warning) => warnings.push(warning)
    const outcomes = await askAll(['a', 'b'], { ...sim, onProgress: fails, onWarning })
    await new Promise(setImmediate)
    expect(outcomes.map(({ status }) => status)).toEqual(['done', 'done'])
    expect(warnings).toHaveLength(2)
  })
})
