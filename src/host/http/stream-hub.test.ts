import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ServerMessage } from '../../api/stream.ts'
import type { EventBody, SessionEvent } from '../../state/events.ts'
import { emptyState } from '../../state/session-state.ts'
import type { Host, HostListener } from '../host.ts'
import { messageBody, numbered } from '../journal/event-json.ts'
import { StoreError } from '../journal/store.ts'
import { Quarantine } from '../quarantine.ts'
import type { HostSession } from '../sessions/host-session.ts'
import type { Frame } from './frame.ts'
import { StreamHub } from './stream-hub.ts'

/** As much of a host as the hub sees. */
class FakeHost {
  readonly #sessions = new Map<
    string,
    { id: string; memory: { seq: number }; state: object; title: string; isRunning: boolean }
  >()
  readonly #events = new Map<string, SessionEvent[]>()
  listener: HostListener = {}
  reads = 0
  problem: StoreError | undefined
  store = {
    events: (id: string, after: number, limit: number) => {
      this.reads += 1
      if (this.problem) throw this.problem
      return this.#events.get(id)?.slice(after, after + limit) ?? []
    },
  }
  listen(listener: HostListener) {
    this.listener = listener
    return () => {}
  }
  find(id: string) {
    return this.#sessions.get(id) as unknown as HostSession | undefined
  }
  sessions() {
    return [...this.#sessions.values()] as unknown as HostSession[]
  }
  summaryOf({ id }: { id: string }) {
    return { id, title: this.#sessions.get(id)?.title, seq: 0, updatedAt: 0, liveness: {} }
  }
  readonly quarantine = new Quarantine()
  summaries() {
    return this.sessions().map((it) => this.summaryOf(it))
  }
  approvals() {
    return []
  }
  add(id: string) {
    this.#sessions.set(id, { id, memory: { seq: 0 }, state: emptyState, title: 'A', isRunning: true })
    this.#events.set(id, [])
  }
  happens(id: string, count: number) {
    this.#store(
      id,
      Array.from({ length: count }, () => ({ kind: 'notice', level: 'info', text: 'x' })),
    )
  }
  receives(id: string, line: string) {
    return this.#store(id, [messageBody({ kind: 'received', message: JSON.parse(line) }, line)])
  }
  #store(id: string, bodies: readonly EventBody[]) {
    const all = this.#events.get(id) as SessionEvent[]
    const patch = bodies.map((body, i) => numbered(body, all.length + i + 1, 0))
    all.push(...patch)
    const session = this.find(id) as HostSession
    ;(session.memory as { seq: number }).seq = all.length
    this.listener.events?.(session, patch)
    this.listener.changed?.(session)
    return patch
  }
  rename(id: string, title: string) {
    const session = this.#sessions.get(id) as { title: string }
    session.title = title
    this.listener.changed?.(session as unknown as HostSession)
  }
  /** Its state is read, which fails as long as there is a problem. */
  unload(id: string) {
    const whole = { ...this.#sessions.get(id) }
    Object.defineProperty(this.#sessions.get(id), 'state', {
      get: () => {
        if (this.problem) throw this.problem
        return whole.state
      },
    })
  }
  remove(id: string) {
    this.#sessions.delete(id)
    this.listener.removed?.(id)
  }
}

const DAMAGED = new StoreError('damaged', 'event 1 of session s cannot be read')

