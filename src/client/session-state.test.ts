import { describe, expect, test, vi } from 'vitest'
import { connect, FakeCli, settled } from '../../test/client/fake-cli.ts'
import * as say from '../../test/client/messages.ts'
import { toArray } from '../state/list.ts'
import type { SessionState } from '../state/session-state.ts'
import { threadOf } from '../state/transcript/transcript.ts'
import { heldPrompts } from '../state/turns/prompts.ts'
import type { Warning } from './session-options.ts'

let numbers = 0
/** The messages of `messages.ts` share one uuid, and the state takes the second of them for the first again. */
const own = (...messages: object[]) => messages.map((message) => ({ ...message, uuid: `own-${++numbers}` }))
const texts = (state: SessionState) =>
  toArray(threadOf(state.transcript, '')).map((item) =>
    `${item.kind} ${'text' in item ? item.text : ''}`.trim(),
  )

describe('the state of a session', () => {
  test('R-LIVE-1 R-LIVE-2 follows the process from its start to its end', async () => {
    const cli = new FakeCli()
    cli.ignore('initialize')
    const { session } = connect({ process: { agent: 'claude', version: '2.1.325', cwd: '/a' } }, cli)
    expect(session.liveness().status).toBe('starting')
    expect(session.state.process).toMatchObject({
      generation: 1,
      agent: 'claude',
      version: '2.1.325',
      cwd: '/a',
    })
    cli.succeed(cli.idOf('initialize'), { models: [] })
    expect(session.liveness().status).toBe('ready')
    cli.exit({ exitCode: 3, stderr: 'out of luck\n' })
    expect(session.liveness()).toMatchObject({
      status: 'disconnected',
      reason: 'exited with code 3: out of luck',
    })
    await session.ended
  })

  test('a process that could not be started, and one whose end nobody saw', () => {
    const first = connect()
    first.cli.exit({ cause: 'spawn', exitCode: null, error: new Error('ENOENT') })
    expect(first.session.liveness().reason).toBe('could not be started: ENOENT')
    const second = connect()
    second.cli.exit({ exitCode: null, unseen: true })
    expect(second.session.liveness().reason).toBe('ended with an unknown exit status')
  })

  test('R-LIVE-3 R-LIVE-5 has what was sent and what came', () => {
    const { cli, session } = connect()
    session.send('hello', { uuid: 'a' })
    expect(session.liveness().status).toBe('thinking')
    const block = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
    cli.say(...own(say.init()), say.echo('a', 'hello'), ...own(say.messageStart))
    cli.say(...own({ type: 'stream_event', event: block }, say.textDelta('hi')))
    expect(session.liveness().status).toBe('streaming')
    expect(session.state.transcript.drafts).toMatchObject([{ text: 'hi' }])
    cli.say(...own(say.assistant('hi'), say.result('hi')))
    expect(session.liveness().status).toBe('idle')
    expect(texts(session.state)).toEqual(['user', 'text hi'])
    expect(toArray(session.state.turns.past)).toMatchObject([
      { prompts: ['a'], result: { status: 'success' } },
    ])
  })

  test('R-LIVE-4 has an approval when its handler is called, and its answer after it', () => {
    const seen: unknown[] = []
    const { cli, session } = connect({
      onApproval: (approval) => {
        seen.push(
          session.state.approvals.pending.map(({ id }) => id),
          session.liveness().status,
        )
        if (approval.kind === 'tool') approval.allow()
      },
    })
    cli.say(...own(say.init()))
    cli.ask('r1', say.canUseTool())
    expect(seen).toEqual([['r1'], 'awaiting-approval'])
  })

  test('keeps what was sent, not the objects that it was made of', async () => {
    const input = { command: 'ls', when: new Date(0), not: undefined }
    const { cli, session } = connect({
      onApproval: (approval) => approval.kind === 'tool' && approval.allow({ input }),
    })
    cli.say(...own(say.init()))
    cli.ask('r1', say.canUseTool())
    await settled()
    input.command = 'rm'
    expect(JSON.parse(JSON.stringify(session.state))).toStrictEqual(session.state)
    expect(toArray(session.state.approvals.closed)).toMatchObject([
      { answer: { decision: 'allowed', input: { command: 'ls', when: '1970-01-01T00:00:00.000Z' } } },
    ])
  })

  test('R-ERROR-18 shows lines that are no messages', () => {
    const { cli, session } = connect()
    cli.sayLines('noise', '{"type":"brand_new"}', '{broken')
    const items = toArray(threadOf(session.state.transcript, '')).filter(({ kind }) => kind === 'raw')
    expect(items).toMatchObject([
      { value: 'noise', reason: 'noise' },
      { value: { type: 'brand_new' } },
      { value: '{broken', reason: 'broken' },
    ])
  })

  test('knows the prompts that are held: queued, edited, moved, cancelled, sent, and gone with the session', () => {
    const { cli, session } = connect()
    const held = () =>
      heldPrompts(session.state.prompts).map(({ uuid, content }) => `${uuid} ${JSON.stringify(content)}`)
    const text = (words: string) => JSON.stringify([{ type: 'text', text: words }])
    session.send('one', { uuid: 'a' })
    cli.say(...own(say.init()), say.echo('a', 'one'))
    for (const uuid of ['b', 'c', 'd', 'e']) session.send(uuid, { uuid, when: 'after-turn' })
    session.queue.edit('c', 'see')
    session.queue.move('e', 0)
    session.queue.cancel('d')
    expect(held()).toEqual([`e ${text('e')}`, `b ${text('b')}`, `c ${text('see')}`])
    cli.say(...own(say.result('1'), say.idle))
    expect(session.state.prompts.open.map(({ uuid, status }) => `${uuid} ${status}`)).toEqual([
      'e sent',
      'b held',
      'c held',
    ])
    cli.exit({ exitCode: 1 })
    expect(session.state.prompts.open).toEqual([])
    expect(session.state.prompts.lost).toMatchObject([{ uuid: 'e' }])
    expect(session.state.prompts.cancelled.map(({ uuid }) => uuid)).toEqual(['d', 'b', 'c'])
  })

  test('a prompt taken out of the queue of the CLI is not open any more', async () => {
    const { cli, session } = connect()
    cli.reply('cancel_async_message', { cancelled: true })
    session.send('one', { uuid: 'a' })
    expect(await session.cancel('a')).toBe(true)
    expect(session.state.prompts.open).toEqual([])
    expect(session.liveness().status).toBe('ready')
  })

  test('is not kept where nobody wants it', () => {
    const { cli, session } = connect({ keepState: false })
    const listener = vi.fn()
    session.onChange(listener)
    session.send('hello')
    cli.say(...own(say.init(), say.messageStart, say.textDelta('a')))
    expect(session.state.seq).toBe(0)
    expect(session.liveness().status).toBe('disconnected')
    expect(listener).not.toHaveBeenCalled()
  })
})

