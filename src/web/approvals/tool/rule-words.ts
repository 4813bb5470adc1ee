/** What the CLI offers to remember, in words, and where it would be saved. */
import type { PermissionDestination, PermissionUpdate } from '../../../protocol/permissions.ts'
import { isPermissionUpdate, ruleText } from '../../../protocol/permissions.ts'
import { visible } from '../../../state/unseen.ts'
import { modeName } from '../../session/modes.ts'

export interface Suggestion {
  /** Its position among those of the CLI: the answer names it by that. */
  readonly index: number
  readonly update: PermissionUpdate
}

export function suggestionsIn(request: Readonly<Record<string, unknown>>): readonly Suggestion[] {
  const { permission_suggestions: all, suppress_always_allow_rule: isSuppressed } = request
  if (!Array.isArray(all) || isSuppressed === true) return []
  return all.flatMap((update, index) => (isPermissionUpdate(update) ? [{ index, update }] : []))
}

/** Those to begin with: a change of mode allows much more than what is asked for, unless nothing else is offered. */
export function firstChoice(suggestions: readonly Suggestion[]): readonly number[] {
  const lasting = suggestions.filter(({ update }) => update.type !== 'setMode')
  return (lasting.length > 0 ? lasting : suggestions).map(({ index }) => index)
}

const PLACES: Readonly<Record<PermissionDestination, string>> = {
  session: 'until this process of the session ends; nothing is saved',
  localSettings: 'saved in .claude/settings.local.json: this project, only you',
  projectSettings: 'saved in .claude/settings.json: this project, everybody who works on it',
  userSettings: 'saved in ~/.claude/settings.json: all your projects',
  cliArg: 'until this process of the session ends, as if given on its command line',
}

export function placeWords(update: PermissionUpdate): string {
  const { destination } = update as { destination?: PermissionDestination }
  return (destination && PLACES[destination]) ?? `saved in ${String(destination)}`
}

const BEHAVIORS = { allow: 'Always allow', deny: 'Always deny', ask: 'Always ask for' } as const

export function updateWords(update: PermissionUpdate): string {
  return visible(wordsOf(update))
}

function wordsOf(update: PermissionUpdate): string {
  // The last of the union has any type: what the listed ones have is asked for by name.
  const known = update as Extract<PermissionUpdate, { destination: PermissionDestination }>
  switch (known.type) {
    case 'addRules':
      return `${BEHAVIORS[known.behavior]} ${known.rules.map(ruleText).join(', ')}`
    case 'replaceRules':
      return `${BEHAVIORS[known.behavior]} only ${known.rules.map(ruleText).join(', ')}, in place of the rules there`
    case 'removeRules':
      return `Remove the rule ${known.rules.map(ruleText).join(', ')}`
    case 'addDirectories':
      return `Let it work in ${known.directories.join(', ')} too`
    case 'removeDirectories':
      return `No longer let it work in ${known.directories.join(', ')}`
    case 'setMode':
      return `Switch the session to “${modeName(known.mode)}”`
    default:
      return JSON.stringify(update)
  }
}
