/** The journal: can all of its sessions be read, and has it those whose output is there. It is not changed. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Health } from '../../api/resources.ts'
import { JOURNAL_FILE, SESSIONS_FOLDER } from '../../host/data-files.ts'
import { Database } from '../../host/journal/sqlite/database.ts'
import { CURRENT_SCHEMA } from '../../host/journal/sqlite/migrations.ts'
import { SqliteStore } from '../../host/journal/sqlite/sqlite-store.ts'
import { runningHost } from '../../host/lock.ts'
import { lostSessions, lostText } from '../../host/lost-journal.ts'
import { dataFolder } from '../../process/data-folder.ts'
import type { Finding } from '../doctor/finding.ts'

/** Undefined where there is none yet, and nothing that should be in it. */
export async function checkJournal(env: NodeJS.ProcessEnv): Promise<Finding | undefined> {
  const folder = dataFolder({ env })
  const problems = (await problemsOfHost(folder)) ?? problemsIn(folder)
  if (problems === undefined) return undefined
  const facts = { problems }
  if (problems.length === 0)
    return { check: 'journal', state: 'ok', text: 'journal: all sessions can be read', facts }
  // A host can run without them.
  const text = `journal: ${problems.length === 1 ? '1 problem' : `${problems.length} problems`}`
  return { check: 'journal', state: 'note', text, details: problems, facts }
}

/** What a host that runs has found. */
async function problemsOfHost(folder: string): Promise<string[] | undefined> {
  const url = runningHost(folder)?.url
  if (!url) return undefined
  try {
    const answer = await fetch(`${url}/api/healthz`, { signal: AbortSignal.timeout(5000) })
    return ((await answer.json()) as Health).problems
  } catch {
    return undefined
  }
}

function problemsIn(folder: string): string[] | undefined {
  const file = join(folder, JOURNAL_FILE)
  const sessions = join(folder, SESSIONS_FOLDER)
  if (!existsSync(file) || statSync(file).size === 0) {
    const lost = lostSessions(sessions, { sessions: () => [], damagedSessions: () => [] })
    return lost.length === 0 ? undefined : [lostText(lost.length, true)]
  }
  try {
    // To open one of another version would change it.
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
