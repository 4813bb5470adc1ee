import { expect, test } from 'vitest'
import { call } from './fairlead.ts'

const SHOWN = [
  /^fairlead \d+\.\d+\.\d+\nHosts the Claude Code CLI: /,
  /one turn of the simulator, with the prompt "fix the bug":\n/,
  /● Read src\/total\.js ok\n● Read src\/total\.test\.js ok\n\nLet me see it fail\.\n/,
  /● Edit src\/total\.js ok\n● Bash .* ok\n\nFixed\./,
  /\ndone · [\d.]+ s · 6 rounds · <\$0\.01\n\nIn a terminal you can type prompts yourself\./,
]

test('without a terminal it shows one turn, in order, and ends well', async () => {
  const { code, out, err } = await call(['try'])
  for (const part of SHOWN) expect(out).toMatch(part)
  expect({ code, err }).toEqual({ code: 0, err: '' })
})

test('--json prints the messages and nothing else', async () => {
  const { code, out } = await call(['try', '--json'])
  const types = out
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { type: string }).type)
  expect(types).toContain('result')
  expect(code).toBe(0)
})
