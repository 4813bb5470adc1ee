// @ts-check
// What tests left behind. Each run has a temp folder of its own: whatever is in it afterwards, and every process that has
// something to do with it, was not cleaned up. A process that is gone listens on no port either.

import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Programs that were told to end need a moment to do so. */
const TIME_TO_END = 15_000

/** Short: the paths of sockets have a limit. */
export function makeTempFolder() {
  return realpathSync(mkdtempSync(join(tmpdir(), 'fl-')))
}

/**
 * Returns a line for each leftover, and removes them.
 * @param {string} folder
 */
export async function leftovers(folder) {
  const deadline = performance.now() + TIME_TO_END
  while (processesOf(folder).length > 0 && performance.now() < deadline) await sleep(100)
  const found = []
  for (const { pid, what } of processesOf(folder)) {
    found.push(`process ${pid}: ${what}`)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {}
  }
  const names = existsSync(folder) ? readdirSync(folder) : []
  for (const name of names) if (!SHARED.includes(name)) found.push(`folder ${contentOf(join(folder, name))}`)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  return found
}

/**
 * A path, and what the first folders below it are called, which often says whose it is.
 * @param {string} path
 */
function contentOf(path) {
  const inside = read(() => readdirSync(path).slice(0, 5).join(', '))
  return inside === '' ? path : `${path} with ${inside}`
}

/** Shared by all programs of a user, and nobody's to remove: the sockets of CLIs, and Node's cache of compiled code. */
const SHARED = ['cc-socks', 'node-compile-cache']

/** @param {string} folder */
function processesOf(folder) {
  const found = []
  for (const { pid, args, places } of processes()) {
    if (pid === process.pid) continue
    if ([args, ...places].some((text) => text.includes(folder)))
      found.push({ pid, what: args.replaceAll('\0', ' ').replace(/\s+/g, ' ').slice(0, 200) })
  }
  return found
}

/** @returns {{ pid: number, args: string, places: string[] }[]} */
function processes() {
  if (existsSync('/proc/self/environ')) {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => ({
        pid: Number(pid),
        args: read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
        places: [
          read(() => readlinkSync(`/proc/${pid}/cwd`)),
          read(() => readFileSync(`/proc/${pid}/environ`, 'utf8')),
        ],
      }))
  }
  if (process.platform === 'win32') return []
  return execFileSync('ps', ['-Ao', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => ({ pid: Number.parseInt(line, 10), args: line.replace(/^\s*\d+\s*/, ''), places: [] }))
}

/** A process may end while it is looked at, and others belong to somebody else. */
function read(/** @type {() => string} */ action) {
  try {
    return action()
  } catch {
    return ''
  }
}
