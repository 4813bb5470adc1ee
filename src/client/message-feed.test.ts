import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { settled } from '../../test/client/fake-cli.ts'
import { MessageFeed } from './message-feed.ts'

function source() {
  const calls: string[] = []
  return { calls, pause: () => calls.push('pause'), resume: () => calls.push('resume') }
}
async function take<T>(reader: AsyncIterator<T>, count: number): Promise<T[]> {
  const values: T[] = []
  while (values.length < count) {
    const { value, done } = await reader.next()
    if (done) break
    values.push(value)
  }
  return values
}
const MAX = 1024
const MEGABYTE = 1024 * 1024

describe('reading', () => {
  test('several readers each get everything from when they began, at their own pace', async () => {
    const feed = new MessageFeed<number>(source())
    feed.push(0, 1)
    const first = feed.read()
    feed.push(1, 1)
    const second = feed.read()
    feed.push(2, 1)
    expect(await take(second, 1)).toEqual([2])
    feed.push(3, 1)
    expect(await take(first, 3)).toEqual([1, 2, 3])
    expect(await take(second, 1)).toEqual([3])
  })

  test('a reader that waits gets what comes, in order', async () => {
    const feed = new MessageFeed<number>(source())
    const reader = feed.read()
    const waiting = [reader.next(), reader.next(), reader.next()]
    feed.push(1, 1)
    feed.push(2, 1)
    feed.push(3, 1)
    expect(await Promise.all(waiting)).toEqual([1, 2, 3].map((value) => ({ value, done: false })))
  })

  test('works in a for loop, which may be left', async () => {
    const feed = new MessageFeed<number>(source())
    const reader = feed.read()
    for (const value of [1, 2, 3]) feed.push(value, 1)
    const seen: number[] = []
    for await (const value of reader) {
      seen.push(value)
      if (value === 2) break
    }
    expect(seen).toEqual([1, 2])
    feed.push(4, 1)
    expect(await reader.next()).toEqual({ value: undefined, done: true })
  })
})

describe('the end', () => {
  test('comes to each reader after its backlog, and stays', async () => {
    const feed = new MessageFeed<number>(source())
    const behind = feed.read()
    const waiting = feed.read()
    feed.push(1, 1)
    await waiting.next()
    const last = waiting.next()
    feed.end()
    expect(await last).toEqual({ value: undefined, done: true })
    expect(await take(behind, 5)).toEqual([1])
    expect(await behind.next()).toEqual({ value: undefined, done: true })
    expect(await feed.read().next()).toEqual({ value: undefined, done: true })
  })

  test('with an error gives that error once, after the backlog', async () => {
    const feed = new MessageFeed<number>(source())
    const behind = feed.read()
    const waiting = feed.read()
    feed.push(1, 1)
    await waiting.next()
    const last = waiting.next()
    const error = new Error('it died')
    feed.end(error)
    await expect(last).rejects.toBe(error)
    expect(await waiting.next()).toEqual({ value: undefined, done: true })
    expect(await behind.next()).toEqual({ value: 1, done: false })
    await expect(behind.next()).rejects.toBe(error)
    expect(await behind.next()).toEqual({ value: undefined, done: true })
    await expect(feed.read().next()).rejects.toBe(error)
  })

  test('with an error is no unhandled rejection for those who do not read on', async () => {
    const unhandled: unknown[] = []
    const listener = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', listener)
    const feed = new MessageFeed<number>(source())
    feed.read()
    feed.end(new Error('it died'))
    feed.read()
    await settled()
    process.off('unhandledRejection', listener)
    expect(unhandled).toEqual([])
  })

  test('of a reader that leaves while it waits is the end of its wait', async () => {
    const feed = new MessageFeed<number>(source())
    const reader = feed.read()
    const waiting = reader.next()
    expect(await reader.return?.()).toEqual({ value: undefined, done: true })
    expect(await waiting).toEqual({ value: undefined, done: true })
  })
})

