/** No call gets as far as a process: a binary that is not there would fail in another way. */
import { expect, test } from 'vitest'
import { ApiClient } from '../../src/api/client.ts'
import { connectLive } from '../../src/api/connect-live.ts'
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
import { buildArguments } from '../../src/process/options/arguments.ts'
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
  await expect(asked).rejects.toThrow("unknown option 'jsonSchema': use `schema`.")
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

const wrong: [options: object, message: string][] = [
  [{ onApproval: 'yes' }, '`onApproval` must be a function, not "yes".'],
  [{ signal: 'soon' }, '`signal` must be an AbortSignal, not "soon".'],
  [{ signal: null }, '`signal` must be an AbortSignal, not null.'],
  [{ cwd: 5 }, '`cwd` must be a text that is not empty, not 5.'],
  [{ cwd: '' }, '`cwd` must be a text that is not empty, not "".'],
  [{ binary: 5 }, '`binary` must be a text that is not empty, not 5.'],
  [{ env: 'A=1' }, '`env` must be an object of texts, not "A=1".'],
  [{ env: { A: 5 } }, '`env` must be an object of texts, not an object.'],
  [{ hooks: [] }, '`hooks` must be an object, not a list.'],
  [{ mcpServers: [] }, '`mcpServers` must be an object, not a list.'],
  [{ skills: 'some' }, '`skills` must be "all" or a list of texts, not "some".'],
  [{ plugins: 5 }, '`plugins` must be a text or a list of texts, not 5.'],
  [{ systemPrompt: { type: 'preset' } }, '`systemPrompt` must be a text or a list of texts, not an object.'],
  [
    { agents: { tester: { prompt: 'Test.' } } },
    '`agents` must be an object of agents, each with `description` and `prompt`, not an object.',
  ],
  [{ extraArgs: ['--safe-mode'] }, '`extraArgs` must be an object of flags without dashes, not a list.'],
  [{ stallAfter: 'never' }, '`stallAfter` must be a number of milliseconds or false, not "never".'],
  [{ controlTimeout: Number.NaN }, '`controlTimeout` must be a number of milliseconds, not NaN.'],
  [{ canUseTool: () => {} }, "unknown option 'canUseTool': use `onApproval`."],
  [
    { abortController: new AbortController() },
    "unknown option 'abortController': use `signal`, with the signal of the controller.",
  ],
]
test.each(wrong)('%j is refused', async (options, message) => {
  for (const call of [openSession, startSession, (given: object) => ask('hello', given)]) {
    const error = await call(untyped({ binary, ...options })).catch((it: unknown) => it)
    expect(error).toMatchObject({ code: 'bad-options', message })
  }
})

test('a single rule may come as a text', async () => {
  const { args } = buildArguments(untyped({ allowedTools: 'Bash(git log *)' }), undefined)
  expect(args).toContain('--allowedTools=Bash(git log *)')
})

test('a type of MCP server that is almost a known one is refused', () => {
  const built = (type: string) => () =>
    buildArguments(untyped({ mcpServers: { shop: { type, url: 'https://shop.example' } } }), undefined)
  expect(built('https')).toThrow('The MCP server "shop" has the type "https"; did you mean "http"?')
  expect(built('carrier-pigeon')).not.toThrow()
})

test('the hooks of the official client are told from ours', async () => {
  const hooks = { PreToolUse: [{ hooks: [() => {}] }] }
  await expect(openSession(untyped({ binary: process.execPath, hooks }))).rejects.toThrow(
    "unknown option 'hooks': use `handler`",
  )
})

test('the options of a session belong into `options` of `query`', async () => {
  await expect(query(untyped({ prompt: 'hello', model: 'opus' })).next()).rejects.toThrow(
    "unknown option 'model': use `options.model`.",
  )
})

test('options that are no object are refused', async () => {
  for (const options of [null, 'opus', []])
    await expect(openSession(options as SessionOptions)).rejects.toThrow('the options must be an object')
})

test('`askAll` wants a list, and a function for its progress', async () => {
  await expect(askAll('hello' as unknown as string[])).rejects.toThrow('takes a list of prompts')
  const askedWith = (options: object) => askAll(['hello'], untyped<AskAllOptions>(options))
  await expect(askedWith({ binary, onProgress: true })).rejects.toThrow(
    '`onProgress` must be a function, not true.',
  )
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
  expect(sent({ when: 'later' })).toThrow('`when` must be one of now, next, after-turn, not "later".')
})

test.each([
  [{ concurrency: '2' }, '`concurrency` must be a whole number above 0, not "2".'],
  [{ concurrency: 0 }, '`concurrency` must be a whole number above 0, not 0.'],
  [{ budgetUsd: '5' }, '`budgetUsd` must be an amount of 0 or more, not "5".'],
  [{ file: 5 }, '`file` must be a text that is not empty, not 5.'],
  [{ schema: null }, 'neither a JSON schema nor a schema'],
  [{ budgetUSD: 5 }, "did you mean 'budgetUsd'?"],
])('a batch with %j is refused', async (options, message) => {
  await expect(askAll(['hello'], untyped<AskAllOptions>({ binary, ...options }))).rejects.toThrow(message)
})

test('what no question of a batch escapes rejects it', async () => {
  const progress: unknown[] = []
  const asked = (options: object) =>
    askAll(['a', 'b', 'c'], { binary, ...options, onProgress: (it) => progress.push(it) })
  await expect(asked({})).rejects.toMatchObject({ code: 'binary-not-found' })
  await expect(asked({ cwd: '/nowhere' })).rejects.toMatchObject({ code: 'cwd-missing' })
  await expect(asked({ binary: process.execPath, maxTurns: 'three' })).rejects.toMatchObject({
    code: 'bad-options',
  })
  expect(progress).toEqual([])
})

test.each([
  [{ port: '80a' }, '`port` must be a whole number from 0 to 65535, not "80a".'],
  [{ port: 99_999 }, '`port` must be a whole number'],
  [{ roots: '/tmp' }, '`roots` must be a list of texts, not "/tmp".'],
  [{ folder: 5 }, '`folder` must be a text that is not empty, not 5.'],
])('startDaemon refuses %j', async (options, message) => {
  await expect(startDaemon(untyped({ version: '1', folder: '/nowhere', ...options }))).rejects.toThrow(
    message,
  )
})

test('a client of the host needs an address, outside of a page', async () => {
  expect(() => connectLive()).toThrow('`url` is missing')
  expect(() => new ApiClient({ token: 'T' })).toThrow('`url` is missing')
  expect(() => new ApiClient({ url: 'localhost:4180' })).toThrow(
    '`url` must be an address such as http://127.0.0.1:4180, not "localhost:4180".',
  )
  expect(() => connectLive(untyped({ url: 5 }))).toThrow('`url` must be a text, not 5.')
})

test('a misspelt route is refused, and what a route needs nothing of may be left out', async () => {
  const asked: string[] = []
  const fetch = async (url: string) => {
    asked.push(url)
    return { ok: true, status: 200, text: async () => '{"sessions":[]}' }
  }
  const api = new ApiClient({ url: 'http://h', fetch })
  expect(await api.call('listSessions')).toEqual({ sessions: [] })
  expect(asked).toEqual(['http://h/api/sessions'])
  await expect(api.call(untyped<'listSessions'>('listSesions' as unknown as object))).rejects.toThrow(
    "the API has no route 'listSesions'; did you mean 'listSessions'?",
  )
})
