/** `simulator()`, as the tests of a user have it: a real process of the build that plays what the options say. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { ask, openSession, query } from '../../src/client/index.ts'
import { OptionsError } from '../../src/protocol/errors.ts'
import { type Scenario, type SimulatorOptions, simulator } from '../../src/simulator/index.ts'
import { daemonStage } from '../host/daemon-stage.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairlead-simulator-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const scenario: Scenario = { scripts: [{ prompt: 'hello', replies: [[{ text: 'Hi, you.' }]] }] }
const YAML = 'scripts:\n  - prompt: hello\n    replies:\n      - - text: "Hi, you."\n'
const file = join(folder, 'one, two.yaml')
writeFileSync(file, YAML)

/** Removed after the test. */
function forTest(options?: SimulatorOptions) {
  const made = simulator(options)
  onTestFinished(() => made.close())
  return made
}

async function firstText(options: SimulatorOptions, prompt = 'hello'): Promise<string> {
  await using session = await openSession({ ...forTest(options), cwd: folder })
  return (await session.send(prompt).result).text
}

describe('a scenario is', () => {
  test.each<[string, Scenario | string]>([
    ['an object', scenario],
    ['YAML', YAML],
    ['JSON text', JSON.stringify(scenario, null, 2)],
    ['the path of a file', file],
  ])('%s', async (_, given) => {
    expect(await firstText({ scenario: given })).toBe('Hi, you.')
  })

  test('completed by the built-in ones', async () => {
    expect(await firstText({})).toContain('I am the Fairlead simulator')
    expect(await firstText({ scenario }, 'good morning')).toContain('I am the Fairlead simulator')
  })

  test('passed as a file where it is too long for the environment, or refused', async () => {
    const long: Scenario = { scripts: [{ prompt: 'hello', replies: [[{ text: 'x'.repeat(200_000) }]] }] }
    expect(() => simulator({ scenario: long })).toThrow(/200\d\d\d bytes.*write it to a file/)
    const path = join(folder, 'long.json')
    writeFileSync(path, JSON.stringify(long))
    expect(await firstText({ scenario: path })).toHaveLength(200_000)
  })
})

test('ask and query take it too', async () => {
  const sim = forTest({ scenario })
  expect((await ask('hello', { ...sim, cwd: folder })).value).toBe('Hi, you.')
  const texts: string[] = []
  for await (const message of query({ prompt: 'hello', options: { ...sim, cwd: folder } }))
    if (message.type === 'result' && message.subtype === 'success') texts.push(message.result ?? '')
  expect(texts).toEqual(['Hi, you.'])
})

test('an agent of the host plays it', async () => {
  const { binary, env } = forTest({ scenario })
  const stage = await daemonStage()
  onTestFinished(() => stage.close())
  await stage.api.call('putAgents', { body: { agents: [{ name: 'mine', command: binary, args: [], env }] } })
  const state = await stage.settled(await stage.create('hello'))
  expect(state.turns.past).toMatchObject({ size: 1 })
  expect(JSON.stringify(state.transcript)).toContain('Hi, you.')
})

test('faults happen, and the version is the one that was asked for', async () => {
  const sim = forTest({ scenario, faults: ['exit@init=7'], version: '2.1.197' })
  const session = await openSession({ ...sim, cwd: folder })
  await expect(session.send('hello').result).rejects.toMatchObject({ ending: { exitCode: 7 } })
  expect(session.state.facts.version).toBe('2.1.197')
})

test('the environment of the caller changes nothing', async () => {
  const sim = forTest({ scenario })
  const before = { ...process.env }
  onTestFinished(() => {
    process.env = before
  })
  Object.assign(process.env, { FAIRLEAD_SIM_FAULTS: 'exit', FAIRLEAD_SIM_SCENARIO: '/nowhere.yaml' })
  expect((await ask('hello', { ...sim, cwd: folder })).value).toBe('Hi, you.')
})

test('what its sessions leave lies in a folder of its own, which close() removes', async () => {
  const exits = process.listenerCount('exit')
  const sim = simulator({ scenario })
  const own = dirname(sim.env.CLAUDE_CONFIG_DIR ?? '')
  {
    await using _ = sim
    await ask('hello', { ...sim, cwd: folder })
    expect(existsSync(join(own, 'claude', 'projects'))).toBe(true)
  }
  expect(existsSync(own)).toBe(false)
  await sim.close()
  expect(process.listenerCount('exit')).toBe(exits)
})

describe('what makes no sense is refused, with what was probably meant', () => {
  const refused = (options: object): string => {
    try {
      simulator(options as SimulatorOptions)
    } catch (error) {
      return (error as Error).message
    }
    return 'taken'
  }
  test.each<[object, string]>([
    [{ senario: scenario }, "unknown option 'senario'; did you mean 'scenario'?"],
    [{ x: 1 }, "unknown option 'x'; there are scenario, faults, speed, version"],
    [{ faults: ['stal@init'] }, 'there is no fault "stal@init"; did you mean "stall"?'],
    [{ faults: ['exit@aproval'] }, 'there is no point "aproval" in "exit@aproval"; did you mean "approval"?'],
    [{ faults: ['toString'] }, 'there is no fault "toString"; there are stall, exit,'],
    [{ faults: ['exit=999'] }, '"999" in "exit=999" is not an exit code'],
    [{ faults: 'exit' }, '`faults` must be a list'],
    [{ speed: -1 }, '`speed` must be a number, 0 or more, not -1'],
    [{ speed: 'fast' }, '`speed` must be a number, 0 or more, not "fast"'],
    [{ version: '2.1.300' }, '`version` must be one of 2.1.37, 2.1.197, 2.1.325, not "2.1.300"'],
    [{ scenario: { scripts: [{ prompt: 7 }] } }, 'scripts[0].prompt: must be a string'],
    [{ scenario: 'scripts:\n  - prompt: 7\n' }, 'scenario.yaml:2:13: scripts[0].prompt: must be a string'],
    [{ scenario: '/nowhere/s.yaml' }, '/nowhere/s.yaml cannot be read (ENOENT)'],
    [{ scenario: 7 }, 'scenario: must be an object'],
  ])('%j', (options, message) => {
    expect(refused(options)).toContain(message)
  })

  test('and undefined is as good as left out', () => {
    expect(() =>
      forTest({ scenario: undefined, speed: undefined } as unknown as SimulatorOptions),
    ).not.toThrow()
    expect(() => simulator({ faults: ['stal'] as never })).toThrow(OptionsError)
  })
})

test('names of faults are types', () => {
  const options: SimulatorOptions = {
    faults: ['stall', 'exit=3', 'exit@approval=9', 'stall@delta:20', 'slow-start=5', 'bytes@init'],
  }
  // @ts-expect-error no such fault
  const wrong: SimulatorOptions = { faults: ['stal'] }
  // @ts-expect-error it is about the start
  const pointless: SimulatorOptions = { faults: ['slow-start@init'] }
  expect([options, wrong, pointless]).toHaveLength(3)
})
