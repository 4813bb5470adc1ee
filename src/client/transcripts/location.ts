/** Where the CLI keeps its transcripts: `<config folder>/projects/<slug of the working folder>/<session id>.jsonl`. */
import { readdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { BadSessionIdError, TranscriptNotFoundError } from './errors.ts'

/** Where to look for a transcript. */
export interface TranscriptLocation {
  /** The CLI's folder. Without it `CLAUDE_CONFIG_DIR`, else `.claude` in the home folder. */
  readonly configDir?: string
  /** The working folder that the session was started in: looked at before the other projects. */
  readonly cwd?: string
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const MAX_SLUG = 200

/** Whether a value is a session id: a UUID. */
export function isSessionId(id: unknown): id is string {
  return typeof id === 'string' && UUID.test(id)
}

export function projectsFolder(configDir?: string): string {
  return join(configDir ?? (process.env.CLAUDE_CONFIG_DIR || join(homedir(), '.claude')), 'projects')
}

/** The CLI's name for a project: each UTF-16 unit but ASCII letters and digits is a hyphen; long ones get a hash. */
export function slugOf(path: string): string {
  const slug = path.replace(/[^a-zA-Z0-9]/g, '-')
  if (slug.length <= MAX_SLUG) return slug
  let hash = 0
  for (let i = 0; i < path.length; i++) hash = (Math.imul(hash, 31) + path.charCodeAt(i)) | 0
  return `${slug.slice(0, MAX_SLUG)}-${Math.abs(hash).toString(36)}`
}

/** As the CLI sees it: without symbolic links. A folder that is gone is taken as it is written. */
export async function workingFolder(cwd: string): Promise<string> {
  return realpath(cwd).catch(() => resolve(cwd))
}

/** The path of the session's transcript; of several, the one written to last. */
export async function findTranscript(id: string, location: TranscriptLocation = {}): Promise<string> {
  if (!isSessionId(id)) throw new BadSessionIdError(id)
  const projects = projectsFolder(location.configDir)
  const name = `${id}.jsonl`
  const looked: string[] = []
  if (location.cwd !== undefined) {
    const file = join(projects, slugOf(await workingFolder(location.cwd)), name)
    if ((await modified(file)) !== undefined) return file
    looked.push(file)
  }
  let found: { file: string; at: number } | undefined
  for (const folder of await readdir(projects).catch(() => [])) {
    const file = join(projects, folder, name)
    const at = await modified(file)
    if (at !== undefined && (found === undefined || at > found.at)) found = { file, at }
  }
  if (found === undefined) throw new TranscriptNotFoundError(id, [...looked, join(projects, '*', name)])
  return found.file
}

/** When the regular file was last written to. Undefined for anything else: opening a pipe would block. */
async function modified(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() ? found.mtimeMs : undefined
}
