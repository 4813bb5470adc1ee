/** Why a host cannot be started here: what the system allows this program, and what is wrong with its data folder. */
import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemTrouble } from '../../process/system-trouble.ts'
import { EXIT } from '../exit-codes.ts'

/** There is no host to talk to. */
export class NoHostError extends Error {
  readonly exitCode = EXIT.noHost
}

/** The host itself, one session and one browser. */
const MIN_FILES = 128
const MIN_PROCESSES = 48

/** Throws if the host could not even be loaded, which would end this program without a word, or run a session. */
export function checkLimits(limits = ownLimits(), isRoot = process.getuid?.() === 0): void {
  const files = limitIn(limits, 'Max open files')
  if (files < MIN_FILES)
    throw new NoHostError(
      `This shell allows ${files} open files, and a host needs at least ${MIN_FILES}. Raise the limit first: ulimit -n 4096`,
    )
  const processes = limitIn(limits, 'Max processes')
  // It does not hold for root.
  if (processes < MIN_PROCESSES && !isRoot)
    throw new NoHostError(
      `This shell allows ${processes} processes, and a host needs at least ${MIN_PROCESSES}, threads included. Raise the limit first: ulimit -u 4096`,
    )
}

/** As Linux tells it; empty elsewhere, where nothing is known. */
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

/** Of a folder that is to be written, or made; undefined if nothing is found to be wrong with it. */
export function folderTrouble(folder: string): string | undefined {
  const elsewhere = 'Name a folder elsewhere with FAIRLEAD_HOME.'
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize > 0) return undefined
    return `The disk of the data folder ${folder} is full. Make room, or name a folder elsewhere with FAIRLEAD_HOME.`
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(folder) !== folder) return folderTrouble(dirname(folder))
    const why = code === 'EROFS' ? 'its file system is read-only' : `the system refuses it (${code})`
    return `The data folder ${folder} cannot be written: ${why}. ${elsewhere}`
  }
}

/** The same error in words, where it has to do with the data folder or with what the system allows. */
export function startTrouble(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || error instanceof NoHostError) return error
  const ofFolder = folderTrouble(folder)
  const message = ofFolder === undefined ? systemTrouble(error) : `${ofFolder} (${error.message})`
  return message === undefined ? error : new NoHostError(message, { cause: error })
}
