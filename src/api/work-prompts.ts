/** What a session is asked to do about its changes, in words that all clients share. */
import type { MergeKind, MergePreview } from './work.ts'

export const SUGGEST_MESSAGE = `Write the message of a commit for the changes in this folder that are not committed. Do not commit, and change no file.
Answer with the message alone: a subject of at most 72 characters and, where it helps, an empty line and a short body.`

/** The message in the answer: models like to put it into a fence. */
export function suggestedMessage(answer: string): string {
  return (/^\s*```[^\n]*\n([\s\S]*?)\n```\s*$/.exec(answer)?.[1] ?? answer).trim()
}

/** For files that a merge or rebase in the folder has left with conflicts. */
export function promptOfConflicts(paths: readonly string[]): string {
  return `These files have conflicts of a merge or rebase in progress:\n\n${listed(paths)}\n\nResolve them so that the changes of both sides are kept, and run the tests. Do not commit.`
}

/** For a branch that cannot be merged, because both sides have changed files. */
export function promptOfMerge(
  how: MergeKind,
  { into, conflicts }: Pick<MergePreview, 'into' | 'conflicts'>,
  branch: string,
): string {
  const what =
    how === 'rebase'
      ? `Rebase the branch \`${branch}\` onto \`${into}\``
      : `Merge the branch \`${into}\` into \`${branch}\`, which this folder is on`
  return `${what}, and resolve the conflicts so that the intent of both sides is kept:\n\n${listed(conflicts)}\n\nRun the tests that apply, and commit the result.`
}

function listed(paths: readonly string[]): string {
  return paths.map((path) => `- ${JSON.stringify(path)}`).join('\n')
}
