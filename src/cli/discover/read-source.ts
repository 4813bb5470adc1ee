/** Reads what is searched: a program of some hundred megabytes piece by piece, or the files of a package. */
import { execFile } from 'node:child_process'
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinary } from '../../process/find-binary.ts'
import { readVersion } from '../../process/version.ts'
import { UsageError } from '../command-line.ts'
import { Findings } from './findings.ts'
import { MAX_SCHEMA } from './schema.ts'

export interface Source {
  readonly kind: 'program' | 'package'
  readonly path: string
  readonly version?: string
  /** The executable, for its --help. */
  readonly program?: string
  readonly files: readonly string[]
}

const TEXT = /\.(?:d\.[mc]?ts|[mc]?js)$/
const PIECE = 4 * 1024 * 1024

export async function readSource(source: Source, env: NodeJS.ProcessEnv): Promise<Findings> {
  const findings = new Findings()
  for (const file of source.files) await scanFile(file, findings)
  const listed = source.program === undefined ? [] : await helpFlags(source.program, env)
  for (const flag of listed.length > 0 ? listed : findings.ownFlags) findings.flags.add(flag)
  return findings
}

/** `path`: a file or a folder; undefined for the installed claude. */
export async function locate(
  path: string | undefined,
  { env, cwd }: { env: NodeJS.ProcessEnv; cwd: string },
): Promise<Source> {
  if (path !== undefined) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) throw new UsageError(`${path} does not exist`)
    if (found.isDirectory()) return folder(path)
    if (TEXT.test(path) && found.isFile()) return { kind: 'package', path, files: [path] }
  }
  const binary = findBinary({ ...(path !== undefined && { binary: path }), env, cwd })
  const { text } = await readVersion(binary, { env, mustRun: true })
  const { path: program } = binary
  return { kind: 'program', path: program, version: text, program, files: [program] }
}

function folder(path: string): Source {
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.slice(path.length).includes('node_modules'))
  if (files.length === 0)
    throw new UsageError(`${path} has no .d.ts, .js or .mjs file; name a claude or an unpacked npm package`)
  const { name, version, bin } = manifestOf(path)
  const program = typeof bin === 'string' ? bin : bin?.claude
  const found = program !== undefined && statSync(join(path, program), { throwIfNoEntry: false })?.isFile()
  const own = found ? [join(path, program)] : []
  return {
    kind: 'package',
    path,
    // A release with an executable has little else to read.
    files: [...new Set([...files.sort(), ...own])],
    ...(name !== undefined && { version: `${name} ${version}` }),
    ...(own[0] !== undefined && { program: own[0] }),
  }
}

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly bin?: string | { readonly claude?: string }
}

function manifestOf(path: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest
  } catch {
    return {}
  }
}

/** Pieces overlap, so that no schema is cut in two. */
async function scanFile(file: string, findings: Findings): Promise<void> {
  let text = ''
  for await (const bytes of createReadStream(file, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
    text += bytes.toString('latin1')
    const until = text.length - 2 * MAX_SCHEMA
    if (until <= 0) continue
    findings.scan(text, until)
    text = text.slice(until)
  }
  findings.scan(text)
}

/** The flags in the program's help; it has undocumented ones too. */
async function helpFlags(path: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const { command, args } = findBinary({ binary: path, env })
  try {
    const { stdout } = await promisify(execFile)(command, [...args, '--help'], { env, timeout: 20_000 })
    const lines = stdout.split('\n').filter((line) => /^\s+-/.test(line))
    return lines.flatMap((line) => {
      const names = /^\s+((?:-\w|--[\w-]+)(?:,\s*(?:-\w|--[\w-]+))*)/.exec(line)?.[1] ?? ''
      return names.split(/,\s*/).filter((name) => name.startsWith('--'))
    })
  } catch {
    return []
  }
}
