import type { Writable } from 'node:stream'
import type { Agent } from '../agent.ts'
import type { World } from '../start.ts'
import { faultLine } from './writer.ts'

export function arm({ faults, exit, output }: Agent, { stdin, stdout, stderr }: World): void {
  // Writes out earlier messages first.
  const silence = () => {
    void output.flushed()
    mute(stdout)
  }
  faults.acts = {
    exit: (code) => {
      silence()
      exit(code)
    },
    stall: () => {
      silence()
      setInterval(() => {}, 60_000)
    },
    line: (name) => {
      if (name === 'stderr-flood') flood(stderr)
      const line = faultLine(name)
      if (line !== undefined) stdout.write(line)
    },
    begin: (name) => {
      if (name !== 'deaf') return
      stdin.pause()
      setInterval(() => {}, 60_000)
    },
  }
  if (faults.has('stderr-flood')) flood(stderr)
}

function flood(stderr: Writable): void {
  for (let line = 0; line < 40_000; line += 1) stderr.write(`flood ${line} ${'~'.repeat(90)}\n`)
}

/** Discards further writes without the writer noticing. */
function mute(stream: Writable): void {
  stream.write = ((_chunk: unknown, second?: unknown, third?: unknown) => {
    const done = typeof second === 'function' ? second : third
    if (typeof done === 'function') setImmediate(done as () => void)
    return true
  }) as typeof stream.write
}