describe('a slow reader', () => {
  test('pauses the source once when it has too many messages, and resumes it when it has caught up', async () => {
    const from = source()
    const feed = new MessageFeed<number>(from)
    const reader = feed.read()
    for (let i = 0; i < MAX - 1; i++) feed.push(i, 1)
    expect(from.calls).toEqual([])
    feed.push(MAX - 1, 1)
    // The rest of the batch that was being read still comes.
    feed.push(MAX, 1)
    expect(from.calls).toEqual(['pause'])
    await take(reader, 10)
    expect(from.calls).toEqual(['pause'])
    await take(reader, MAX / 2)
    expect(from.calls).toEqual(['pause', 'resume'])
    expect((await take(reader, 1))[0]).toBe(MAX / 2 + 10)
  })

  test('pauses the source when its messages are too large together', async () => {
    const from = source()
    const feed = new MessageFeed<string>(from)
    const reader = feed.read()
    for (let i = 0; i < 7; i++) feed.push('large', MEGABYTE)
    expect(from.calls).toEqual([])
    feed.push('large', MEGABYTE)
    expect(from.calls).toEqual(['pause'])
    await reader.next()
    expect(from.calls).toEqual(['pause', 'resume'])
  })

  test('holds up the source although others are fast, until it leaves', async () => {
    const from = source()
    const feed = new MessageFeed<number>(from)
    const slow = feed.read()
    const fast = feed.read()
    for (let i = 0; i < MAX; i++) feed.push(i, 1)
    await take(fast, MAX)
    expect(from.calls).toEqual(['pause'])
    await slow.return?.()
    expect(from.calls).toEqual(['pause', 'resume'])
    for (let i = 0; i < MAX - 1; i++) feed.push(i, 1)
    expect(from.calls).toEqual(['pause', 'resume'])
  })

  test('without readers the source is never paused', () => {
    const from = source()
    const feed = new MessageFeed<number>(from)
    for (let i = 0; i < MAX * 3; i++) feed.push(i, MEGABYTE)
    expect(from.calls).toEqual([])
  })
})

describe('memory', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const alive = (references: WeakRef<object>[]) => references.filter((it) => it.deref() !== undefined).length

  test('what a reader has taken is let go, although it never quite catches up', async () => {
    const feed = new MessageFeed<object>(source())
    const reader = feed.read()
    const references: WeakRef<object>[] = []
    const push = () => {
      const value = {}
      references.push(new WeakRef(value))
      feed.push(value, 1)
    }
    push()
    for (let i = 0; i < 500; i++) {
      push()
      await reader.next()
    }
    await settled()
    collect()
    expect(alive(references)).toBeLessThan(10)
    expect((await reader.next()).done).toBe(false)
  })

  test('a reader that leaves lets go of its backlog', async () => {
    const feed = new MessageFeed<object>(source())
    const reader = feed.read()
    const references = Array.from({ length: 100 }, () => {
      const value = {}
      feed.push(value, 1)
      return new WeakRef(value)
    })
    await settled()
    collect()
    expect(alive(references)).toBe(100)
    await reader.return?.()
    await settled()
    collect()
    expect(alive(references)).toBe(0)
  })
})

describe('cost', () => {
  /** How many elements stand in the arrays that are shifted, spliced or copied meanwhile. */
  async function movedBy(work: () => Promise<unknown>): Promise<number> {
    const methods = ['shift', 'splice', 'slice'] as const
    const originals = methods.map((name) => Object.getOwnPropertyDescriptor(Array.prototype, name))
    let moved = 0
    methods.forEach((name, i) => {
      const original = originals[i]?.value
      const counting = function (this: unknown[], ...args: unknown[]) {
        moved += this.length
        return Reflect.apply(original, this, args)
      }
      Object.defineProperty(Array.prototype, name, { value: counting, configurable: true, writable: true })
    })
    try {
      await work()
    } finally {
      methods.forEach((name, i) => {
        Object.defineProperty(Array.prototype, name, originals[i] ?? {})
      })
    }
    return moved
  }

  test('draining a backlog is linear', async () => {
    const drain = (count: number) => {
      const feed = new MessageFeed<number>(source())
      const reader = feed.read()
      for (let i = 0; i < count; i++) feed.push(i, 1)
      return movedBy(() => take(reader, count))
    }
    // A paused source may still deliver a whole batch, so that a backlog can be larger than its limit.
    expect(await drain(1000)).toBeLessThanOrEqual(4 * 1000)
    expect(await drain(100_000)).toBeLessThanOrEqual(4 * 100_000)
  })

  test('a reader that always lags behind costs no more per message in the long run', async () => {
    const feed = new MessageFeed<number>(source())
    const reader = feed.read()
    for (let i = 0; i < 100; i++) feed.push(i, 1)
    const run = async (count: number) => {
      for (let i = 0; i < count; i++) {
        feed.push(i, 1)
        await reader.next()
      }
    }
    const first = await movedBy(() => run(5000))
    const second = await movedBy(() => run(5000))
    expect(first).toBeLessThanOrEqual(4 * 5000)
    expect(second).toBeLessThanOrEqual(4 * 5000)
  })
})
