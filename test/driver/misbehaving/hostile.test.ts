/**
 * What no CLI says. Whatever comes: nothing throws, the session can be used afterwards, what asks for an answer gets one or waits for
 * a person, and nothing is taken for what it is not.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveness } from '../../../src/state/liveness/liveness.ts'
import { rows } from '../../../src/state/select.ts'
import type { SessionState } from '../../../src/state/session-state.ts'
import * as say from '../../client/messages.ts'
import { hasEnded, hasTurns, outcomes } from '../driven.ts'
import { type DriverStage, driverStage, LEDGERS } from '../stage.ts'
import { asks, type FakeSession, openFake, raw } from './fake-cli.ts'

let stage: DriverStage
beforeAll(async () => {
  stage = await driverStage('2.1.325')
})
afterAll(() => stage.close())

/** The session is as any other after it. */
async function expectWell({ driven, turn, caughtUp }: FakeSession): Promise<void> {
  const { size } = driven.state.turns.past
  await turn(say.assistant('all is well'), say.result('all is well'))
  await driven.until(hasTurns(size + 1))
  await caughtUp()
  expect(outcomes(driven).at(-1)).toBe('success all is well')
  const text = JSON.stringify(driven.state)
  expect(JSON.stringify(JSON.parse(text))).toBe(text)
  expect(liveness(driven.state, Date.now()).status).toBe('idle')
}
const reasons = (state: SessionState) =>
  rows(state).flatMap(({ item }) => (item?.kind === 'raw' ? [item.reason ?? ''] : []))

