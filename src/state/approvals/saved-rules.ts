/** A rule that a person wants remembered: its text, where it is kept, and the settings file after it is saved. */
import { isObject, type JsonObject, parseObject } from '../../protocol/json.ts'
import { type PermissionRule, type PermissionUpdate, ruleText } from '../../protocol/permissions.ts'
import type { Suggestion } from './rules.ts'

/** For whom a rule counts. */
export type RulePlace = 'session' | 'localSettings' | 'projectSettings'

export const RULE_PLACES: readonly { readonly place: RulePlace; readonly name: string }[] = [
  { place: 'session', name: 'This session' },
  { place: 'localSettings', name: 'Project, only for you' },
  { place: 'projectSettings', name: 'Project, for everyone' },
]

/** The file of the project that keeps rules for a place, as the CLI names it. */
export const RULE_FILES: Readonly<Record<Exclude<RulePlace, 'session'>, string>> = {
  localSettings: '.claude/settings.local.json',
  projectSettings: '.claude/settings.json',
}

/** A rule as it stands in a settings file: `Bash(npm test:*)`, `WebFetch`. Undefined if the text is not a rule. */
export function parseRule(text: string): PermissionRule | undefined {
  const [, toolName, ruleContent] = /^([A-Za-z_][\w-]*)(?:\(([\s\S]+)\))?$/.exec(text.trim()) ?? []
  if (toolName === undefined) return undefined
  return { toolName, ...(ruleContent !== undefined && { ruleContent }) }
}

/** The rules that the CLI offers to save, one by one, and where it would save the first. */
export function offeredRules(suggestions: readonly Suggestion[]): {
  readonly rules: readonly string[]
  readonly place: RulePlace
} {
  const updates = suggestions.flatMap(({ update }) =>
    update.type === 'addRules' && update.behavior === 'allow' ? [update] : [],
  )
  const place = RULE_PLACES.find((it) => it.place === updates[0]?.destination)?.place ?? 'session'
  return { rules: [...new Set(updates.flatMap(({ rules }) => rules.map(ruleText)))], place }
}

export function allowRules(rules: readonly PermissionRule[], place: RulePlace): PermissionUpdate {
  return { type: 'addRules', rules: [...rules], behavior: 'allow', destination: place }
}

/** The text of a settings file with these rules in it, or undefined if the text is no JSON object. */
export function settingsWith(text: string, rules: readonly PermissionRule[]): string | undefined {
  const settings = text.trim() === '' ? {} : parseObject(text)
  if (!settings) return undefined
  const permissions: JsonObject = isObject(settings.permissions) ? settings.permissions : {}
  const known: unknown[] = Array.isArray(permissions.allow) ? permissions.allow : []
  const added = rules.map(ruleText).filter((it) => !known.includes(it))
  const allow = [...known, ...new Set(added)]
  return `${JSON.stringify({ ...settings, permissions: { ...permissions, allow } }, null, 2)}\n`
}
