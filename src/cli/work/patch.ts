import type { Io } from '../io.ts'
import { printable } from '../terminal/cells.ts'
import { type PatchRow, patchRows } from '../terminal/patch-rows.ts'
import { type Style, styleFor } from '../terminal/style.ts'

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

/** The changes of one file, each with its number, and the numbers of the lines before and after. */
export function numberedPatch(patch: string, io: Io): string {
  const style = styleFor(io.stdout, io.env)
  const { bold, cyan, dim } = style
  const rows = patchRows(patch)
  const width = numberWidth(rows)
  const lines = rows.flatMap((row) => [
    ...(row.isAfterGap ? [dim('⋯')] : []),
    ...(row.change === undefined ? [] : [cyan(bold(`change ${row.change}`))]),
    rowText(row, width, style),
  ])
  return `${lines.join('\n')}\n`
}

export function numberWidth(rows: readonly PatchRow[]): number {
  return String(rows.reduce((most, { old, now }) => Math.max(most, old, now), 1)).length
}

export function rowText(
  { sign, text, old, now }: PatchRow,
  width: number,
  { dim, green, red }: Pick<Style, 'dim' | 'green' | 'red'>,
): string {
  const number = (value: number, isHere: boolean) => (isHere ? String(value) : '').padStart(width)
  const paint = sign === '+' ? green : sign === '-' ? red : (it: string) => it
  return `${dim(`${number(old, sign !== '+')} ${number(now, sign !== '-')}`)} ${paint(`${sign}${printable(text)}`)}`
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
