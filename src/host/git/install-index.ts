import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GitError } from './error.ts'
import type { Repository } from './repository.ts'

/** What the lock says while this host holds it. Git writes the new index there; the host writes that elsewhere. */
const MARK = 'fairlead\n'

/** Holds the lock of the repository's index, as git does, while `use` works. The lock is gone afterwards. */
export async function withIndexLock<T>({ gitDir }: Repository, use: () => Promise<T>): Promise<T> {
  const lock = lockOf(gitDir)
  await writeFile(lock, MARK, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new GitError('failed', `another program works on the index: ${lock} exists`)
  })
  try {
    return await use()
  } finally {
    await rm(lock, { force: true })
  }
}

/** Removes the lock of a host that was killed. */
export async function breakIndexLock({ gitDir }: Repository): Promise<void> {
  const lock = lockOf(gitDir)
  const said = await readFile(lock, 'utf8').catch(() => '')
  if (said === MARK) await rm(lock, { force: true })
}

/** Puts the index of a private folder in place of the repository's own. Needs its lock. */
export async function installIndex({ gitDir }: Repository, folder: string): Promise<void> {
  const [from, draft] = [join(folder, 'index'), join(gitDir, 'index.fairlead')]
  const [content, { mtimeMs }] = await Promise.all([readFile(from), stat(from)])
  // Never through a link that an agent has put there.
  await rm(draft, { force: true })
  const file = await open(draft, 'wx')
  try {
    await file.writeFile(content)
    // Git trusts its notes on a file that is older than the index: a newer time would hide changes.
    const seconds = Math.floor(mtimeMs / 1000)
    await file.utimes(seconds, seconds)
  } finally {
    await file.close()
  }
  await rename(draft, join(gitDir, 'index'))
}

const lockOf = (gitDir: string) => join(gitDir, 'index.lock')
