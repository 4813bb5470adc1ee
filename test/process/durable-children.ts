/** Durable processes for tests, in folders of their own, which are ended and removed after the test. */
import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { killAll } from '../../src/process/descendants.ts'
import { type DurableRecord, durableFiles, readRecord } from '../../src/process/durable/files.ts'
import { type DurableOptions, startDurable } from '../../src/process/durable/start.ts'
import type { DurableTransport } from '../../src/process/durable/transport.ts'
import type { Ending } from '../../src/process/transport.ts'
import type { Line } from '../../src/protocol/lines.ts'
import { clear, guard } from './leftovers.ts'

/** A folder for one session. */
export function sessionFolder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-durable-')))
  guard(root)
  onTestFinished(() => clear(root))
  return join(root, 'session')
}

/** The pids of the CLI and of those around it. */
export function pidsIn(folder: string, generation = 1): Record<keyof DurableRecord, number> {
  const record = readRecord(durableFiles(folder, generation))
  if (!record) throw new Error(`no process ${generation} in ${folder}`)
  return { cli: record.cli.pid, holder: record.holder.pid, waiter: record.waiter.pid }
}

/** Starts node with these arguments. What still runs when the test is over is killed, whatever the files say then. */
export async function startNode(
  args: readonly string[],
  { folder = sessionFolder(), generation = 1, ...more }: Partial<DurableOptions> = {},
): Promise<DurableTransport> {
  const fixed = { command: process.execPath, cwd: process.cwd(), env: process.env }
  const transport = await startDurable({ folder, generation, args, ...fixed, ...more })
  const record = readRecord(durableFiles(folder, generation))
  onTestFinished(() => killAll(Object.values(record ?? {})))
  return transport
}

/** Starts the transport and keeps what comes, with the offsets. */
export function collectDurable(transport: DurableTransport) {
  const lines: Line[] = []
  const ends: number[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let unheld = false
  const ended = new Promise<Ending>((closed) => {
    transport.start({
      lines(batch, places) {
        lines.push(...batch)
        ends.push(...places)
        for (const { count, resolve } of waiting) if (lines.length >= count) resolve()
      },
      unheld() {
        unheld = true
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
  return {
    lines,
    ends,
    ended,
    has,
    get isUnheld() {
      return unheld
    },
  }
}
