import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ServerMessage } from '../../api/stream.ts'
import type { SessionEvent } from '../../state/events.ts'
import { emptyState } from '../../state/session-state.ts'
import type { Host, HostListener } from '../host.ts'
import { Quarantine } from '../quarantine.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { StreamHub } from './stream-hub.ts'

/** As much of a host as the hub sees. */
class FakeHost {
  readonly #sessions = new Map<
    string,
    { id: string; state: { seq: number }; title: string; isRunning: boolean }
  >()
  readonly #events = new Map<string, SessionEvent[]>()
  listener: HostListener = {}
  reads = 0
  store = {
    events: (id: string, after: number, limit: number) => {
      this.reads += 1
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
    this.#sessions.set(id, { id, state: { ...emptyState }, title: 'A', isRunning: true })
    this.#events.set(id, [])
  }
  happens(id: string, count: number) {
    const all = this.#events.get(id) as SessionEvent[]
    const news = Array.from({ length: count }, (_, i): SessionEvent => {
      const seq = all.length + i + 1
      return { kind: 'notice', level: 'info', text: `${seq}`, seq, at: 0 }
    })
    all.push(...news)
    const session = this.find(id) as HostSession
    ;(session.state as { seq: number }).seq = all.length
    this.listener.events?.(session, news)
    this.listener.changed?.(session)
  }
  rename(id: string, title: string) {
    const session = this.#sessions.get(id) as { title: string }
    session.title = title
    this.listener.changed?.(session as unknown as HostSession)
  }
  remove(id: string) {
    this.#sessions.delete(id)
    this.listener.removed?.(id)
  }
}

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
  const outlet = { waiting: 0, send: (frame: string) => void frames.push(JSON.parse(frame)) }
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
  return { client, outlet, told }
}
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

describe('a client that watches', () => {
  test('gets what came before, then what comes, without a gap and each once', () => {
    host.happens('s', 4)
    const { client, told } = join()
    hub.watch(client, 's', 1)
    expect(told()).toEqual([2, 3, 4])
    host.happens('s', 2)
    const late = join()
    host.happens('s', 1)
    hub.watch(late.client, 's', 3)
    expect(late.told()).toEqual([4, 5, 6, 7])
    vi.advanceTimersByTime(10)
    expect(told()).toEqual([5, 6, 7])
    expect(late.told()).toEqual([])
  })

  test('has each event from memory: the store is read for the past alone', () => {
    const { client, told } = join()
    hub.watch(client, 's', 0)
    for (let i = 0; i < 5; i++) {
      host.happens('s', 8)
      vi.advanceTimersByTime(10)
    }
    expect(told()).toEqual(upTo(1, 40))
    expect(host.reads).toBe(0)
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

  test('is told when there is no such session, and when it is removed', () => {
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
  ])('that was full while %i events came gets them when it is not: %j', (count, expected) => {
    const { client, outlet, told } = join()
    hub.watch(client, 's', 0)
    outlet.waiting = 101
    host.happens('s', count)
    vi.advanceTimersByTime(1000)
    expect(told()).toEqual([])
    outlet.waiting = 0
    vi.advanceTimersByTime(100)
    expect(told()).toEqual(expected)
  })

  test('does not hold up the others', () => {
    const [slow, fast] = [join(), join()]
    for (const { client } of [slow, fast]) hub.watch(client, 's', 0)
    slow.outlet.waiting = 101
    host.happens('s', 1)
    vi.advanceTimersByTime(8)
    expect(fast.told()).toEqual([1])
    host.happens('s', 1)
    vi.advanceTimersByTime(8)
    expect(fast.told()).toEqual([2])
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
