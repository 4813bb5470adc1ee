import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { JsonObject } from '../../../protocol/json.ts'
import { lineChange, patchOf } from './patch.ts'
import { failed, misused, type Tool, type ToolContext, type ToolOutcome } from './tool.ts'

const CURRENT = '(file state is current in your context — no need to Read it back)'

const missing = ({ agent }: ToolContext) =>
  `File does not exist. Note: your current working directory is ${agent.places.cwd}.`

export const readTool: Tool = {
  name: 'Read',
  description: 'Reads a file.',
  required: { file_path: 'string' },
  optional: { offset: 'number', limit: 'number' },
  isConcurrent: () => true,
  async run(input, context) {
    const path = fullPath(input, context)
    if (!existsSync(path)) return failed(missing(context))
    if (statSync(path).isDirectory()) return failed('EISDIR: illegal operation on a directory, read')
    return reading(String(input.file_path), readFileSync(path, 'utf8'), input)
  },
  pretend(input, context) {
    const path = fullPath(input, context)
    const content = existsSync(path) ? readFileSync(path, 'utf8') : '// A file of the simulator.\n'
    return reading(String(input.file_path), content, input)
  },
}

/** The content of a file with numbered lines. */
function reading(filePath: string, content: string, { offset, limit }: JsonObject): ToolOutcome {
  const all = content.split('\n')
  const start = typeof offset === 'number' ? Math.max(1, offset) : 1
  const lines = all.slice(start - 1, typeof limit === 'number' ? start - 1 + limit : undefined)
  return {
    content: lines.map((line, index) => `${start + index}\t${line}`).join('\n'),
    result: {
      type: 'text',
      file: {
        filePath,
        content: lines.join('\n'),
        numLines: lines.length,
        startLine: start,
        totalLines: all.length,
      },
    },
  }
}

export const writeTool: Tool = {
  name: 'Write',
  description: 'Writes a file.',
  required: { file_path: 'string', content: 'string' },
  isConcurrent: () => false,
  async run(input, context) {
    const path = fullPath(input, context)
    const before = existsSync(path) ? readFileSync(path, 'utf8') : null
    context.agent.checkpoints.keep(path)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, String(input.content))
    return written(input, before, context)
  },
  pretend: (input, context) => written(input, null, context),
}

function written(input: JsonObject, before: string | null, { agent }: ToolContext): ToolOutcome {
  const filePath = String(input.file_path)
  const content = String(input.content)
  count(agent, before ?? '', content)
  const text =
    before === null
      ? `File created successfully at: ${filePath} ${CURRENT}`
      : `The file ${filePath} has been updated successfully. ${CURRENT}`
  return {
    content: text,
    result: {
      type: before === null ? 'create' : 'update',
      filePath,
      content,
      structuredPatch: before === null ? [] : patchOf(before, content),
      originalFile: before,
      userModified: false,
    },
  }
}

export const editTool: Tool = {
  name: 'Edit',
  description: 'Replaces a text in a file.',
  required: { file_path: 'string', old_string: 'string', new_string: 'string' },
  optional: { replace_all: 'boolean' },
  isConcurrent: () => false,
  async run(input, context) {
    const path = fullPath(input, context)
    const [old, now] = [String(input.old_string), String(input.new_string)]
    if (!existsSync(path)) return misused(missing(context))
    if (old === now) return misused('No changes to make: old_string and new_string are exactly the same.')
    const before = readFileSync(path, 'utf8')
    const found = before.split(old).length - 1
    if (found === 0) return misused(`String to replace not found in file.\nString: ${old}`)
    if (found > 1 && input.replace_all !== true) {
      return misused(
        `Found ${found} matches of the string to replace, but replace_all is false. To replace all occurrences, ` +
          `set replace_all to true.\nString: ${old}`,
      )
    }
    const after =
      input.replace_all === true ? before.replaceAll(old, () => now) : before.replace(old, () => now)
    context.agent.checkpoints.keep(path)
    writeFileSync(path, after)
    return edited(input, before, after, context)
  },
  pretend(input, context) {
    const [old, now] = [String(input.old_string), String(input.new_string)]
    return edited(input, `${old}\n`, `${now}\n`, context)
  },
}

function edited(input: JsonObject, before: string, after: string, { agent }: ToolContext): ToolOutcome {
  const filePath = String(input.file_path)
  count(agent, before, after)
  return {
    content: `The file ${filePath} has been updated successfully. ${CURRENT}`,
    result: {
      filePath,
      oldString: input.old_string,
      newString: input.new_string,
      originalFile: before,
      structuredPatch: patchOf(before, after),
      userModified: false,
      replaceAll: input.replace_all === true,
    },
  }
}

function count({ ledger }: ToolContext['agent'], before: string, after: string): void {
  const { added, removed } = lineChange(before, after)
  ledger.linesAdded += added
  ledger.linesRemoved += removed
}

function fullPath(input: JsonObject, { agent }: ToolContext): string {
  return resolve(agent.places.cwd, String(input.file_path))
}
