import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventBody, SessionEvent } from '../../state/events.ts'
import { type AppendOptions, Journal } from './journal.ts'
import { MemoryStore } from './memory-store.ts'
import { type Change, StoreError } from './store.ts'

/** A store that counts its commits and fails on demand. */
class Watched extends MemoryStore {
  commits = 0
  failure: StoreError | undefined
  /** Whatever says this is refused. */
  refused: string | undefined
  override commit(changes: readonly Change[]): void {
    if (this.failure) throw this.failure
    if (this.refused && JSON.stringify(changes).includes(this.refused))
      throw new StoreError('refused', 'this cannot be stored')
    this.commits += 1
    super.commit(changes)
  }
}
const said = (text: string): EventBody => ({ kind: 'notice', level: 'info', text })
const texts = (events: readonly SessionEvent[]): string[] =>
  events.map((it) => (it.kind === 'notice' ? it.text : it.kind))

let store: Watched
let journal: Journal
let told: string[]
beforeEach(() => {
  store = new Watched()
  for (const id of ['a', 'b']) {
    store.addSession({
      id,
      title: '',
      cwd: '/',
      agent: 'sim',
      createdAt: 0,
      updatedAt: 0,
      archived: false,
      options: {},
      generation: 1,
      offset: 0,
      wanted: 'run',
      extra: {},
    })
  }
  store.commits = 0
  journal = new Journal(store, { now: () => 1000, groupMs: 1, retryMs: 1 })
  told = []
  journal.listen((session, events) => told.push(...texts(events).map((text) => `${session} ${text}`)))
})

describe('group commit', () => {
  test('what comes together shares a commit; numbers are gapless per session', async () => {
    const appended = await Promise.all([
      journal.append('a', [said('1'), said('2')]),
      journal.append('b', [said('x')]),
      journal.append('a', [said('3')]),
    ])
    expect(store.commits).toBe(1)
    expect(appended.flat().map(({ seq }) => seq)).toEqual([1, 2, 1, 3])
    expect(store.events('a', 0, 9)).toEqual([
      { ...said('1'), seq: 1, at: 1000 },
      { ...said('2'), seq: 2, at: 1000 },
      { ...said('3'), seq: 3, at: 1000 },
    ])
    expect(told).toEqual(['a 1', 'a 2', 'b x', 'a 3'])
  })

  test('nobody is told before it is stored', async () => {
    const appended = journal.append('a', [said('1')])
    expect(told).toEqual([])
    expect(store.lastSeq('a')).toBe(0)
    await appended
    expect(told).toEqual(['a 1'])
    expect(store.lastSeq('a')).toBe(1)
  })

  test('what belongs to the events is stored with them, and may know their numbers', async () => {
    await journal.append('a', [said('1')], { row: { offset: 99 } })
    await journal.append('a', [said('2')], ([event]) => ({
      said: [{ seq: event?.seq ?? 0, at: 0, kind: 'text', text: 'second' }],
    }))
    expect(store.session('a')?.offset).toBe(99)
    expect(store.search('second', 1)[0]?.seq).toBe(2)
  })

  test('a journal that is opened again counts on', async () => {
    await journal.append('a', [said('1')])
    const [event] = await new Journal(store, { groupMs: 0 }).append('a', [said('2')])
    expect(event?.seq).toBe(2)
  })
})

