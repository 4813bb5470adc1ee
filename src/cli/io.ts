/** What commands use instead of the globals of the process, so that tests can replace the terminal. */
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

/** `run` returns the exit code: see `exit-codes.ts`. */
export interface Command {
  readonly summary: string
  /** For completion, as is `completesAt`: the kind of the operand in this position. */
  readonly options: OptionSpecs
  completesAt(index: number): Completes | undefined
  /** Throws if the arguments are invalid. */
  check(args: string[]): void
  run(args: string[], io: Io): Promise<number>
}

export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process
  return {
    stdin,
    stdout,
    stderr,
    env,
    cwd: process.cwd(),
    // A safety net: output may come from an agent, and a command may have forgotten to clean it.
    out: (text) => void stdout.write(withoutControl(visibleJson(text))),
    err: (text) => void stderr.write(withoutControl(visibleJson(text))),
    onInterrupt(listener) {
      const signals = ['SIGINT', 'SIGTERM'] as const
      for (const signal of signals) process.on(signal, listener)
      return () => {
        for (const signal of signals) process.off(signal, listener)
      }
    },
  }
}
