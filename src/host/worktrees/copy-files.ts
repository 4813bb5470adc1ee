/** Copies files that git does not have, such as `.env`, into a new worktree. Links lead neither out of the project nor out of the worktree. */
import { constants } from 'node:fs'
import { mkdir, open, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isWithin } from '../folders/roots.ts'
import { GitError } from '../git/error.ts'
import { openPlainFile } from '../git/plain-file.ts'

const MAX_FILE = 64 * 1024 * 1024

/** What is there already is left as it is. Returns what a person should know. */
export async function copyFiles(from: string, to: string, paths: readonly string[]): Promise<string[]> {
  const notes: string[] = []
  for (const path of paths) {
    const problem = await copyFile(from, to, path).catch((error: Error) => error.message)
    if (problem !== undefined) notes.push(`${path} was not copied: ${problem}`)
  }
  return notes
}

async function copyFile(from: string, to: string, path: string): Promise<string | undefined> {
  const source = await realpath(join(from, path)).catch(() => undefined)
  if (source === undefined) return 'the project has no such file'
  if (!isWithin(source, from)) return 'it is a link that leads out of the project'
  const file = await openPlainFile(source, MAX_FILE)
  if (!file) throw new GitError('failed', 'it is gone')
  try {
    const { mode } = await file.stat()
    const target = join(to, path)
    const folder = await ownFolder(dirname(target), to)
    if (folder === undefined) return 'its folder is a link that leads out of the worktree'
    // Never through a link.
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL
    const copy = await open(target, flags, mode & 0o777).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined
      throw error
    })
    if (!copy) return undefined
    try {
      await copy.writeFile(await file.readFile())
    } finally {
      await copy.close()
    }
    return undefined
  } finally {
    await file.close()
  }
}

/** Creates it, unless a link on the way leads out of `top`. */
async function ownFolder(folder: string, top: string): Promise<string | undefined> {
  let existing = folder
  for (;;) {
    const real = await realpath(existing).catch(() => undefined)
    if (real === undefined) existing = dirname(existing)
    else if (!isWithin(real, await realpath(top))) return undefined
    else break
  }
  await mkdir(folder, { recursive: true })
  return folder
}
