/** FIFOs, which Node itself cannot make. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { FairleadError } from './errors.ts'
import { systemFirst } from './system-first.ts'
import { systemTrouble } from './system-trouble.ts'

/** A durable process could not be started, or there is none. */
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

/**
 * Whether processes can be durable with their files in this folder. Not every file system has FIFOs. Throws when that cannot
 * be found out now: with a full disk or too many files open, say.
 */
export async function durableSupported(folder = tmpdir()): Promise<DurableSupport> {
  if (process.platform === 'win32') return { isSupported: false, reason: 'Windows has no FIFOs.' }
  let probe: string | undefined
  try {
    probe = await mkdtemp(join(folder, 'fifo-'))
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
