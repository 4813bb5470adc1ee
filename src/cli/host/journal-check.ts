/** The doctor's checks of the journal and its storage. Here because only `cli/host` may import the host. Read-only. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { JOURNAL_FILE, SESSIONS_FOLDER } from '../../host/data-files.ts'
import { Database } from '../../host/journal/sqlite/database.ts'
import { DRIVERS, findDriver, problemOf } from '../../host/journal/sqlite/driver.ts'
import { CURRENT_SCHEMA } from '../../host/journal/sqlite/migrations.ts'
import { SqliteStore } from '../../host/journal/sqlite/sqlite-store.ts'
import { runningHost } from '../../host/lock.ts'
import { lostSessions, lostText } from '../../host/lost-journal.ts'
import { dataFolder } from '../../process/data-folder.ts'
import type { Finding } from '../doctor/finding.ts'
import { healthAt } from './find-host.ts'

export function checkStorage(env: NodeJS.ProcessEnv): Finding {
  const details = DRIVERS.map((driver) => `${driver.name}: ${problemOf(driver) ?? 'works'}`)
  try {
    const { name } = findDriver(env.FAIRLEAD_SQLITE || undefined)
    const text = `storage: SQLite (${name}) with full-text search`
    return { check: 'storage', state: 'ok', text, facts: { driver: name, fullTextSearch: true, details } }
  } catch (error) {
    return {
      check: 'storage',
      state: 'problem',
      text: 'storage: no SQLite with full-text search can be used, so no host can run',
      details,
      remedy: (error as Error).message,
      facts: { driver: null, fullTextSearch: false, details },
    }
  }
}

/** Undefined if there is no journal yet and no session that should be in it. */
export async function checkJournal(env: NodeJS.ProcessEnv): Promise<Finding | undefined> {
  const folder = dataFolder({ env })
  const url = runningHost(folder)?.url
  const problems = (url && (await healthAt(url))?.problems) || problemsIn(folder)
  if (problems === undefined) return undefined
  const facts = { problems }
  if (problems.length === 0)
    return { check: 'journal', state: 'ok', text: 'journal: all sessions can be read', facts }
  const text = `journal: ${problems.length === 1 ? '1 problem' : `${problems.length} problems`}`
  return { check: 'journal', state: 'note', text, details: problems, facts }
}

function problemsIn(folder: string): string[] | undefined {
  const file = join(folder, JOURNAL_FILE)
  const sessions = join(folder, SESSIONS_FOLDER)
  if (!existsSync(file) || statSync(file).size === 0) {
    const lost = lostSessions(sessions, { sessions: () => [], damagedSessions: () => [] })
    return lost.length === 0 ? undefined : [lostText(lost.length, true)]
  }
  try {
    // Opening a journal of another version would migrate it.
    if (schemaOf(file) !== CURRENT_SCHEMA) return undefined
    const store = new SqliteStore(file)
    try {
      const lost = lostSessions(sessions, store)
      return [
        ...store.damagedSessions().map(({ problem }) => problem),
        ...(lost.length > 0 ? [lostText(lost.length, store.sessions().length === 0)] : []),
      ]
    } finally {
      store.close()
    }
  } catch (error) {
    return [(error as Error).message]
  }
}

function schemaOf(file: string): number {
  const database = new Database(file)
  try {
    return Number(database.pragma('user_version'))
  } finally {
    database.close()
  }
}
