import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { JsonObject } from '../../../protocol/json.ts'
import { failed, type Tool, type ToolContext, type ToolOutcome } from './tool.ts'

const SKIPPED = new Set(['node_modules', '.git'])
const MAX_FILES = 5000
const MAX = 2 * 1024 * 1024

export const globTool: Tool = {
  name: 'Glob',
  description: 'Finds files by pattern.',
  required: { pattern: 'string' },
  optional: { path: 'string' },
  isConcurrent: () => true,
  async run(input, context) {
    const root = folderOf(input, context)
    if (!existsSync(root)) return failed(`Directory does not exist: ${root}`)
    const pattern = globExpression(String(input.pattern))
    const filenames = filesIn(root)
      .filter((file) => pattern.test(relative(root, file)))
      .sort()
    return found(filenames)
  },
  pretend: () => found([]),
}

export const grepTool: Tool = {
  name: 'Grep',
  description: 'Searches the contents of files.',
  required: { pattern: 'string' },
  optional: { path: 'string', glob: 'string', output_mode: 'string', '-i': 'boolean' },
  isConcurrent: () => true,
  async run(input, context) {
    const expression = expressionOf(input)
    if (typeof expression === 'string') return failed(expression)
    const root = folderOf(input, context)
    const glob = typeof input.glob === 'string' ? globExpression(input.glob) : undefined
    const lines: string[] = []
    const files: string[] = []
    for (const file of existsSync(root) && statSync(root).isFile() ? [root] : filesIn(root)) {
      const name = relative(context.agent.places.cwd, file)
      if (glob !== undefined && !glob.test(name)) continue
      const hits = hitsIn(file, expression)
      if (hits.length > 0) files.push(name)
      for (const { line, text } of hits) lines.push(`${name}:${line}:${text}`)
    }
    return input.output_mode === 'content' ? matched(lines, files) : found(files)
  },
  pretend: () => found([]),
}

function found(filenames: string[]): ToolOutcome {
  const content = filenames.length === 0 ? 'No files found' : filenames.join('\n')
  return { content, result: { filenames, numFiles: filenames.length, durationMs: 1, truncated: false } }
}

function matched(lines: string[], filenames: string[]): ToolOutcome {
  const content = lines.length === 0 ? 'No matches found' : lines.join('\n')
  return {
    content,
    result: { mode: 'content', numFiles: filenames.length, filenames, content, numLines: lines.length },
  }
}

function expressionOf(input: JsonObject): RegExp | string {
  try {
    return new RegExp(String(input.pattern), input['-i'] === true ? 'i' : '')
  } catch (error) {
    return `regex parse error: ${(error as Error).message}`
  }
}

function hitsIn(file: string, expression: RegExp): { line: number; text: string }[] {
  if (statSync(file).size > MAX) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((text, index) => ({ line: index + 1, text }))
    .filter(({ text }) => expression.test(text))
}

/** All files under a folder, except those of dependencies. */
export function filesIn(root: string, found: string[] = []): string[] {
  if (!existsSync(root) || found.length >= MAX_FILES) return found
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue
    const path = join(root, entry.name)
    if (entry.isDirectory()) filesIn(path, found)
    else if (entry.isFile()) found.push(path)
    if (found.length >= MAX_FILES) break
  }
  return found
}

function globExpression(pattern: string): RegExp {
  const source = pattern
    .replace(/^\.\//, '')
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, list: string) => `(?:${list.split(',').join('|')})`)
    .replace(/\*\*\/?|\*|\?/g, (star) =>
      star.startsWith('**') ? '(?:.*/)?' : star === '*' ? '[^/]*' : '[^/]',
    )
  return new RegExp(`^${source}${pattern.endsWith('**') ? '.*' : ''}$`)
}

function folderOf(input: JsonObject, { agent }: ToolContext): string {
  return resolve(agent.places.cwd, typeof input.path === 'string' ? input.path : '.')
}
