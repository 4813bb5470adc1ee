/** Two ends of one in-memory line: what one sends, the other receives. For tests and for agents in the same program. */
import type { Line } from '../protocol/lines.ts'
import type { Ending, Receiver, Transport } from './transport.ts'

/** The far end: it plays the process. */
export interface MemoryPeer {
  /** What the host wrote, line by line. */
  readonly received: readonly string[]
  onLine(listener: (line: string) => void): void
  write(...lines: Line[]): void
  exit(ending?: Partial<Ending>): void
  readonly inputEnded: boolean
}

/** A transport in memory, and the peer that plays the CLI: for tests of code that uses `Session`. */
export function memoryPair(): { transport: Transport; peer: MemoryPeer } {
  const received: string[] = []
  const waiting: Line[] = []
  let listener: ((line: string) => void) | undefined
  let receiver: Receiver | undefined
  let paused = false
  let inputEnded = false
  let ending: Ending | undefined
  let told = false
  const { promise: closed, resolve } = resolvable<Ending>()

  function flush(): void {
    if (paused || receiver === undefined) return
    if (waiting.length > 0) receiver.lines(waiting.splice(0))
    if (ending === undefined || told) return
    told = true
    receiver.closed(ending)
    resolve(ending)
  }
  function end(partial: Partial<Ending>): void {
    ending ??= { cause: 'exit', exitCode: 0, signal: null, stderr: '', ...partial }
    flush()
  }

  const transport: Transport = {
    pid: undefined,
    start(to) {
      receiver = to
      flush()
    },
    async send(line) {
      if (ending !== undefined || inputEnded) throw new Error('the input is closed')
      received.push(line)
      listener?.(line)
    },
    pause() {
      paused = true
    },
    resume() {
      paused = false
      flush()
    },
    endInput() {
      inputEnded = true
    },
    signal(name) {
      end({ cause: 'kill', exitCode: null, signal: name })
    },
    close() {
      paused = false
      end({ cause: 'close' })
      return closed
    },
  }
  const peer: MemoryPeer = {
    received,
    onLine(next) {
      listener = next
    },
    write(...lines) {
      if (ending !== undefined) return
      waiting.push(...lines)
      flush()
    },
    exit: (partial = {}) => end(partial),
    get inputEnded() {
      return inputEnded
    },
  }
  return { transport, peer }
}

function resolvable<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
