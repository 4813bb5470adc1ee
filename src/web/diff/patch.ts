/** A unified diff as files and hunks. It never throws: lines that it cannot read become notes. */
import { type DiffLine, withChanged } from './lines.ts'

export interface Hunk {
  /** The text after the second `@@`, often the enclosing function. */
  readonly title: string
  readonly lines: readonly DiffLine[]
}
export interface PatchFile {
  readonly path: string
  readonly from?: string
  readonly change: 'changed' | 'added' | 'removed' | 'renamed'
  readonly notes: readonly string[]
  readonly hunks: readonly Hunk[]
}

const HUNK = /^@@+ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@+ ?(.*)$/

interface OpenFile {
  path: string
  from: string
  change: PatchFile['change']
  notes: string[]
  hunks: Hunk[]
}

/** `marks`: whether the words that differ are marked at once. A long diff does that line by line, as they are shown. */
export function parsePatch(text: string, { marks = true } = {}): PatchFile[] {
  const files: OpenFile[] = []
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  let file: OpenFile | undefined
  const begin = (path: string) => {
    file = { path, from: '', change: 'changed', notes: [], hunks: [] }
    files.push(file)
    return file
  }
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').replace(/\r$/, '')
    const hunk = HUNK.exec(line)
    if (hunk) {
      const body = hunkLines(lines, at + 1, hunk)
      ;(file ?? begin('')).hunks.push({
        title: hunk[5] ?? '',
        lines: marks ? withChanged(body.lines) : body.lines,
      })
      at = body.next - 1
    } else if (line.startsWith('diff --git ')) begin(gitPath(line))
    else if (line.startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ ')) {
      const target = file && file.hunks.length === 0 ? file : begin('')
      names(target, line, lines[at + 1] ?? '')
      at += 1
    } else if (line !== '') header(file ?? begin(''), line)
  }
  return files.map(({ from, ...rest }) => ({ ...rest, ...(from && from !== rest.path && { from }) }))
}

function hunkLines(lines: readonly string[], start: number, hunk: RegExpExecArray) {
  let old = Number(hunk[1])
  let now = Number(hunk[3])
  let oldLeft = Number(hunk[2] ?? 1)
  let nowLeft = Number(hunk[4] ?? 1)
  const found: DiffLine[] = []
  let at = start
  for (; at < lines.length; at++) {
    const line = (lines[at] ?? '').replace(/\r$/, '')
    const text = line.slice(1)
    if (line.startsWith('\\')) found.push({ kind: 'note', text: text.trim() })
    else if (oldLeft <= 0 && nowLeft <= 0) break
    else if (line.startsWith('+')) {
      found.push({ kind: 'added', text, now: now++ })
      nowLeft -= 1
    } else if (line.startsWith('-')) {
      found.push({ kind: 'removed', text, old: old++ })
      oldLeft -= 1
    } else if (line === '' || line.startsWith(' ')) {
      found.push({ kind: 'same', text, old: old++, now: now++ })
      oldLeft -= 1
      nowLeft -= 1
    } else break
  }
  return { lines: found, next: at }
}

/** Both names are equal except for `a/` and `b/`. A rename is named in later lines. */
function gitPath(line: string): string {
  const rest = line.slice('diff --git '.length)
  const half = (rest.length - 1) / 2
  const path = rest.slice(0, half) === `a/${rest.slice(half + 3)}` ? rest.slice(2, half) : rest
  return unquoted(path)
}

function names(file: OpenFile, before: string, after: string): void {
  const [from, to] = [nameIn(before), nameIn(after)]
  if (from === '/dev/null') file.change = 'added'
  if (to === '/dev/null') file.change = 'removed'
  file.path = to === '/dev/null' ? from : to
  if (from !== '/dev/null' && to !== '/dev/null' && from !== to) file.from = from
}

function nameIn(line: string): string {
  return unquoted(line.slice(4).split('\t')[0] ?? '').replace(/^[ab]\//, '')
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' }

/** Git writes names with quotes or control characters like string literals in C. */
function unquoted(name: string): string {
  if (!/^".*"$/.test(name)) return name
  return name.slice(1, -1).replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter)
}

function header(file: OpenFile, line: string): void {
  const [, word = '', rest = ''] =
    /^(rename from|rename to|new file|deleted file|index) ?(.*)$/.exec(line) ?? []
  if (word === 'rename from') {
    file.from = rest
    file.change = 'renamed'
  } else if (word === 'rename to') file.path = rest
  else if (word === 'new file') file.change = 'added'
  else if (word === 'deleted file') file.change = 'removed'
  else if (word !== 'index') file.notes.push(line)
}

/** A hunk in the form of the CLI's tools and jsdiff. */
export interface StructuredHunk {
  readonly oldStart: number
  readonly newStart: number
  readonly lines: readonly string[]
}

export function structuredLines({ oldStart, newStart, lines }: StructuredHunk): DiffLine[] {
  let old = oldStart
  let now = newStart
  return withChanged(
    lines.map((line): DiffLine => {
      const text = line.slice(1)
      if (line.startsWith('+')) return { kind: 'added', text, now: now++ }
      if (line.startsWith('-')) return { kind: 'removed', text, old: old++ }
      if (line.startsWith('\\')) return { kind: 'note', text: text.trim() }
      return { kind: 'same', text, old: old++, now: now++ }
    }),
  )
}
