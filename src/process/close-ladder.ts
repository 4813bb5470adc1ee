/**
 * Closes a process of any transport in bounded steps, each harsher than the one before. The descendants of the process are
 * collected before each step, while they can still be found.
 */
import type { Ending } from './transport.ts'

/** How long each rung of the ladder waits for the process to end, in milliseconds. */
export interface CloseWaits {
  readonly afterEndOfInput?: number
  readonly afterSigterm?: number
}
const AFTER_END_OF_INPUT = 2000
const AFTER_SIGTERM = 5000

export interface Closable {
  /** Resolves when the process has ended. */
  readonly ended: Promise<Ending>
  /** Records the processes that it has started. */
  collect(): Promise<void>
  endInput(): void
  signal(name: 'SIGTERM' | 'SIGKILL'): void
}

export async function closeByLadder(process: Closable, waits: CloseWaits = {}): Promise<Ending> {
  const { ended } = process
  await collect(process)
  process.endInput()
  if (await endsWithin(ended, waits.afterEndOfInput ?? AFTER_END_OF_INPUT)) return ended
  await collect(process)
  process.signal('SIGTERM')
  if (await endsWithin(ended, waits.afterSigterm ?? AFTER_SIGTERM)) return ended
  await collect(process)
  process.signal('SIGKILL')
  return ended
}

/** A process table that cannot be read (too many open files) must not prevent the close. */
async function collect(process: Closable): Promise<void> {
  await process.collect().catch(() => {})
}

export async function endsWithin(ended: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  const isOver = await Promise.race([ended.then(() => true), late])
  clearTimeout(timer)
  return isOver
}
