/** The file behind a binary, and what it says about its version without being run. */
import { closeSync, existsSync, openSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export interface ProgramFile {
  /** Without symbolic links. */
  readonly path: string
  /** Changes when the file is changed or replaced. */
  readonly key: string
}

/** Undefined if the file cannot be examined. */
export function programFile(path: string): ProgramFile | undefined {
  try {
    const real = realpathSync.native(path)
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(real, { bigint: true })
    return { path: real, key: [real, dev, ino, size, mtimeNs, ctimeNs].join('|') }
  } catch {
    return undefined
  }
}

const PACKAGE = /^@anthropic-ai\/claude-code(-[\w-]+)?$/
/** The files of these packages that can be run: the program itself, and scripts for the program of the same version. */
const IN_PACKAGE = new Set(['claude', 'claude.exe', 'cli.js', 'cli-wrapper.cjs'])

/** The version of the npm package that the file belongs to. */
export function versionInPackage({ path }: ProgramFile): string | undefined {
  if (!IN_PACKAGE.has(basename(path))) return undefined
  const folder = dirname(path)
  const text = contentsOf(join(folder, 'package.json')) ?? contentsOf(join(folder, '..', 'package.json'))
  if (text === undefined) return undefined
  try {
    const { name, version } = JSON.parse(text)
    return PACKAGE.test(name) && typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}

function contentsOf(path: string): string | undefined {
  try {
    // An error for each file that is not there would take longer than to look first.
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}

/** ELF, Mach-O in both orders of bytes and for several processors, and Windows. */
const EXECUTABLE = /^(7f454c46|feedfac[ef]|c[ef]faedfe|cafebabe|4d5a)/
/** `claude`, or a version, as the installer names it. The shims of version managers have other names. */
const OWN_NAME = /^(claude|\d+\.\d+\.\d+)/

/** Whether the version can change only with the file. A script may start another program each time. */
export function hasOwnVersion({ path }: ProgramFile): boolean {
  return OWN_NAME.test(basename(path)) && EXECUTABLE.test(firstBytes(path))
}

function firstBytes(path: string): string {
  const bytes = Buffer.alloc(4)
  try {
    const file = openSync(path, 'r')
    try {
      readSync(file, bytes)
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
  return bytes.toString('hex')
}
