/** The data folder: can it be made and written, is it private, is there room. Leaves nothing behind. */
import { access, constants, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { dataFolder } from '../../process/data-folder.ts'
import type { Finding } from './finding.ts'

const MEGABYTE = 1024 * 1024
/** Below this it will soon be full; below the other nothing can be written reliably. */
const SCARCE = 500 * MEGABYTE
const TOO_LITTLE = 20 * MEGABYTE

type FreeSpace = (folder: string) => Promise<number>

export async function checkDataFolder(
  env: NodeJS.ProcessEnv,
  space: FreeSpace = freeSpace,
): Promise<Finding> {
  const folder = dataFolder({ env })
  const found = await nearest(folder)
  const exists = found.path === folder
  const problem = found.isFolder ? await whyNotWritable(found.path, exists) : `${found.path} is no folder`
  if (problem !== undefined) return broken(folder, problem)
  const free = await space(found.path)
  const facts = { folder, exists, free, ...(exists && { mode: found.mode.toString(8).padStart(3, '0') }) }
  const text = `data folder ${folder}${exists ? '' : ' (will be made)'}, ${sizeOf(free)} free`
  if (free < TOO_LITTLE)
    return { check: 'data-folder', state: 'problem', text, remedy: `Make room, or ${ELSEWHERE}`, facts }
  if (exists && isOpen(found.mode))
    return {
      check: 'data-folder',
      state: 'note',
      text: `${text}; others can look into it`,
      remedy: `chmod 700 '${folder}'`,
      facts,
    }
  if (free < SCARCE)
    return { check: 'data-folder', state: 'note', text, remedy: `Make room, or ${ELSEWHERE}`, facts }
  return { check: 'data-folder', state: 'ok', text, facts }
}

const ELSEWHERE = 'name a folder elsewhere with FAIRLEAD_HOME.'

function broken(folder: string, problem: string): Finding {
  return {
    check: 'data-folder',
    state: 'problem',
    text: `data folder ${folder} cannot be used: ${problem}`,
    remedy: `Mend that, or ${ELSEWHERE}`,
    facts: { folder, problem },
  }
}

interface Found {
  readonly path: string
  readonly isFolder: boolean
  readonly mode: number
}

/** The folder, or what there is of the way to it. */
export async function nearest(path: string): Promise<Found> {
  const found = await stat(path).catch(() => undefined)
  if (found !== undefined) return { path, isFolder: found.isDirectory(), mode: found.mode & 0o777 }
  return dirname(path) === path ? { path, isFolder: false, mode: 0 } : nearest(dirname(path))
}

async function whyNotWritable(folder: string, isOwn: boolean): Promise<string | undefined> {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    if (!isOwn) return undefined
    const probe = join(folder, `.doctor-${process.pid}`)
    await writeFile(probe, '', { flag: 'wx' })
    await rm(probe)
    return undefined
  } catch (error) {
    return `${folder} cannot be written (${(error as NodeJS.ErrnoException).code})`
  }
}

function sizeOf(bytes: number): string {
  const megabytes = bytes / MEGABYTE
  return megabytes < 1024 ? `${Math.floor(megabytes)} MB` : `${Math.floor(megabytes / 1024)} GB`
}

function isOpen(mode: number): boolean {
  return process.platform !== 'win32' && (mode & 0o077) !== 0
}

async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
