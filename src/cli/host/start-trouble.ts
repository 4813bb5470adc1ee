import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemTrouble } from '../../process/system-trouble.ts'
import { EXIT } from '../exit-codes.ts'

export class NoHostError extends Error {
  readonly exitCode = EXIT.noHost
}

/** Enough for the host, one session and one browser. */
const MIN_FILES = 128
const MIN_PROCESSES = 48

/** Throws if the host could not be loaded, which would end this program without a message, or could not run a session. */
export function checkLimits(limits = ownLimits(), isRoot = process.getuid?.() === 0): void {
  const files = limitIn(limits, 'Max open files')
  if (files < MIN_FILES)
    throw new NoHostError(
      `This shell allows ${files} open files, and a host needs at least ${MIN_FILES}. Raise the limit first: ulimit -n 4096`,
    )
  const processes = limitIn(limits, 'Max processes')
  // The limit does not apply to root.
  if (processes < MIN_PROCESSES && !isRoot)
    throw new NoHostError(
      `This shell allows ${processes} processes, and a host needs at least ${MIN_PROCESSES}, threads included. Raise the limit first: ulimit -u 4096`,
    )
}

/** Linux only; empty elsewhere. */
function ownLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}

function limitIn(limits: string, name: string): number {
  const line = limits.split('\n').find((it) => it.startsWith(name))
  const soft = line?.slice(name.length).trim().split(/\s+/)[0]
  return soft === undefined || soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
}

/** Why the folder cannot be written or created; undefined if it can. */
export function folderTrouble(folder: string): string | undefined {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize > 0) return undefined
    return `The disk of the data folder ${folder} is full. Free up space, or choose another folder with FAIRLEAD_HOME.`
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(folder) !== folder) return folderTrouble(dirname(folder))
    const why = code === 'EROFS' ? 'its file system is read-only' : `the system refuses it (${code})`
    return `The data folder ${folder} cannot be written: ${why}. Choose another folder with FAIRLEAD_HOME.`
  }
}

/** Explains errors that come from the data folder or from system limits; returns others unchanged. */
export function startTrouble(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || error instanceof NoHostError) return error
  const ofFolder = folderTrouble(folder)
  const message = ofFolder === undefined ? systemTrouble(error) : `${ofFolder} (${error.message})`
  return message === undefined ? error : new NoHostError(message, { cause: error })
}
