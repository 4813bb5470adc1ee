/** Requests in both directions: those that must not be written, and those of the CLI that get an error or no answer at all. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canUseTool, result } from '../../client/messages.ts'
import { hasEnded } from '../driven.ts'
import { type DriverStage, driverStage, LEDGERS } from '../stage.ts'
import { asks, openFake } from './fake-cli.ts'

const CHECKED = { tool: 'mcp__dock__depth', check_permissions: true }
const UNCHECKED = { tool: 'mcp__dock__depth' }
const REMOTE = ['remote_tool_call', 'remote_plumbing_call', 'remote_tools_probe', 'remote_tools_reannounce']

let stage: DriverStage
beforeAll(async () => {
  stage = await driverStage('2.1.325')
})
afterAll(() => stage.close())

describe.each(LEDGERS)('requests to the CLI, in the %s', (ledger) => {
  test('R-MCP-27 mcp_call with a check is not written to a CLI that would leave the check out', async () => {
    const { driven, requests, caughtUp } = await openFake(stage, ledger, { program: 'old' })
    await expect(driven.request('mcp_call', CHECKED)).rejects.toMatchObject(driven.refusal('bad-request'))
    await driven.request('mcp_call', UNCHECKED)
    await caughtUp()
    expect(requests('mcp_call')).toMatchObject([{ request: UNCHECKED }])
    expect(requests('mcp_call')[0]?.request).not.toHaveProperty('check_permissions')
  })

  test('R-MCP-27 it is written to one that checks', async () => {
    const { driven, requests } = await openFake(stage, ledger)
    await driven.request('mcp_call', CHECKED)
    expect(requests('mcp_call')).toMatchObject([{ request: CHECKED }])
  })

  test('R-CONTROL-46 R-CONTROL-47 a legacy version gets no request that it does not know', async () => {
    const { driven, heard } = await openFake(stage, ledger, { program: 'legacy' })
    for (const subtype of ['get_settings', 'get_context_usage', 'cancel_async_message']) {
      await expect(driven.request(subtype, { message_uuid: 'a' })).rejects.toMatchObject({
        ...driven.refusal('unsupported'),
        message: expect.stringContaining('2.1.37'),
      })
    }
    await driven.request('set_model', { model: 'opus' })
    const subtypes = heard().map(({ request }) => (request as { subtype: string }).subtype)
    expect(subtypes).toEqual(['initialize', 'set_model'])
  })

  test('R-CONTROL-55 a mode that does not exist is not set', async () => {
    const { driven, requests, caughtUp } = await openFake(stage, ledger, { program: 'old' })
    await expect(driven.request('set_permission_mode', { mode: 'nonsense' })).rejects.toMatchObject(
      driven.refusal('bad-request'),
    )
    await expect(driven.request('set_permission_mode', { mode: 'delegate' })).rejects.toMatchObject(
      driven.refusal('bad-request'),
    )
    await caughtUp()
    expect(requests('set_permission_mode')).toEqual([])
  })

  test('R-PERM-2 R-CONTROL-56 the newer name of the default mode is written by its older name', async () => {
    const { driven, requests } = await openFake(stage, ledger, { program: 'old' })
    await driven.request('set_permission_mode', { mode: 'manual' })
    expect(requests('set_permission_mode')).toMatchObject([{ request: { mode: 'default' } }])
  })

  test('R-CONTROL-43 R-CONTROL-74 answers are matched by their id, in any order, and once', async () => {
    const { driven, requests, caughtUp } = await openFake(stage, ledger, { late: 'read_file' })
    const calls = ['a', 'b'].map((path) => driven.request('read_file', { path }))
    await expect.poll(() => requests('read_file')).toHaveLength(2)
    await caughtUp()
    expect(await Promise.all(calls)).toMatchObject([{ path: 'a' }, { path: 'b' }])
    await caughtUp()
  })

  test.each([
    ['legacy', ['user', 'user', 'interrupt']],
    ['binary', ['user', 'user']],
  ] as const)(
    'R-QUEUE-8 a prompt for now is written with an interrupt where the CLI knows no priority: %s',
    async (program, expected) => {
      const { driven, turn, heard, caughtUp } = await openFake(stage, ledger, { program })
      await turn()
      await driven.until(({ turns }) => turns.current !== null)
      await driven.send('[]', { when: 'now' })
      await caughtUp()
      const names = heard().map(({ type, request }) => (request as { subtype?: string })?.subtype ?? type)
      expect(names).toEqual(['initialize', ...expected, 'mcp_status'])
      expect(heard().filter(({ type }) => type === 'user')[1]).toMatchObject({ priority: 'now' })
    },
  )

  test('R-QUEUE-13 a prompt that a person typed says so, also when it was held', async () => {
    const { driven, turn, heard } = await openFake(stage, ledger)
    await turn()
    await driven.until(({ turns }) => turns.current !== null)
    await driven.send('[]', { typed: true, when: 'after-turn' })
    await driven.send(JSON.stringify([result('over')]), { typed: true })
    const prompts = () => heard().filter(({ type }) => type === 'user')
    await expect.poll(prompts).toHaveLength(3)
    for (const prompt of prompts().slice(1)) expect(prompt).toMatchObject({ origin: { kind: 'human' } })
  })

  test('R-CONTROL-50 R-CONTROL-73 one without a required field is not written, and one has a deadline', async () => {
    const { driven, requests, caughtUp } = await openFake(stage, ledger, { deafToRequests: ['get_settings'] })
    await expect(driven.request('mcp_call', {})).rejects.toMatchObject(driven.refusal('bad-request'))
    await expect(driven.request('get_settings', {}, { timeout: 100 })).rejects.toMatchObject(
      driven.refusal('control-timeout'),
    )
    await caughtUp()
    expect(requests('mcp_call')).toEqual([])
    expect(requests('get_settings')).toHaveLength(1)
  })

  test('R-CONTROL-44 R-CONTROL-77 every open call fails when the process ends', async () => {
    const { driven, requests } = await openFake(stage, ledger, { deafToRequests: ['get_settings'] })
    const calls = [driven.request('get_settings'), driven.request('get_settings')]
    const failed = Promise.all(
      calls.map((call) =>
        expect(call).rejects.toMatchObject({
          ...driven.refusal('ended'),
          // A program has one error for all that it awaits; a client of the host is told which request it was.
          message: expect.stringMatching(
            ledger === 'host' ? /^get_settings: the process ended$/ : /^the CLI/,
          ),
        }),
      ),
    )
    await expect.poll(() => requests('get_settings')).toHaveLength(2)
    expect(new Set(requests('get_settings').map(({ request_id: id }) => id)).size).toBe(2)
    process.kill(driven.pid ?? 0, 'SIGKILL')
    await failed
    await driven.until(hasEnded)
  })
})

describe.each(LEDGERS)('requests of the CLI, in the %s', (ledger) => {
  test('R-CONTROL-70 those of remote tools and undeclared dialogs stay unanswered', async () => {
    const { turn, answersTo, caughtUp, driven } = await openFake(stage, ledger)
    const dialog = { subtype: 'request_user_dialog', dialog_kind: 'survey', payload: {} }
    await turn(
      ...REMOTE.map((subtype) => asks(subtype, { subtype })),
      asks('dialog', dialog),
      asks('last', { subtype: 'x' }),
    )
    await driven.until(({ turns }) => turns.current !== null)
    // The last one gets an answer: by then the others would have had theirs.
    await expect.poll(() => answersTo('last')).toHaveLength(1)
    await caughtUp()
    for (const id of [...REMOTE, 'dialog']) expect(answersTo(id)).toEqual([])
  })

  test('R-CONTROL-69 one of an unknown subtype gets an error, once', async () => {
    const { turn, answersTo, caughtUp } = await openFake(stage, ledger)
    const doors = asks('doors', { subtype: 'open_the_pod_bay_doors' })
    await turn(doors, doors, asks('last', { subtype: 'x' }))
    await expect.poll(() => answersTo('last')).toHaveLength(1)
    await caughtUp()
    expect(answersTo('doors')).toMatchObject([
      { subtype: 'error', error: expect.stringContaining('open_the_pod_bay_doors') },
    ])
  })

  test('R-CONTROL-69 one that cannot be read gets an error, once', async () => {
    const { driven, turn, answersTo, caughtUp } = await openFake(stage, ledger)
    const broken = asks('broken', { subtype: 'can_use_tool', tool_name: 'Bash' })
    await turn(broken, broken, asks('last', { subtype: 'x' }))
    await expect.poll(() => answersTo('last')).toHaveLength(1)
    await caughtUp()
    expect(answersTo('broken')).toMatchObject([{ subtype: 'error', error: expect.stringContaining('input') }])
    expect(driven.state.approvals.pending).toEqual([])
  })

  test('R-LIVE-8 R-LIVE-10 keep_alive gets no answer', async () => {
    const { turn, heard, caughtUp } = await openFake(stage, ledger)
    await turn({ type: 'keep_alive' }, asks('q1', canUseTool()))
    await caughtUp()
    expect(heard().map(({ type }) => type)).toEqual(['control_request', 'user', 'control_request'])
  })
})
