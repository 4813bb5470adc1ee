/** What the CLI offers to remember: the updates, what each of them means, and in which file it lands. */
import {
  isPermissionUpdate,
  type PermissionBehavior,
  type PermissionDestination,
  type PermissionUpdate,
  ruleText,
} from '../../protocol/permissions.ts'
import { textIn } from '../fields.ts'
import { modeName } from '../mode-names.ts'
import { visible } from '../unseen.ts'
import { fieldsOf, type RequestFields } from './request.ts'

export interface Suggestion {
  /** Its position among those of the CLI: a decision names it by that. */
  readonly index: number
  readonly update: PermissionUpdate
}

/** None where the CLI wants no lasting permission. */
export function suggestionsOf(request: RequestFields): readonly Suggestion[] {
  const { permission_suggestions: all, suppress_always_allow_rule: isSuppressed } = fieldsOf(request)
  if (!Array.isArray(all) || isSuppressed === true) return []
  return all.flatMap((update, index) => (isPermissionUpdate(update) ? [{ index, update }] : []))
}

/** What is remembered unless a person chooses: no change of mode, which allows much more, where the CLI also suggests rules. */
export function defaultSuggestions(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const lasting = suggestions.filter(({ update }) => update.type !== 'setMode')
  return lasting.length > 0 ? lasting : suggestions
}

export interface DescribedRule {
  /** `Always allow Bash(npm test:*)`. */
  readonly effect: string
  /** Where it is saved, and for whom. */
  readonly place: string
}

/** With characters that cannot be seen written out. */
export function describeRule(update: PermissionUpdate): DescribedRule {
  return { effect: visible(effectOf(update)), place: visible(placeOf(update)) }
}

const PLACES: Readonly<Record<PermissionDestination, string>> = {
  session: 'until this process of the session ends; nothing is saved',
  localSettings: 'saved in .claude/settings.local.json: this project, only you',
  projectSettings: 'saved in .claude/settings.json: this project, everybody who works on it',
  userSettings: 'saved in ~/.claude/settings.json: all your projects',
  cliArg: 'until this process of the session ends, as if given on its command line',
}

function placeOf(update: PermissionUpdate): string {
  const destination = textIn((update as { destination?: unknown }).destination)
  if (destination === undefined) return 'the CLI decides where it is saved'
  return Object.hasOwn(PLACES, destination)
    ? PLACES[destination as PermissionDestination]
    : `saved in ${destination}`
}

const BEHAVIORS: Readonly<Record<PermissionBehavior, string>> = {
  allow: 'Always allow',
  deny: 'Always deny',
  ask: 'Always ask for',
}

function effectOf(update: PermissionUpdate): string {
  switch (update.type) {
    case 'addRules':
      return `${BEHAVIORS[update.behavior]} ${update.rules.map(ruleText).join(', ')}`
    case 'replaceRules':
      return `${BEHAVIORS[update.behavior]} only ${update.rules.map(ruleText).join(', ')}, in place of the rules there`
    case 'removeRules':
      return `Remove the rule ${update.rules.map(ruleText).join(', ')}`
    case 'addDirectories':
      return `Let it work in ${update.directories.join(', ')} too`
    case 'removeDirectories':
      return `No longer let it work in ${update.directories.join(', ')}`
    case 'setMode':
      return `Switch the session to “${modeName(update.mode)}”`
    default:
      return JSON.stringify(update)
  }
}
