import type { PolicyRule } from '../../api/resources.ts'

export const EFFECTS = [
  ['deny', 'Deny'],
  ['ask', 'Ask'],
  ['allow', 'Allow'],
] as const
export type Effect = PolicyRule['effect']

const CONDITIONS = ['source', 'command', 'path', 'folder', 'session'] as const
type Condition = (typeof CONDITIONS)[number]
export type Fields = Record<Condition | 'id' | 'tool' | 'note', string> & { effect: Effect; enabled: boolean }

const NEW: PolicyRule = { id: '', effect: 'deny', tool: '', enabled: true }

export function fieldsOf(rule = NEW): Fields {
  const { id, effect, tool, enabled, source = '', command = '', path = '', folder = '' } = rule
  const { session = '', note = '' } = rule
  return { id, effect, tool, enabled, source, command, path, folder, session, note }
}

/** Leaves empty fields out and keeps one order, so that equal rules have equal JSON. */
export function ruleOf({ id, effect, tool, enabled, note, ...rest }: Fields): PolicyRule {
  const conditions = CONDITIONS.map((name) => [name, rest[name].trim()] as const)
  return {
    id: id.trim(),
    effect,
    tool: tool.trim() || '*',
    ...Object.fromEntries(conditions.filter(([, value]) => value !== '')),
    ...(note.trim() && { note: note.trim() }),
    enabled,
  }
}

export function areSame(a: readonly PolicyRule[], b: readonly PolicyRule[]): boolean {
  const text = (rules: readonly PolicyRule[]) => JSON.stringify(rules.map((it) => ruleOf(fieldsOf(it))))
  return text(a) === text(b)
}

export type Problems = Partial<Record<keyof Fields, string>>

/** Why the host would refuse the rule, or why it would never match. */
export function problemsOf(rule: PolicyRule, others: readonly PolicyRule[]): Problems {
  const { id, effect, tool, source, folder } = rule
  return {
    ...(id === '' && { id: 'A rule needs a name.' }),
    ...(others.some((other) => other.id === id) && { id: 'Another rule has this name.' }),
    ...(effect === 'allow' &&
      tool.startsWith('mcp__') &&
      source === undefined && {
        source: 'Name the source of the MCP server: any server can have any name.',
      }),
    ...(folder !== undefined &&
      !/^(\/|[A-Za-z]:[\\/])/.test(folder) && { folder: 'Give the full path, from the root.' }),
  }
}

export function freeName(wanted: string, others: readonly PolicyRule[]): string {
  const base = wanted.replace(/[^\w]+/g, '-').replace(/^-|-$/g, '') || 'rule'
  const taken = new Set(others.map(({ id }) => id))
  let name = base
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`
  return name
}

export function moved<T>(list: readonly T[], from: number, by: number): T[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(from + by, 0, list[from] as T)
}
