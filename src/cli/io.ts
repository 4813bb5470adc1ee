/** What a command works with in place of the globals of the process, so that tests can stand in for a terminal. */
import type { Readable, Writable } from 'node:stream'
import { visibleJson, withoutControl } from '../state/unseen.ts'
import type { Completes, OptionSpecs } from './command-line.ts'

export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  readonly stdout: Writable & {
    readonly isTTY?: boolean
    readonly columns?: number
    readonly rows?: number
  }
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  out(text: string): void
  err(text: string): void
  /** Calls the listener at each ctrl-c, until the returned function is called. */
  onInterrupt(listener: () => void): () => void
}

/** A command ends with its exit code: see `exit-codes.ts`. */
export interface Command {
  /** For completion: its options, and what the operand in this place is. */
  readonly options: OptionSpecs
  completesAt(index: number): Completes | undefined
  /** Throws if it would refuse these. */
  check(args: string[]): void
  run(args: string[], io: Io): Promise<number>
}

export function processIo(): Io {
  return {
    // Node makes each of them when it is first looked at, which takes time.
    get stdin() {
      return process.stdin
    },
    get stdout() {
      return process.stdout
    },
    get stderr() {
      return process.stderr
    },
    env: process.env,
    cwd: process.cwd(),
    // Whatever a command forgot to clean: what it prints may come from an agent. Our own colours are plain ASCII.
    out: (text) => void process.stdout.write(withoutControl(visibleJson(text))),
    err: (text) => void process.stderr.write(withoutControl(visibleJson(text))),
    onInterrupt(listener) {
      const signals = ['SIGINT', 'SIGTERM'] as const
      for (const signal of signals) process.on(signal, listener)
      return () => {
        for (const signal of signals) process.off(signal, listener)
      }
    },
  }
}
