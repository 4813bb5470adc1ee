import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Io } from '../io.ts'
import { promptFrom } from './stdin.ts'

const piped = (chunks: Iterable<string>) => {
  const stdin = Readable.from(chunks) as unknown as Io['stdin']
  return { stdin, err: () => {} } as unknown as Io
}
/** As `yes` does. */
function* forEver() {
  for (;;) yield 'y\n'.repeat(32 * 1024)
}

test.each([undefined, '-', 'explain'])(
  'with the prompt %j, input that never ends is refused',
  async (operand) => {
    const io = piped(forEver())
    await expect(promptFrom(operand, io)).rejects.toThrow('more than 10 MB came from stdin')
    expect(io.stdin.destroyed).toBe(true)
  },
)

test('what is piped in follows the prompt, unless it is blank', async () => {
  expect(await promptFrom('explain', piped(['line 1\n', 'line 2\n']))).toBe('explain\nline 1\nline 2\n')
  expect(await promptFrom('explain', piped([' \n']))).toBe('explain')
})
