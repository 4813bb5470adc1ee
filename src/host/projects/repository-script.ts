/**
 * A script of the repository: `setup` prepares a new worktree, `run` runs the program that is worked on. The file is read once, and
 * what was read is what a person confirms and what runs: a change of the file in between has no effect.
 */
import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isWithin } from '../folders/roots.ts'
import { openPlainFile } from '../git/plain-file.ts'

const MAX_SCRIPT = 1024 * 1024

export interface RepositoryScript {
  /** As seen from the project. */
  readonly path: string
  readonly content: Buffer
  readonly hash: string
}

/** Undefined if there is no such file in the folder. Links that lead out of it are not followed. */
export async function readScript(
  kind: 'setup' | 'run',
  top: string,
  path: string,
): Promise<RepositoryScript | undefined> {
  const real = await realpath(join(top, path)).catch(() => undefined)
  if (real === undefined || !isWithin(real, top)) return undefined
  const file = await openPlainFile(real, MAX_SCRIPT)
  if (!file) return undefined
  try {
    const content = await file.readFile()
    const hash = createHash('sha256').update(`${kind} ${path}\0`).update(content).digest('hex')
    return { path, content, hash }
  } finally {
    await file.close()
  }
}

/** Without the host's own variables, and those of git. */
export function scriptEnvironment(place: {
  readonly path: string
  readonly checkout: string
  readonly branch: string | undefined
}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:FAIRLEAD|GIT)_/i.test(name))
  return {
    ...Object.fromEntries(kept),
    FAIRLEAD_WORKTREE: place.path,
    FAIRLEAD_CHECKOUT: place.checkout,
    FAIRLEAD_BRANCH: place.branch ?? '',
  }
}
