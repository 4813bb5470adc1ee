/** Permission rules: those of the command line and the settings, and those that the host added. */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { isPermissionUpdate, type PermissionUpdate, ruleText } from '../../../protocol/permissions.ts'
import type { AgentOptions } from '../options/options.ts'
import type { Settings, SettingsSource } from '../session/settings.ts'
import type { Profile } from '../version.ts'
import { directoriesOf } from './paths.ts'

type Behavior = 'allow' | 'deny' | 'ask'
type Source = SettingsSource | 'session' | 'cliArg'

export interface Rule {
  readonly tool: string
  readonly content: string | undefined
  readonly source: Source
  readonly behavior: Behavior
}

const FILES: readonly string[] = ['userSettings', 'projectSettings', 'localSettings']

export class Rules {
  readonly directories: string[]
  readonly #settings: Settings
  readonly #profile: Profile
  readonly #warn: (text: string) => void
  #own: Rule[]

  constructor(options: AgentOptions, settings: Settings, profile: Profile, warn: (text: string) => void) {
    this.#settings = settings
    this.#profile = profile
    this.#warn = warn
    const given = (rules: readonly string[], behavior: Behavior) =>
      rules.map((text): Rule => ({ ...parseRule(text), source: 'cliArg', behavior }))
    this.#own = [...given(options.allowed, 'allow'), ...given(options.disallowed, 'deny')]
    this.directories = [...directoriesOf(settings.effective), ...options.directories]
    this.#complain()
  }

  get all(): Rule[] {
    const saved = (['allow', 'deny', 'ask'] as const).flatMap((behavior) =>
      this.#settings
        .rules(behavior)
        .filter(({ source }) => behavior !== 'allow' || this.#isHonoured(source))
        .flatMap(({ source, rules }) => rules.map((text) => ({ ...parseRule(text), source, behavior }))),
    )
    return [...this.#own, ...saved]
  }

  /** Applies the updates from the host and ignores invalid ones. Returns the mode to set, if any. */
  apply(updates: unknown): string | undefined {
    let mode: string | undefined
    for (const update of Array.isArray(updates) ? updates.filter(isPermissionUpdate) : []) {
      if (update.type === 'setMode') mode = update.mode
      else this.#change(update)
    }
    return mode
  }

  #change(update: PermissionUpdate): void {
    if (update.type === 'addDirectories') this.directories.push(...update.directories)
    if (update.type === 'removeDirectories') {
      for (const directory of update.directories) {
        const index = this.directories.indexOf(directory)
        if (index !== -1) this.directories.splice(index, 1)
      }
    }
    if (update.type !== 'addRules' && update.type !== 'removeRules' && update.type !== 'replaceRules') return
    const texts = update.rules.map(ruleText)
    const { destination, behavior, type } = update
    if (FILES.includes(destination)) {
      const source = destination as 'localSettings'
      this.#settings.update(source, (settings) => withRules(settings, behavior, type, texts))
      this.#complain()
      return
    }
    const source: Source = destination === 'cliArg' ? 'cliArg' : 'session'
    const added = texts.map((text): Rule => ({ ...parseRule(text), source, behavior }))
    const isSame = (rule: Rule) => rule.source === source && rule.behavior === behavior
    if (type === 'replaceRules') this.#own = this.#own.filter((rule) => !isSame(rule))
    if (type === 'removeRules') {
      this.#own = this.#own.filter(
        (rule) => !(isSame(rule) && added.some((it) => it.tool === rule.tool && it.content === rule.content)),
      )
    } else {
      this.#own.push(...added)
    }
  }

  /** 2.1.197 ignores the allow rules of a folder that nobody has trusted; earlier and later versions honour them. */
  #isHonoured(source: Source): boolean {
    const { isOld, isFirst } = this.#profile
    if (!isOld || isFirst || (source !== 'localSettings' && source !== 'projectSettings')) return true
    return this.#settings.isTrusted
  }

  #complain(): void {
    const ignored = this.#settings
      .rules('allow')
      .filter(({ source, rules }) => rules.length > 0 && !this.#isHonoured(source))
    for (const { source, rules } of ignored) {
      const name = source === 'localSettings' ? 'settings.local.json' : 'settings.json'
      this.#warn(
        `Ignoring ${rules.length} permissions.allow entr${rules.length === 1 ? 'y' : 'ies'} from .claude/${name}: ` +
          'this workspace has not been trusted.\n',
      )
    }
  }
}

function withRules(settings: JsonObject, behavior: string, type: string, texts: string[]): JsonObject {
  const permissions: JsonObject = isObject(settings.permissions) ? settings.permissions : {}
  const before: unknown[] = Array.isArray(permissions[behavior]) ? permissions[behavior] : []
  const rest = before.filter((rule) => !texts.includes(String(rule)))
  const after = type === 'removeRules' ? rest : type === 'replaceRules' ? texts : [...rest, ...texts]
  return { ...settings, permissions: { ...permissions, [behavior]: after } }
}

export function parseRule(text: string): { tool: string; content: string | undefined } {
  const parts = /^([^(]+)\((.*)\)$/s.exec(text)
  const tool = (parts?.[1] ?? text).trim()
  return { tool: tool === 'Task' ? 'Agent' : tool, content: parts?.[2] }
}
