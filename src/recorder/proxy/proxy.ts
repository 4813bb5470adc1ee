/**
 * Runs between a host and a CLI: passes bytes on in both directions as they arrive, and writes the recording. The caller exits as
 * the CLI exited. The proxy passes the host's end of input, a closed reader and signals on to the CLI, and the CLI's end on to
 * the host after its last bytes. If this process is killed, the CLI sees the end of its input, as when its host dies.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { isatty } from 'node:tty'
import type { Binary } from '../../process/find-binary.ts'
import type { LikeEnding } from '../end-as.ts'
import type { LineEntry } from '../format.ts'
import { RecordingWriter } from '../writer.ts'
import { closeInput, closeOutput, outputOn } from './stdio.ts'

export interface ProxyOptions {
  readonly binary: Binary
  readonly args: readonly string[]
  /** A file or folder, as the writer accepts it. */
  readonly out: string
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const
/** How long to wait for a silent stream that another process holds open after the CLI has ended, in milliseconds. */
const LINGER = 250

export async function runProxy({ binary, args, out, cwd, env }: ProxyOptions): Promise<LikeEnding> {
  const writer = new RecordingWriter({
    out,
    agent: binary.path,
    argv: args,
    cwd,
    onProblem: (message) =>
      void process.stderr.write(`fairlead record: not recorded any further: ${message}\n`),
  })
  const child: Child = spawn(binary.command, [...binary.args, ...args], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  const ending = endOf(child)
  const { pid } = child
  writer.add({
    kind: 'fact',
    fact: { kind: 'process-started', generation: 1, agent: binary.path, cwd, ...(pid && { pid }) },
  })
  const stopForwarding = forwardSignals(child, writer)
  forwardInput(child, writer)
  const flows = [forwardOutput(child, 1, 'out', writer), forwardOutput(child, 2, 'err', writer)]
  const ended = await ending
  if ('error' in ended) {
    process.stderr.write(`fairlead record: ${binary.path} could not be started: ${ended.error.message}\n`)
    await writer.end()
    return { code: (ended.error as NodeJS.ErrnoException).code === 'ENOENT' ? 127 : 126 }
  }
  const all = Promise.all(flows.map(({ through }) => through))
  await Promise.race([all, silence(flows), impatience()])
  const { code, signal } = ended
  writer.add({
    kind: 'fact',
    fact: { kind: 'process-exited', generation: 1, cause: 'exit', exitCode: code, signal },
  })
  await writer.end()
  stopForwarding()
  if (isatty(2) && writer.path !== undefined)
    process.stderr.write(`fairlead record: recorded in ${writer.path}\n`)
  return signal === null ? { code: code ?? 1 } : { signal }
}

type Ended = { code: number | null; signal: NodeJS.Signals | null } | { error: Error }

function endOf(child: Child): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ error }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

function forwardInput(child: Child, writer: RecordingWriter): void {
  const { stdin } = process
  // The CLI has stopped reading. The host should notice this as it would without the proxy.
  child.stdin.on('error', closeInput)
  stdin.on('error', () => child.stdin.end())
  stdin.pipe(child.stdin)
  stdin.on('data', (chunk: Buffer) => writer.bytes('in', chunk))
  stdin.once('end', () => writer.endOf('in'))
  // An input that stays open must not keep this process alive after the CLI has ended.
  child.once('exit', () => stdin.destroy())
}

/** One of the CLI's streams on its way to the host. */
interface Flow {
  readonly from: Readable
  readonly to: Writable
  /** Resolves when all of it is written, or nobody reads it. */
  readonly through: Promise<void>
}

function forwardOutput(child: Child, fd: 1 | 2, kind: LineEntry['kind'], writer: RecordingWriter): Flow {
  const from = fd === 1 ? child.stdout : child.stderr
  const to = outputOn(fd)
  const through = new Promise<void>((resolve) => {
    // Nobody reads the stream any more. The CLI should notice this as it would without the proxy.
    to.on('error', () => {
      from.destroy()
      resolve()
    })
    from.on('error', () => resolve())
    from.pipe(to, { end: false })
    from.on('data', (chunk: Buffer) => writer.bytes(kind, chunk))
    from.once('end', () => {
      writer.endOf(kind)
      // Runs after everything that waits to be written.
      to.write('', () => resolve())
      // stderr stays open for the recorder's own messages.
      if (fd === 1) closeOutput(fd, to)
    })
  })
  return { from, to, through }
}

/** Resolves when no bytes have passed for a while, unless the host is what blocks them. */
function silence(flows: readonly Flow[]): Promise<void> {
  return new Promise((resolve) => {
    let movedAt = Date.now()
    for (const { from } of flows) from.on('data', () => (movedAt = Date.now()))
    const timer = setInterval(() => {
      if (flows.some(({ to }) => to.writableLength > 0)) movedAt = Date.now()
      if (Date.now() - movedAt < LINGER) return
      clearInterval(timer)
      resolve()
    }, LINGER / 5)
    timer.unref()
  })
}

/** Resolves when somebody asks this process to end after the CLI has ended. */
function impatience(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve())
  })
}

/** A terminal sends ctrl-c to the CLI itself, which is in the same process group. */
function forwardSignals(child: Child, writer: RecordingWriter): () => void {
  const hasTerminal = [0, 1, 2].some((fd) => isatty(fd))
  const forward = (signal: NodeJS.Signals) => {
    writer.add({ kind: 'signal', signal })
    if (!(signal === 'SIGINT' && hasTerminal)) child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, forward)
  return () => {
    for (const signal of SIGNALS) process.off(signal, forward)
  }
}
