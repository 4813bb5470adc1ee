/** Over a real child that fills its stderr, as the CLI does when a hook fails, and then ends. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_TAIL_BYTES } from '../process/stderr-tail.ts'
import { SessionEndedError } from './errors.ts'
import { openSession } from './open-session.ts'

const KEY = 'sk-ant-api03-this-is-the-secret-of-the-user'
const PROGRAM = `
import { createInterface } from 'node:readline'
if (process.argv.includes('--version')) {
  console.log('2.1.325 (Claude Code)')
} else {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { request_id, request } = JSON.parse(line)
    if (request?.subtype === 'initialize') {
      const response = { subtype: 'success', request_id, response: {} }
      console.log(JSON.stringify({ type: 'control_response', response }))
      return
    }
    const source = 'if(a){b();c(d)}'.repeat(5000)
    for (let i = 0; i < 100; i++) console.error('Error in hook callback: ' + i + ' | ' + source)
    console.error('{"type":"result","subtype":"success"}')
    console.error('request failed, headers {"x-api-key":"' + process.env.ANTHROPIC_API_KEY + '"}')
    process.exitCode = 1
    process.stdin.destroy()
  })
}
`
let folder: string
let binary: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairlead-stderr-'))
  binary = join(folder, 'claude.mjs')
  await writeFile(binary, PROGRAM)
})
afterAll(() => rm(folder, { recursive: true }))

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
  expect(Buffer.byteLength(stderr)).toBeLessThan(2 * MOST_TAIL_BYTES)
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
