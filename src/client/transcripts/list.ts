/** The sessions that the CLI has stored, read from the ends of their transcripts. */
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isSessionId, projectsFolder, slugOf, workingFolder } from './location.ts'
import { inParallel } from './parallel.ts'
import { summarize } from './summary.ts'

/** Which sessions `listSessions` returns. */
export interface ListOptions {
  /** The CLI's folder. Without it `CLAUDE_CONFIG_DIR`, else `.claude` in the home folder. */
  readonly configDir?: string
  /** Only the sessions that were started in this folder. Without it, those of all projects. */
  readonly cwd?: string
  /** How many at most. */
  readonly limit?: number
}

/** A past session, as far as its transcript file shows. */
export interface SessionInfo {
  readonly id: string
  readonly file: string
  readonly bytes: number
  /** Where it was started. */
  readonly cwd?: string
  /** Given by a person, else made by the model. */
  readonly title?: string
  /** The beginning of the first and of the last thing that was asked, on one line. */
  readonly firstPrompt?: string
  readonly lastPrompt?: string
  readonly gitBranch?: string
  /** Of the CLI that wrote to it last. */
  readonly version?: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** A file that was left out, and why. */
export interface SkippedFile {
  readonly file: string
  readonly reason: string
}

/** What `listSessions` returns. */
export interface SessionList {
  /** The one written to last comes first. */
  readonly sessions: SessionInfo[]
  /** Files that look like transcripts but are not, or cannot be read. */
  readonly skipped: SkippedFile[]
}

interface Candidate {
  readonly file: string
  readonly bytes: number
  readonly updatedAt: number
}

const AT_ONCE = 16

/** Lists the sessions that the CLI has on disk, newest first. */
export async function listSessions(options: ListOptions = {}): Promise<SessionList> {
  const { limit = Number.POSITIVE_INFINITY } = options
  const projects = projectsFolder(options.configDir)
  const cwd = options.cwd === undefined ? undefined : await workingFolder(options.cwd)
  const skipped: SkippedFile[] = []
  const sessions: SessionInfo[] = []
  const skip: Skip = (file, reason) => {
    skipped.push({ file, reason })
    return undefined
  }

  const candidates = await candidatesIn(projects, cwd, skip)
  for (let next = 0; next < candidates.length && sessions.length < limit; ) {
    const batch = candidates.slice(next, next + Math.min(limit - sessions.length, 1000))
    next += batch.length
    for (const session of await inParallel(batch, AT_ONCE, (it) => describe(it, cwd, skip))) {
      if (session !== undefined) sessions.push(session)
    }
  }
  return { sessions, skipped }
}

type Skip = (file: string, reason: string) => undefined

/** Every file with the name of a transcript, newest first. */
async function candidatesIn(projects: string, cwd: string | undefined, skip: Skip): Promise<Candidate[]> {
  const folders = cwd === undefined ? await namesIn(projects, skip) : [slugOf(cwd)]
  const files = await inParallel(folders, AT_ONCE, async (folder) => {
    const names = await namesIn(join(projects, folder), skip)
    return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(projects, folder, name))
  })
  const candidates = await inParallel(files.flat(), AT_ONCE, async (file): Promise<Candidate | undefined> => {
    if (!isSessionId(basename(file, '.jsonl'))) return skip(file, 'its name is no session id')
    try {
      const found = await stat(file)
      // Opening a pipe, for example, would block.
      if (!found.isFile()) return skip(file, 'it is no regular file')
      return { file, bytes: found.size, updatedAt: found.mtimeMs }
    } catch (error) {
      return skip(file, reasonOf(error))
    }
  })
  return candidates.filter((it) => it !== undefined).sort((a, b) => b.updatedAt - a.updatedAt)
}

async function describe(
  { file, bytes, updatedAt }: Candidate,
  cwd: string | undefined,
  skip: Skip,
): Promise<SessionInfo | undefined> {
  try {
    const summary = await summarize(file)
    if (!summary.isConversation) return skip(file, 'it holds no conversation')
    // Different folders can have the same slug: `/a/b` and `/a-b`.
    if (cwd !== undefined && summary.cwd !== undefined && summary.cwd !== cwd) {
      if (slugOf(summary.cwd) === slugOf(cwd)) return undefined
    }
    const { title, firstPrompt, lastPrompt, gitBranch, version, firstTimestamp } = summary
    return {
      id: basename(file, '.jsonl'),
      file,
      bytes,
      ...(summary.cwd !== undefined && { cwd: summary.cwd }),
      ...(title !== undefined && { title }),
      ...(firstPrompt !== undefined && { firstPrompt }),
      ...(lastPrompt !== undefined && { lastPrompt }),
      ...(gitBranch !== undefined && { gitBranch }),
      ...(version !== undefined && { version }),
      createdAt: Date.parse(firstTimestamp ?? '') || updatedAt,
      updatedAt,
    }
  } catch (error) {
    return skip(file, reasonOf(error))
  }
}

/** The content of the folder; empty if it does not exist or is a file. */
async function namesIn(folder: string, skip: Skip): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') skip(folder, reasonOf(error))
    return []
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
