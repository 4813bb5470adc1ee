import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { run } from './run.ts'

const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
const { version } = JSON.parse(text) as { version: string }

function call(...args: string[]) {
  const printed = { out: '', err: '' }
  const code = run(args, {
    out: (text) => {
      printed.out += text
    },
    err: (text) => {
      printed.err += text
    },
  })
  return { code, ...printed }
}

test('without arguments it says what it is, what works and how to go on', () => {
  const { code, out, err } = call()
  expect(code).toBe(0)
  expect(out).toContain(`fairlead ${version}\n`)
  expect(out).toContain('fairlead/protocol')
  expect(out).toContain('fairlead --help')
  expect(err).toBe('')
})

test.each(['--help', '-h'])('%s shows the options', (option) => {
  expect(call(option)).toMatchObject({ code: 0, out: expect.stringContaining('--version'), err: '' })
})

test.each(['--version', '-v'])('%s shows the version and nothing else', (option) => {
  expect(call(option)).toEqual({ code: 0, out: `${version}\n`, err: '' })
})

test.each([
  [['--loud'], "fairlead: Unknown option '--loud'. See `fairlead --help`.\n"],
  [['-x'], "fairlead: Unknown option '-x'. See `fairlead --help`.\n"],
  [['serve'], "fairlead: Unknown command 'serve'. See `fairlead --help`.\n"],
  [['serve', '--help.me'], "fairlead: Unknown option '--help.me'. See `fairlead --help`.\n"],
  [['v1.2'], "fairlead: Unknown command 'v1.2'. See `fairlead --help`.\n"],
])('%j is refused with exit code 2', (args, err) => {
  expect(call(...args)).toEqual({ code: 2, out: '', err })
})
