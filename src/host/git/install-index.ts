import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { GitError } from './error.ts'
import type { Repository } from './repository.ts'

/** Holds the lock of the repository's index, as git does, while `use` works. The lock is gone afterwards. */
export async function withIndexLock<T>({ gitDir }: Repository, use: () => Promise<T>): Promise<T> {
  const lock = lockOf(gitDir)
  const file = await open(lock, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new GitError('failed', `another program works on the index: ${lock} exists`)
  })
  await file.close()
  try {
    return await use()
  } finally {
    await rm(lock, { force: true })
  }
}

/** For a repository that nobody else works in yet: an earlier host may have left its lock. */
export async function breakIndexLock({ gitDir }: Repository): Promise<void> {
  await rm(lockOf(gitDir), { force: true })
}

/** Puts the index of a private folder in place of the repository's own. Needs its lock. */
export async function installIndex({ gitDir }: Repository, folder: string): Promise<void> {
  const from = join(folder, 'index')
  const [content, { mtimeMs }] = await Promise.all([readFile(from), stat(from)])
  const file = await open(lockOf(gitDir), 'w')
  try {
    await file.writeFile(content)
    // Git trusts its notes on a file that is older than the index: a newer time would hide changes.
    const seconds = Math.floor(mtimeMs / 1000)
    await file.utimes(seconds, seconds)
  } finally {
    await file.close()
  }
  await rename(lockOf(gitDir), join(gitDir, 'index'))
}

const lockOf = (gitDir: string) => join(gitDir, 'index.lock')
