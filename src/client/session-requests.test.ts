import { describe, expect, test } from 'vitest'
import { connect, settled } from '../../test/client/fake-cli.ts'
import { HandMadeServer } from '../../test/client/mcp-servers.ts'
import { echo, init, result } from '../../test/client/messages.ts'
import fc from '../../test/generate/fast-check.ts'
import { fromShape } from '../../test/generate/from-shape.ts'
import { BadRequestError } from '../driver/errors.ts'
import {
  HOST_REQUEST_SUBTYPES,
  type HostRequestSubtype,
  hostControlRequestShape,
} from '../protocol/control/to-cli.ts'
import type { JsonObject } from '../protocol/json.ts'
import type { Shape, Variants } from '../protocol/shape.ts'
import type { Session } from './session.ts'

describe('a method is one request, settled by its answer', () => {
  test.each<[string, (session: Session) => Promise<unknown>, HostRequestSubtype, object, object, unknown]>([
    ['setModel', (it) => it.setModel('opus'), 'set_model', { model: 'opus' }, { model: 'o' }, { model: 'o' }],
    ['setModel()', (it) => it.setModel(), 'set_model', {}, {}, {}],
    [
      'setPermissionMode',
      (it) => it.setPermissionMode('plan'),
      'set_permission_mode',
      { mode: 'plan' },
      { mode: 'plan' },
      { mode: 'plan' },
    ],
    [
      'setPermissionMode by the new name of the default',
      (it) => it.setPermissionMode('manual'),
      'set_permission_mode',
      { mode: 'default' },
      {},
      {},
    ],
    [
      'setMaxThinkingTokens',
      (it) => it.setMaxThinkingTokens(0),
      'set_max_thinking_tokens',
      { max_thinking_tokens: 0 },
      {},
      undefined,
    ],
    [
      'setMaxThinkingTokens without limit',
      (it) => it.setMaxThinkingTokens(null),
      'set_max_thinking_tokens',
      { max_thinking_tokens: null },
      {},
      undefined,
    ],
    [
      'rewindFiles',
      (it) => it.rewindFiles('u1'),
      'rewind_files',
      { user_message_id: 'u1' },
      { canRewind: true },
      { canRewind: true },
    ],
    [
      'rewindFiles, a dry run',
      (it) => it.rewindFiles('u1', { dryRun: true }),
      'rewind_files',
      { user_message_id: 'u1', dry_run: true },
      { canRewind: false },
      { canRewind: false },
    ],
    [
      'contextUsage',
      (it) => it.contextUsage(),
      'get_context_usage',
      {},
      { totalTokens: 1 },
      { totalTokens: 1 },
    ],
    [
      'mcpStatus',
      (it) => it.mcpStatus(),
      'mcp_status',
      {},
      { mcpServers: [{ name: 's', status: 'failed' }] },
      [{ name: 's', status: 'failed' }],
    ],
    [
      'mcpStatus, answered with a bare list',
      (it) => it.mcpStatus(),
      'mcp_status',
      {},
      [{ name: 's', status: 'connected' }],
      [{ name: 's', status: 'connected' }],
    ],
    ['mcpStatus, answered with nothing', (it) => it.mcpStatus(), 'mcp_status', {}, {}, []],
  ])('%s', async (_name, call, subtype, fields, response, expected) => {
    const { cli, session } = connect()
    let done = false
    const answer = call(session).then((value) => {
      done = true
      return value
    })
    await settled()
    expect(cli.requests(subtype).map(({ request }) => request)).toEqual([{ subtype, ...fields }])
    expect(done).toBe(false)
    cli.succeed(cli.idOf(subtype), response)
    expect(await answer).toEqual(expected)
  })
})

test.each([
  ['delegate', 'default, acceptEdits'],
  ['nonsense', 'default, acceptEdits'],
  ['', 'default, acceptEdits'],
  [undefined, 'mode is missing'],
])('the mode %j is refused, and nothing is written', async (mode, why) => {
  const { cli, session } = connect()
  const written = cli.written.length
  const error = await session.setPermissionMode(mode as never).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(BadRequestError)
  expect(error).toMatchObject({ message: expect.stringContaining(why) })
  expect(cli.written.length).toBe(written)
})

