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

interface File {
  readonly path: string
  readonly status?: string
  readonly added: number
  readonly removed: number
  readonly isBinary: boolean
  readonly by?: string
}

/** One line for each file. */
export function fileLines(files: readonly File[]): string {
  return files
    .map(({ path, status, added, removed, isBinary, by }) => {
      const what = isBinary ? 'binary' : `+${added} -${removed}`
      const more = [status, by].filter((it) => it !== undefined && it !== 'own' && it !== 'modified')
      return `${what.padEnd(12)} ${printable(path)}${more.length > 0 ? `  (${more.join(', ')})` : ''}\n`
    })
    .join('')
}
