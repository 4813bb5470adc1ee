/** Finds output of sessions that the journal does not know, as after it was lost, replaced or restored from an older copy. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { durableFiles, generationsIn, sizeOf } from '../process/durable/files.ts'
import type { Store } from './journal/store.ts'

export function lostSessions(
  sessionsFolder: string,
  store: Pick<Store, 'sessions' | 'damagedSessions'>,
): string[] {
  const known = new Set([...store.sessions(), ...store.damagedSessions()].map(({ id }) => id))
  return foldersIn(sessionsFolder).filter((id) => !known.has(id) && hasOutput(join(sessionsFolder, id)))
}

export function lostText(count: number, isEmpty: boolean): string {
  const folders = count === 1 ? 'the output of 1 session is' : `the output of ${count} sessions is`
  const why = isEmpty ? 'the journal is empty, as if it were new' : 'the journal does not know them'
  return `${folders} in the data folder, but ${why}. Stop the host (\`fairlead down\`) and run \`fairlead recover\` to have them back; \`fairlead recover --dry-run\` says what it would do.`
}

export function hasOutput(folder: string): boolean {
  return generationsIn(folder).some((generation) => sizeOf(durableFiles(folder, generation).stdout) > 0)
}

export function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((it) => (it.isDirectory() ? [it.name] : []))
  } catch {
    return []
  }
}
