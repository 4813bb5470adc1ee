/** Something in the journal cannot be read: its session is shown and left alone, and the others go on. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startDaemon } from '../../src/host/daemon.ts'
import { Database } from '../../src/host/journal/sqlite/database.ts'
import type { Driver } from '../../src/host/journal/sqlite/driver.ts'
import { SqliteStore } from '../../src/host/journal/sqlite/sqlite-store.ts'
import { type HostStage, hostStage } from './stage.ts'
import { drivers, line, notice, row, storeFolder } from './stores.ts'
import { isIdle } from './waiting.ts'

const { newFile, open, folder } = storeFolder()
let stage: HostStage | undefined
afterEach(async () => {
  await stage?.close()
  stage = undefined
})

function sql(file: string, text: string): void {
  const database = new Database(file)
  database.exec(text)
  database.close()
}

/** By the id of the session that it befalls. */
const DAMAGES: Record<string, string> = {
  'options-no-json': `update sessions set options = '{"model"' where id = `,
  'generation-text': `update sessions set generation = 'two' where id = `,
  'extra-list': `update sessions set extra = '[]' where id = `,
  'event-no-json': `update events set body = '{"kind":' where seq = 2 and session = `,
  'event-no-kind': `update events set body = '{}' where seq = 2 and session = `,
  'event-missing': `delete from events where seq = 2 and session = `,
  'event-number': `update events set seq = 70 where seq = 2 and session = `,
  'line-no-json': `update outbox set line = '{' where session = `,
}
const BAD = Object.keys(DAMAGES)

test('a damaged session is shown and refused, and the others go on', async () => {
  const first = await hostStage()
  stage = first
  const good = await first.create('hello', { title: 'the good one' })
  await first.until(good, isIdle)
  for (const id of BAD)
    first.host.store.commit([
      {
        session: id,
        added: row(id, { title: `title of ${id}`, generation: 1, wanted: 'rest' }),
        events: [notice(1), notice(2), notice(3)],
        outbox: [{ ...line('x'), session: id }],
      },
    ])
  await first.host.stop()
  sql(join(first.folder, 'journal.db'), BAD.map((id) => `${DAMAGES[id]}'${id}';`).join('\n'))
  const logged: string[] = []
  stage = await first.again({ log: (level, message) => void (level === 'error' && logged.push(message)) })
  expect(logged).toHaveLength(BAD.length)
  const { sessions } = await stage.call('listSessions', { query: {} as never })
  expect(sessions).toHaveLength(BAD.length + 1)
  for (const id of BAD) {
    expect(logged).toContainEqual(expect.stringMatching(`damaged and was left alone.*session ${id}`))
    expect(stage.host.quarantine.problems).toContainEqual(
      expect.stringMatching(`session ${id}.*fairlead recover`),
    )
    expect(sessions.find((it) => it.id === id)).toMatchObject({
      title: `title of ${id}`,
      group: 'needs-you',
      liveness: { status: 'error' },
    })
    const refused = { code: 'storage', message: expect.stringContaining(`session ${id} is damaged`) }
    await expect(stage.send(id, { text: 'hello' })).rejects.toMatchObject(refused)
    await expect(stage.call('getSession', { params: { id } })).rejects.toMatchObject(refused)
    await expect(stage.create(undefined, { id })).rejects.toMatchObject(refused)
  }
  await stage.send(good, { text: 'hello' })
  await stage.until(good, (state) => state.turns.past.size === 2)
})

test('a snapshot, the detail of an audit entry and a row of usage that cannot be read cost nothing else', () => {
  const file = newFile()
  const [driver] = drivers as [Driver]
  const store = open(file, driver)
  store.addSession(row('a'))
  const used = { day: '2026-01-02', model: 'm', session: 'a', costUsd: 1, input: 1, output: 1 }
  const usage = [{ ...used, cacheRead: 0, cacheCreation: 0, turns: 1 }]
  const audit = [{ at: 1, session: 'a', what: 'allowed', by: 'me', detail: {} }]
  store.commit([{ session: 'a', usage, audit, receipt: { commandId: 'c', at: 1, receipt: {} } }])
  store.putSetting('policies', { rules: [] })
  sql(
    file,
    `insert into snapshots values ('a', 3, '{'); update audit set detail = '{'; update receipts set receipt = '{';
     insert into usage values ('2026-01-02', 'x', 'a', 'much', 0, 0, 0, 0, 0); update settings set value = '{'`,
  )
  expect(store.snapshot('a')).toBeUndefined()
  expect(store.audit({})).toMatchObject([{ what: 'allowed', detail: { damaged: expect.any(String) } }])
  expect(store.usage('2026-01-01', '2026-12-31')).toHaveLength(1)
  // Whether that command was carried out is not known: it is not carried out again.
  expect(() => store.receipt('c')).toThrow(/receipt of command c cannot be read/)
  expect(() => store.setting('policies')).toThrow(/setting "policies" cannot be read/)
})

test.each(drivers)(
  'a page of zeros is told, and the sessions that are not on it go on, with $name',
  (driver) => {
    const file = newFile()
    const store = new SqliteStore(file, { driver })
    for (const id of ['a', 'b', 'c']) {
      store.addSession(row(id, { title: id.repeat(3000) }))
      for (let seq = 1; seq <= 20; seq++)
        store.commit([{ session: id, events: [notice(seq, id.repeat(2000))] }])
    }
    store.close()
    const bytes = readFileSync(file)
    const page = Math.floor(bytes.indexOf('b'.repeat(1500)) / 4096)
    bytes.fill(0, page * 4096, (page + 1) * 4096)
    writeFileSync(file, bytes)
    const again = open(file, driver)
    const bad = new Set(again.damagedSessions().map(({ id }) => id))
    for (const { id } of again.sessions()) {
      try {
        expect(again.events(id, 0, 100)).toHaveLength(20)
      } catch {
        bad.add(id)
      }
    }
    expect([...bad]).toContain('b')
    expect([...bad]).not.toContain('a')
  },
)

test('settings that cannot be read are told, and the host starts', async () => {
  const data = join(folder, 'data')
  const options = { version: '0.0.0', folder: data, port: 0, roots: [folder] }
  await (await startDaemon(options)).stop()
  const names = ['agents', 'policies', 'budgets']
  const values = names.map((name) => `('${name}', '{')`).join(', ')
  sql(join(data, 'journal.db'), `insert or replace into settings values ${values}`)
  const daemon = await startDaemon(options)
  try {
    const health = await (await fetch(`${daemon.url}/api/healthz`)).json()
    expect(health).toMatchObject({ ok: false, problems: daemon.problems })
    for (const name of names)
      expect(daemon.problems).toContainEqual(
        expect.stringContaining(`the ${name} in the journal cannot be read`),
      )
  } finally {
    await daemon.stop()
  }
})
