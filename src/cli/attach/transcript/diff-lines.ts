/** What a tool changes in a file, as lines that go and lines that come. */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { plain } from '../screen/cells.ts'
import { dim, green, red } from '../text/paint.ts'
import { wrapHard } from '../text/wrap.ts'

type Line = readonly [sign: '+' | '-' | ' ', text: string]

/** Undefined: it is no edit. */
export function diffOf(name: string, input: JsonObject, own: unknown, width: number): string[] | undefined {
  const lines = patchIn(own) ?? editsIn(name, input)
  return lines?.flatMap((line) => painted(line, width))
}

/** The tool's own account has the lines around it too. */
function patchIn(own: unknown): Line[] | undefined {
  const hunks = isObject(own) ? own.structuredPatch : undefined
  if (!Array.isArray(hunks) || hunks.length === 0) return undefined
  return hunks.flatMap((hunk) => {
    const lines: unknown = isObject(hunk) ? hunk.lines : undefined
    return Array.isArray(lines) ? lines.map((line) => signed(String(line))) : []
  })
}

function signed(line: string): Line {
  const sign = line[0]
  return [sign === '+' || sign === '-' ? sign : ' ', line.slice(1)]
}

function editsIn(name: string, input: JsonObject): Line[] | undefined {
  if (name === 'Write' && typeof input.content === 'string')
    return input.content
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => ['+', line] as const)
  if (name === 'Edit') return replaced(input)
  if (name === 'MultiEdit' && Array.isArray(input.edits))
    return input.edits.flatMap((edit) => (isObject(edit) ? (replaced(edit) ?? []) : []))
  return undefined
}

function replaced({ old_string: old, new_string: now }: JsonObject): Line[] | undefined {
  if (typeof old !== 'string' || typeof now !== 'string') return undefined
  const before = old === '' ? [] : old.split('\n')
  const after = now === '' ? [] : now.split('\n')
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end))
    end += 1
  const context = (lines: readonly string[]): Line[] => lines.map((line) => [' ', line])
  return [
    ...context(before.slice(Math.max(0, start - 2), start)),
    ...before.slice(start, before.length - end).map((line): Line => ['-', line]),
    ...after.slice(start, after.length - end).map((line): Line => ['+', line]),
    ...context(before.slice(before.length - end, before.length - end + 2)),
  ]
}

function painted([sign, text]: Line, width: number): string[] {
  const paint = sign === '+' ? green : sign === '-' ? red : dim
  return wrapHard(plain(text), width - 2).map((line, index) => paint(`${index === 0 ? sign : ' '} ${line}`))
}
