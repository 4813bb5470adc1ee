import type { PolicyRule } from '../../api/resources.ts'
import type { Io } from '../io.ts'
import { type Column, tableText } from '../show/table.ts'
import { homely } from '../show/words.ts'
import { type Style, styleFor } from '../terminal/style.ts'

export function ruleTable(rules: readonly PolicyRule[], io: Io): string {
  const style = styleFor(io.stdout, io.env)
  const columns: Column<PolicyRule>[] = [
    { head: '#', text: (rule) => String(rules.indexOf(rule) + 1), align: 'right' },
    { head: 'ID', text: ({ id }) => id, min: 6 },
    {
      head: 'EFFECT',
      text: ({ effect, enabled }) => (enabled ? effect : `${effect} (off)`),
      paint: (text, { effect, enabled }) => (enabled ? effectColour(effect, style)(text) : style.dim(text)),
    },
    { head: 'TOOL', text: ({ tool, source }) => (source ? `${tool} of ${source}` : tool), min: 6 },
    { head: 'REQUEST', text: ({ command, path }) => command ?? path ?? '', min: 12 },
    { head: 'WHERE', text: (rule) => whereOf(rule, io.env.HOME), min: 8, optional: 2 },
    { head: 'NOTE', text: ({ note = '' }) => note, min: 8, optional: 1 },
  ]
  return tableText(columns, rules, io)
}

export function effectColour(effect: string, style: Style): (text: string) => string {
  if (effect === 'allow') return style.green
  return effect === 'deny' ? style.red : style.yellow
}

function whereOf({ folder, session }: PolicyRule, home: string | undefined): string {
  return [folder && homely(folder, home), session && `session ${session.slice(0, 8)}`]
    .filter(Boolean)
    .join(', ')
}
