/** Over a real child, which is no CLI: it tells a version, answers initialize, and ends with its input. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeProgram } from '../../test/client/fake-program.ts'
import { descendantsOf } from '../process/descendants.ts'
import { WorkingDirectoryError } from '../process/errors.ts'
import { initializeFields } from '../process/options/initialize-fields.ts'
import { openSession, startSession } from './open-session.ts'
import type { Warning } from './session-options.ts'

const { folder, binary, old } = fakeProgram(`
  if (process.env.FAKE_REFUSES) answer({}, { subtype: 'error', error: 'no' })
  else if (process.env.FAKE_TELLS) answer({ DEBUG: process.env.DEBUG ?? null, args: process.argv.slice(2) })
  else answer({ asked: request })
`)

/** How many processes of this one run. */
const children = () => descendantsOf(process.pid).length

test('opens a session, whose options go into initialize or onto the command line', async () => {
  const session = await openSession({ binary, cwd: folder, model: 'opus', appendSystemPrompt: 'Be brief.' })
  expect(await session.ready).toEqual({
    asked: { subtype: 'initialize', appendSystemPrompt: 'Be brief.' },
  })
  expect(children()).toBe(1)
  expect(await session.close()).toMatchObject({ cause: 'close', exitCode: 0 })
  expect(children()).toBe(0)
})

test.each([
  [{}, null, false],
  [{ DEBUG: 'inherited' }, 'inherited', false],
  [{ DEBUG_CLAUDE_AGENT_SDK: '1' }, '1', true],
])('R-DEBUG-4 the environment %j turns debugging on, or does not', async (env, debug, toStderr) => {
  const session = await openSession({ binary, cwd: folder, env: { FAKE_TELLS: '1', ...env } })
  const { DEBUG, args } = (await session.ready) as { DEBUG?: string | null; args?: string[] }
  await session.close()
  expect(DEBUG).toBe(debug)
  expect(args?.includes('--debug-to-stderr')).toBe(toStderr)
})

test('leaves no process behind when the session cannot be made', async () => {
  const hooks = { NoSuchEvent: [{ handler: () => undefined }] } as object
  await expect(startSession({ binary, cwd: folder, hooks })).rejects.toThrow('no hook event "NoSuchEvent"')
  expect(children()).toBe(0)
})

test('a CLI that dies at once is told as such, whatever the write to it says', async () => {
  const dead = join(folder, 'dead.mjs')
  await writeFile(dead, `console.error('no licence'); process.exit(7)`)
  for (let i = 0; i < 5; i++) {
    const opened = openSession({ binary: dead, cwd: folder })
    await expect(opened).rejects.toMatchObject({
      code: 'ended',
      ending: { exitCode: 7, stderr: 'no licence' },
    })
  }
})

test('leaves no process behind when the CLI refuses initialize', async () => {
  const opened = openSession({ binary, cwd: folder, env: { FAKE_REFUSES: '1' } })
  await expect(opened).rejects.toThrow('initialize: no')
  expect(children()).toBe(0)
})

test('a folder that is not there is told as such', async () => {
  const opened = openSession({ binary, cwd: join(folder, 'nowhere') })
  await expect(opened).rejects.toBeInstanceOf(WorkingDirectoryError)
  await expect(openSession({ binary, cwd: binary })).rejects.toThrow('is not a directory')
})

test('options that the version does not know are left out, with a warning', async () => {
  const warnings: Warning[] = []
  const session = await openSession({
    binary: old,
    cwd: folder,
    permissionPrompts: 'host',
    onWarning: (warning) => warnings.push(warning),
  })
  await session.close()
  expect(warnings).toMatchObject([
    { code: 'option-left-out', message: expect.stringContaining('permissionPrompts') },
  ])
})

test('R-INIT-12 what is not given does not go into initialize, least of all a system prompt', () => {
  expect(initializeFields({})).toEqual({})
  expect(initializeFields({ ...{ model: 'opus' }, title: 'T', promptSuggestions: false })).toEqual({
    title: 'T',
    promptSuggestions: false,
  })
  expect(initializeFields({ systemPrompt: '' })).toEqual({ systemPrompt: '' })
})

test('is closed at the end of the block with `await using`', async () => {
  const session = await openSession({ binary, cwd: folder })
  await session[Symbol.asyncDispose]()
  expect(await session.ended).toMatchObject({ cause: 'close' })
  expect(children()).toBe(0)
})

test('a signal that was aborted before starts nothing', async () => {
  const signal = AbortSignal.abort(new Error('too late'))
  await expect(openSession({ binary, cwd: folder, signal })).rejects.toThrow('too late')
  expect(children()).toBe(0)
})

test('a signal that is aborted later closes the session, and what is awaited rejects', async () => {
  const controller = new AbortController()
  const session = await openSession({ binary, cwd: folder, signal: controller.signal })
  const prompt = session.send('hello')
  controller.abort()
  expect(await session.ended).toMatchObject({ cause: 'close' })
  await expect(prompt.result).rejects.toMatchObject({ code: 'ended' })
  expect(children()).toBe(0)
})

const failing = fakeProgram(
  '',
  `
  if (process.env.FAKE_SAYS) {
    process.stderr.write(process.env.FAKE_SAYS)
    process.exit(1)
  }
`,
)

test.each([
  ['bad-flag', 'binary', "error: unknown option '--nosuch'", '2.1.325'],
  ['session-not-found', 'binary', 'No conversation found with session ID: x', '2.1.325'],
  ['ended', 'binary', 'something else', '2.1.325'],
] as const)(
  'a CLI that ends at once gives the code %s, its version and its path',
  async (code, name, says, version) => {
    const asked = openSession({ binary: failing[name], cwd: failing.folder, env: { FAKE_SAYS: says } })
    const error = await asked.catch((it: unknown) => it)
    expect(error).toMatchObject({ code, message: expect.stringContaining(`${version}, ${failing[name]}`) })
  },
)
