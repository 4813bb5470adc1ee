/** Lets the faults of a plan happen. */
import type { Writable } from 'node:stream'
import type { Agent } from '../agent.ts'
import type { World } from '../start.ts'
import { faultLine } from './writer.ts'

export function arm({ faults, exit }: Agent, { stdout, stderr }: World): void {
  faults.acts = {
    exit: (code) => {
      mute(stdout)
      exit(code)
    },
    stall: () => {
      mute(stdout)
      setInterval(() => {}, 60_000)
    },
    line: (name) => {
      if (name === 'stderr-flood') flood(stderr)
      const line = faultLine(name)
      if (line !== undefined) stdout.write(line)
    },
  }
  if (faults.has('stderr-flood')) flood(stderr)
}

function flood(stderr: Writable): void {
  for (let line = 0; line < 40_000; line += 1) stderr.write(`flood ${line} ${'~'.repeat(90)}\n`)
}

/** Nothing more is written, and whoever writes does not notice. */
function mute(stream: Writable): void {
  stream.write = ((_chunk: unknown, second?: unknown, third?: unknown) => {
    const done = typeof second === 'function' ? second : third
    if (typeof done === 'function') setImmediate(done as () => void)
    return true
  }) as typeof stream.write
}
