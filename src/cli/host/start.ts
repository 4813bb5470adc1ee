/**
 * Starts a host in the background. It is detached and outlives this process; `fairlead down` ends it. Its output goes to
 * `up.log` in the data folder. The starter waits until the host answers; if it exits first, its output is the reason. If
 * two are started at once, the lock decides, and the second finds the first.
 */
import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runningHost } from '../../host/lock.ts'
import { dataFolder } from '../../process/data-folder.ts'
import type { Io } from '../io.ts'
import { PROGRAM } from '../program.ts'
import { printable } from '../terminal/cells.ts'
import { hostUrl } from './find-host.ts'
import { checkLimits, folderTrouble, NoHostError, startTrouble } from './start-trouble.ts'

const START_TIMEOUT = 20_000
const LOOK_EVERY = 50
const TAIL_LINES = 12

export interface Started {
  readonly url: string
  readonly isNew: boolean
}

export async function startDetached(io: Io, args: readonly string[] = []): Promise<Started> {
  const folder = dataFolder({ env: io.env })
  const known = await hostUrl(folder)
  if (known !== undefined) return { url: known, isNew: false }
  checkLimits()
  const log = join(folder, 'up.log')
  const before = existsSync(log) ? statSync(log).size : 0
  const file = openLog(log, folder)
  const child = spawn(process.execPath, [PROGRAM, 'up', ...args], {
    detached: true,
    stdio: ['ignore', file, file],
    env: io.env,
    cwd: io.cwd,
  })
  closeSync(file)
  let code: number | null | undefined
  child.once('exit', (it) => {
    code = it
  })
  child.once('error', () => {
    code = null
  })
  child.unref()
  // Exit code 0: it has found another host, which may not answer yet.
  for (const deadline = Date.now() + START_TIMEOUT; Date.now() < deadline && !code && code !== null; ) {
    const url = await hostUrl(folder)
    if (url !== undefined) return { url, isNew: runningHost(folder)?.pid === child.pid }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
  }
  const why = code === undefined || code === 0 ? 'does not respond' : 'did not start'
  throw new NoHostError(
    `The host ${why}. ${reasonIn(log, before) ?? folderTrouble(folder) ?? `It printed nothing; see ${log}.`}`,
  )
}

function openLog(log: string, folder: string): number {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return openSync(log, 'a', 0o600)
  } catch (error) {
    throw startTrouble(error, folder)
  }
}

/** The last lines of its output. */
function reasonIn(log: string, from: number): string | undefined {
  const text = existsSync(log) ? readFileSync(log).subarray(from).toString('utf8').trimEnd() : ''
  const lines = printable(text).split('\n').slice(-TAIL_LINES)
  return text === '' ? undefined : `The end of ${log}:\n  ${lines.join('\n  ')}`
}
