import { beforeEach, describe, expect, test } from 'vitest'
import { Driver } from '../../driver/driver.ts'
import { systemClock } from '../../process/clock.ts'
import { encode } from '../../protocol/encode.ts'
import type { StdinMessage } from '../../protocol/stdin.ts'
import { emptyState } from '../../state/session-state.ts'
import { bodyJson } from '../journal/event-json.ts'
import { type CommitExtras, Journal } from '../journal/journal.ts'
import { MemoryStore } from '../journal/memory-store.ts'
import { type Change, type OutboxRow, type SessionRow, StoreError } from '../journal/store.ts'
import { SessionRecord } from './record.ts'

class Failing extends MemoryStore {
  isFull = false
  override commit(changes: readonly Change[]): void {
    if (this.isFull) throw new StoreError('full', 'the disk is full')
    super.commit(changes)
  }
}
const ROW: SessionRow = {
  id: 's',
  title: 'old',
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
}
const message = { type: 'user', message: { role: 'user', content: 'hi' } } as StdinMessage

let store: Failing
let record: SessionRecord
let delivered: OutboxRow[]
beforeEach(() => {
  store = new Failing()
  store.addSession(ROW)
  delivered = []
  const journal = new Journal(store, { groupMs: 0, retryMs: 1 })
  record = new SessionRecord(ROW, journal, async (row) => {
    delivered.push(row)
  })
})
const outbox = () => store.outbox('s', 1).map(({ id }) => id)

test('a line is stored before it is written, and leaves the outbox with what is stored next', async () => {
  const posted = record.post({ kind: 'prompt', id: 'p', message, line: encode(message) })
  expect(delivered).toEqual([])
  await posted
  expect(delivered).toHaveLength(1)
  expect(outbox()).toEqual(['p'])
  await record.append([])
  expect(outbox()).toEqual([])
})

test('a line for the CLI waits for no other events, whoever it is from, and the journal has its text', async () => {
  const journal = new Journal(store, { groupMs: 1e6, quietMs: 1e6 })
  record = new SessionRecord(ROW, journal, async (row) => void delivered.push(row))
  await record.append([])
  await record.post({ kind: 'prompt', id: 'p', message, line: encode(message) })
  await record.post({ kind: 'answer', id: 'q', message, line: encode(message), isOwn: true })
  const sent = store.events('s', 0, 9).map((event) => bodyJson(event))
  expect(sent).toEqual(delivered.map(({ line }) => `{"kind":"sent","message":${line.trimEnd()}}`))
  journal.close()
})

describe('a command that cannot be stored', () => {
  test('has changed nothing, and writes nothing', async () => {
    store.isFull = true
    await expect(record.change({ title: 'new', wanted: 'rest' }, {}, true)).rejects.toThrow('full')
    expect(record.row).toEqual(ROW)
    await expect(record.post({ kind: 'prompt', id: 'p', message, line: encode(message) })).rejects.toThrow(
      'full',
    )
    expect(delivered).toEqual([])
  })

  test('does not undo what was changed meanwhile', async () => {
    store.isFull = true
    const refused = record.change({ title: 'new', offset: 5 }, {}, true)
    const kept = record.change({ offset: 9 })
    await expect(refused).rejects.toThrow('full')
    expect(record.row).toMatchObject({ title: 'old', offset: 9 })
    store.isFull = false
    await kept
    expect(store.session('s')).toMatchObject({ title: 'old', offset: 9 })
  })

  test('does not forget which lines were written: they would be written again', async () => {
    await record.post({ kind: 'prompt', id: 'p', message, line: encode(message) })
    store.isFull = true
    await expect(record.change({ title: 'new' }, {}, true)).rejects.toThrow('full')
    store.isFull = false
    await record.append([])
    expect(outbox()).toEqual([])
  })
})

test('what comes late, for a session that was removed, is refused and holds up no other', async () => {
  store.removeSession('s')
  record.drop()
  await expect(record.change({ offset: 1 })).rejects.toMatchObject({ reason: 'closed' })
})

test('the first request to a process is kept while nothing can be stored: without it no policy would hold', async () => {
  const driver = new Driver<CommitExtras>({
    ledger: { state: emptyState, post: (post) => record.post(post), record: async () => {} },
    clock: systemClock,
    newId: () => 'first',
    answer: () => undefined,
    signal: () => {},
    canProbe: () => false,
    mayRelease: () => false,
    promptMessage: () => {
      throw new Error('no prompt is held')
    },
    onError: () => {},
  })
  store.isFull = true
  const ready = driver.initialize({})
  await expect(record.append([], {}, true)).rejects.toThrow('the disk is full')
  store.isFull = false
  await record.append([])
  await expect.poll(() => delivered.map(({ id }) => id)).toEqual(['first'])
  driver.ended(() => new Error('over'))
  await expect(ready).rejects.toThrow('over')
})
