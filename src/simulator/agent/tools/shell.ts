/**
 * Runs shell commands. Each has its own session and process group, so that everything it starts can be ended together. A command
 * is over when it ends, when its signal is aborted (it is killed), or at its time limit.
 */
import { type ChildProcess, spawn } from 'node:child_process'

export interface Run {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
  readonly timedOut: boolean
}

const MAX_OUTPUT = 16 * 1024 * 1024

const running = new Set<ChildProcess>()

export function runShell(
  command: string,
  options: {
    cwd: string
    env: NodeJS.ProcessEnv
    signal: AbortSignal
    timeoutMs: number
    onOutput?: (text: string) => void
  },
): Promise<Run> {
  const { cwd, env, signal, timeoutMs, onOutput } = options
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/bash', ['-c', command], {
      cwd,
      env: { ...env, CLAUDECODE: '1' },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    const parts = { stdout: '', stderr: '' }
    let timedOut = false
    const collect = (name: 'stdout' | 'stderr') => (chunk: string) => {
      if (parts[name].length < MAX_OUTPUT) parts[name] += chunk
      onOutput?.(chunk)
    }
    child.stdout.setEncoding('utf8').on('data', collect('stdout'))
    child.stderr.setEncoding('utf8').on('data', collect('stderr'))
    const timer = setTimeout(() => {
      timedOut = true
      kill(child)
    }, timeoutMs)
    const abort = () => kill(child)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    const over = () => {
      running.delete(child)
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
    child.on('error', (error) => {
      over()
      reject(error)
    })
    child.on('close', (code) => {
      over()
      resolve({ ...parts, code, timedOut })
    })
  })
}

/** Resolves when no command is left. */
export async function killAllShells(): Promise<void> {
  const gone = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)))
  for (const child of running) kill(child)
  await Promise.all(gone)
}

function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
