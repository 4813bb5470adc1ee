import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { durableSupported } from '../../process/durable/fifo.ts'
import type { Finding } from './finding.ts'

/** A session keeps a few files open, a connected browser one; the host itself needs some more. */
const HANDLES_PER_SESSION = 6
const HANDLES_OF_HOST = 60
const SCARCE_HANDLES = 512

/** Not every file system has FIFOs, so `folder` is the data folder if it exists. */
export async function checkFifos(folder: string): Promise<Finding> {
  const support = await durableSupported(folder)
  if (support.isSupported)
    return { check: 'fifos', state: 'ok', text: 'FIFOs: sessions go on when the host ends' }
  return {
    check: 'fifos',
    state: 'note',
    text: `no FIFOs, so sessions end with the host: ${support.reason}`,
    remedy: 'Put the data folder on a local file system (FAIRLEAD_HOME).',
    facts: { reason: support.reason },
  }
}

export async function checkFileHandles(limit: () => Promise<number> = fileHandles): Promise<Finding> {
  const handles = await limit().catch(() => Number.NaN)
  const facts = { handles: Number.isFinite(handles) ? handles : null }
  if (Number.isNaN(handles))
    return { check: 'file-handles', state: 'ok', text: 'file handles: the limit is not known here', facts }
  if (handles === Number.POSITIVE_INFINITY)
    return { check: 'file-handles', state: 'ok', text: 'file handles: no limit', facts }
  const sessions = Math.max(0, Math.floor((handles - HANDLES_OF_HOST) / HANDLES_PER_SESSION))
  const text = `file handles: ${handles}, enough for about ${sessions} running sessions`
  if (handles >= SCARCE_HANDLES) return { check: 'file-handles', state: 'ok', text, facts }
  return {
    check: 'file-handles',
    state: sessions === 0 ? 'problem' : 'note',
    text,
    remedy: 'Raise the limit before you start the host: ulimit -n 4096',
    facts,
  }
}

/** The limit for programs started from here. */
async function fileHandles(): Promise<number> {
  if (process.platform === 'win32') return Number.NaN
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', 'ulimit -n'])
  return stdout.trim() === 'unlimited' ? Number.POSITIVE_INFINITY : Number.parseInt(stdout, 10)
}
