import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { type Hunk, hunkLines, hunksBetween } from '../../terminal/diff.ts'

/** Undefined if the call is not an edit. `own`: the tool's result, which also has context lines and line numbers. */
export function diffOf(name: string, input: JsonObject, own: unknown, width: number): string[] | undefined {
  const hunks = patchIn(own) ?? editsIn(name, input)
  return hunks && hunkLines(hunks, width)
}

function patchIn(own: unknown): readonly Hunk[] | undefined {
  const hunks = isObject(own) ? own.structuredPatch : undefined
  if (!Array.isArray(hunks) || hunks.length === 0) return undefined
  return hunks.filter(isObject).map(({ lines, oldStart, newStart }) => ({
    lines: Array.isArray(lines) ? lines.map(String) : [],
    ...(typeof oldStart === 'number' && { oldStart }),
    ...(typeof newStart === 'number' && { newStart }),
  }))
}

function editsIn(name: string, input: JsonObject): readonly Hunk[] | undefined {
  if (name === 'Write' && typeof input.content === 'string')
    return hunksBetween('', input.content.replace(/\n$/, ''))
  if (name === 'Edit') return replaced(input)
  if (name === 'MultiEdit' && Array.isArray(input.edits))
    return input.edits.flatMap((edit) => (isObject(edit) ? (replaced(edit) ?? []) : []))
  return undefined
}

function replaced({ old_string: before, new_string: after }: JsonObject): readonly Hunk[] | undefined {
  if (typeof before !== 'string' || typeof after !== 'string') return undefined
  return hunksBetween(before, after)
}