describe.each(LEDGERS)('hostile input, in the %s', (ledger) => {
  const MALFORMED: readonly [string, unknown][] = [
    ['null', null],
    ['text', 'x'],
    ['list', []],
    ['nothing', {}],
    ['number', { subtype: 5 }],
    ['proto', { subtype: '__proto__' }],
    ['constructor-subtype', { subtype: 'constructor' }],
    ['future', { subtype: 'ask_the_stars', question: 'when?' }],
    ['no-tool', { subtype: 'can_use_tool', input: {} }],
    ['tool-number', { subtype: 'can_use_tool', tool_name: 5, input: {} }],
    ['input-null', { subtype: 'can_use_tool', tool_name: 'Bash', input: null }],
    ['input-list', { subtype: 'can_use_tool', tool_name: 'Bash', input: [] }],
    ['form-without-message', { subtype: 'elicitation' }],
    ['form-number', { subtype: 'elicitation', mcp_server_name: 5, message: 5 }],
    ['dialog', { subtype: 'request_user_dialog', dialog: 5 }],
    ['hook', { subtype: 'hook_callback' }],
    ['hook-number', { subtype: 'hook_callback', callback_id: 5, input: 5 }],
    ['mcp', { subtype: 'mcp_message' }],
    ['mcp-null', { subtype: 'mcp_message', server_name: 'none', message: null }],
  ]

  test('R-CONTROL-69 a request that is not as its type says is refused, so that the CLI does not wait', async () => {
    const session = await openFake(stage, ledger)
    const { driven, turn, answersTo } = session
    await turn(
      ...MALFORMED.map(([id, request]) => asks(id, request as object)),
      { type: 'control_request' },
      { type: 'control_request', request_id: 5, request: say.canUseTool() },
      { type: 'control_request', request_id: null, request: {} },
      { type: 'control_cancel_request' },
      say.result('over'),
    )
    await driven.until(hasTurns(1))
    await session.caughtUp()
    for (const [id] of MALFORMED)
      await expect.poll(() => answersTo(id).map(({ subtype }) => subtype), { message: id }).toEqual(['error'])
    expect(driven.state.approvals.pending).toEqual([])
    await expectWell(session)
  })

  test('R-CONTROL-69 a request in a line that is not read, because it is too deep or broken, is refused too', async () => {
    const session = await openFake(stage, ledger)
    const { driven, turn, answersTo } = session
    const request = (id: string) =>
      `{"type":"control_request","request_id":"${id}","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"t1","input":`
    await turn(
      raw(request('deep') + '['.repeat(600)),
      raw(`${']'.repeat(600)}}}\n`),
      raw(`${request('not-json')}{"a":NaN}}}\n`),
      raw(`${request('many')}[`),
      raw('{},', 600_000),
      raw('0]}}\n'),
      raw(request('half')),
      raw('\n'),
      say.result('over'),
    )
    await driven.until(hasTurns(1))
    for (const id of ['deep', 'not-json', 'many', 'half'])
      await expect.poll(() => answersTo(id).map(({ subtype }) => subtype), { message: id }).toEqual(['error'])
    expect(driven.state.approvals.pending).toEqual([])
    await expectWell(session)
  })

  test('ids that are names of prototypes are ids as any other', async () => {
    const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const session = await openFake(stage, ledger)
    const { driven, turn, answersTo } = session
    const tool = (id: string) => say.canUseTool({ command: id }, { tool_use_id: id })
    const calls = NAMES.map((id) => ({ ...say.toolUse(id), uuid: `use ${id}` }))
    await turn(...calls, ...NAMES.map((id) => asks(id, tool(id))))
    await driven.until(({ approvals }) => approvals.pending.length === NAMES.length)
    for (const id of NAMES) await driven.answer(id, { decision: 'allow' })
    for (const id of NAMES)
      await expect.poll(() => answersTo(id)).toMatchObject([{ response: { updatedInput: { command: id } } }])
    const tools = rows(driven.state).flatMap(({ item }) => (item?.kind === 'tool' ? [item.toolUseId] : []))
    expect(tools).toEqual(NAMES)
  })

  test('an approval that comes again with other contents is the one that a person has seen', async () => {
    const session = await openFake(stage, ledger)
    const { driven, turn, answersTo } = session
    const first = asks('q1', say.canUseTool({ command: 'touch a' }))
    const second = asks('q1', say.canUseTool({ command: 'rm -rf /' }))
    await turn(first, second)
    await driven.until(({ approvals }) => approvals.pending.length > 0)
    await session.caughtUp()
    expect(driven.state.approvals.pending).toMatchObject([{ request: { input: { command: 'touch a' } } }])
    await driven.answer('q1', { decision: 'allow' })
    await session.caughtUp()
    expect(answersTo('q1')).toMatchObject([{ response: { updatedInput: { command: 'touch a' } } }])
  })

  test('R-CONTROL-74 answers to nothing, results of nothing, and what comes after a result', async () => {
    const session = await openFake(stage, ledger)
    const { driven, turn } = session
    const answer = (response: unknown) => ({ type: 'control_response', response })
    await turn(
      answer({ subtype: 'success', request_id: 'nobody', response: {} }),
      answer({ subtype: 'error', request_id: 'nobody', error: 5 }),
      answer({ subtype: 'maybe', request_id: 'nobody' }),
      answer(null),
      answer({ subtype: 'success', request_id: '__proto__', response: null }),
      say.result('over'),
      { ...say.result('over once more'), uuid: 'r2' },
      { ...say.assistant('late'), uuid: 'late' },
      { ...say.result('of the late one'), uuid: 'r3' },
      say.toolResult('nobody', 'of a call that never was'),
      say.taskNotification(),
      { ...say.echo('nobody'), uuid: 'nobody' },
    )
    await driven.until(hasTurns(3))
    await session.caughtUp()
    expect(outcomes(driven)).toEqual(['success over', 'success over once more', 'success of the late one'])
    expect(driven.state.prompts.open).toEqual([])
    await expectWell(session)
  })

  test('bytes that are no message are kept and shown, and what follows is read', async () => {
    const session = await openFake(stage, ledger)
    const { driven, turn } = session
    const line = (text: string) => `${text}\n`
    const known = (text: string) => JSON.stringify({ ...say.assistant(text), uuid: text })
    await turn(
      raw(
        Buffer.concat([
          Buffer.from('{"type":"assistant","x":"'),
          Buffer.from([0xff, 0xc3, 0x28]),
          Buffer.from('"}\n'),
        ]),
      ),
      raw(line('{"type":"\u0000"}')),
      raw(line('\ufeff{"type":"keep_alive"}')),
      raw('\r\n\n \n'),
      raw(line(known('line\u2028and\u2029paragraph'))),
      raw(line('[1, 2, 3]') + line('"text"') + line('null') + line('0')),
      raw(line('{"type":"x","a":1e999,"b":-0,"c":"\\ud800","type":"y","__proto__":{"isAdmin":true}}')),
      raw('[', 10_000_000),
      raw('\n'),
      raw('{"type":"assistant","message":'),
      raw('{"a":', 5000),
      raw('1'),
      raw('}', 5001),
      raw('\n'),
      raw('{', 1_000_000),
      raw('\n'),
      raw(line('{"type":"result"')),
      raw(line(known('after all'))),
      say.result('over'),
    )
    await driven.until(hasTurns(1))
    expect(outcomes(driven)).toEqual(['success over'])
    const texts = rows(driven.state).flatMap(({ item }) => (item?.kind === 'text' ? [item.text] : []))
    expect(texts).toEqual(['line\u2028and\u2029paragraph', 'after all'])
    expect(reasons(driven.state).length).toBeGreaterThan(5)
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
    expect(JSON.stringify(driven.state).length).toBeLessThan(1_000_000)
    await expectWell(session)
  })

  test('R-LIVE-21 a process that exits after any of its messages leaves nothing open', async () => {
    const messages = [
      say.running,
      say.messageStart,
      say.toolUse('t1'),
      asks('q1', say.canUseTool({}, { tool_use_id: 't1' })),
      asks('h1', { subtype: 'hook_callback', callback_id: 'none', input: {} }),
      say.toolResult('t1', 'out'),
      say.result('over'),
      say.idle,
    ]
    const ends = messages.map(async (_, count) => {
      const { driven, turn } = await openFake(stage, ledger)
      await turn(...messages.slice(0, count), { exits: count % 2 }).catch(() => '')
      const state = await driven.until(hasEnded)
      const { approvals, prompts, turns, transcript } = state
      const open = [...approvals.pending, ...prompts.open, ...transcript.drafts, ...transcript.running]
      expect([count, open, turns.current]).toEqual([count, [], null])
      expect(liveness(state, Date.now()).status).toBe('disconnected')
      await driven.close()
    })
    await Promise.all(ends)
  })

  test('R-CONTROL-69 a CLI of the future is shown as far as it is known, asks whom it knows, and waits for nothing else', async () => {
    const session = await openFake(stage, ledger)
    const { driven, turn, answersTo } = session
    const system = (subtype: string, fields: object) => ({
      type: 'system',
      subtype,
      ...fields,
      uuid: subtype,
      session_id: 'fake',
    })
    const blocks = [
      { type: 'hologram', shape: 'cube' },
      { type: 'text', text: 'As ever.', mood: 'calm' },
    ]
    const future = { tool_name: 'Teleport', input: { to: 'Mars' }, tool_use_id: 't1', urgency: 'cosmic' }
    const suggestions = [{ type: 'addOath', oath: 'always', destination: 'cloud' }]
    await turn(
      system('dream_started', { about: 'sheep' }),
      system('session_state_changed', { state: 'dreaming' }),
      system('status', { status: 'meditating' }),
      { type: 'turn_recap', summary: 'nothing yet', uuid: 'recap' },
      {
        type: 'stream_event',
        event: { type: 'aura', colour: 'blue' },
        parent_tool_use_id: null,
        uuid: 'aura',
      },
      { ...say.assistant(''), uuid: 'future', message: { id: 'm1', role: 'assistant', content: blocks } },
      { type: 'command_lifecycle', command_uuid: 'nobody', state: 'parked', uuid: 'life' },
      { type: 'rate_limit_event', rate_limit_info: { status: 'soft', resetsAt: 'soon' }, uuid: 'rate' },
      asks('stars', { subtype: 'ask_the_stars', question: 'when?' }),
      asks('go', { subtype: 'can_use_tool', ...future, permission_suggestions: suggestions }),
      asks('print', {
        subtype: 'elicitation',
        mcp_server_name: 'door',
        message: 'Your finger?',
        mode: 'biometric',
      }),
    )
    const { approvals } = await driven.until(({ approvals: { pending } }) => pending.length === 2)
    await expect.poll(() => answersTo('stars')).toMatchObject([{ subtype: 'error' }])
    expect(approvals.pending.map(({ id, kind }) => [id, kind])).toEqual([
      ['go', 'tool'],
      ['print', 'elicitation'],
    ])
    await driven.answer('go', { decision: 'allow' })
    await driven.answer('print', { decision: 'cancel' })
    await expect
      .poll(() => answersTo('go'))
      .toMatchObject([{ response: { behavior: 'allow', updatedInput: { to: 'Mars' } } }])
    await expect.poll(() => answersTo('print')).toMatchObject([{ response: { action: 'cancel' } }])
    expect(liveness(driven.state, Date.now()).status).not.toBe('needs-you')
    const shown = rows(driven.state).flatMap(({ item }) => {
      if (item?.kind === 'raw') return [item.reason]
      return item && 'text' in item ? [item.text] : []
    })
    expect(shown).toEqual([
      'subtype "dream_started" is not listed',
      'type "turn_recap" is not listed',
      'a block of a kind that is not known',
      'As ever.',
      'Claude Code asked for something that is not known here: ask_the_stars',
    ])
    await driven.interrupt()
  })
})
