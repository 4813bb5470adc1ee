/** How much memory a process holds, according to the system. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { systemFirst } from './system-first.ts'

const run = promisify(execFile)

/** In bytes; undefined if the process is gone or the system does not report it. */
export async function residentMemory(pid: number): Promise<number | undefined> {
  try {
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)], { env: systemFirst() })
    const kilobytes = Number(stdout.trim())
    return kilobytes > 0 ? kilobytes * 1024 : undefined
  } catch {
    return undefined
  }
}
