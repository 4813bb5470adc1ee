/** Git in a folder, without the repository's settings: what questions are asked through. */
import { GitError } from './error.ts'
import { type Answer, type Call, nameOf } from './run.ts'

export type More = Partial<Pick<Call, 'input' | 'maxBytes'>>
export type SafeGit = (args: readonly string[], more?: More) => Promise<Answer>

export async function expectOk(git: SafeGit, args: readonly string[], more?: More): Promise<Answer> {
  const answer = await git(args, more)
  if (answer.code === 0) return answer
  const said = answer.stderr.trim().split('\n')[0]?.slice(0, 300)
  throw new GitError('failed', `${nameOf(args)} failed: ${said || `exit code ${answer.code}`}`)
}
