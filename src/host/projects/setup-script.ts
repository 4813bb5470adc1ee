/**
 * The script that prepares a new worktree. It is read once, and what was read is what a person confirms and what runs: a change
 * of the file in between has no effect.
 */
import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isWithin } from '../folders/roots.ts'
import { openPlainFile } from '../git/plain-file.ts'

const MAX_SCRIPT = 1024 * 1024

export interface SetupScript {
  /** As seen from the project. */
  readonly path: string
  readonly content: Buffer
  readonly hash: string
}

/** Undefined if there is no such file in the folder. Links that lead out of it are not followed. */
export async function readSetupScript(top: string, path: string): Promise<SetupScript | undefined> {
  const real = await realpath(join(top, path)).catch(() => undefined)
  if (real === undefined || !isWithin(real, top)) return undefined
  const file = await openPlainFile(real, MAX_SCRIPT)
  if (!file) return undefined
  try {
    const content = await file.readFile()
    const hash = createHash('sha256').update(`setup ${path}\0`).update(content).digest('hex')
    return { path, content, hash }
  } finally {
    await file.close()
  }
}
