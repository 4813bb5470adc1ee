import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventBody } from '../state/events.ts'
import { reduce } from '../state/reduce.ts'
import { firstHeld } from '../state/select.ts'
import { emptyState } from '../state/session-state.ts'
import type { NoticeItem } from '../state/transcript/items.ts'
import { windowed, withoutLeft } from '../state/transcript/window.ts'
import { ApiClient } from './client.ts'
import type { EarlierItems } from './earlier-items.ts'
import { ApiError } from './errors.ts'
import { Live } from './live.ts'
import { loadFold } from './load-fold.ts'
import type { ItemPage, SessionSummary } from './resources.ts'
import type { SocketEvents } from './socket.ts'
import type { ServerMessage } from './stream.ts'

/** A socket in the hands of the test. One that is dead tells nothing, not even that it was closed. */
class FakeSocket {
  readonly sent: { type: string; [field: string]: unknown }[] = []
  readonly events: SocketEvents
  isClosed = false
  constructor(events: SocketEvents) {
    this.events = events
  }
  send(frame: string): void {
    this.sent.push(JSON.parse(frame))
  }
  close(): void {
    this.isClosed = true
  }
  say(message: ServerMessage): void {
    this.events.received(JSON.stringify(message))
  }
  get watches() {
    return this.sent.filter(({ type }) => type === 'watch').map(({ session, after }) => [session, after])
  }
}

interface Timer {
  at: number
  readonly action: () => void
}
let now: number
let timers: Timer[]
let sockets: FakeSocket[]
let live: Live
const socket = () => sockets.at(-1) as FakeSocket

function pass(ms: number): void {
  const end = now + ms
  for (;;) {
    const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
    if (!next) break
    now = next.at
    timers = timers.filter((it) => it !== next)
    next.action()
  }
  now = end
}

/** No test but those of earlier items asks it anything. */
const api = new ApiClient({ fetch: () => Promise.reject(new Error('not asked')) })

beforeAll(() => loadFold())
beforeEach(() => {
  now = 0
  timers = []
  sockets = []
  live = new Live({
    api,
    label: 'test',
    random: () => 0.5,
    open: (events) => {
      sockets.push(new FakeSocket(events))
      return socket()
    },
    later: (action, ms) => {
      const timer = { at: now + ms, action }
      timers.push(timer)
      return () => {
        timers = timers.filter((it) => it !== timer)
      }
    },
  })
})
const notice = (text: string): EventBody => ({ kind: 'notice', level: 'info', text })
const events = (from: number, to: number): ServerMessage => ({
  type: 'events',
  session: 's',
  events: Array.from({ length: to - from + 1 }, (_, i) => ({
    ...notice(`${from + i}`),
    seq: from + i,
    at: 0,
  })),
})

test('a listener that watches a session as soon as there is a connection does not get ahead of the hello', () => {
  let stop = () => {}
  live.subscribe(() => {
    stop()
    if (live.state.connection.status === 'connected') stop = live.watch('s', () => {})
  })
  socket().events.opened()
  expect(socket().sent.map(({ type }) => type)).toEqual(['hello', 'watch-list', 'watch'])
})

test('says hello, and asks for the list and for what is watched', () => {
  live.watch('s', () => {})
  socket().events.opened()
  expect(socket().sent).toEqual([
    { type: 'hello', label: 'test', paged: true },
    { type: 'watch-list' },
    { type: 'watch', session: 's', after: 0 },
  ])
})

