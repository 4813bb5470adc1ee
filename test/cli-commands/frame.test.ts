import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { call } from './fairlead.ts'

const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
const { version } = JSON.parse(text) as { version: string }
const OWN = ['try', 'run', 'model', 'doctor', 'discover']

test('without arguments it says what it is, what works and how to go on', async () => {
  const { code, out, err } = await call([])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  for (const part of [`fairlead ${version}\n`, 'fairlead/protocol', 'fairlead try', 'fairlead --help'])
    expect(out).toContain(part)
})

test.each(['--help', '-h', 'help'])('%s lists the commands', async (option) => {
  const { code, out, err } = await call([option])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  for (const name of OWN) expect(out).toMatch(new RegExp(`^ {2}${name} +\\w`, 'm'))
})

test.each(['--version', '-v'])('%s shows the version and nothing else', async (option) => {
  expect(await call([option])).toEqual({ code: 0, out: `${version}\n`, err: '' })
})

describe.each(OWN)('fairlead %s', (name) => {
  test('has a help with its options', async () => {
    const { code, out, err } = await call([name, '--help'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(new RegExp(`^Usage: fairlead ${name} `))
    expect(out).toContain('--json')
    expect(await call(['help', name])).toEqual({ code, out, err })
  })

  test('refuses an option that it does not have', async () => {
    const { code, out, err } = await call([name, '--jsno'])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toBe(
      `fairlead ${name}: Unknown option '--jsno'; did you mean --json? See \`fairlead ${name} --help\`.\n`,
    )
  })
})

test.each([
  [['--loud'], "fairlead: Unknown option '--loud'. See `fairlead --help`.\n"],
  [['-x'], "fairlead: Unknown option '-x'. See `fairlead --help`.\n"],
  [['serve'], "fairlead: Unknown command 'serve'. See `fairlead --help`.\n"],
  [['rnu'], "fairlead: Unknown command 'rnu'; did you mean run? See `fairlead --help`.\n"],
  [['toString'], "fairlead: Unknown command 'toString'. See `fairlead --help`.\n"],
  [['--version', 'run'], 'fairlead: The command comes first, its options after it. See `fairlead --help`.\n'],
  [['doctor', 'x'], "fairlead doctor: 'x' is an unexpected argument. See `fairlead doctor --help`.\n"],
])('%j is refused with exit code 2', async (args, err) => {
  expect(await call(args)).toEqual({ code: 2, out: '', err })
})

test('an agent that cannot be run is called what the command calls it, with what was meant', async () => {
  const { code, err } = await call(['run', '--agent', 'smi', 'hello'])
  expect(err).toMatch(
    /^fairlead run: --agent is "smi", which cannot be run\. Looked at:\n.*\nDid you mean --agent sim\?\n$/s,
  )
  expect(code).toBe(1)
  expect((await call(['doctor', '--agent', 'other'])).out).not.toContain('mean')
})

test('the stack of an error is shown with DEBUG only', async () => {
  const args = ['run', '--agent', './none', 'hello']
  const plain = await call(args)
  expect(plain).toMatchObject({ code: 1, out: '' })
  expect(plain.err).not.toContain('    at ')
  expect((await call(args, { env: { DEBUG: '1' } })).err).toContain('    at ')
})
