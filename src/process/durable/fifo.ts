/** FIFOs, which Node itself cannot make. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { FairleadError } from '../errors.ts'
import { systemFirst } from '../system-first.ts'
import { systemTrouble } from '../system-trouble.ts'

/** A durable process could not be started, or does not exist. */
export class DurableError extends FairleadError {
  constructor(message: string, options?: ErrorOptions) {
    super('durable-process', message, options)
  }
}

export async function makeFifo(path: string): Promise<void> {
  try {
    await promisify(execFile)('mkfifo', ['-m', '600', path], { env: systemFirst() })
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim() : String(error)
    throw new DurableError(`A FIFO cannot be made: ${reason}`, { cause: error })
  }
}

export type DurableSupport =
  | { readonly isSupported: true }
  | { readonly isSupported: false; readonly reason: string }

/** Contains the pid of the program that tries it. No session has a folder whose name begins with a dot. */
const PROBE = /^\.fifo-(\d+)-/

/**
 * Whether processes can be durable with their files in this folder. Not every file system has FIFOs. Throws when that cannot
 * be found out now: with a full disk or too many files open, say.
 */
export async function durableSupported(folder = tmpdir()): Promise<DurableSupport> {
  if (process.platform === 'win32') return { isSupported: false, reason: 'Windows has no FIFOs.' }
  let probe: string | undefined
  try {
    await removeLeftProbes(folder)
    probe = await mkdtemp(join(folder, `.fifo-${process.pid}-`))
    await makeFifo(join(probe, 'probe'))
    return { isSupported: true }
  } catch (error) {
    // The system refuses it now, and may allow it later.
    if (error instanceof Error && systemTrouble(error) !== undefined) throw error
    return { isSupported: false, reason: error instanceof Error ? error.message : String(error) }
  } finally {
    if (probe !== undefined) await rm(probe, { recursive: true, force: true })
  }
}

/** Of those that were killed while they tried. */
async function removeLeftProbes(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = PROBE.exec(name)?.[1]
    if (pid !== undefined && !isThere(Number(pid)))
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
