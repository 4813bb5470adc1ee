import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { BinaryNotFoundError, type PlaceLookedAt } from './errors.ts'

/** An executable, and how to start it: `command` with `args` before all others. */
export interface Binary {
  readonly path: string
  readonly command: string
  readonly args: readonly string[]
}

export interface FindBinaryOptions {
  /** A path, relative to `cwd`, or the bare name of a command in PATH. */
  readonly binary?: string
  readonly env?: NodeJS.ProcessEnv
  readonly home?: string
  readonly cwd?: string
}

type Candidate = Pick<PlaceLookedAt, 'source' | 'path'>

/**
 * The `claude` to run: the one named by the option or by CLAUDE_BIN, which must work, or else the first one in the usual
 * places.
 */
export function findBinary(options: FindBinaryOptions = {}): Binary {
  const { env = process.env, cwd = process.cwd() } = options
  const home = options.home ?? env.HOME ?? env.USERPROFILE ?? homedir()
  const named = nameGiven(options.binary, env)
  if (named !== undefined) {
    return first(
      namedCandidates(named, { env, home, cwd }),
      `${named.source} is "${named.name}", which cannot be run.`,
    )
  }
  return first(
    placesToLook({ env, home, cwd }),
    'Claude Code is not installed. Install it, or name its binary with the option `binary` or with CLAUDE_BIN.',
  )
}

/** The places to search if no binary is named, in this order. */
export function placesToLook({ env, home, cwd }: Required<Omit<FindBinaryOptions, 'binary'>>): Candidate[] {
  const usual = [
    join(home, '.claude', 'local', 'claude'),
    join(home, '.local', 'bin', 'claude'),
    '/usr/local/bin/claude',
  ]
  return distinct([...usual.map((path) => ({ source: 'usual place', path })), ...inPath('claude', env, cwd)])
}

/** PATH often names a folder twice, or one of the usual places. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const paths = candidates.map(({ path }) => path)
  return candidates.filter(({ path }, index) => paths.indexOf(path) === index)
}

function nameGiven(binary: string | undefined, env: NodeJS.ProcessEnv) {
  if (binary !== undefined) return { source: 'The option `binary`', name: binary }
  if (env.CLAUDE_BIN) return { source: 'CLAUDE_BIN', name: env.CLAUDE_BIN }
  return undefined
}

function namedCandidates(
  { source, name }: { source: string; name: string },
  { env, home, cwd }: { env: NodeJS.ProcessEnv; home: string; cwd: string },
): Candidate[] {
  if (name !== '' && !/[\\/]/.test(name) && !isScript(name)) return inPath(name, env, cwd)
  const path = /^~[\\/]/.test(name) ? join(home, name.slice(2)) : resolve(cwd, name)
  return [{ source, path }]
}

function inPath(name: string, env: NodeJS.ProcessEnv, cwd: string): Candidate[] {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => folder !== '')
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`, name] : [name]
  return distinct(
    folders.flatMap((folder) =>
      names.map((it) => ({ source: 'PATH', path: join(resolve(cwd, folder), it) })),
    ),
  )
}

function first(candidates: Candidate[], problem: string): Binary {
  const looked: PlaceLookedAt[] = []
  for (const candidate of candidates) {
    const reason = whyNot(candidate.path)
    if (reason === undefined) return binaryAt(candidate.path)
    looked.push({ ...candidate, reason })
  }
  throw new BinaryNotFoundError(problem, looked)
}

function binaryAt(path: string): Binary {
  if (isScript(path)) return { path, command: process.execPath, args: [path] }
  return { path, command: path, args: [] }
}

function isScript(path: string): boolean {
  return /\.[mc]?js$/.test(path)
}

function whyNot(path: string): string | undefined {
  try {
    const stat = statSync(path)
    if (stat.isDirectory()) return 'is a directory'
    if (!stat.isFile()) return 'is not a file'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : `cannot be looked at (${code})`
  }
  const wanted = isScript(path) ? constants.R_OK : constants.X_OK
  try {
    accessSync(path, wanted)
    return undefined
  } catch {
    return wanted === constants.X_OK ? 'is not executable' : 'is not readable'
  }
}
