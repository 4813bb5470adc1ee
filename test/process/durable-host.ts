/**
 * A host as small as can be, to be killed: a program that runs or adopts one durable process. Each batch of lines goes
 * into its journal together with the offset after it; the next host goes on from there. What it reads from its own
 * stdin it sends to the process, line by line; the end of its stdin ends the process's input.
 */
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { adoptDurable, type DurableOptions, startDurable } from '../../src/process/durable/start.ts'
import type { Ending } from '../../src/process/transport.ts'
import type { Line } from '../../src/protocol/lines.ts'

export interface HostOrder extends Pick<DurableOptions, 'folder' | 'generation'> {
  readonly journal: string
  /** Starts this, if there is no journal yet. */
  readonly start: Pick<DurableOptions, 'command' | 'args' | 'cwd' | 'isolation'>
}

export interface JournalEntry {
  readonly offset: number
  readonly lines: readonly Line[]
  readonly ending?: Ending
}

/** What is in the journal. A last entry that was cut off by a kill does not count. */
export function readJournal(path: string): JournalEntry[] {
  return wholeEntries(path).map((line) => JSON.parse(line))
}

function wholeEntries(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []
}

/** As a database does when it is opened. */
function removeCutEntry(path: string): void {
  if (existsSync(path))
    truncateSync(
      path,
      Buffer.byteLength(
        wholeEntries(path)
          .map((it) => `${it}\n`)
          .join(''),
      ),
    )
}

if (process.env.FAIRLEAD_TEST_HOST !== undefined) await run(JSON.parse(process.env.FAIRLEAD_TEST_HOST))

async function run({ folder, generation, journal, start }: HostOrder): Promise<void> {
  const { FAIRLEAD_TEST_HOST: _, ...env } = process.env
  removeCutEntry(journal)
  const last = readJournal(journal).at(-1)
  const transport = last
    ? await adoptDurable(folder, generation, { offset: last.offset })
    : await startDurable({ folder, generation, env, ...start })
  const write = (entry: JournalEntry) => appendFileSync(journal, `${JSON.stringify(entry)}\n`)
  if (!last) write({ offset: 0, lines: [] })
  transport.start({
    lines: (lines, ends) => write({ offset: ends.at(-1) ?? 0, lines }),
    closed(ending) {
      write({ offset: transport.offset, lines: [], ending })
      process.exit()
    },
  })
  const input = createInterface({ input: process.stdin })
  input.on('line', (line) => void transport.send(`${line}\n`))
  input.on('close', () => transport.endInput())
  console.log(transport.pid)
}
