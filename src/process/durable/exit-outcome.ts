/** Whether a durable process runs, and how it ended, from what its holder wrote and from the process table. */
import { isStillRunning, type ProcessId } from '../descendants.ts'
import type { Ending } from '../transport.ts'
import { type DurableFiles, type DurableRecord, exists, OTHER_BOOT, readExit } from './files.ts'

/** How it ended, as far as is known. */
export type ExitOutcome = Omit<Ending, 'stderr'>

export type Look =
  /** It runs, and its input is held open. */
  | { readonly state: 'held' }
  /** It runs, but its holder was killed. */
  | { readonly state: 'unheld' }
  | { readonly state: 'ended'; readonly outcome: ExitOutcome }

/** Without a record the holder never got to start it. */
export function lookAt(
  files: DurableFiles,
  record: DurableRecord | undefined,
  runs: (process: ProcessId) => boolean = isStillRunning,
): Look {
  const outcome = seenOutcome(files)
  if (outcome) return { state: 'ended', outcome }
  if (record === undefined) return { state: 'ended', outcome: neverRan() }
  if (runs(record.holder)) return { state: 'held' }
  // The one who waits for it is a moment behind.
  if (runs(record.cli) || runs(record.waiter)) return { state: 'unheld' }
  // It may have been written since we looked.
  return { state: 'ended', outcome: seenOutcome(files) ?? unseen(files, record) }
}

function seenOutcome(files: DurableFiles): ExitOutcome | undefined {
  const status = readExit(files)
  return status && { cause: 'exit', ...status }
}

function unseen(files: DurableFiles, { cli }: DurableRecord): ExitOutcome {
  const error = new Error(whyUnseen(files, cli))
  return { cause: 'exit', exitCode: null, signal: null, unseen: true, error }
}

/** The one who waits for it always writes how it ended, unless it cannot. */
function whyUnseen(files: DurableFiles, { startedAt }: ProcessId): string {
  if (startedAt === OTHER_BOOT) return 'the machine was restarted while it ran'
  if (exists(files.exit)) return 'its exit status could not be written, as on a full disk'
  return 'the process that waits for it was killed too, before it could write the exit status'
}

function neverRan(): ExitOutcome {
  const error = new Error('the host was killed while it started the process')
  return { cause: 'spawn', exitCode: null, signal: null, error }
}
