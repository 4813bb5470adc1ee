/** How a process is closed, whatever it runs on: a ladder of bounded waits, each rung harsher than the one before. */
import type { Ending } from './transport.ts'

/** How long each rung of the ladder waits for the process to end, in milliseconds. */
export interface CloseWaits {
  readonly afterEndOfInput?: number
  readonly afterSigterm?: number
}
const AFTER_END_OF_INPUT = 2000
const AFTER_SIGTERM = 5000

export interface Closable {
  /** Comes when it has ended. */
  readonly ended: Promise<Ending>
  endInput(): void
  signal(name: 'SIGTERM' | 'SIGKILL'): void
}

export async function closeByLadder(process: Closable, waits: CloseWaits = {}): Promise<Ending> {
  const { ended } = process
  process.endInput()
  if (await endsWithin(ended, waits.afterEndOfInput ?? AFTER_END_OF_INPUT)) return ended
  process.signal('SIGTERM')
  if (await endsWithin(ended, waits.afterSigterm ?? AFTER_SIGTERM)) return ended
  process.signal('SIGKILL')
  return ended
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
