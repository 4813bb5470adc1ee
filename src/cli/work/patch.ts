import type { Io } from '../io.ts'
import { printable } from '../terminal/cells.ts'
import { styleFor } from '../terminal/style.ts'

/** A unified diff for a terminal: coloured, and without characters that control it. In a pipe it is the diff as it is. */
export function patchText(diff: string, io: Io): string {
  if (!io.stdout.isTTY) return diff
  const { bold, cyan, green, red } = styleFor(io.stdout, io.env)
  const paint = (line: string) => {
    const text = printable(line)
    if (/^(?:diff |index |--- |\+\+\+ )/.test(line)) return bold(text)
    if (line.startsWith('@@')) return cyan(text)
    if (line.startsWith('+')) return green(text)
    return line.startsWith('-') ? red(text) : text
  }
  return diff.split('\n').map(paint).join('\n')
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/
const AROUND = 3

/** The changes of one file, each with its number, and the numbers of the lines before and after. Lines far from any change are left out. */
export function numberedPatch(patch: string, io: Io): string {
  const { bold, cyan, dim, green, red } = styleFor(io.stdout, io.env)
  const rows: { sign: string; text: string; old: number; now: number }[] = []
  let [old, now, isHead] = [0, 0, true]
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    const [, oldStart, nowStart] = HUNK.exec(line) ?? []
    if (oldStart !== undefined) [old, now, isHead] = [Number(oldStart), Number(nowStart), false]
    else if (!isHead && /^[ +-]|^$/.test(line)) {
      const sign = line[0] ?? ' '
      rows.push({ sign, text: line.slice(1), old, now })
      if (sign !== '+') old += 1
      if (sign !== '-') now += 1
    }
  }
  const isShown = rows.map(() => false)
  for (const [at, { sign }] of rows.entries())
    if (sign !== ' ') isShown.fill(true, Math.max(0, at - AROUND), at + AROUND + 1)
  const width = String(Math.max(1, old, now)).length
  const lines: string[] = []
  let change = 0
  for (const [at, { sign, text, old: before, now: after }] of rows.entries()) {
    if (!isShown[at]) {
      if (isShown[at - 1]) lines.push(dim('⋯'))
      continue
    }
    const isFirst = sign !== ' ' && (rows[at - 1]?.sign ?? ' ') === ' '
    if (isFirst) {
      change += 1
      lines.push(cyan(bold(`change ${change}`)))
    }
    const number = (value: number, isHere: boolean) => (isHere ? String(value) : '').padStart(width)
    const numbers = dim(`${number(before, sign !== '+')} ${number(after, sign !== '-')}`)
    const paint = sign === '+' ? green : sign === '-' ? red : (it: string) => it
    lines.push(`${numbers} ${paint(`${sign}${printable(text)}`)}`)
  }
  return `${lines.join('\n')}\n`
}

interface File {
  readonly path: string
  readonly status?: string
  readonly added: number
  readonly removed: number
  readonly isBinary: boolean
  readonly by?: string
  readonly marks?: readonly string[]
}

/** One line for each file. */
export function fileLines(files: readonly File[]): string {
  return files
    .map(({ path, status, added, removed, isBinary, by, marks = [] }) => {
      const what = isBinary ? 'binary' : `+${added} -${removed}`
      const more = [status, by, ...marks].filter(
        (it) => it !== undefined && it !== 'own' && it !== 'modified',
      )
      return `${what.padEnd(12)} ${printable(path)}${more.length > 0 ? `  (${more.join(', ')})` : ''}\n`
    })
    .join('')
}