describe('changes', () => {
  test('are told once for all that came together, with the state as it is then', async () => {
    const { cli, session } = connect()
    await settled()
    const told: number[] = []
    session.onChange((state) => told.push(state.seq))
    cli.say(...own(say.init()), ...own(say.messageStart), ...own(say.textDelta('a'), say.textDelta('b')))
    cli.say(...own(say.assistant('ab')))
    expect(told).toEqual([])
    await settled()
    expect(told).toEqual([session.state.seq])
    await settled()
    expect(told).toHaveLength(1)
    cli.say(...own(say.result('ab')))
    await settled()
    expect(told).toHaveLength(2)
  })

  test('the last one is the end of the process', async () => {
    const { cli, session } = connect()
    const told: string[] = []
    session.onChange(({ process }) => told.push(process.status))
    cli.exit()
    await settled()
    expect(told.at(-1)).toBe('ended')
  })

  test('a listener that throws is warned of and keeps nobody else from hearing', async () => {
    const warnings: Warning[] = []
    const { cli, session } = connect({ onWarning: (warning) => warnings.push(warning) })
    const other = vi.fn()
    session.onChange(() => {
      throw new Error('oops')
    })
    session.onChange(other)
    cli.say(...own(say.init()))
    await settled()
    expect(other).toHaveBeenCalledTimes(1)
    expect(warnings).toMatchObject([{ code: 'listener', error: new Error('oops') }])
  })

  test('a listener that was taken away hears no more, also when it is there twice', async () => {
    const { cli, session } = connect()
    const listener = vi.fn()
    const stop = session.onChange(listener)
    session.onChange(listener)
    stop()
    stop()
    cli.say(...own(say.init()))
    await settled()
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe('what is not folded yet', () => {
  test('is folded when somebody looks, or when it is much', () => {
    const folded = vi.spyOn(JSON, 'parse')
    const { cli, session } = connect({ keepState: true })
    const lines = () => folded.mock.calls.filter(([line]) => String(line).includes('"set_color"')).length
    try {
      for (let i = 0; i < 100; i++) session.request('set_color', { color: 'red' }).catch(() => {})
      // Each was read once, by the far end of the test.
      expect(lines()).toBe(100)
      expect(session.state.control.calls).toHaveLength(100)
      expect(lines()).toBe(200)
      for (let i = 0; i < 300; i++) session.request('set_color', { color: 'red' }).catch(() => {})
      expect(lines()).toBeGreaterThan(500 + 200)
    } finally {
      folded.mockRestore()
      cli.exit()
    }
  })
})
