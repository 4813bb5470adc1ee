/**
 * The CLI's own files of conversations, to be read on one machine and put in place on another: `ID.jsonl`, and what it keeps in a folder
 * `ID` beside it, such as the transcripts of sub-agents. The CLI looks for them under the name of its working folder.
 */
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { TranscriptNotFoundError } from '../client/transcripts/errors.ts'
import {
  findTranscript,
  isSessionId,
  projectsFolder,
  slugOf,
  type TranscriptLocation,
  workingFolder,
} from '../client/transcripts/location.ts'

export interface TranscriptFile {
  /** Relative to the folder of the project, with `/`. */
  readonly name: string
  readonly path: string
  readonly size: number
}

/** The files of these conversations, as far as there are any. */
export async function transcriptFiles(
  ids: readonly string[],
  location: TranscriptLocation,
): Promise<TranscriptFile[]> {
  const found: TranscriptFile[] = []
  for (const id of new Set(ids.filter(isSessionId))) {
    const path = await findTranscript(id, location).catch((error) => {
      if (error instanceof TranscriptNotFoundError) return undefined
      throw error
    })
    if (path === undefined) continue
    found.push({ name: basename(path), path, size: (await stat(path)).size })
    found.push(...(await filesBelow(dirname(path), id)))
  }
  return found
}

/** Links are left out. */
async function filesBelow(top: string, folder: string): Promise<TranscriptFile[]> {
  const entries = await readdir(join(top, folder), { withFileTypes: true }).catch(() => [])
  const found: TranscriptFile[] = []
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) found.push(...(await filesBelow(top, name)))
    else if (entry.isFile()) {
      const path = join(top, name)
      found.push({ name, path, size: (await stat(path)).size })
    }
  }
  return found
}

const PLAIN_NAME = /^[0-9a-f-]{36}(?:\.jsonl|(?:\/[\w-][\w.-]*)+)$/i

/** Puts one where a CLI that works in the folder of `location` looks for it. One of the same name is replaced. */
export async function putTranscript(
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  { configDir, cwd = '' }: TranscriptLocation,
): Promise<void> {
  if (!PLAIN_NAME.test(name)) throw new Error(`${name} is no name of a transcript`)
  const path = join(projectsFolder(configDir), slugOf(await workingFolder(cwd)), name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(`${path}.part`, bytes, { mode: 0o600 })
  await rename(`${path}.part`, path)
}
