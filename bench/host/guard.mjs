// @ts-check
// Ends what a bench has started, however the bench ends. `daemon.mjs` starts it in a session of its own, with the folder of the
// daemon: when its input ends, because the bench is done, was interrupted or was killed, it kills every process whose home
// is in that folder (the daemon, the holders, the CLIs and what they started), and removes the folder.

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_AGAIN_MS = 50
const [, , folder] = process.argv
if (folder === undefined) throw new Error('It needs the folder of a daemon.')
const HOME = `HOME=${folder}/home`

/** @returns {number[]} */
function processes() {
  if (process.platform !== 'linux') return listed()
  return readdirSync('/proc').filter(isOwn).map(Number)
}

/** @param {string} name of an entry of /proc */
function isOwn(name) {
  if (!/^\d+$/.test(name)) return false
  try {
    return readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(HOME)
  } catch {
    // It has ended, or belongs to somebody else.
    return false
  }
}

/** Elsewhere `ps` tells command lines and, of most programs, the environment. */
function listed() {
  const lines = execFileSync('ps', ['-axEww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n')
  const own = lines.filter((line) => line.includes(`${folder}/`)).map((line) => Number.parseInt(line, 10))
  return own.filter((pid) => pid !== process.pid)
}

process.stdin.resume()
for await (const _ of process.stdin);
for (let quiet = 0; quiet < 2; ) {
  const left = processes()
  // One that is being started while the others are looked at is seen the next time.
  quiet = left.length === 0 ? quiet + 1 : 0
  for (const pid of left) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone in the meantime.
    }
  }
  await sleep(LOOK_AGAIN_MS)
}
rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
