/**
 * Runs one process of git; nothing else in the host starts one. It ends by itself, at its limit of time or output, or when
 * the caller aborts; the promise settles after the process has ended. What a hook leaves running may hold the output for
 * ever: the rest of it is not waited for.
 */
import { spawn } from 'node:child_process'
import { GitError } from './error.ts'

export interface Call {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly input?: string
  /** `latin1` keeps every byte of output and input, such as names of files that are no UTF-8, and contents. */
  readonly encoding?: 'utf8' | 'latin1'
  readonly timeoutMs?: number
  /** Further output is cut off. */
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
/** Git removes its locks when it is asked to end. */
const KILL_AFTER = 2_000
/** How long the output of an ended git may take. */
const OUTPUT_WAIT = 2_000

/** The subcommand, as in `git diff`, whatever options precede it. */
function nameOf(args: readonly string[]): string {
  return `git ${args.find((it) => /^[a-z-]+$/.test(it) && !it.startsWith('-')) ?? ''}`.trim()
}

export function run(call: Call): Promise<Answer> {
  const { program, args, cwd, env, input, encoding = 'utf8' } = call
  const { timeoutMs = TIMEOUT, maxBytes = MAX_BYTES, signal } = call
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
    let killing: NodeJS.Timeout | undefined
    const stop = (error?: GitError) => {
      stopped ??= error
      child.kill('SIGTERM')
      killing ??= setTimeout(() => child.kill('SIGKILL'), KILL_AFTER)
    }
    const timer = setTimeout(
      () => stop(new GitError('timed-out', `${name} took longer than ${timeoutMs / 1000} s in ${cwd}`)),
      timeoutMs,
    )
    const cancel = () => stop(new GitError('cancelled', `${name} was stopped: nobody waits for it`))
    signal?.addEventListener('abort', cancel, { once: true })
    const settle = () => {
      clearTimeout(timer)
      clearTimeout(killing)
      signal?.removeEventListener('abort', cancel)
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      settle()
      const reason = error.code === 'ENOENT' ? `${cwd} or ${program} is gone` : error.message
      reject(new GitError('failed', `${name} could not be started: ${reason}`))
    })
    // With too many open files the child has no streams either.
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
    // Git may end before it has read all input.
    child.stdin.on('error', () => {})
    child.stdin.end(input, encoding)
    child.on('exit', () => {
      settle()
      const late = setTimeout(() => {
        child.stdout.destroy()
        child.stderr.destroy()
      }, OUTPUT_WAIT)
      child.on('close', () => clearTimeout(late))
    })
    child.on('close', (code) => {
      if (stopped) return reject(stopped)
      const stdout = Buffer.concat(chunks).toString(encoding)
      resolve({ code: isCut ? 0 : (code ?? 128), stdout, stderr: Buffer.concat(errors).toString(), isCut })
    })
  })
}

/** `env` is added to the environment of the host's calls. */
export type More = Partial<Pick<Call, 'input' | 'encoding' | 'maxBytes' | 'timeoutMs' | 'env'>>
/** Runs git without the programs that a repository's settings name. */
export type SafeGit = (args: readonly string[], more?: More) => Promise<Answer>

export async function expectOk(git: SafeGit, args: readonly string[], more?: More): Promise<Answer> {
  const answer = await git(args, more)
  if (answer.code === 0) return answer
  const said = answer.stderr.trim().split('\n')[0]?.slice(0, 300)
  throw new GitError('failed', `${nameOf(args)} failed: ${said || `exit code ${answer.code}`}`)
}
