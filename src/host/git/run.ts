/**
 * One process of git, the only place in the host that starts one. It ends by itself, when its time or its output is over
 * the limit, or when the caller gives up; the promise settles after the process has ended.
 */
import { spawn } from 'node:child_process'
import { GitError } from './error.ts'

export interface Call {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly input?: string
  readonly timeoutMs?: number
  /** What is over it is cut off. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal | undefined
}
export interface Answer {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  readonly isCut: boolean
}

const TIMEOUT = 20_000
const MAX_BYTES = 32 * 1024 * 1024
const MAX_STDERR = 16 * 1024

/** `git diff`, whatever stands before it. */
export function nameOf(args: readonly string[]): string {
  return `git ${args.find((it) => /^[a-z-]+$/.test(it) && !it.startsWith('-')) ?? ''}`.trim()
}

export function run(call: Call): Promise<Answer> {
  const { program, args, cwd, env, input, timeoutMs = TIMEOUT, maxBytes = MAX_BYTES, signal } = call
  const name = nameOf(args)
  return new Promise((resolve, reject) => {
    if (signal?.aborted)
      return reject(new GitError('cancelled', `${name} was not started: nobody waits for it`))
    const child = spawn(program, args, { cwd, env, stdio: 'pipe', windowsHide: true })
    const chunks: Buffer[] = []
    const errors: Buffer[] = []
    let size = 0
    let errorSize = 0
    let stopped: GitError | undefined
    let isCut = false
    const stop = (error?: GitError) => {
      stopped ??= error
      child.kill('SIGKILL')
    }
    const timer = setTimeout(
      () => stop(new GitError('timed-out', `${name} took longer than ${timeoutMs / 1000} s in ${cwd}`)),
      timeoutMs,
    )
    const cancel = () => stop(new GitError('cancelled', `${name} was stopped: nobody waits for it`))
    signal?.addEventListener('abort', cancel, { once: true })
    const settle = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      settle()
      const reason = error.code === 'ENOENT' ? `${cwd} or ${program} is gone` : error.message
      reject(new GitError('failed', `${name} could not be started: ${reason}`))
    })
    // With too many files open it has no streams either.
    if (child.pid === undefined) return
    child.stdout.on('data', (chunk: Buffer) => {
      if (isCut) return
      chunks.push(chunk.subarray(0, maxBytes - size))
      size += chunk.length
      if (size <= maxBytes) return
      isCut = true
      stop()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (errorSize < MAX_STDERR) errors.push(chunk.subarray(0, MAX_STDERR - errorSize))
      errorSize += chunk.length
    })
    // It may end before it has read all of it.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.on('close', (code) => {
      settle()
      if (stopped) return reject(stopped)
      const stdout = Buffer.concat(chunks).toString()
      resolve({ code: isCut ? 0 : (code ?? 128), stdout, stderr: Buffer.concat(errors).toString(), isCut })
    })
  })
}
