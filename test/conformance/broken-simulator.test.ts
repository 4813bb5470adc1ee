/** A simulator with one behaviour broken does not pass, and the rule that it breaks is the one that is named. */
import { existsSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { dispatch } from '../../src/cli/dispatch.ts'

const agent = fileURLToPath(new URL('./broken-simulator.mjs', import.meta.url))
const simulator = fileURLToPath(new URL('../../dist/simulator/agent/main.js', import.meta.url))
/** Each of them looks at one of the things that are broken below. */
const RULES = ['R-COST-1', 'R-STREAM-5', 'R-INIT-8', 'R-REPLAY-15', 'R-INTR-8', 'R-ERROR-18', 'R-END-9']

async function conformance(): Promise<{ code: number; text: string }> {
  let text = ''
  const args = RULES.flatMap((rule) => ['--only', rule])
  const code = await dispatch(['conformance', '--verbose', '--agent', agent, ...args], {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: Object.assign(new PassThrough(), { isTTY: false, columns: 80 }),
    env: process.env,
    cwd: process.cwd(),
    out: (printed) => {
      text += printed
    },
    err: () => {},
    onInterrupt: () => () => {},
  })
  return { code, text }
}

/** The rules that the table marks as unexpected. */
const marked = (text: string) => [...text.matchAll(/^\s*! (R-\w+-\d+)/gm)].map(([, id]) => id)

describe('the simulator', () => {
  beforeAll(() => {
    if (!existsSync(simulator)) throw new Error('there is no dist: run `npm run build` first')
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test('unbroken it passes', async () => {
    const { code, text } = await conformance()
    expect([code, marked(text)]).toEqual([0, []])
  })

  test.each([
    { what: 'the cost does not add up', env: { FAIRLEAD_SIM_BREAK: 'cost' }, rule: 'R-COST-1' },
    { what: 'blocks have a stop_reason', env: { FAIRLEAD_SIM_BREAK: 'stop_reason' }, rule: 'R-STREAM-5' },
    { what: 'only the first turn has an init', env: { FAIRLEAD_SIM_BREAK: 'init' }, rule: 'R-INIT-8' },
    { what: 'the marker is synthetic', env: { FAIRLEAD_SIM_BREAK: 'marker' }, rule: 'R-REPLAY-15' },
    { what: 'approvals are not withdrawn', env: { FAIRLEAD_SIM_BREAK: 'cancel' }, rule: 'R-INTR-8' },
    { what: 'the exit code is always 0', env: { FAIRLEAD_SIM_BREAK: 'exit_code' }, rule: 'R-END-9' },
    { what: 'lines that are no JSON', env: { FAIRLEAD_SIM_FAULTS: 'noise' }, rule: 'R-ERROR-18' },
  ])('$what: $rule is named', async ({ env, rule }) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    const { code, text } = await conformance()
    expect([code, marked(text)]).toEqual([1, [rule]])
    expect(text).toMatch(new RegExp(`${rule}: differs; recorded: holds`))
  })
})
