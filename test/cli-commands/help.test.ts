// What every command has in common, asked without a host: help, examples, options with suggestions.
import { describe, expect, test } from 'vitest'
import { COMMAND_NAMES, loadCommands } from '../../src/cli/commands.ts'
import { EXIT_CODES } from '../../src/cli/exit-codes.ts'
import { commandsIn } from '../docs/blocks.ts'
import { Running } from './host-stage.ts'

const COMMANDS = await loadCommands()
const call = (args: string[], columns?: number) =>
  new Running(args, { NO_COLOR: '1', FAIRLEAD_HOME: '/not/there' }, '/', columns ? { columns } : {}).outcome()

describe.each(COMMAND_NAMES)('fairlead %s', (name) => {
  test('has a help whose examples it would take', async () => {
    const { code, out, err } = await call([name, '--help'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(new RegExp(`^Usage: fairlead ${name} `))
    const [, examples = ''] = out.split('\nExamples:\n')
    const given = commandsIn(examples.replace(/\$\((.*?)\)/g, '; $1')).filter(
      ([program]) => program === 'fairlead',
    )
    for (const [, command = '', ...args] of given) expect(() => COMMANDS[command]?.check(args)).not.toThrow()
    if (name !== 'try') expect(given.map(([, command]) => command)).toContain(name)
  })

  test.each([60, 80])('its help fits %i columns', async (columns) => {
    const [out = ''] = (await call([name, '--help'], columns)).out.split('\nExamples:\n')
    const words = (line: string) => line.trim().split(/ +/)
    // A line that is longer is one that cannot be broken.
    for (const line of out.split('\n').filter((it) => it.length > columns))
      expect(words(line).length).toBeLessThan(3)
  })

  test('refuses an option that it does not have, and says which was meant', async () => {
    expect(await call([name, '--hlep'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('did you mean --help?'),
    })
  })
})

test('the exit codes are told in one place', async () => {
  const { code, out } = await call(['help', 'exit-codes'])
  expect(code).toBe(0)
  for (const [number, meaning] of EXIT_CODES)
    expect(out).toMatch(new RegExp(`^ +${number} +${meaning.slice(0, 12)}`, 'm'))
})

test('a command that is none is answered with what was meant', async () => {
  expect(await call(['aprove'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('did you mean approve?'),
  })
})
