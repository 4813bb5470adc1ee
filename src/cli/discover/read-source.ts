/** Reads what is to be searched: a program of some hundred megabytes piece by piece, or the files of a package. */
import { execFile } from 'node:child_process'
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinary } from '../../process/find-binary.ts'
import { readVersion } from '../../process/version.ts'
import { UsageError } from '../command-line.ts'
import { Findings } from './findings.ts'
import { LONGEST_SCHEMA } from './schema.ts'

export interface Source {
  readonly kind: 'program' | 'package'
  readonly path: string
  readonly version?: string
  readonly files: readonly string[]
}

const TEXT = /\.(?:d\.[mc]?ts|[mc]?js)$/
const PIECE = 4 * 1024 * 1024

export async function readSource(source: Source, env: NodeJS.ProcessEnv): Promise<Findings> {
  const findings = new Findings()
  for (const file of source.files) await scanFile(file, findings)
  if (source.kind === 'program')
    for (const flag of await helpFlags(source.path, env)) findings.flags.add(flag)
  else for (const flag of findings.anyFlag) findings.flags.add(flag)
  return findings
}

/** A file, a folder, or nothing for the claude that is installed. */
export async function locate(
  path: string | undefined,
  { env, cwd }: { env: NodeJS.ProcessEnv; cwd: string },
): Promise<Source> {
  if (path !== undefined && isFolder(path)) return folder(path)
  if (path !== undefined && TEXT.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile())
    return { kind: 'package', path, files: [path] }
  const binary = findBinary({ ...(path !== undefined && { binary: path }), env, cwd })
  const { text } = await readVersion(binary, { env })
  return { kind: 'program', path: binary.path, version: text, files: [binary.path] }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function folder(path: string): Source {
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.slice(path.length).includes('node_modules'))
  if (files.length === 0)
    throw new UsageError(`${path} has no .d.ts, .js or .mjs file; name a claude or an unpacked npm package`)
  const version = packageVersion(path)
  return { kind: 'package', path, files: files.sort(), ...(version !== undefined && { version }) }
}

function packageVersion(path: string): string | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
    return `${name} ${version}`
  } catch {
    return undefined
  }
}

/** Each piece is searched together with the beginning of the next, so that nothing is cut in two. */
async function scanFile(file: string, findings: Findings): Promise<void> {
  let text = ''
  for await (const bytes of createReadStream(file, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
    text += bytes.toString('latin1')
    const until = text.length - 2 * LONGEST_SCHEMA
    if (until <= 0) continue
    findings.scan(text, until)
    text = text.slice(until)
  }
  findings.scan(text)
}

/** The flags that the program lists itself. It has others that it keeps to itself. */
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
