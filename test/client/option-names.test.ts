/** No call gets as far as a process: a binary that is not there would fail in another way. */
import { expect, test } from 'vitest'
import { ask } from '../../src/client/ask/ask.ts'
import { askAll } from '../../src/client/ask/ask-all.ts'
import { openSession, startSession } from '../../src/client/open-session.ts'
import { query } from '../../src/client/query.ts'
import { SchemaError } from '../../src/client/schema.ts'
import type { SessionOptions } from '../../src/client/session-options.ts'
import { tool } from '../../src/client/tools/tool.ts'
import { startDaemon } from '../../src/host/daemon.ts'
import { OptionsError } from '../../src/protocol/errors.ts'
import { openTestSession } from '../../src/testing/open.ts'

const binary = '/nowhere/claude'
const untyped = <Options>(options: object) => options as Options
const calls: [call: string, run: (options: SessionOptions) => Promise<unknown>][] = [
  ['openSession', (options) => openSession(options)],
  ['startSession', (options) => startSession(options)],
  ['query', (options) => query({ prompt: 'hello', options }).next()],
  ['ask', (options) => ask('hello', options)],
  ['askAll', (options) => askAll(['hello'], options)],
  ['openTestSession', ({ binary: _, ...options }) => openTestSession(options)],
]

test.each(calls)('%s refuses a misspelt option, with the name that was meant', async (_, run) => {
  const error = await run(untyped({ binary, modle: 'opus' })).catch((it: unknown) => it)
  expect(error).toBeInstanceOf(OptionsError)
  expect(error).toMatchObject({
    code: 'bad-options',
    message: "unknown option 'modle'; did you mean 'model'?",
  })
})

test.each(['openTestSession', 'askAll'])('the options of %s itself are among the names', async (name) => {
  const meant = { openTestSession: 'scenario', askAll: 'concurrency' }[name] ?? ''
  const run = calls.find(([call]) => call === name)?.[1]
  await expect(run?.(untyped({ [`${meant}x`]: 1 }))).rejects.toThrow(`did you mean '${meant}'?`)
})

test('what belongs to the command line, to initialize or to this program is known', async () => {
  const options = { binary, model: 'opus', systemPrompt: '', sandbox: {}, onStderr: () => {}, cwd: '/' }
  await expect(openSession(options)).rejects.toMatchObject({ code: 'binary-not-found' })
})

test('query names what it takes', async () => {
  await expect(query(untyped({ promt: 'hello' })).next()).rejects.toThrow("did you mean 'prompt'?")
  await expect(query(untyped({})).next()).rejects.toThrow('`prompt` is missing.')
})

test('`ask` has `schema` and no `jsonSchema`', async () => {
  const asked = ask('hello', untyped<object>({ binary, jsonSchema: { type: 'object' } }))
  await expect(asked).rejects.toThrow("unknown option 'jsonSchema'")
})

test('a schema that is none is refused, with the place', async () => {
  const schema = { type: 'object', properties: { age: { type: 'nubmer' } } }
  const message =
    "The schema of the answer is not valid: schema.properties.age.type: there is no 'nubmer'; did you mean 'number'?"
  await expect(ask('hello', { binary, schema })).rejects.toMatchObject({ code: 'bad-schema', message })
  await expect(openSession({ binary: process.execPath, jsonSchema: schema })).rejects.toMatchObject({
    code: 'bad-options',
  })
  expect(() => tool('age', 'An age', schema, () => '')).toThrow(SchemaError)
})

test('a misspelt annotation of a tool is refused', () => {
  const annotations = untyped<object>({ readonlyHint: true, destructive: false })
  const make = () => tool('look', 'Looks', { type: 'object' }, () => '', annotations)
  expect(make).toThrow("unknown option 'readonlyHint'; did you mean 'readOnlyHint'?")
})

test('startDaemon refuses a misspelt option before it makes a folder', async () => {
  const started = startDaemon(untyped({ version: '1', foldr: '/nowhere' }))
  await expect(started).rejects.toThrow("unknown option 'foldr'; did you mean 'folder'?")
})