describe('when a group is stored', () => {
  /** So long that no test sees the end of it. */
  const LONG = 1e6
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  let patient: Journal
  beforeEach(() => {
    patient = new Journal(store, { groupMs: LONG, quietMs: LONG, mostWaiting: 5 })
  })
  afterEach(() => patient.close())
  /** The numbers of events of both sessions that are stored at the end of this turn of the event loop. */
  const stored = async () => {
    await turn()
    return [store.lastSeq('a'), store.lastSeq('b')]
  }
  const say = (session: string, options?: AppendOptions) => {
    void patient.append(session, [said('x')], {}, options)
  }

  test('the first event of a session waits for nothing, and takes along what waits; the next ones wait for others', async () => {
    say('a')
    expect(await stored()).toEqual([1, 0])
    say('a')
    expect(await stored()).toEqual([1, 0])
    say('a')
    say('b')
    expect(await stored()).toEqual([3, 1])
    say('b')
    expect(await stored()).toEqual([3, 1])
    expect(store.commits).toBe(2)
  })

  test.each([{ isCommand: true }, { isUrgent: true }])(
    '%j is stored at once, with what came before it',
    async (options) => {
      say('a')
      await stored()
      say('a')
      say('a', options)
      expect(await stored()).toEqual([3, 0])
      expect(store.commits).toBe(2)
    },
  )

  test('much is stored at once', async () => {
    say('a')
    await stored()
    for (let i = 0; i < 4; i++) say('a')
    expect(await stored()).toEqual([1, 0])
    say('a')
    expect(await stored()).toEqual([6, 0])
  })

  test('an event that waits for others is stored when the time of its group is over', async () => {
    const quick = new Journal(store, { groupMs: 1, quietMs: LONG })
    await quick.append('a', [said('1')])
    const [event] = await quick.append('a', [said('2')])
    expect(event?.seq).toBe(2)
    quick.close()
  })

  test('what is urgent and nobody waits for is kept while nothing can be stored', async () => {
    store.failure = new StoreError('full', 'the disk is full')
    const failing = new Journal(store, { retryMs: 1 })
    const answer = failing.append('a', [said('1')], {}, { isUrgent: true })
    await expect.poll(() => failing.problem).toBeDefined()
    store.failure = undefined
    expect(await answer).toHaveLength(1)
    failing.close()
  })
})

describe('a store that fails', () => {
  const full = new StoreError('full', 'the disk is full')

  test('what the CLIs said waits and is stored later, in order; a command is refused with the reason', async () => {
    store.failure = full
    const waiting = journal.append('a', [said('1')])
    await expect(journal.append('a', [said('command')], {}, { isCommand: true })).rejects.toBe(full)
    expect(journal.problem).toBe(full)
    await expect(journal.append('a', [said('command')], {}, { isCommand: true })).rejects.toBe(full)
    const later = journal.append('a', [said('2')])
    store.failure = undefined
    expect((await waiting)[0]?.seq).toBe(1)
    expect((await later)[0]?.seq).toBe(2)
    expect(journal.problem).toBeUndefined()
    expect(told).toEqual(['a 1', 'a 2'])
  })

  test('works again before anyone is told: what a listener then stores is stored', async () => {
    let answer: Promise<unknown> | undefined
    journal.listen(() => {
      answer ??= journal.append('b', [said('in answer')], {}, { isCommand: true })
    })
    store.failure = full
    const waiting = journal.append('a', [said('1')])
    await expect.poll(() => journal.problem).toBe(full)
    store.failure = undefined
    await waiting
    await expect(answer).resolves.toHaveLength(1)
  })

  test('the problem is told when it begins and when it is over', async () => {
    const problems: (string | undefined)[] = []
    const watched = new Journal(store, {
      retryMs: 1,
      groupMs: 0,
      onProblem: (it) => problems.push(it?.reason),
    })
    store.failure = full
    const waiting = watched.append('a', [said('1')])
    watched.flush()
    watched.flush()
    store.failure = undefined
    await waiting
    expect(problems).toEqual(['full', undefined])
  })

  test('with much waiting, it says that it is behind', () => {
    const small = new Journal(store, { mostWaiting: 1 })
    store.failure = full
    small
      .append(
        'a',
        Array.from({ length: 30 }, () => said('x')),
      )
      .catch(() => {})
    small.flush()
    expect(small.isBehind).toBe(true)
  })
})

