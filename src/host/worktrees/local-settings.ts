/**
 * Permissions that the CLI remembers for a project only on this machine, in `.claude/settings.local.json`. Newer versions use the
 * file of the main checkout also in a worktree; older ones use the worktree's own, which would be lost with it. So a new worktree
 * gets a copy, and rules that a person had remembered there are added to the file of the main checkout.
 *
 * An agent can write the file of its worktree. Only rules that the journal has an answer of a person for are taken from it.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, realpath, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, type JsonObject, parseObject } from '../../protocol/json.ts'
import { isWithin } from '../folders/roots.ts'
import { openPlainFile } from '../git/plain-file.ts'
import type { AuditRow } from '../journal/store.ts'

export const LOCAL_SETTINGS = '.claude/settings.local.json'
const MAX_SETTINGS = 1024 * 1024
const BEHAVIORS = ['allow', 'deny', 'ask'] as const

type Rules = Readonly<Record<(typeof BEHAVIORS)[number], readonly string[]>>

/** Returns how many rules were added to the main checkout's file. */
export async function keepRemembered(
  { path, checkout }: { readonly path: string; readonly checkout: string },
  audit: readonly AuditRow[],
): Promise<number> {
  const remembered = rememberedIn(audit)
  const own = rulesIn(await readSettings(path))
  if (!own || !BEHAVIORS.some((it) => remembered[it].length > 0)) return 0
  const folder = join(checkout, '.claude')
  await mkdir(folder, { recursive: true })
  if (!isWithin(await realpath(folder), await realpath(checkout))) return 0
  const settings = await readSettings(checkout)
  const known = rulesIn(settings)
  if (!settings || !known) return 0
  const added = BEHAVIORS.map((behavior) => {
    const isNew = (rule: string) => own[behavior].includes(rule) && !known[behavior].includes(rule)
    return [behavior, [...new Set(remembered[behavior].filter(isNew))]] as const
  }).filter(([, rules]) => rules.length > 0)
  if (added.length === 0) return 0
  const permissions = isObject(settings.permissions) ? settings.permissions : {}
  const more = Object.fromEntries(
    added.map(([behavior, rules]) => [behavior, [...known[behavior], ...rules]]),
  )
  const text = JSON.stringify({ ...settings, permissions: { ...permissions, ...more } }, null, 2)
  const draft = join(folder, `.settings.local.${randomUUID()}`)
  await writeFile(draft, `${text}\n`, { flag: 'wx' })
  await rename(draft, join(checkout, LOCAL_SETTINGS))
  return added.reduce((sum, [, rules]) => sum + rules.length, 0)
}

/** What people have answered "always" to, for this folder. */
function rememberedIn(audit: readonly AuditRow[]): Rules {
  const rules = { allow: [] as string[], deny: [] as string[], ask: [] as string[] }
  for (const { what, detail } of audit) {
    if (what !== 'allowed' || !isObject(detail) || !isObject(detail.response)) continue
    const updates = detail.response.updatedPermissions
    for (const update of Array.isArray(updates) ? updates : []) {
      if (!isObject(update) || update.type !== 'addRules' || update.destination !== 'localSettings') continue
      const behavior = BEHAVIORS.find((it) => it === update.behavior)
      if (behavior && Array.isArray(update.rules)) rules[behavior].push(...update.rules.flatMap(ruleText))
    }
  }
  return rules
}

function ruleText(rule: unknown): string[] {
  if (!isObject(rule) || typeof rule.toolName !== 'string') return []
  return [typeof rule.ruleContent === 'string' ? `${rule.toolName}(${rule.ruleContent})` : rule.toolName]
}

/** An empty object if there is no file; undefined if it cannot be understood. */
async function readSettings(folder: string): Promise<JsonObject | undefined> {
  const file = await openPlainFile(join(folder, LOCAL_SETTINGS), MAX_SETTINGS)
  if (!file) return {}
  try {
    return parseObject(await file.readFile('utf8'))
  } finally {
    await file.close()
  }
}

function rulesIn(settings: JsonObject | undefined): Rules | undefined {
  if (!settings) return undefined
  const permissions = isObject(settings.permissions) ? settings.permissions : {}
  const listOf = (behavior: string) => {
    const list = permissions[behavior]
    return Array.isArray(list) ? list.filter((it) => typeof it === 'string') : []
  }
  return { allow: listOf('allow'), deny: listOf('deny'), ask: listOf('ask') }
}
