import { describe, expect, test } from 'vitest'
import { connect, FakeCli, settled } from '../../test/client/fake-cli.ts'
import { aborted, echo, init, result } from '../../test/client/messages.ts'
import { Timeline } from '../../test/state/timeline.ts'
import { Capabilities } from '../driver/capabilities.ts'

const OLD = '2.1.197'
const NEW = '2.1.325'
const CANCEL = 'interrupt_cancel_queued_v1'
const CHECK = 'mcp_call_check_permissions_v1'

describe('R-DISCOVER-8 what the CLI says counts, and its version only where it says nothing', () => {
  test.each([
    ['an old one that says nothing', OLD, undefined, undefined, [false, true]],
    ['a new one that says nothing', NEW, undefined, undefined, [true, false]],
    ['an unknown one that says nothing', undefined, undefined, undefined, [false, false]],
    ['an old one that says it can', OLD, undefined, [CANCEL], [true, false]],
    ['a new one that says it cannot', NEW, undefined, ['another'], [false, true]],
    ['an unknown one that says it cannot', undefined, undefined, [], [false, true]],
    // What is said in the answer to `initialize` is not all.
    ['a new one that names others when it is ready', NEW, ['another'], undefined, [true, false]],
    ['an old one that names it when it is ready', OLD, [CANCEL], undefined, [true, false]],
    ['nonsense', NEW, 'all', { some: true }, [true, false]],
  ])('%s', (_what, version, whenReady, inInit, [has, lacks]) => {
    const cli = new FakeCli()
    cli.reply('initialize', { capabilities: whenReady })
    const { session } = connect({ process: { ...(version && { version }) } }, cli)
    if (inInit) cli.say({ ...init(), capabilities: inInit })
    const capabilities = new Capabilities(session.state)
    expect([capabilities.has(CANCEL), capabilities.lacks(CANCEL)]).toEqual([has, lacks])
  })

  test('of another process, what the one before has said does not count', () => {
    const timeline = new Timeline().ready()
    timeline.prompt('a').hear({ ...init(), capabilities: [CHECK] }, echo('a', 'a'), result('fine'))
    expect(new Capabilities(timeline.state).has(CHECK)).toBe(true)
    timeline.exit().event({ kind: 'process-started', generation: 2, version: OLD })
    expect(new Capabilities(timeline.state).has(CHECK)).toBe(false)
    timeline.exit().event({ kind: 'process-started', generation: 3, version: NEW })
    // As in the first process, what is said in the answer to `initialize` is not all.
    const { facts } = timeline.state
    const named = { ...timeline.state, facts: { ...facts, capabilities: ['another'] } }
    expect(new Capabilities(named).lacks(CANCEL)).toBe(false)
  })

  test('a session tells what was named, and learns with each turn', async () => {
    const cli = new FakeCli()
    cli.reply('initialize', { capabilities: ['one'] })
    const { session } = connect({}, cli)
    await session.ready
    expect(session.capabilities).toEqual(['one'])
    cli.say({ ...init(), capabilities: ['one', 'two'] })
    expect(session.capabilities).toEqual(['one', 'two'])
    cli.say({ ...init(), capabilities: ['three'] })
    expect(session.capabilities).toEqual(['three'])
  })
})

describe('prompts that wait when a turn is stopped', () => {
  /** A turn runs, and a prompt waits behind it. */
  function queued(version = OLD, capabilities?: string[], cancelled = true) {
    const { cli, session } = connect({ process: { version } })
    cli.reply('cancel_async_message', { cancelled })
    const first = session.send('long', { uuid: 'a' })
    cli.say({ ...init(), ...(capabilities && { capabilities }) }, echo('a', 'long'))
    const second = session.send('and then', { uuid: 'b' })
    const interrupted = session.interrupt({ cancelQueued: true })
    first.result.catch(() => {})
    return { cli, second, interrupted }
  }
  const order = (cli: ReturnType<typeof queued>['cli']) =>
    cli.written.flatMap((message) => (message.type === 'control_request' ? [message.request.subtype] : []))

  test('R-DISCOVER-8 are taken back one by one where the CLI would not drop them, before it is stopped', async () => {
    const { cli, second, interrupted } = queued()
    expect(order(cli)).toEqual(['initialize', 'cancel_async_message', 'interrupt'])
    expect(cli.requests('cancel_async_message')).toMatchObject([{ request: { message_uuid: 'b' } }])
    cli.succeed(cli.idOf('interrupt'))
    expect(await interrupted).toEqual({ cancelled: ['b'] })
    expect(await second.result).toMatchObject({ status: 'cancelled' })
  })

  test('R-DISCOVER-8 are left to a CLI that says it can, whatever its version', async () => {
    const { cli, interrupted } = queued(OLD, [CANCEL])
    expect(order(cli)).toEqual(['initialize', 'interrupt'])
    cli.succeed(cli.idOf('interrupt'), { still_queued: [], cancelled: ['b'] })
    expect(await interrupted).toEqual({ still_queued: [], cancelled: ['b'] })
  })

  test('all get their result, however many they are', async () => {
    const { cli, session } = connect({ process: { version: NEW } })
    session.send('long', { uuid: 'a' })
    cli.say(init(), echo('a', 'long'))
    const waiting = Array.from({ length: 30 }, (_, i) => session.send('and then', { uuid: `b${i}` }))
    const interrupted = session.interrupt({ cancelQueued: true })
    cli.succeed(cli.idOf('interrupt'), { cancelled: waiting.map(({ uuid }) => uuid) })
    await interrupted
    const results = await Promise.all(waiting.map(({ result }) => result))
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['cancelled']))
  })

  test('that the CLI has begun meanwhile are not counted, and run', async () => {
    const { cli, second, interrupted } = queued(OLD, undefined, false)
    cli.succeed(cli.idOf('interrupt'))
    expect(await interrupted).toEqual({})
    cli.say(aborted('aborted_streaming'), init(), echo('b', 'and then'), result('fine'))
    expect(await second.result).toMatchObject({ status: 'success', text: 'fine' })
  })
})

describe('mcp_call', () => {
  test('R-MCP-26 cannot be sent without a tool', async () => {
    const { cli, session } = connect({ process: { version: NEW } })
    const call = session.request('mcp_call', {} as { tool: string })
    await expect(call).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining('tool'),
    })
    await settled()
    expect(cli.requests('mcp_call')).toEqual([])
  })

  test('R-MCP-27 is not sent with a check of the permission to a CLI that would leave it out', async () => {
    const checked = { tool: 'mcp__dock__depth', check_permissions: true }
    const { cli, session } = connect({ process: { version: OLD } })
    await expect(session.request('mcp_call', checked)).rejects.toMatchObject({ code: 'bad-request' })
    await settled()
    expect(cli.requests('mcp_call')).toEqual([])

    const other = connect({ process: { version: OLD } })
    other.cli.reply('mcp_call', { content: [] })
    await other.session.request('mcp_call', { tool: 'mcp__dock__depth' })
    const turn = other.session.send('hello', { uuid: 'a' })
    other.cli.say({ ...init(), capabilities: [CHECK] }, echo('a', 'hello'), result('fine'))
    await turn.result
    await other.session.request('mcp_call', checked)
    expect(other.cli.requests('mcp_call').map(({ request }) => request.check_permissions)).toEqual([
      undefined,
      true,
    ])
  })
})
