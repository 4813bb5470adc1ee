/** The processes of a session that runs, found by the record that its holder has written. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, type ProcessId } from '../../../src/process/descendants.ts'
import {
  type DurableRecord,
  durableFiles,
  generationsIn,
  readRecord,
} from '../../../src/process/durable/files.ts'

/** Of all sessions whose CLI runs, in the order of their names. */
export function runningRecords(data: string): DurableRecord[] {
  return foldersIn(join(data, 'sessions')).flatMap((folder) => {
    const generation = generationsIn(folder).at(-1)
    if (generation === undefined) return []
    try {
      const record = readRecord(durableFiles(folder, generation))
      return record && isRunning(record.cli) ? [record] : []
    } catch {
      return []
    }
  })
}

function foldersIn(sessions: string): string[] {
  try {
    return readdirSync(sessions)
      .sort()
      .map((name) => join(sessions, name))
  } catch {
    return []
  }
}

/** Whoever is gone meanwhile gets nothing. Answers whether it was there. */
export function signalTo(id: ProcessId, signal: NodeJS.Signals): boolean {
  try {
    if (!isRunning(id)) return false
    process.kill(id.pid, signal)
    return true
  } catch {
    return false
  }
}
