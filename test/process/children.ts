/** Small real programs for the tests of the process layer, and ways to see whether a process lives. */
import { readFileSync } from 'node:fs'
import type { Ending, Transport } from '../../src/process/transport.ts'
import type { Line } from '../../src/protocol/lines.ts'

const LOOK_AGAIN_MS = 5

/** Arguments for `node` that run this code. */
export const program = (code: string): string[] => ['--input-type=commonjs', '--eval', code]

/** Prints each line it reads, and ends with its input. */
export const ECHO = program(`process.stdin.pipe(process.stdout)`)

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z'
  } catch {
    return false
  }
}

/** Resolves as soon as the process is gone; the test's own time limit ends the waiting. */
export async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
}

/** Starts the transport and keeps what comes. */
export function collect(transport: Transport) {
  const lines: Line[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const ended = new Promise<Ending>((closed) => {
    transport.start({
      lines(batch) {
        lines.push(...batch)
        for (const { count, resolve } of waiting) if (lines.length >= count) resolve()
      },
      closed,
    })
  })
  /** Resolves when so many lines are there. */
  const has = (count: number) =>
    new Promise<void>((resolve) => {
      if (lines.length >= count) resolve()
      else waiting.push({ count, resolve })
    })
  return { lines, ended, has }
}
