/**
 * Writes a recording of a running session and never delays it: everything waits in memory until the disk has taken it. Whoever
 * records creates the writer and ends it. If the disk fails, or is so slow that too much waits, the writer stops, reports that
 * once, and the session continues. After a kill the file is readable up to the last whole line.
 */
import { createWriteStream, open, type WriteStream } from 'node:fs'
import { lstat, mkdir } from 'node:fs/promises'
import { dirname, join, parse } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { type Line, LineFramer } from '../protocol/lines.ts'
import { type Entry, FORMAT, type Header, type LineEntry, VERSION } from './format.ts'

/** If more than this waits in memory, in characters, the writer gives up. */
const MAX_WAITING = 256 * 1024 * 1024
/** How long `end` waits for the disk, in milliseconds. */
const END_WAIT = 5000

type Facts = Pick<Header, 'agent' | 'argv' | 'cwd'>
type LineKind = LineEntry['kind']
type Untimed<E> = E extends Entry ? Omit<E, 'at'> : never

export interface WriterOptions extends Facts {
  /** A file; if it exists, the writer does not overwrite it but adds a number. With a trailing `/`: a folder for the file. */
  readonly out: string
  /** Called at most once. */
  readonly onProblem: (message: string) => void
}

export class RecordingWriter {
  readonly #start = performance.now()
  readonly #framers = { in: new LineFramer(), out: new LineFramer(), err: new LineFramer() }
  readonly #onProblem: (message: string) => void
  readonly #opened: Promise<void>
  #stream: WriteStream | undefined
  #waiting = ''
  #isOver = false
  /** The path of the file, once it is known. */
  path: string | undefined

  constructor({ out, onProblem, ...facts }: WriterOptions) {
    this.#onProblem = onProblem
    const startedAt = new Date().toISOString()
    this.#put({ format: FORMAT, version: VERSION, startedAt, ...facts } satisfies Header)
    this.#opened = this.#open(out, startedAt).catch((error: Error) => this.#fail(error.message))
  }

  /** Takes bytes as they pass. Adds an entry for each line when it is complete. */
  bytes(kind: LineKind, chunk: Uint8Array): void {
    if (this.#isOver) return
    for (const line of this.#framers[kind].push(chunk)) this.#line(kind, line)
  }

  endOf(kind: LineKind): void {
    if (this.#isOver) return
    for (const line of this.#framers[kind].end()) this.#line(kind, line, true)
    if (kind === 'in') this.add({ kind: 'in-end' })
  }

  add(entry: Untimed<Entry>): void {
    if (this.#isOver) return
    this.#put({ at: this.#now(), ...entry })
  }

  /** Resolves when the disk has everything, or is too slow to wait for. */
  async end(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, END_WAIT)
    })
    await Promise.race([this.#finish(), late])
    clearTimeout(timer)
    this.#isOver = true
  }

  async #finish(): Promise<void> {
    await this.#opened
    const stream = this.#stream
    if (this.#isOver || stream === undefined) return
    await new Promise<void>((resolve) => {
      stream.once('close', resolve)
      stream.end()
    })
  }

  #line(kind: LineKind, line: Line, cut = false): void {
    const own = typeof line === 'string' ? { line } : { line: line.head, bytes: line.bytes }
    this.#put({ at: this.#now(), kind, ...own, ...(cut && { cut: true }) })
  }

  #now(): number {
    return Math.round((performance.now() - this.#start) * 10) / 10
  }

  #put(value: object): void {
    const text = `${JSON.stringify(value)}\n`
    const stream = this.#stream
    if (stream === undefined) this.#waiting += text
    else stream.write(text)
    if ((stream?.writableLength ?? this.#waiting.length) > MAX_WAITING)
      this.#fail('the disk does not keep up')
  }

  async #open(out: string, startedAt: string): Promise<void> {
    const { path, fd } = await openFile(out, startedAt)
    this.path = path
    const stream = createWriteStream('', { fd })
    stream.on('error', (error) => this.#fail(error.message))
    this.#stream = stream
    if (!this.#isOver) stream.write(this.#waiting)
    this.#waiting = ''
  }

  #fail(message: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#waiting = ''
    this.#stream?.destroy()
    this.#onProblem(message)
  }
}

const openDescriptor = promisify(open)

async function openFile(out: string, startedAt: string): Promise<{ path: string; fd: number }> {
  const isFolder = /[\\/]$/.test(out) || (await kindOf(out)) === 'folder'
  const name = `claude-${startedAt.replaceAll(/[:.]/g, '-')}-${process.pid}.ndjson`
  const path = isFolder ? join(out, name) : out
  if (isFolder) await mkdir(out, { recursive: true, mode: 0o700 })
  // A device or a pipe cannot be created.
  if ((await kindOf(path)) === 'other') return { path, fd: await openDescriptor(path, 'w') }
  const { dir, name: stem, ext } = parse(path)
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? path : join(dir || dirname(path), `${stem}.${number}${ext}`)
    try {
      return { path: candidate, fd: await openDescriptor(candidate, 'wx', 0o600) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

async function kindOf(path: string): Promise<'none' | 'file' | 'folder' | 'other'> {
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined) return 'none'
  if (found.isDirectory()) return 'folder'
  return found.isFile() || found.isSymbolicLink() ? 'file' : 'other'
}
