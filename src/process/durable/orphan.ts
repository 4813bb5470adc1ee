/** A durable process whose files are gone, its record too: nobody can take it over, so it must end. */
import { readlinkSync } from 'node:fs'
import { descendantsOf, endAll, startTimeOf } from '../descendants.ts'
import { durableFiles } from './files.ts'

const AFTER_KILL = 2000

/**
 * Ends the process with this pid and all that it started, if it is the one of these files: it still writes to the removed file.
 * Its holder ends with it. False: it is not, or that cannot be found out here.
 */
export async function endOrphan(
  folder: string,
  generation: number,
  pid: number | undefined,
): Promise<boolean> {
  if (pid === undefined || !writesTo(pid, durableFiles(folder, generation).stdout)) return false
  await endAll([{ pid, startedAt: startTimeOf(pid) }, ...descendantsOf(pid)], AFTER_KILL)
  return true
}

function writesTo(pid: number, path: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/fd/1`) === `${path} (deleted)`
  } catch {
    return false
  }
}
