/**
 * The data folder of the released 0.1.0, which stored with better-sqlite3: made by that build and killed with `-9`, so the
 * events are still in SQLite's log. It has an ended and an archived session, one that waited for an approval and an idle
 * one, whose processes are gone since.
 */
import { cpSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { Budgets } from '../../src/host/budgets.ts'
import { Database } from '../../src/host/journal/sqlite/database.ts'
import { SqliteStore } from '../../src/host/journal/sqlite/sqlite-store.ts'
import { Policies } from '../../src/host/policies/policies.ts'
import { items } from '../../src/state/select.ts'
import { type HostStage, stageIn } from './stage.ts'
import { drivers } from './stores.ts'
import { isIdle } from './waiting.ts'

const RELEASED = fileURLToPath(new URL('released', import.meta.url))

let stage: HostStage
afterEach(() => stage.close())

describe.each(drivers)('on $name', (driver) => {
  async function open() {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-released-')))
    cpSync(RELEASED, root, { recursive: true })
    const project = join(root, 'project')
    const transcripts = join(root, 'home', '.claude', 'projects', project.replace(/[^a-zA-Z0-9]/g, '-'))
    cpSync(join(root, 'home', 'projects'), transcripts, { recursive: true })
    const database = new Database(join(root, 'journal.db'), driver)
    database.prepare('update sessions set cwd = ?').run(project)
    database.close()
    const store = new SqliteStore(join(root, 'journal.db'), { driver })
    stage = await stageIn(root, { store })
    return store
  }

  test('every session, event, receipt and setting is there', async () => {
    const store = await open()
    const sessions = stage.host.sessions().map(({ row }) => [row.id, row.title, row.archived])
    expect(sessions).toEqual([
      ['ended', 'An ended session', false],
      ['archived', 'An archived session', true],
      ['asking', 'A session that asks', false],
      ['idle', 'An idle session', false],
    ])
    for (const { id, state } of stage.host.sessions()) {
      const events = store.events(id, 0, 10_000)
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
      expect(events.length).toBeGreaterThan(50)
      expect(items(state)[0]).toMatchObject({ kind: 'user' })
      expect(store.receipt(`create-${id}`)?.receipt).toMatchObject({ result: { id } })
    }
    expect(store.search('ünïcode', 9)).toMatchObject([{ session: 'archived', kind: 'user' }])
    expect(store.usage('2026-01-01', '2026-12-31').map(({ session }) => session)).toContain('ended')
    expect(new Policies(store).list.rules).toMatchObject([{ id: 'no-env', effect: 'deny' }])
    expect(new Budgets(store, Date.now).list).toMatchObject({ dayUsd: 25 })
  })

  test('a session whose process is gone goes on with another; one that had ended can be resumed', async () => {
    await open()
    await stage.until(
      'asking',
      (state) => state.process.generation === 2 && state.approvals.pending.length === 0,
    )
    for (const id of ['idle', 'ended']) {
      await stage.send(id, { text: 'hello' })
      const state = await stage.until(id, (it) => it.turns.past.size === 2 && isIdle(it))
      expect(state.process.generation).toBe(2)
    }
  })
})
