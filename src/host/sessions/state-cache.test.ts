import { expect, test } from 'vitest'
import type { EventBody } from '../../state/events.ts'
import { Journal } from '../journal/journal.ts'
import { MemoryStore } from '../journal/memory-store.ts'
import type { SessionRow } from '../journal/store.ts'
import { SessionRecord } from './record.ts'
import { StateCache } from './state-cache.ts'

const ROW: SessionRow = {
  id: 's',
  title: '',
  cwd: '/project',
  agent: 'sim',
  createdAt: 0,
  updatedAt: 0,
  archived: false,
  options: {},
  generation: 1,
  offset: 0,
  wanted: 'run',
  extra: {},
}
const notice: EventBody = { kind: 'notice', level: 'info', text: 'an item' }
const title: EventBody = { kind: 'titled', title: 'no item' }

/** A session that works. `add` answers up to which event its state is stored after so many more. */
function busySession() {
  const store = new MemoryStore()
  store.addSession(ROW)
  const journal = new Journal(store, { groupMs: 0 })
  const memory = new StateCache(store, new SessionRecord(ROW, journal, async () => {}))
  return {
    async add(body: EventBody, count: number): Promise<number | undefined> {
      memory.load()
      const events = await journal.append('s', new Array<EventBody>(count).fill(body))
      for (const event of events) memory.fold(event)
      memory.takeSnapshot(true)
      // What was begun before is stored before.
      await journal.append('s', [])
      return store.snapshot('s')?.seq
    },
  }
}

test('the state of a session that works is stored after 500 events', async () => {
  const session = busySession()
  expect(await session.add(notice, 499)).toBeUndefined()
  expect(await session.add(title, 1)).toBe(500)
})

test('a long transcript is stored again after as many events as it has items', async () => {
  const session = busySession()
  expect(await session.add(notice, 900)).toBe(900)
  expect(await session.add(title, 899)).toBe(900)
  expect(await session.add(title, 1)).toBe(1800)
})
