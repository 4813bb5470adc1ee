/**
 * Policies: ordered rules on top of the CLI's own. The first rule that matches decides. A pattern is text with `*` (any
 * text) and `?` (any character); in a path `*` stays within one folder and `**` does not.
 */
import { isAbsolute, resolve } from 'node:path'
import type { PolicyRule } from '../../api/resources.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { ToolQuestion, Verdict } from '../sessions/policy-gate.ts'

export function judgeBy(rules: readonly PolicyRule[], question: ToolQuestion): Verdict {
  const rule = rules.find((it) => it.enabled && matches(it, question))
  if (!rule) return { effect: 'none' }
  return { effect: rule.effect, rule: rule.id, ...(rule.note && { note: rule.note }) }
}

function matches(rule: PolicyRule, { session, toolName, input, source }: ToolQuestion): boolean {
  // A folder can bring a server along under the name of a trusted one: who allows its tools must name where it is from.
  const needsSource = rule.effect === 'allow' && (source !== undefined || isOfServer(toolName))
  if ((needsSource || rule.source !== undefined) && (source === undefined || rule.source !== source))
    return false
  if (rule.session !== undefined && rule.session !== session.id) return false
  if (rule.folder !== undefined && !isIn(session.cwd, rule.folder)) return false
  if (!textMatches(rule.tool, toolName)) return false
  if (rule.command !== undefined && !commandMatches(rule, input)) return false
  return rule.path === undefined || pathMatches(rule, session.cwd, input)
}

/** Of a tool, or of the tools that a pattern is for. */
export function isOfServer(tool: string): boolean {
  return tool.startsWith('mcp__')
}

function commandMatches({ command = '', effect }: PolicyRule, input: JsonObject): boolean {
  const given = typeof input.command === 'string' ? input.command : undefined
  if (given === undefined) return false
  const parts = commandsIn(given)
  // To allow, all of it must match; to deny or ask, one part is enough.
  return effect === 'allow'
    ? parts.every((part) => textMatches(command, part)) && !hasSubstitution(given)
    : textMatches(command, given.trim()) || parts.some((part) => textMatches(command, part))
}

/** The commands of a shell line, as far as they can be told apart without a shell. */
function commandsIn(line: string): string[] {
  return line
    .split(/&&|\|\||[;|&\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** What is inside of it runs too, and is not looked at. */
function hasSubstitution(line: string): boolean {
  return /\$\(|`|<\(|>\(/.test(line)
}

const PATH_FIELDS = ['file_path', 'notebook_path', 'path', 'directory']

function pathMatches({ path = '', effect }: PolicyRule, cwd: string, input: JsonObject): boolean {
  const paths = PATH_FIELDS.map((field) => input[field])
    .filter((it) => typeof it === 'string')
    .map((it) => resolve(cwd, it))
  if (paths.length === 0) return false
  const pattern = pathPattern(isAbsolute(path) ? path : resolve(cwd, path))
  return effect === 'allow' ? paths.every((it) => pattern.test(it)) : paths.some((it) => pattern.test(it))
}

function isIn(folder: string, root: string): boolean {
  const path = resolve(root)
  return folder === path || folder.startsWith(path.endsWith('/') ? path : `${path}/`)
}

function textMatches(pattern: string, text: string): boolean {
  return new RegExp(`^${escaped(pattern).replaceAll('\\*', '[^]*').replaceAll('\\?', '[^]')}$`).test(text)
}

function pathPattern(pattern: string): RegExp {
  const source = escaped(pattern)
    .replaceAll('\\*\\*/', '(?:.*/)?')
    .replaceAll('\\*\\*', '.*')
    .replaceAll('\\*', '[^/]*')
    .replaceAll('\\?', '[^/]')
  return new RegExp(`^${source}$`, 's')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