describe('items that have left the state', () => {
  const WINDOW = 100
  let asked: [string, string, number][]
  let answer: () => Promise<ItemPage>
  const item = (index: number): NoticeItem => ({
    kind: 'notice',
    id: `e${index + 1}`,
    at: 0,
    seq: index + 1,
    topic: 'host',
    level: 'info',
    text: `${index + 1}`,
  })
  const page = (from: number, size: number): ItemPage => ({
    thread: '',
    size,
    items: Array.from({ length: 64 }, (_, i) => ({ index: from + i, item: item(from + i) })),
  })
  const earlier = () => live.earlier('s') as EarlierItems

  beforeEach(() => {
    asked = []
    live = new Live({
      label: 'test',
      open: (events) => {
        sockets.push(new FakeSocket(events))
        return socket()
      },
      later: () => () => {},
      api: new ApiClient({
        url: 'http://host',
        fetch: async (url) => {
          const { pathname, searchParams } = new URL(url)
          asked.push([pathname, searchParams.get('thread') ?? '-', Number(searchParams.get('from'))])
          const text = JSON.stringify(await answer())
          return { ok: true, status: 200, text: async () => text }
        },
      }),
    })
    live.watch('s', () => {})
    socket().events.opened()
    socket().say({ type: 'welcome', version: '1', heartbeatMs: 1000, window: WINDOW })
  })

  test('are kept while it is watched from its beginning', () => {
    socket().say(events(1, 250))
    const { transcript } = live.session('s')
    expect(transcript).toMatchObject({ window: WINDOW })
    const first = firstHeld({ transcript })
    expect(first).toBeGreaterThan(100)
    for (let index = 0; index < first; index++) expect(earlier().item('', index)).toMatchObject(item(index))
    expect(earlier().item('', first)).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('are asked for once where they had left before, and not kept as long as the state has them', async () => {
    const state = windowed({ ...emptyState, seq: 1000, transcript: manyItems(1000) }, WINDOW)
    socket().say({ type: 'snapshot', session: 's', seq: 1000, state: withoutLeft(state) })
    const first = firstHeld(live.session('s'))
    let resolve: (page: ItemPage) => void = () => {}
    answer = () => new Promise((done) => (resolve = done))
    let told = 0
    live.watch('s', () => {
      told += 1
    })
    earlier().load('', 70)
    earlier().load('', 71)
    expect(asked).toEqual([['/api/sessions/s/items', '', 64]])
    const { version } = earlier()
    resolve(page(64, 1000))
    await expect.poll(() => told).toBe(1)
    expect(earlier().version).not.toBe(version)
    expect(earlier().item('', 127)).toMatchObject(item(127))
    expect(earlier().size('')).toBe(1000)
    earlier().load('', first - 1)
    const from = first - 1 - ((first - 1) % 64)
    resolve(page(from, 1000))
    await expect.poll(() => told).toBe(2)
    expect(earlier().item('', first - 1)).toMatchObject(item(first - 1))
    if (first % 64 !== 0) expect(earlier().item('', first)).toBeUndefined()
  })

  test('that cannot be read tell why, and are asked for once more on demand only', async () => {
    answer = () => Promise.reject(new Error('no disk'))
    earlier().load('', 5)
    await expect.poll(() => earlier().problem('', 5)).toContain('no disk')
    earlier().load('', 5)
    expect(asked).toHaveLength(1)
    answer = () => Promise.resolve(page(0, 500))
    earlier().retry('', 5)
    await expect.poll(() => earlier().item('', 5)).toMatchObject(item(5))
    expect(earlier().problem('', 5)).toBeUndefined()
  })

  test('are kept up to a number of pages', async () => {
    for (let from = 0; from < 64 * 200; from += 64) {
      answer = () => Promise.resolve(page(from, 100_000))
      earlier().load('', from)
      await new Promise(setImmediate)
      expect(earlier().item('', from)).toBeDefined()
    }
    expect(earlier().pages).toBeLessThanOrEqual(48)
    expect(earlier().item('', 64 * 199)).toBeDefined()
    expect(earlier().item('', 0)).toBeUndefined()
  })

  function manyItems(count: number) {
    const all = (events(1, count) as Extract<ServerMessage, { type: 'events' }>).events
    return all.reduce(reduce, emptyState).transcript
  }
})

describe('a connection that breaks', () => {
  test('is opened again, later each time, and asked for what came after the last number', () => {
    live.watch('s', () => {})
    socket().events.opened()
    socket().say(events(1, 3))
    socket().events.closed('gone')
    expect(live.state.connection).toEqual({ status: 'waiting', reason: 'gone', attempt: 1 })
    pass(249)
    expect(sockets).toHaveLength(1)
    pass(1)
    socket().events.closed('still gone')
    pass(499)
    expect(sockets).toHaveLength(2)
    pass(1)
    socket().events.opened()
    expect(socket().watches).toEqual([['s', 3]])
    expect(live.state.connection.status).toBe('connected')
  })

  test('and whose socket never tells so is given up after its silence', () => {
    socket().events.opened()
    socket().say({ type: 'welcome', version: '1', heartbeatMs: 1000 })
    pass(1500)
    expect(socket().sent.at(-1)).toEqual({ type: 'ping', id: 1 })
    socket().say({ type: 'pong', id: 1 })
    pass(2499)
    expect(live.state.connection.status).toBe('connected')
    pass(1)
    expect(sockets[0]?.isClosed).toBe(true)
    expect(live.state.connection).toMatchObject({ status: 'waiting', reason: 'the host does not answer' })
    sockets[0]?.events.closed('at last')
    pass(250)
    expect(sockets).toHaveLength(2)
  })

  test('while it is opened is given up too', () => {
    pass(60_000)
    expect(sockets.length).toBeGreaterThan(1)
  })

  test('after a sleep it is soon known; while it waits, it is tried at once, and once', () => {
    socket().events.opened()
    live.retry()
    pass(3000)
    expect(live.state.connection.status).toBe('waiting')
    live.retry()
    live.retry()
    pass(200)
    expect(sockets).toHaveLength(2)
  })

  test('a socket that cannot even be made is a lost connection', () => {
    let later = () => {}
    const failing = new Live({
      api,
      label: '',
      open: () => {
        throw new Error('bad address')
      },
      later: (action, ms) => {
        if (ms < 1000) later = action
        return () => {}
      },
    })
    expect(failing.state.connection).toMatchObject({ status: 'waiting', reason: 'Error: bad address' })
    later()
    expect(failing.state.connection).toMatchObject({ attempt: 2 })
  })
})

describe('it is ready', () => {
  test('when the host has sent the list', async () => {
    let isReady = false
    const ready = live.ready.then(() => {
      isReady = true
    })
    socket().events.opened()
    socket().say({ type: 'welcome', version: '1', heartbeatMs: 1000 })
    await Promise.resolve()
    expect(isReady).toBe(false)
    socket().say({ type: 'list', sessions: [], approvals: [] })
    await ready
    expect(live.state.sessions).toEqual([])
  })
  test('never, if the first attempt fails; it goes on trying', async () => {
    socket().events.closed('nobody there', new ApiError('forbidden', 'go away'))
    await expect(live.ready).rejects.toMatchObject({ code: 'forbidden', message: 'go away' })
    pass(250)
    expect(sockets).toHaveLength(2)
  })
  test('never, if nobody answers, or it is closed before', async () => {
    socket().events.closed('nobody there')
    await expect(live.ready).rejects.toMatchObject({ code: 'unreachable', message: 'nobody there' })
    const other = new Live({ api, label: '', open: (events) => new FakeSocket(events) })
    other.close('no more')
    await expect(other.ready).rejects.toMatchObject({ message: 'no more' })
    expect(other.state.connection).toEqual({ status: 'closed', reason: 'no more' })
  })
})

describe('it waits until a session', () => {
  test('is as it should be, and then watches it no more', async () => {
    socket().events.opened()
    const seen: number[] = []
    const until = live.until('s', ({ seq }) => {
      seen.push(seq)
      return seq >= 3
    })
    socket().say(events(1, 2))
    socket().say(events(3, 3))
    expect(await until).toMatchObject({ seq: 3 })
    expect(seen).toEqual([2, 3])
    expect(socket().sent.at(-1)).toEqual({ type: 'unwatch', session: 's' })
  })
  test('is gone, or the connection is closed, or the condition throws', async () => {
    socket().events.opened()
    const gone = live.until('s', () => false)
    socket().say({ type: 'gone', session: 's', reason: 'it was removed' })
    await expect(gone).rejects.toMatchObject({ code: 'gone', message: 'it was removed' })
    const wrong = live.until('t', () => {
      throw new Error('mistaken')
    })
    socket().say({ ...events(1, 1), session: 't' } as ServerMessage)
    await expect(wrong).rejects.toThrow('mistaken')
    const closed = live.until('u', () => true)
    live.close()
    await expect(closed).rejects.toMatchObject({ code: 'unreachable' })
    await expect(live.until('u', () => true)).rejects.toMatchObject({ code: 'unreachable' })
  })
})

test('a listener gets the state of its session', () => {
  const seen: number[] = []
  live.watch('s', ({ seq }) => seen.push(seq))
  socket().events.opened()
  socket().say(events(1, 2))
  expect(seen).toEqual([2])
})

test('a closed one opens nothing, hears nothing, and leaves no timer', () => {
  socket().events.opened()
  live.close()
  expect(socket().isClosed).toBe(true)
  socket().say(events(1, 1))
  socket().events.closed('')
  live.retry()
  pass(1e6)
  expect(sockets).toHaveLength(1)
  expect(timers).toEqual([])
  expect(live.state.connection.status).toBe('closed')
})

describe('events of a session', () => {
  test('that come twice count once', () => {
    live.watch('s', () => {})
    socket().events.opened()
    socket().say(events(1, 3))
    socket().say(events(2, 5))
    expect(live.session('s').seq).toBe(5)
  })

  test('of an earlier watch, still under way, are not taken for the first ones', () => {
    const stop = live.watch('s', () => {})
    socket().events.opened()
    socket().say(events(1, 3))
    stop()
    live.watch('s', () => {})
    socket().say(events(4, 5))
    socket().say(events(6, 6))
    expect(live.session('s').seq).toBe(0)
    // Asked once for what is missing, not with each of them.
    expect(socket().watches).toEqual([
      ['s', 0],
      ['s', 0],
      ['s', 0],
    ])
    socket().say(events(1, 7))
    expect(live.session('s').seq).toBe(7)
  })

  test('a snapshot takes their place; a session that is gone says why', () => {
    let told = 0
    live.watch('s', () => told++)
    socket().events.opened()
    const state = { ...live.session('s'), seq: 40 }
    socket().say({ type: 'snapshot', session: 's', seq: 40, state })
    socket().say(events(41, 41))
    expect(live.session('s').seq).toBe(41)
    socket().say({ type: 'gone', session: 's', reason: 'it was removed' })
    expect(live.gone('s')).toBe('it was removed')
    expect(told).toBe(3)
  })

  test('a session that was gone and is there again, as with the next host, is not gone', () => {
    live.watch('s', () => {})
    socket().events.opened()
    socket().say(events(1, 2))
    for (const again of [
      events(3, 3),
      { type: 'snapshot', session: 's', seq: 3, state: { ...live.session('s'), seq: 3 } } as const,
    ]) {
      socket().say({ type: 'gone', session: 's', reason: 'it cannot be read' })
      expect(live.gone('s')).toBe('it cannot be read')
      socket().say(again)
      expect(live.gone('s')).toBeUndefined()
    }
    expect(live.session('s').seq).toBe(3)
  })
})

test('the list keeps its order when a session changes, and loses what is removed', () => {
  const summary = (id: string, group: string, updatedAt: number) =>
    ({ id, group, updatedAt }) as SessionSummary
  socket().events.opened()
  const [a, b, c] = [summary('a', 'working', 3), summary('b', 'idle', 2), summary('c', 'idle', 1)]
  socket().say({ type: 'list', sessions: [a, b, c], approvals: [] })
  const ids = () => live.state.sessions?.map(({ id }) => id)
  socket().say({ type: 'list-change', changed: [summary('c', 'needs-you', 1)], removed: [] })
  expect(ids()).toEqual(['c', 'a', 'b'])
  socket().say({ type: 'list-change', changed: [summary('d', 'idle', 9)], removed: ['a'] })
  expect(ids()).toEqual(['c', 'd', 'b'])
})
