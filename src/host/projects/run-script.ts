/**
 * Runs a script from memory, in a process group of its own, and ends the group when `signal` is aborted. The content is a file in
 * the host's data folder, and nobody isolated can change it between the check and the run. An isolated script does not see that
 * folder: it gets the file open and without a name.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { type ProcessId, startTimeOf } from '../../process/descendants.ts'
import { type Isolation, isolatedCommand } from '../../process/isolation/isolation.ts'

export interface ScriptRun {
  readonly content: Buffer
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** A folder of the host. */
  readonly scratch: string
  readonly isolation?: Isolation | undefined
  readonly signal: AbortSignal
  /** None if left out. */
  readonly timeoutMs?: number
  /** How long the script may take to end by itself when `signal` is aborted. */
  readonly graceMs?: number
  readonly onStart: (process: ProcessId) => void
  readonly onOutput: (text: string) => void
}

const SCRIPT_FD = 3
/** How long the output of an ended script may take. */
const OUTPUT_WAIT = 2_000

/** Undefined if it succeeded; otherwise why not. */
export async function runScript(run: ScriptRun): Promise<string | undefined> {
  const { content, cwd, env, isolation, signal, timeoutMs, graceMs = 0, onStart, onOutput } = run
  if (signal.aborted) return 'it was not started'
  const path = join(run.scratch, randomUUID())
  mkdirSync(run.scratch, { recursive: true, mode: 0o700 })
  writeFileSync(path, content, { mode: 0o600, flag: 'wx' })
  const script = openSync(path, 'r')
  if (isolation) rmSync(path)
  const plain = { ...interpreter(content, isolation ? `/dev/fd/${SCRIPT_FD}` : path), cwd }
  const { command, args } = isolation ? isolatedCommand(plain, isolation) : plain
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe', script] })
  closeSync(script)
  const outputs = [child.stdout, child.stderr].filter((it) => it !== null)
  let stopped: string | undefined
  let killing: NodeJS.Timeout | undefined
  const stop = (why: string) => {
    stopped ??= why
    if (graceMs > 0) endGroup(child.pid, 'SIGTERM')
    killing ??= setTimeout(() => endGroup(child.pid), graceMs)
  }
  const cancel = () => stop('it was stopped')
  const timer =
    timeoutMs !== undefined &&
    setTimeout(() => stop(`it took longer than ${timeoutMs / 60_000} minutes`), timeoutMs)
  signal.addEventListener('abort', cancel, { once: true })
  for (const stream of outputs) {
    const decoder = new StringDecoder()
    stream.on('data', (bytes: Buffer) => onOutput(decoder.write(bytes)))
  }
  if (child.pid !== undefined) onStart({ pid: child.pid, startedAt: startTimeOf(child.pid) })
  const ended = await new Promise<string | undefined>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, by) => {
      const outcome = code === 0 ? undefined : `it ended with ${by ?? `exit code ${code}`}`
      child.on('close', () => resolve(outcome))
      // Something that it left running may hold its output for ever.
      setTimeout(() => resolve(outcome), OUTPUT_WAIT).unref()
    })
  })
  if (timer) clearTimeout(timer)
  if (killing) {
    clearTimeout(killing)
    // What it has started may go on without it.
    endGroup(child.pid)
  }
  signal.removeEventListener('abort', cancel)
  for (const stream of outputs) stream.destroy()
  rmSync(path, { force: true })
  return stopped ?? ended
}

/** Also of a host that was killed while it ran the script. */
export function endGroup(pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // It has ended.
  }
}

/** As the kernel reads the first line of a script. */
function interpreter(content: Buffer, file: string): { command: string; args: string[] } {
  const [, command, given] =
    /^#!\s*(\S+)(?:[ \t]+([^\n]*?))?\s*(?:\n|$)/.exec(content.toString('utf8', 0, 500)) ?? []
  if (command === undefined) return { command: '/bin/sh', args: [file] }
  return { command, args: [...(given ? [given] : []), file] }
}