describe('a store that refuses one thing', () => {
  const errors: string[] = []
  beforeEach(() => {
    errors.length = 0
    journal = new Journal(store, {
      groupMs: 1,
      retryMs: 1,
      onError: (session, error) => errors.push(`${session} ${(error as Error).message}`),
    })
    journal.listen((session, events) => told.push(...texts(events).map((text) => `${session} ${text}`)))
    store.refused = 'bad'
  })

  test('takes the events and commands of other sessions; those of this one wait, in order', async () => {
    const bad = journal.append('a', [said('bad')])
    const after = journal.append('a', [said('2')])
    const others = [
      journal.append('b', [said('1')]),
      journal.append('b', [said('command')], {}, { isCommand: true }),
    ]
    expect((await Promise.all(others)).flat().map(({ seq }) => seq)).toEqual([1, 2])
    expect(journal.problem).toBeUndefined()
    expect(await journal.append('b', [said('3')])).toMatchObject([{ seq: 3 }])
    await expect(journal.append('a', [], {}, { isCommand: true })).rejects.toThrow('cannot be stored')
    expect(store.lastSeq('a')).toBe(0)
    store.refused = undefined
    expect([...(await bad), ...(await after)].map(({ seq }) => seq)).toEqual([1, 2])
    expect(told).toEqual(['b 1', 'b command', 'b 3', 'a bad', 'a 2'])
    expect(errors).toEqual(['a this cannot be stored'])
  })

  test('what a listener stores meanwhile for the same session comes after it', async () => {
    let answer: Promise<unknown> | undefined
    journal.listen((session) => {
      if (session === 'a') answer ??= journal.append('a', [said('in answer')])
    })
    const stored = [
      journal.append('a', [said('1')]),
      journal.append('a', [said('bad')]),
      journal.append('b', [said('1')]),
    ]
    await stored[2]
    await journal.append('b', [said('2')])
    expect(told).toEqual(['a 1', 'b 1', 'b 2'])
    store.refused = undefined
    await Promise.all([...stored, answer])
    expect(told).toEqual(['a 1', 'b 1', 'b 2', 'a bad', 'a in answer'])
  })

  test('a command that it refuses fails alone', async () => {
    const before = journal.append('a', [said('1')])
    const bad = journal.append('a', [said('bad')], {}, { isCommand: true })
    const after = journal.append('a', [said('2')], {}, { isCommand: true })
    await expect(bad).rejects.toThrow('cannot be stored')
    expect([...(await before), ...(await after)].map(({ seq }) => seq)).toEqual([1, 2])
    expect(told).toEqual(['a 1', 'a 2'])
  })

  test('when it is closed, what still is refused is told to whoever waits for it', async () => {
    const bad = journal.append('a', [said('bad')])
    const good = journal.append('b', [said('1')])
    journal.close()
    await expect(bad).rejects.toThrow('cannot be stored')
    await expect(good).resolves.toHaveLength(1)
  })

  test('a number that is not the next is found out', async () => {
    store.refused = undefined
    await journal.append('a', [said('1')])
    store.commit([{ session: 'a', events: [{ ...said('by another'), seq: 2, at: 0 } as SessionEvent] }])
    expect(await journal.append('a', [said('2')])).toMatchObject([{ seq: 3 }])
  })
})

test('after a command that failed alone, the next one is tried again', async () => {
  store.failure = new StoreError('full', 'the disk is full')
  const command = () => journal.append('a', [said('command')], {}, { isCommand: true })
  await expect(command()).rejects.toThrow('full')
  expect(journal.problem).toBeDefined()
  store.failure = undefined
  await expect.poll(() => journal.problem).toBeUndefined()
  expect(await command()).toHaveLength(1)
})

test('a listener that throws harms neither the others nor other sessions', async () => {
  const errors: string[] = []
  const watched = new Journal(store, {
    groupMs: 0,
    onError: (session, error) => errors.push(`${session} ${error}`),
  })
  const heard: string[] = []
  watched.listen((session) => {
    if (session === 'a') throw new Error('no')
  })
  watched.listen((session) => heard.push(session))
  await Promise.all([watched.append('a', [said('1')]), watched.append('b', [said('1')])])
  expect(errors).toEqual(['a Error: no'])
  expect(heard).toEqual(['a', 'b'])
})

test('a closed one refuses what comes late', async () => {
  journal.close()
  await expect(journal.append('a', [said('1')])).rejects.toMatchObject({ reason: 'closed' })
})

test('close stores what is left', async () => {
  const appended = journal.append('a', [said('last')])
  journal.close()
  expect(store.lastSeq('a')).toBe(1)
  await appended
})

test('what waits for a session that is removed is dropped, and harms nobody else', async () => {
  const dropped = journal.append('a', [said('1')])
  const kept = journal.append('b', [said('2')])
  journal.forget('a')
  await expect(dropped).rejects.toThrow(/removed/)
  expect(await kept).toHaveLength(1)
})
