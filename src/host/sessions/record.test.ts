import { beforeEach, describe, expect, test } from 'vitest'
import type { StdinMessage } from '../../protocol/stdin.ts'
import { Journal } from '../journal/journal.ts'
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
  const journal = new Journal(store, { delayMs: 0, retryMs: 1 })
  record = new SessionRecord(ROW, journal, async (row) => {
    delivered.push(row)
  })
})
const outbox = () => store.outbox('s', 1).map(({ id }) => id)

test('a line is stored before it is written, and leaves the outbox with what is stored next', async () => {
  const posted = record.post({ kind: 'prompt', id: 'p', message })
  expect(delivered).toEqual([])
  await posted
  expect(delivered).toHaveLength(1)
  expect(outbox()).toEqual(['p'])
  await record.append([])
  expect(outbox()).toEqual([])
})

describe('a command that cannot be stored', () => {
  test('has changed nothing, and writes nothing', async () => {
    store.isFull = true
    await expect(record.change({ title: 'new', wanted: 'rest' }, {}, true)).rejects.toThrow('full')
    expect(record.row).toEqual(ROW)
    await expect(record.post({ kind: 'prompt', id: 'p', message })).rejects.toThrow('full')
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
    await record.post({ kind: 'prompt', id: 'p', message })
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
