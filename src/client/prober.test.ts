import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect, FakeCli, settled } from '../../test/client/fake-cli.ts'
import * as say from '../../test/client/messages.ts'
import type { ConnectOptions } from './session-options.ts'

let numbers = 0
const own = (...messages: object[]) => messages.map((message) => ({ ...message, uuid: `probe-${++numbers}` }))

async function working(options: ConnectOptions = {}, cli = new FakeCli()) {
  const { session } = connect(options, cli)
  session.send('hello', { uuid: 'a' })
  cli.say(...own(say.init()))
  await settled()
  return { cli, session }
}
const probes = (cli: FakeCli) => cli.requests('get_binary_version').map(({ request_id: id }) => id)

describe('a CLI that is silent', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('R-LIVE-12 is asked whether it is there, and answers: it waits for the model', async () => {
    const cli = new FakeCli()
    cli.reply('get_binary_version', { version: '2.1.325' })
    const { session } = await working({}, cli)
    vi.advanceTimersByTime(119_999)
    expect(probes(cli)).toEqual([])
    expect(session.liveness().status).toBe('thinking')
    vi.advanceTimersByTime(1)
    expect(probes(cli)).toEqual([expect.stringMatching(/^probe-/)])
    expect(session.liveness()).toMatchObject({ status: 'stalled', stalled: { answers: true } })
    cli.say(...own(say.assistant('at last')))
    expect(session.liveness().status).toBe('thinking')
    await settled()
  })

  test('does not answer, and that is told in time', async () => {
    const { cli, session } = await working()
    vi.advanceTimersByTime(120_000)
    expect(probes(cli)).toHaveLength(1)
    expect(session.liveness().status).toBe('thinking')
    vi.advanceTimersByTime(10_000)
    expect(session.liveness()).toMatchObject({ status: 'stalled', stalled: { answers: false } })
    vi.advanceTimersByTime(3_600_000)
    expect(probes(cli)).toHaveLength(1)
  })

  test('is asked again when its answer is old', async () => {
    const cli = new FakeCli()
    cli.reply('get_binary_version', {})
    await working({ stallAfter: 1000 }, cli)
    for (let i = 0; i < 7; i++) {
      vi.advanceTimersByTime(500)
      await settled()
    }
    expect(probes(cli)).toHaveLength(3)
  })

  test('is not asked while its messages come, and then from the last of them on', async () => {
    const { cli } = await working({ stallAfter: 1000 })
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(900)
      cli.say(...own(say.textDelta('a')))
    }
    expect(probes(cli)).toEqual([])
    vi.advanceTimersByTime(999)
    expect(probes(cli)).toEqual([])
    vi.advanceTimersByTime(1)
    expect(probes(cli)).toHaveLength(1)
  })

  test('R-LIVE-12 is not asked while a tool runs, but when the model is awaited again', async () => {
    const { cli } = await working({ stallAfter: 1000 })
    cli.say(...own(say.toolUse('t1')))
    await settled()
    vi.advanceTimersByTime(60_000)
    expect(probes(cli)).toEqual([])
    cli.say(...own(say.toolResult('t1', '')))
    await settled()
    vi.advanceTimersByTime(1000)
    expect(probes(cli)).toHaveLength(1)
  })

  test('is not asked when nothing runs, nor if nobody wants it', async () => {
    const idle = connect({ stallAfter: 1000 })
    const off = await working({ stallAfter: false })
    vi.advanceTimersByTime(3_600_000)
    expect(probes(idle.cli)).toEqual([])
    expect(probes(off.cli)).toEqual([])
    expect(off.session.liveness().status).toBe('thinking')
  })

  test('is not asked after its input has ended, nor while a slow reader holds it up', async () => {
    const ended = await working({ stallAfter: 1000 })
    ended.session.endInput()
    const held = await working({ stallAfter: 1000 })
    const reader = held.session.messages()
    held.cli.say(...own(...Array.from({ length: 1024 }, () => say.textDelta('a'))))
    vi.advanceTimersByTime(5000)
    expect(probes(ended.cli)).toEqual([])
    expect(probes(held.cli)).toEqual([])
    await reader.return?.()
    vi.advanceTimersByTime(1000)
    expect(probes(held.cli)).toHaveLength(1)
  })

  test('leaves no timer behind when its process has ended', async () => {
    const { cli, session } = await working()
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    cli.exit()
    await session.ended
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('waiting for the silence of a CLI keeps no program alive', async () => {
  const { setTimeout: real } = globalThis
  const timers = new Map<number | undefined, NodeJS.Timeout>()
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    const timer = real(run, ms)
    timers.set(ms, timer)
    return timer
  }) as typeof setTimeout)
  try {
    await working({ stallAfter: 987_654 })
    expect(timers.get(987_654)?.hasRef()).toBe(false)
  } finally {
    spy.mockRestore()
    for (const timer of timers.values()) clearTimeout(timer)
  }
})
