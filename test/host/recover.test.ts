/** The journal is gone or damaged: what the processes wrote is enough to go on. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startDaemon } from '../../src/host/daemon.ts'
import { SqliteStore } from '../../src/host/journal/sqlite/sqlite-store.ts'
import { recover } from '../../src/host/recover/recover.ts'
import { type HostStage, hostStage } from './stage.ts'
import { line, notice, row, storeFolder } from './stores.ts'
import { OUTPUT } from './stray-output.ts'
import { isIdle } from './waiting.ts'

const { folder } = storeFolder()
let stage: HostStage | undefined
afterEach(async () => {
  await stage?.close()
  stage = undefined
})
const journalIn = (root: string) => readdirSync(root).filter((name) => name.startsWith('journal.db'))

test('a session whose journal is gone is rebuilt, and its process, which still runs, goes on', async () => {
  const first = await hostStage()
  stage = first
  const id = await first.create('hello')
  await first.until(id, isIdle)
  const { pid } = first.host.session(id)
  const said = first.host.session(id).state.turns.past.size
  await first.host.stop()
  for (const name of journalIn(first.folder)) rmSync(join(first.folder, name))
  const options = { folder: first.folder, agent: 'sim' }
  const planned = recover({ ...options, isDryRun: true })
  expect(planned).toMatchObject({
    journal: 'missing',
    sessions: [{ id, title: 'hello', outcome: 'rebuilt', isRunning: true }],
  })
  expect(journalIn(first.folder)).toEqual([])
  expect(recover({ ...options, isDryRun: false })).toEqual(planned)
  // Once more: it is whole, and nothing is added.
  expect(recover({ ...options, isDryRun: false })).toMatchObject({
    journal: 'whole',
    sessions: [{ id, outcome: 'kept' }],
  })
  stage = await first.again()
  const session = stage.host.session(id)
  expect(session.pid).toBe(pid)
  expect(session.row).toMatchObject({ cwd: first.cwd, title: 'hello', wanted: 'run' })
  expect(session.state.turns.past.size).toBe(said)
  await stage.send(id, { text: 'hello' })
  await stage.until(id, (state) => state.turns.past.size === said + 1 && isIdle(state))
})

test('a damaged journal is moved aside, and what can be read of it is kept', () => {
  const root = join(folder, 'damaged')
  const file = join(root, 'journal.db')
  recoverable(root)
  const store = new SqliteStore(file)
  for (const id of ['a', 'b']) {
    store.commit([
      {
        session: id,
        added: row(id, { generation: 1 }),
        events: Array.from({ length: 20 }, (_, index) => notice(index + 1, id.repeat(3000))),
        outbox: [{ ...line('x'), session: id }],
        audit: [{ at: 1, session: id, what: 'allowed', by: 'me', detail: {} }],
        receipt: { commandId: `c${id}`, at: 1, session: id, receipt: { ok: id } },
      },
    ])
  }
  store.putSetting('budgets', { dayUsd: 5 })
  store.close()
  const bytes = readFileSync(file)
  const page = Math.floor(bytes.lastIndexOf('b'.repeat(2000)) / 4096)
  bytes.fill(0, page * 4096, (page + 1) * 4096)
  writeFileSync(file, bytes)
  const found = recover({ folder: root, agent: 'sim', isDryRun: false, now: () => 0 })
  expect(found).toMatchObject({
    journal: 'damaged',
    movedTo: `${file}.damaged-1970-01-01T00-00-00`,
    sessions: [
      { id: 'a', outcome: 'kept', events: 20 },
      { id: 'b', outcome: 'lost', problem: expect.stringContaining('written nothing') },
      { id: 'stray', outcome: 'rebuilt', title: 'fix it' },
    ],
  })
  expect(readFileSync(found.movedTo as string).equals(bytes)).toBe(true)
  const again = new SqliteStore(file)
  expect(again.sessions().map(({ id }) => id)).toEqual(['a', 'stray'])
  expect(again.events('a', 0, 99)).toHaveLength(20)
  expect(again.outbox('a', 1)).toHaveLength(1)
  expect(again.audit({ session: 'a' })).toHaveLength(1)
  expect(again.receipt('ca')?.receipt).toEqual({ ok: 'a' })
  expect(again.setting('budgets')).toEqual({ dayUsd: 5 })
  again.close()
})

test('a session of which an event is missing is not taken for whole', () => {
  const root = join(folder, 'gap')
  mkdirSync(root)
  const store = new SqliteStore(join(root, 'journal.db'))
  store.commit([{ session: 'gap', added: row('gap'), events: [notice(1), notice(3)] }])
  store.close()
  expect(recover({ folder: root, agent: 'sim', isDryRun: true })).toMatchObject({
    journal: 'damaged',
    sessions: [
      { id: 'gap', outcome: 'lost', problem: expect.stringContaining('event 2 of session gap is missing') },
    ],
  })
})

test('a host that finds output but an empty journal says so', async () => {
  const data = join(folder, 'empty')
  recoverable(data)
  const daemon = await startDaemon({ version: '0.0.0', folder: data, port: 0, roots: [folder] })
  await daemon.stop()
  expect(daemon.problems).toEqual([
    expect.stringMatching(/output of 1 session is .* journal is empty.*fairlead recover/),
  ])
})

test('damage where no session lies is found, and the rest is kept', () => {
  const root = join(folder, 'shared')
  const file = join(root, 'journal.db')
  mkdirSync(root)
  const store = new SqliteStore(file)
  store.commit([{ session: 'a', added: row('a'), events: [notice(1, 'hello')] }])
  for (let at = 1; at <= 40; at++)
    store.commit([
      { session: 'a', receipt: { commandId: `c${at}`, at, session: 'a', receipt: 'r'.repeat(1000) } },
    ])
  store.close()
  const bytes = readFileSync(file)
  const page = Math.floor(bytes.indexOf('r'.repeat(900)) / 4096)
  bytes.fill(0, page * 4096, (page + 1) * 4096)
  writeFileSync(file, bytes)
  const options = { folder: root, agent: 'sim' }
  const found = recover({ ...options, isDryRun: true })
  expect(found).toMatchObject({ journal: 'damaged', sessions: [{ id: 'a', outcome: 'kept', events: 1 }] })
  expect(found.problem).toBeTypeOf('string')
  recover({ ...options, isDryRun: false })
  expect(recover({ ...options, isDryRun: true })).toMatchObject({ journal: 'whole', sessions: [{ id: 'a' }] })
})

/** With the output of one session. */
function recoverable(root: string): void {
  const session = join(root, 'sessions', 'stray')
  mkdirSync(session, { recursive: true, mode: 0o700 })
  writeFileSync(join(session, '1.stdout'), OUTPUT)
}
