/**
 * The host's end of the FIFO that is a durable process's stdin. Opened with the transport, closed by `end`, `detach` or
 * `destroy`; when the host dies, the holder keeps the FIFO and what is in it.
 *
 * There is one writer, and it writes one line at a time: a line of up to PIPE_BUF bytes goes in whole or not at all, so
 * a host that is killed leaves no half of it. A longer one may go in by pieces, as the reader makes room. For that time
 * a file marks it: the next host then knows that half a line may be waiting, which the CLI would not survive.
 */
import { constants, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { type DurableFiles, exists, mark } from './files.ts'

interface Waiting {
  readonly line: string
  resolve(): void
  reject(error: Error): void
}

const closedError = () => new Error('the input of the process is closed')

export class DurableInput {
  readonly #files: DurableFiles
  readonly #socket: Socket | undefined
  #queue: Waiting[] = []
  #writing: Waiting | undefined
  #marked = false
  #refuses = false
  #onIdle: (() => void)[] = []
  /** An earlier host may have left half a line. */
  readonly isTorn: boolean

  constructor(files: DurableFiles) {
    this.#files = files
    this.isTorn = exists(files.lineUnderWay)
    const fd = exists(files.inputEnded) ? undefined : openForWriting(files.stdin)
    if (fd === undefined) {
      this.#refuses = true
      return
    }
    this.#socket = new Socket({ fd, readable: false, writable: true })
    // EPIPE when there is no reader left: its `send` rejects, and the end of the process explains why.
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => this.#fail())
  }

  send(line: string): Promise<void> {
    if (this.#refuses) return Promise.reject(closedError())
    return new Promise((resolve, reject) => {
      this.#queue.push({ line, resolve, reject })
      this.#writeNext()
    })
  }

  /** Takes no more lines; resolves when those it has are written, and its end of the FIFO is closed. */
  async end(): Promise<void> {
    this.#refuses = true
    await this.#allWritten()
    this.#socket?.destroy()
  }

  /** As `end`, but lines that are not begun are given up. Waits for the one that is, at most so long. */
  async detach(mostMs: number): Promise<void> {
    this.#refuses = true
    this.#reject(this.#queue.splice(0))
    const timer = setTimeout(() => this.destroy(), mostMs)
    await this.#allWritten()
    clearTimeout(timer)
    this.#socket?.destroy()
  }

  /** At once, even in the middle of a line. */
  destroy(): void {
    this.#refuses = true
    this.#socket?.destroy()
    this.#fail()
  }

  #writeNext(): void {
    const next = this.#writing === undefined ? this.#queue.shift() : undefined
    if (next === undefined || this.#socket === undefined) return
    this.#writing = next
    this.#socket.write(next.line, (error) => {
      if (this.#writing !== next) return
      this.#writing = undefined
      if (error) {
        next.reject(error)
        return
      }
      this.#unmark()
      next.resolve()
      this.#writeNext()
      if (this.#writing === undefined) this.#tellIdle()
    })
    if (this.#socket.writableLength > 0) this.#mark()
  }

  async #allWritten(): Promise<void> {
    if (this.#writing === undefined) return
    await new Promise<void>((resolve) => this.#onIdle.push(resolve))
  }

  #tellIdle(): void {
    for (const tell of this.#onIdle.splice(0)) tell()
  }

  #fail(): void {
    this.#refuses = true
    const failed = [...(this.#writing ? [this.#writing] : []), ...this.#queue.splice(0)]
    this.#writing = undefined
    this.#reject(failed)
    this.#tellIdle()
  }

  #reject(entries: readonly Waiting[]): void {
    for (const { reject } of entries) reject(closedError())
  }

  #mark(): void {
    mark(this.#files.lineUnderWay)
    this.#marked = true
  }

  #unmark(): void {
    if (!this.#marked) return
    rmSync(this.#files.lineUnderWay, { force: true })
    this.#marked = false
  }
}

/** Undefined when nobody reads: the process is gone, and its holder too. */
export function openForWriting(fifo: string): number | undefined {
  try {
    return openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENXIO' || code === 'ENOENT') return undefined
    throw error
  }
}