let host: FakeHost
let hub: StreamHub
beforeEach(() => {
  vi.useFakeTimers()
  host = new FakeHost()
  host.add('s')
  hub = new StreamHub(host as unknown as Host, '1', { mostEvents: 10, mostWaiting: 100 })
})
afterEach(() => {
  hub.close('')
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

function join() {
  const frames: ServerMessage[] = []
  const sent: Frame[] = []
  const outlet = {
    waiting: 0,
    send: (frame: Frame) => {
      sent.push(frame)
      frames.push(JSON.parse(frame.text))
    },
  }
  const client = hub.connect(outlet)
  const told = () =>
    frames.splice(0).flatMap((frame): (number | string)[] => {
      if (frame.type === 'events') return frame.events.map(({ seq }) => seq)
      if (frame.type === 'snapshot') return [`snapshot ${frame.seq}`]
      if (frame.type === 'list') return [`list ${frame.sessions.map(({ title }) => title)}`]
      if (frame.type === 'list-change')
        return [`change ${frame.changed.map(({ title }) => title)} -${frame.removed}`]
      return [frame.type]
    })
  told()
  return { client, outlet, told, sent }
}
/** What was stored in one turn of the event loop is one commit: it is sent after its last session. */
const committed = () => Promise.resolve()
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

describe('a client that watches', () => {
  test('gets what came before, then what comes, without a gap and each once', async () => {
    host.happens('s', 4)
    const { client, told } = join()
    hub.watch(client, 's', 1)
    expect(told()).toEqual([2, 3, 4])
    host.happens('s', 2)
    const late = join()
    host.happens('s', 1)
    hub.watch(late.client, 's', 3)
    expect(late.told()).toEqual([4, 5, 6, 7])
    await committed()
    expect(told()).toEqual([5, 6, 7])
    expect(late.told()).toEqual([])
  })

  test('has each event from memory: the store is read for the past alone', async () => {
    const { client, told } = join()
    hub.watch(client, 's', 0)
    for (let i = 0; i < 5; i++) {
      host.happens('s', 8)
      await committed()
    }
    expect(told()).toEqual(upTo(1, 40))
    expect(host.reads).toBe(0)
  })

  test('gets the events of a commit in one frame of each session, which is made once for all clients', async () => {
    host.add('t')
    const clients = [join(), join()]
    for (const { client } of clients) for (const id of ['s', 't']) hub.watch(client, id, 0)
    host.happens('s', 2)
    host.happens('t', 1)
    host.happens('s', 1)
    await committed()
    for (const { told } of clients) expect(told()).toEqual([1, 2, 3, 1])
    const [first, second] = clients.map(({ sent }) => sent.slice(-2))
    expect(first?.map(({ bytes }) => bytes)).toEqual(first?.map(({ text }) => Buffer.from(text)))
    for (const [index, frame] of (first ?? []).entries()) expect(second?.[index]).toBe(frame)
  })

  test('gets the text that the CLI wrote', async () => {
    const line = '{ "type":"system", "n":1.0, "n":1e3, "\\u0061":"\\ud800 \\u00e9é" }'
    const { client, sent } = join()
    hub.watch(client, 's', 0)
    const [event] = host.receives('s', line)
    await committed()
    const expected = `{"seq":1,"at":0,"kind":"received","message":${line}}`
    expect(sent.at(-1)?.text).toBe(`{"type":"events","session":"s","events":[${expected}]}`)
    expect(JSON.parse(expected)).toEqual(event)
  })

  test('gets a snapshot where the past cannot be read', () => {
    host.happens('s', 3)
    host.problem = DAMAGED
    const { client, told } = join()
    hub.watch(client, 's', 0)
    expect(told()).toEqual(['snapshot 3'])
  })

  test('is told that a session cannot be read at all, and has the others', async () => {
    host.add('well')
    host.happens('s', 3)
    host.unload('s')
    host.problem = DAMAGED
    const { client, told } = join()
    client.receive(JSON.stringify({ type: 'watch', session: 's', after: 0 }))
    hub.watch(client, 'well', 0)
    expect(told()).toEqual(['gone'])
    host.happens('well', 2)
    await committed()
    expect(told()).toEqual([1, 2])
  })

  test('gets what cannot be read for now, as on a full disk, as soon as it can be', async () => {
    host.happens('s', 3)
    host.unload('s')
    host.problem = new StoreError('full', 'the disk is full')
    const { client, told } = join()
    hub.watch(client, 's', 1)
    vi.advanceTimersByTime(500)
    await committed()
    expect(told()).toEqual([])
    host.problem = undefined
    vi.advanceTimersByTime(100)
    await committed()
    expect(told()).toEqual([2, 3])
  })

  test.each([
    [0, 'too far behind'],
    [99, 'ahead of the host'],
  ])('from %i on, %s, gets a snapshot', (after) => {
    host.happens('s', 20)
    const { client, told } = join()
    hub.watch(client, 's', after)
    expect(told()).toEqual(['snapshot 20'])
  })

  test('is told that a session is not there, and when it is removed', () => {
    const { client, told } = join()
    hub.watch(client, 'none', 0)
    hub.watch(client, 's', 0)
    host.remove('s')
    expect(told()).toEqual(['gone', 'gone'])
  })
})

describe('a slow client', () => {
  test.each([
    [5, upTo(1, 5)],
    [11, ['snapshot 11']],
  ])('that was full while %i events came gets them when it is not: %j', async (count, expected) => {
    const { client, outlet, told } = join()
    hub.watch(client, 's', 0)
    outlet.waiting = 101
    host.happens('s', count)
    await committed()
    vi.advanceTimersByTime(1000)
    expect(told()).toEqual([])
    outlet.waiting = 0
    vi.advanceTimersByTime(100)
    expect(told()).toEqual(expected)
  })

  test('does not hold up the others', async () => {
    const [slow, fast] = [join(), join()]
    for (const { client } of [slow, fast]) hub.watch(client, 's', 0)
    slow.outlet.waiting = 101
    host.happens('s', 1)
    await committed()
    expect(fast.told()).toEqual([1])
    host.happens('s', 1)
    await committed()
    expect(fast.told()).toEqual([2])
  })

  test('has what it missed from memory; what everyone has is read from the store', async () => {
    const [slow, fast] = [join(), join()]
    for (const { client } of [slow, fast]) hub.watch(client, 's', 0)
    host.happens('s', 2)
    await committed()
    slow.outlet.waiting = 101
    host.happens('s', 3)
    await committed()
    slow.outlet.waiting = 0
    vi.advanceTimersByTime(100)
    expect(slow.told()).toEqual(upTo(1, 5))
    expect(host.reads).toBe(0)
    const late = join()
    hub.watch(late.client, 's', 0)
    expect(late.told()).toEqual(upTo(1, 5))
    expect(host.reads).toBe(1)
  })

  test('gets the list as it is, though nothing more happens', () => {
    const { client, outlet, told } = join()
    hub.watchList(client)
    told()
    outlet.waiting = 101
    host.rename('s', 'B')
    vi.advanceTimersByTime(500)
    outlet.waiting = 0
    vi.advanceTimersByTime(100)
    expect(told()).toEqual(['list B'])
  })
})

describe('the list', () => {
  test('tells changes together, and nothing where nothing that it shows has changed', () => {
    const { client, told } = join()
    hub.watchList(client)
    host.rename('s', 'B')
    host.rename('s', 'C')
    vi.advanceTimersByTime(100)
    expect(told()).toEqual(['list A', 'change C -'])
    host.happens('s', 3)
    vi.advanceTimersByTime(100)
    expect(told()).toEqual([])
    host.remove('s')
    vi.advanceTimersByTime(100)
    expect(told()).toEqual(['change  -s'])
  })

  test('what changed while nobody looked, and changed back, is told', () => {
    const first = join()
    hub.watchList(first.client)
    host.rename('s', 'B')
    vi.advanceTimersByTime(100)
    hub.disconnect(first.client)
    host.rename('s', 'C')
    vi.advanceTimersByTime(100)
    const second = join()
    hub.watchList(second.client)
    host.rename('s', 'B')
    vi.advanceTimersByTime(100)
    expect(second.told()).toEqual(['list C', 'change B -'])
  })

  test('is looked at without an event too: a session stalls in silence', () => {
    const { client, told } = join()
    hub.watchList(client)
    host.rename('s', 'A')
    vi.advanceTimersByTime(100)
    told()
    ;(host.find('s') as unknown as { title: string }).title = 'stalled'
    vi.advanceTimersByTime(5100)
    expect(told()).toEqual(['change stalled -'])
  })
})
