/** Over a real child that fills its stderr, as the CLI does when a hook fails, and then ends. */
import { expect, test } from 'vitest'
import { fakeProgram } from '../../test/client/fake-program.ts'
import { MAX_TAIL_BYTES } from '../process/stderr-tail.ts'
import { SessionEndedError } from './errors.ts'
import { openSession } from './open-session.ts'

const KEY = 'sk-ant-api03-this-is-the-secret-of-the-user'
const { folder, binary } = fakeProgram(`
  if (request?.subtype === 'initialize') return answer({})
  const source = 'if(a){b();c(d)}'.repeat(5000)
  for (let i = 0; i < 100; i++) console.error('Error in hook callback: ' + i + ' | ' + source)
  console.error('{"type":"result","subtype":"success"}')
  console.error('request failed, headers {"x-api-key":"' + process.env.ANTHROPIC_API_KEY + '"}')
  process.exitCode = 1
  process.stdin.destroy()
`)

/** Opens a session, has it fail, and gives all that its owner was told. */
async function failed() {
  const told: unknown[] = []
  let written = ''
  const session = await openSession({
    binary,
    cwd: folder,
    env: { ANTHROPIC_API_KEY: KEY },
    onMessage: ({ type }) => told.push(type),
    onIrregular: (line) => told.push(line),
    onWarning: (warning) => told.push(warning),
    onStderr: (text) => {
      written += text
    },
  })
  const error = await session.send('hello').result.catch((reason: unknown) => reason)
  if (!(error instanceof SessionEndedError)) throw new Error('it did not end')
  return { error, told, written }
}

test('R-DEBUG-6 what stands on stderr is no message; its end is kept, with long lines cut', async () => {
  const { error, told, written } = await failed()
  expect(told).toEqual(['control_response'])
  expect(written.length).toBeGreaterThan(5_000_000)
  const { stderr } = error.ending
  expect(Buffer.byteLength(stderr)).toBeLessThan(2 * MAX_TAIL_BYTES)
  expect(stderr).toMatch(/Error in hook callback: 99 \| .*\[… \d+ bytes left out …\]/)
  expect(stderr).not.toContain('Error in hook callback: 0 |')
  expect(error.message.length).toBeLessThan(20_000)
})

test('R-SEC-2 the kept end, and the error that shows it, are without the key', async () => {
  const { error, written } = await failed()
  expect(written).toContain(KEY)
  for (const text of [error.ending.stderr, error.message, JSON.stringify(error)]) {
    expect(text).not.toContain(KEY)
    expect(text).not.toContain(KEY.slice(0, 20))
  }
  expect(error.ending.stderr).toContain('"x-api-key":"[redacted]"')
})
