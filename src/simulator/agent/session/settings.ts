import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { objectInFile } from './json-file.ts'
import type { Places } from './places.ts'

export type SettingsSource = 'userSettings' | 'projectSettings' | 'localSettings' | 'flagSettings'

export class Settings {
  readonly #places: Places
  readonly #sources = new Map<SettingsSource, JsonObject>()

  /** `heeded`: the sources whose files are read; all if undefined. */
  constructor(places: Places, flags: JsonObject, heeded?: readonly string[]) {
    this.#places = places
    for (const source of ['userSettings', 'projectSettings', 'localSettings'] as const) {
      if (heeded !== undefined && !heeded.includes(source.replace('Settings', ''))) continue
      const settings = objectInFile(this.file(source))
      if (settings !== undefined) this.#sources.set(source, settings)
    }
    if (Object.keys(flags).length > 0) this.#sources.set('flagSettings', flags)
  }

  file(source: Exclude<SettingsSource, 'flagSettings'>): string {
    if (source === 'userSettings') return join(this.#places.configDir, 'settings.json')
    const name = source === 'localSettings' ? 'settings.local.json' : 'settings.json'
    return join(this.#places.cwd, '.claude', name)
  }

  get effective(): JsonObject {
    return [...this.#sources.values()].reduce(merged, {})
  }

  get sources(): { source: SettingsSource; settings: JsonObject }[] {
    return [...this.#sources].map(([source, settings]) => ({ source, settings }))
  }

  rules(behavior: string): { source: SettingsSource; rules: string[] }[] {
    return this.sources.map(({ source, settings }) => {
      const permissions = isObject(settings.permissions) ? settings.permissions : {}
      const rules = permissions[behavior]
      return { source, rules: Array.isArray(rules) ? rules.filter((it) => typeof it === 'string') : [] }
    })
  }

  /** Merges into the settings of the command line; null removes a key. */
  applyFlags(settings: JsonObject): void {
    const merged = { ...this.#sources.get('flagSettings'), ...settings }
    const kept = Object.entries(merged).filter(([, value]) => value !== null)
    this.#sources.set('flagSettings', Object.fromEntries(kept))
  }

  update(
    source: Exclude<SettingsSource, 'flagSettings'>,
    change: (settings: JsonObject) => JsonObject,
  ): void {
    const file = this.file(source)
    const settings = change(objectInFile(file) ?? {})
    this.#sources.set(source, settings)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`)
  }

  get isTrusted(): boolean {
    const { projects } = objectInFile(join(this.#places.configDir, '.claude.json')) ?? {}
    const project = isObject(projects) ? projects[this.#places.cwd] : undefined
    return isObject(project) && project.hasTrustDialogAccepted === true
  }
}

/** Merges objects and lists that are in both; any other value of `other` wins. */
function merged(one: JsonObject, other: JsonObject): JsonObject {
  const both = Object.entries(other).map(([key, value]) => {
    const before = one[key]
    if (isObject(before) && isObject(value)) return [key, merged(before, value)]
    if (Array.isArray(before) && Array.isArray(value)) return [key, [...new Set([...before, ...value])]]
    return [key, value]
  })
  return { ...one, ...Object.fromEntries(both) }
}
