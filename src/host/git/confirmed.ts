/**
 * Git as a person would call it, with the hooks, filters and settings of the repository: only where nothing of them would run, or
 * a person has confirmed them as they are now.
 */
import { ApiError } from '../../api/errors.ts'
import type { Git } from './git.ts'
import type { OpenRepository } from './open-repository.ts'
import { programsOf } from './repository-programs.ts'
import type { Answer, More, SafeGit } from './run.ts'

const TIMEOUT = 30 * 60_000

/** Throws if something would run that nobody has confirmed. */
export async function confirmedGit(
  git: Git,
  repository: OpenRepository,
  isConfirmed: (hash: string) => boolean,
): Promise<SafeGit> {
  const check = async () => {
    const programs = await programsOf(git, repository)
    if (programs === undefined || isConfirmed(programs.hash)) return
    throw new ApiError(
      'not-possible',
      "hooks or settings of the repository would run programs, and nobody has confirmed them as they are: see the project's programs, and confirm them",
      { hash: programs.hash },
    )
  }
  await check()
  return async (args, more) => {
    await check()
    return repository.plain(args, { timeoutMs: TIMEOUT, ...more })
  }
}

/** Throws with what git and the hooks printed. */
export async function expectDone(git: SafeGit, args: readonly string[], more?: More): Promise<Answer> {
  const answer = await git(args, more)
  if (answer.code === 0) return answer
  const output = outputOf(answer)
  throw new ApiError('not-possible', `git ${args[0]} failed: ${output.split('\n').at(-1) ?? ''}`, { output })
}

export function outputOf({ stdout, stderr }: Pick<Answer, 'stdout' | 'stderr'>): string {
  return [stdout, stderr]
    .map((it) => it.trim())
    .filter(Boolean)
    .join('\n')
}
