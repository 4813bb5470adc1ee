import { resolve } from 'node:path'
import type { JsonObject } from '../../../protocol/json.ts'
import { pathIn } from './paths.ts'
import type { Rule } from './rules.ts'

/** Tools to which a rule for `Edit` also applies. */
const EDITING = ['Edit', 'Write', 'NotebookEdit', 'MultiEdit']
const READING = ['Read', 'Glob', 'Grep', 'LS']

export interface ToolCall {
  readonly tool: string
  readonly input: JsonObject
}

export function matches({ tool, content }: Rule, call: ToolCall, cwd: string): boolean {
  if (!namesTool(tool, call.tool, content !== undefined)) return false
  if (content === undefined || content === '' || content === '*') return true
  if (call.tool === 'Bash') return commandMatches(content, String(call.input.command ?? ''))
  if (call.tool === 'WebFetch') return domainMatches(content, String(call.input.url ?? ''))
  const path = pathIn(call)
  return path !== undefined && pathMatches(content, path, cwd)
}

function namesTool(rule: string, tool: string, hasContent: boolean): boolean {
  if (rule === tool) return true
  if (tool.startsWith('mcp__')) return tool.startsWith(`${rule}__`) || `${rule}` === '*'
  if (!hasContent) return false
  return (rule === 'Edit' && EDITING.includes(tool)) || (rule === 'Read' && READING.includes(tool))
}

/** `npm test` matches exactly; `npm:*` and `npm *` match a prefix. */
export function commandMatches(rule: string, command: string): boolean {
  const said = command.trim()
  const prefix = /^(.*?)(?::\*| \*)$/s.exec(rule)?.[1]
  if (prefix !== undefined) return said === prefix || said.startsWith(`${prefix} `)
  if (rule.includes('*')) return new RegExp(`^${rule.split('*').map(escaped).join('.*')}$`, 's').test(said)
  return said === rule
}

function domainMatches(rule: string, url: string): boolean {
  if (!rule.startsWith('domain:')) return false
  try {
    return new URL(url).hostname === rule.slice('domain:'.length)
  } catch {
    return false
  }
}

/** `//absolute`, `/relative to the project` or `relative`, each with `*` and `**`. */
function pathMatches(rule: string, path: string, cwd: string): boolean {
  const pattern = rule.startsWith('//') ? rule.slice(1) : resolve(cwd, rule.replace(/^\//, ''))
  const parts = pattern.split('**').map((part) => part.split('*').map(escaped).join('[^/]*'))
  return new RegExp(`^${parts.join('.*')}$`).test(path)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
