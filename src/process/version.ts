/**
 * The version of a binary: from memory, from the npm package that it belongs to, from what earlier programs have read, and
 * only then from `--version`, which starts a process. Those who ask meanwhile share one answer. An answer is kept as long as
 * the file stays the same; that of a script only for a moment, since it may start another program each time. What the CLI
 * reports later wins (`versionReported`). No answer is not an error: the caller can do without.
 */
import { isAtLeast, type VersionNumbers, versionNumbers } from '../protocol/version.ts'
import { askVersion } from './ask-version.ts'
import { cacheFolder } from './cache-folder.ts'
import type { Binary } from './find-binary.ts'
import type { Isolation } from './isolation/isolation.ts'
import { CHANGING, keepVersion, knownVersion } from './known-versions.ts'
import { hasOwnVersion, type ProgramFile, programFile, versionInPackage } from './program-file.ts'

export interface CliVersion {
  /** As the binary prints it, such as `2.1.197 (Claude Code)`. */
  readonly text: string
  /** Its numbers, or undefined when the text has none or there was no answer. */
  readonly parsed: VersionNumbers | undefined
  /** Why there are no numbers, for a warning. */
  readonly problem?: string
}

export interface ReadVersionOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly timeoutMs?: number
  /** An isolated agent may have changed the program, and files beside it: it is run, in isolation. */
  readonly isolation?: Isolation | undefined
  /** Runs the program whatever is known of it. */
  readonly mustRun?: boolean
  /** Where versions are kept for the next program. */
  readonly folder?: string
}

/** Sessions that start together share the answer of a script. */
const KEEP_SCRIPTS_MS = 10_000

interface Answer {
  readonly version: Promise<CliVersion>
  /** When it is to be asked again. */
  until: number
}
const answers = new Map<string, Answer>()

interface Source {
  readonly file: ProgramFile
  /** Where it is kept for the next program; undefined where the file alone does not say it. */
  readonly folder: string | undefined
}
const sources = new WeakMap<CliVersion, Source>()
/** Keys of files whose CLI has reported another version than they gave. */
const changing = new Set<string>()

export async function readVersion(binary: Binary, options: ReadVersionOptions = {}): Promise<CliVersion> {
  const file = programFile(binary.path)
  const key = file?.key ?? binary.path
  const known = answers.get(key)
  if (known && known.until > Date.now() && !options.mustRun) return known.version
  const answer: Answer = { version: learn(binary, file, options), until: Number.POSITIVE_INFINITY }
  answers.set(key, answer)
  const version = await answer.version
  if (version.parsed === undefined || changing.has(key)) answers.delete(key)
  else if (sources.get(version)?.folder === undefined) answer.until = Date.now() + KEEP_SCRIPTS_MS
  return version
}

async function learn(
  binary: Binary,
  file: ProgramFile | undefined,
  { env = process.env, timeoutMs = 10_000, isolation, mustRun, folder = cacheFolder() }: ReadVersionOptions,
): Promise<CliVersion> {
  const isTrusted = file && !isolation && !changing.has(file.key)
  if (isTrusted && !mustRun) {
    const text = knownVersion(file, folder) ?? inPackage(file)
    if (text === CHANGING) changing.add(file.key)
    else if (text !== undefined) return remember(parseVersion(text), { file, folder })
  }
  const asked = await askVersion(binary, { env, timeoutMs, isolation })
  const version = 'text' in asked ? parseVersion(asked.text) : { text: '', parsed: undefined, ...asked }
  if (!file || version.parsed === undefined) return version
  const isLasting = isTrusted && !changing.has(file.key) && hasOwnVersion(file)
  if (isLasting) keepVersion(file, version.text, folder)
  return remember(version, { file, folder: isLasting ? folder : undefined })
}

function inPackage(file: ProgramFile): string | undefined {
  const version = versionInPackage(file)
  return version === undefined ? undefined : `${version} (Claude Code)`
}

function remember(version: CliVersion, source: Source): CliVersion {
  sources.set(version, source)
  return version
}

/**
 * Takes the version that the CLI reports. If it differs from the one that was read, the file starts another program or was
 * replaced unnoticed: from now on `--version` is run each time.
 */
export function versionReported(used: CliVersion, reported: string | undefined): void {
  const source = sources.get(used)
  const numbers = versionNumbers(reported)
  if (source === undefined || numbers === undefined || numbers.join() === used.parsed?.join()) return
  const { file, folder } = source
  changing.add(file.key)
  answers.delete(file.key)
  if (folder !== undefined) keepVersion(file, CHANGING, folder)
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
