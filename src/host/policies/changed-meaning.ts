/** Describes to their author how rules that were written for earlier versions work now. */
import type { PolicyRule } from '../../api/resources.ts'
import { endsWord, neverAllows } from './commands.ts'

/** The version of the rules' meaning, stored with them. Rules without it are from a host that compared plain text. */
export const GRAMMAR = 2

export function changedMeaning(rule: PolicyRule): string | undefined {
  const changes = rule.effect === 'allow' ? changesOfAllow(rule) : changesOfOthers(rule)
  return changes.length > 0 ? changes.join(' ') : undefined
}

function changesOfAllow({ command, path }: PolicyRule): string[] {
  const changes: string[] = []
  if (command !== undefined) {
    const never = neverAllows(command)
    changes.push(
      never
        ? `It no longer allows anything: ${never}.`
        : 'It allows only lines of plain words: no variables, no substitutions, no files written, no other fields of the tool.',
    )
    if (!never && endsWord(command))
      changes.push(`"${command}" ends at the word: "${command.slice(0, -1)}x" is not allowed.`)
  }
  if (path !== undefined)
    changes.push('It follows links: a link that leads out of the pattern is not allowed.')
  return changes
}

function changesOfOthers({ command, path }: PolicyRule): string[] {
  const changes: string[] = []
  if (command !== undefined)
    changes.push(
      'It also finds the command behind a path, sudo, env, sh -c, options, brackets and variables.',
    )
  if (path !== undefined) changes.push('It also follows links, and capital letters make no difference.')
  return changes
}
