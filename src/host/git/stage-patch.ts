/**
 * Stages a part of the diff to the last commit. The index may have other parts of it already, so git merges the part into what is
 * staged. A merge that does not work out would leave conflicts in the index: it is tried on a copy first.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectDone } from './confirmed.ts'
import type { OpenRepository } from './open-repository.ts'
import type { SafeGit } from './run.ts'

const APPLY = ['apply', '--cached', '--whitespace=nowarn']

export async function stagePatch(
  { repository: { gitDir } }: OpenRepository,
  git: SafeGit,
  patch: string,
): Promise<void> {
  const merge = [...APPLY, '--3way', '-']
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-index-'))
  try {
    const copy = join(folder, 'index')
    // Without a commit there is no index, and nothing to merge with.
    await copyFile(join(gitDir, 'index'), copy).catch(() => {})
    const tried = await git(merge, { input: patch, env: { GIT_INDEX_FILE: copy } })
    await expectDone(git, tried.code === 0 ? merge : [...APPLY, '-'], { input: patch })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function unstagePatch(git: SafeGit, patch: string): Promise<void> {
  await expectDone(git, [...APPLY, '--reverse', '-'], { input: patch })
}
