/**
 * Asks a binary for its version. Each question is one short-lived child, started by the first caller and shared by
 * all that ask meanwhile; it is killed, with what it started, when it takes too long or when this process exits.
 * An answer is kept as long as the file stays the same. No answer is not an error: the caller can do without.
 */
import { spawn } from 'node:child_process'
import { realpath, stat } from 'node:fs/promises'
import { isAtLeast, type VersionNumbers, versionNumbers } from '../protocol/version.ts'
import type { Binary } from './find-binary.ts'
import { type Isolation, isolatedCommand } from './isolation/isolation.ts'
import { spawnWithoutStrays } from './isolation/stray-handles.ts'

export interface CliVersion {
  /** What the binary printed, such as `2.1.197 (Claude Code)`. */
  readonly text: string
  /** Its numbers, or undefined when the text has none or there was no answer. */
  readonly parsed: VersionNumbers | undefined
  /** Why there are no numbers, for a warning. */
  readonly problem?: string
}

export interface ReadVersionOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly timeoutMs?: number
  /** The program is one that an isolated agent may have changed. */
  readonly isolation?: Isolation | undefined
}

const MAX_OUTPUT = 4096
const answers = new Map<string, Promise<CliVersion>>()

export async function readVersion(
  binary: Binary,
  { env = process.env, timeoutMs = 10_000, isolation }: ReadVersionOptions = {},
): Promise<CliVersion> {
  const key = await identity(binary.path)
  const known = answers.get(key)
  if (known !== undefined) return known
  const answer = ask(binary, env, timeoutMs, isolation).catch(noAnswer)
  answers.set(key, answer)
  const version = await answer
  if (version.parsed === undefined) answers.delete(key)
  return version
}

/** True when the version is known and not older than `wanted` (`2.1.300`). */
export function atLeast(version: CliVersion | undefined, wanted: string): boolean {
  return isAtLeast(version?.parsed?.join('.'), wanted)
}

export function parseVersion(text: string): CliVersion {
  const parsed = versionNumbers(text)
  if (parsed !== undefined) return { text, parsed }
  return { text, parsed, problem: `"${text.slice(0, 200)}" has no version number` }
}

function noAnswer(error: Error): CliVersion {
  return { text: '', parsed: undefined, problem: `--version could not be run: ${error.message}` }
}

async function identity(path: string): Promise<string> {
  try {
    const real = await realpath(path)
    const { mtimeMs, size } = await stat(real)
    return `${real}\0${mtimeMs}\0${size}`
  } catch {
    return path
  }
}

function ask(
  binary: Binary,
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
  isolation: Isolation | undefined,
): Promise<CliVersion> {
  return new Promise((settle) => {
    const ownGroup = process.platform !== 'win32'
    const asked = { command: binary.command, args: [...binary.args, '--version'], cwd: '/' }
    const { command, args } = isolation ? isolatedCommand(asked, isolation) : asked
    const start = isolation ? spawnWithoutStrays : spawn
    const child = start(command, args, {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: ownGroup,
      windowsHide: true,
    })
    const kill = () => {
      try {
        if (ownGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
        else child.kill('SIGKILL')
      } catch {
        // It has ended already.
      }
    }
    const end = (version: CliVersion) => {
      clearTimeout(timer)
      process.removeListener('exit', kill)
      child.stdout?.destroy()
      settle(version)
    }
    const fail = (problem: string) => end({ text: '', parsed: undefined, problem })
    const timer = setTimeout(() => {
      kill()
      fail(`--version gave no answer within ${timeoutMs} ms`)
    }, timeoutMs)
    process.once('exit', kill)

    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < MAX_OUTPUT) output += text
    })
    child.on('error', (error) => end(noAnswer(error)))
    child.on('close', (code, signal) => {
      if (code === 0) end(parseVersion(output.slice(0, MAX_OUTPUT).trim()))
      else fail(`--version ended with ${signal ?? `exit code ${code}`}`)
    })
  })
}
