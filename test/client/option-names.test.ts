/** No call gets as far as a process: a binary that is not there would fail in another way. */
import { expect, test } from 'vitest'
import { ask } from '../../src/client/ask/ask.ts'
import { type AskAllOptions, askAll } from '../../src/client/ask/ask-all.ts'
import { openSession, startSession } from '../../src/client/open-session.ts'
import { query } from '../../src/client/query.ts'
import { SchemaError } from '../../src/client/schema.ts'
import type { SessionOptions } from '../../src/client/session-options.ts'
import { toolServer } from '../../src/client/tools/server.ts'
import { tool } from '../../src/client/tools/tool.ts'
import { promptMessage } from '../../src/driver/prompt.ts'
import { startDaemon } from '../../src/host/daemon.ts'
import { OptionsError } from '../../src/protocol/errors.ts'
import { startModel } from '../../src/simulator/index.ts'
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

test('startModel refuses a misspelt option', async () => {
  await expect(startModel(untyped({ scenrio: {} }))).rejects.toThrow("did you mean 'scenario'?")
})

test('toolServer refuses what is not a tool', () => {
  const one = tool('look', 'Looks', { type: 'object' }, () => '')
  expect(() => toolServer('shop', [one, untyped({ name: 'two' })])).toThrow(
    'Tool 2 of the server shop is not a tool: make it with `tool()`.',
  )
})

test('startDaemon refuses a misspelt option before it makes a folder', async () => {
  const started = startDaemon(untyped({ version: '1', foldr: '/nowhere' }))
  await expect(started).rejects.toThrow("unknown option 'foldr'; did you mean 'folder'?")
})

const wrong: [wrong: string, options: object, message: string][] = [
  ['a handler that cannot be called', { onApproval: 'yes' }, '`onApproval` must be a function.'],
  ['a signal that is none', { signal: 'soon' }, '`signal` must be an AbortSignal.'],
]
test.each(wrong)('%s is refused', async (_, options, message) => {
  await expect(openSession(untyped({ binary, ...options }))).rejects.toMatchObject({
    code: 'bad-options',
    message,
  })
})

test('options that are no object are refused', async () => {
  for (const options of [null, 'opus'])
    await expect(openSession(options as SessionOptions)).rejects.toThrow('the options must be an object')
})

test('`askAll` wants a list, and a function for its progress', async () => {
  await expect(askAll('hello' as unknown as string[])).rejects.toThrow('takes a list of prompts')
  const askedWith = (options: object) => askAll(['hello'], untyped<AskAllOptions>(options))
  await expect(askedWith({ binary, onProgress: true })).rejects.toThrow('`onProgress` must be a function.')
})

test('a tool without a function, and a server without a list, are refused', () => {
  const run = undefined as unknown as () => string
  expect(() => tool('look', 'Looks', { type: 'object' }, run)).toThrow('has no function that runs it')
  const look = tool('look', 'Looks', { type: 'object' }, () => '')
  expect(() => toolServer('eyes', look as unknown as [])).toThrow('must be a list')
})

test('a misspelt option of a prompt is refused, and a `when` that does not exist', () => {
  const sent = (options: object) => () => promptMessage('hello', 'a', options)
  expect(sent({ whn: 'now' })).toThrow("did you mean 'when'?")
  expect(sent({ when: 'later' })).toThrow('`when` must be now, next or after-turn, not "later".')
})
