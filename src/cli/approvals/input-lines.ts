import type { JsonObject } from '../../protocol/json.ts'
import { visible } from '../../state/unseen.ts'
import type { Style } from '../terminal/style.ts'

const MAX_LINES = 30

/** An edit as removed and added lines; any other input field by field. */
export function shownInput(toolName: string, input: JsonObject, style: Style): string[] {
  const { file_path: file, old_string: before, new_string: after, ...others } = input
  if (toolName !== 'Edit' || typeof before !== 'string' || typeof after !== 'string') return inputLines(input)
  const rest = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== false))
  return cut([
    visible(String(file)),
    ...linesOf(before).map((line) => style.red(`- ${line}`)),
    ...linesOf(after).map((line) => style.green(`+ ${line}`)),
    ...inputLines(rest),
  ])
}

const linesOf = (text: string) => (text === '' ? [] : visible(text).split('\n'))

function cut(lines: string[]): string[] {
  if (lines.length <= MAX_LINES) return lines
  return [...lines.slice(0, MAX_LINES), `… ${lines.length - MAX_LINES} more lines (e shows all)`]
}

export function inputLines(input: JsonObject): string[] {
  const lines = Object.entries(input).flatMap(([name, value]) => {
    const text = visible(typeof value === 'string' ? value : JSON.stringify(value))
    const parts = text.split('\n')
    return parts.length === 1
      ? [`${visible(name)}: ${text}`]
      : [`${visible(name)}:`, ...parts.map((part) => `  ${part}`)]
  })
  return cut(lines)
}
