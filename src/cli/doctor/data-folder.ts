import { access, constants, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { dataFolder } from '../../process/data-folder.ts'
import { type DiskSpace, MEGABYTE, minFreeIn, sizeWords, spaceOf } from '../host/disk-space.ts'
import type { Finding } from './finding.ts'

const SCARCE = 500 * MEGABYTE

type Space = (folder: string) => Promise<DiskSpace>

export async function checkDataFolder(env: NodeJS.ProcessEnv, space: Space = spaceOf): Promise<Finding> {
  const folder = dataFolder({ env })
  const found = await nearest(folder)
  const exists = found.path === folder
  const problem = found.isFolder ? await whyNotWritable(found.path, exists) : `${found.path} is not a folder`
  if (problem !== undefined) return broken(folder, problem)
  const room = await space(found.path)
  const { freeBytes: free } = room
  const min = minFreeIn(folder, room)
  const facts = { folder, exists, free, ...(exists && { mode: found.mode.toString(8).padStart(3, '0') }) }
  const text = `data folder ${folder}${exists ? '' : ' (will be created)'}, ${sizeWords(free)} free`
  if (free < min)
    return {
      check: 'data-folder',
      state: 'problem',
      text: `${text}: sessions are paused with less than ${sizeWords(min)} (minFreeDiskMb)`,
      remedy: `Free up space, or ${ELSEWHERE}`,
      facts: { ...facts, min },
    }
  if (exists && isOpen(found.mode))
    return {
      check: 'data-folder',
      state: 'note',
      text: `${text}; other users can read it`,
      remedy: `chmod 700 '${folder}'`,
      facts,
    }
  if (free < SCARCE)
    return { check: 'data-folder', state: 'note', text, remedy: `Free up space, or ${ELSEWHERE}`, facts }
  return { check: 'data-folder', state: 'ok', text, facts }
}

const ELSEWHERE = 'choose another folder with FAIRLEAD_HOME.'

function broken(folder: string, problem: string): Finding {
  return {
    check: 'data-folder',
    state: 'problem',
    text: `data folder ${folder} cannot be used: ${problem}`,
    remedy: `Fix that, or ${ELSEWHERE}`,
    facts: { folder, problem },
  }
}

interface Found {
  readonly path: string
  readonly isFolder: boolean
  readonly mode: number
}

/** The folder, or its nearest ancestor that exists. */
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

function isOpen(mode: number): boolean {
  return process.platform !== 'win32' && (mode & 0o077) !== 0
}