describe('every subtype', () => {
  const { shapes } = hostControlRequestShape.request as Variants
  const sample = (shape: Shape) => fc.sample(fromShape(shape), { numRuns: 1, seed: 7 })[0] as JsonObject

  test('can be requested with the fields that it needs', async () => {
    const { cli, session } = connect()
    expect(Object.keys(shapes)).toEqual(HOST_REQUEST_SUBTYPES)
    for (const subtype of HOST_REQUEST_SUBTYPES) {
      cli.reply(subtype, { of: subtype })
      const fields = sample(shapes[subtype] ?? {})
      expect(await session.request(subtype, fields as never)).toEqual({ of: subtype })
      expect(cli.written.at(-1)).toMatchObject({ request: { ...fields, subtype } })
    }
  })

  test('R-CONTROL-50 is refused without one of them, and not written', async () => {
    const { cli, session } = connect()
    const written = cli.written.length
    const needed = HOST_REQUEST_SUBTYPES.flatMap((subtype) =>
      Object.keys(shapes[subtype] ?? {}).map((field) => [subtype, field] as const),
    )
    expect(needed).toContainEqual(['mcp_call', 'tool'])
    for (const [subtype, field] of needed) {
      const fields = { ...sample(shapes[subtype] ?? {}), [field]: undefined }
      const error = await session.request(subtype, fields as never).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(BadRequestError)
      expect(error).toMatchObject({ message: `${subtype}: ${field} is missing` })
    }
    expect(cli.written.length).toBe(written)
  })
})

test('a subtype that is not listed can be requested too', async () => {
  const { cli, session } = connect()
  const answer = session.request('of_the_future' as never, { level: 9 } as never)
  expect(cli.written.at(-1)).toMatchObject({ request: { subtype: 'of_the_future', level: 9 } })
  cli.succeed(cli.idOf('of_the_future' as never), { done: true })
  expect(await answer).toEqual({ done: true })
})

describe('setMcpServers', () => {
  test('sets configs and servers of this program, and keeps those that it had', async () => {
    const [old, added] = [new HandMadeServer(), new HandMadeServer()]
    const { cli, session } = connect({ inProcessServers: { old } })
    cli.reply('mcp_set_servers', { added: ['files', 'added'], removed: [], errors: {} })
    const answer = await session.setMcpServers({ files: { command: 'mcp-files' }, added })
    expect(answer).toEqual({ added: ['files', 'added'], removed: [], errors: {} })
    expect(cli.requests('mcp_set_servers')[0]?.request.servers).toEqual({
      files: { command: 'mcp-files' },
      old: { type: 'sdk', name: 'old' },
      added: { type: 'sdk', name: 'added' },
    })
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    cli.ask('m1', { subtype: 'mcp_message', server_name: 'added', message })
    await settled()
    expect(added.received.map(({ method }) => method)).toEqual(['tools/list'])
    expect(old.received).toEqual([])
  })
})

describe('prompts and their answers', () => {
  test('R-QUEUE-13 what a person typed says so', () => {
    const { cli, session } = connect()
    session.send('typed', { typed: true })
    session.send('made')
    expect(cli.prompts.map(({ origin }) => origin)).toEqual([{ kind: 'human' }, undefined])
  })
  test('an answer in the form asked for is handed on, and a missing one is reported', async () => {
    const codes: string[] = []
    const { cli, session } = connect({
      wantsStructuredOutput: true,
      onWarning: ({ code }) => codes.push(code),
    })
    const first = session.send('one', { uuid: 'a' })
    cli.say(init(), echo('a', 'one'), { ...result('done'), structured_output: { n: 1 } })
    expect(await first.result).toMatchObject({ status: 'success', structuredOutput: { n: 1 } })
    expect(codes).toEqual([])
    const second = session.send('two', { uuid: 'b' })
    cli.say(init(), echo('b', 'two'), result('done'))
    expect(await second.result).not.toHaveProperty('structuredOutput')
    expect(codes).toEqual(['structured-output-missing'])
  })
})
