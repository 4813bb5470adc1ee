/**
 * Commits of a repository as a file that a clone of it elsewhere can take in. What the remotes have is left out: the clone has it, or can
 * fetch it. Of a repository without remotes the file has everything.
 */
import { GitError } from './error.ts'
import type { OpenRepository } from './open-repository.ts'
import { expectOk } from './run.ts'

const TIMEOUT = 10 * 60_000

export async function writeBundle({ refs }: OpenRepository, ref: string, file: string): Promise<void> {
  const args = ['bundle', 'create', '--quiet', file, ref, '--not', '--remotes']
  await expectOk(refs, args, { timeoutMs: TIMEOUT })
}

/** Adds the commits of a file. No ref changes. */
export async function readBundle({ refs, checkout }: OpenRepository, file: string): Promise<void> {
  const { code, stderr } = await refs(['bundle', 'unbundle', file], { timeoutMs: TIMEOUT })
  if (code === 0) return
  const missing = /prerequisite commits:\s*error: ([0-9a-f]{40,64})/.exec(stderr)?.[1]
  throw new GitError(
    'failed',
    missing === undefined
      ? `${checkout} cannot take in the commits: ${stderr.trim().split('\n')[0]?.slice(0, 300)}`
      : `${checkout} lacks the commit ${missing.slice(0, 10)}, which the work is based on: fetch there`,
  )
}

/** The first commits of its history, which all clones share. */
export async function rootsOf({ refs }: OpenRepository): Promise<string[]> {
  const args = ['rev-list', '--max-parents=0', 'HEAD']
  const { code, stdout } = await refs(args, { timeoutMs: TIMEOUT })
  return code === 0 ? stdout.split('\n').filter(Boolean) : []
}
