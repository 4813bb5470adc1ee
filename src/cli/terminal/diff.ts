/** The changes of a text as removed and added lines. The only file of `cli` that imports `diff`. */
import { diffWordsWithSpace, structuredPatch } from 'diff'
import { printable } from './cells.ts'
import { dim, type Format, styled } from './style.ts'
import { wrapHard } from './wrap.ts'

/** Each line begins with `+`, `-` or a space. */
export interface Hunk {
  readonly lines: readonly string[]
  /** The line numbers of the first line, before and after, if known. */
  readonly oldStart?: number
  readonly newStart?: number
}

const CONTEXT = 2
/** Texts with more differences are shown one after the other: a diff would be slow and useless. */
const MAX_EDITS = 1000
/** Longer lines are compared as a whole. */
const MAX_LINE = 500
const COLOURS: Readonly<Record<string, readonly Format[]>> = { '+': ['green'], '-': ['red'], ' ': ['dim'] }

/** Without line numbers: the place of the texts in their file is unknown. */
export function hunksBetween(before: string, after: string): readonly Hunk[] {
  // A line end that both texts have is not a line.
  const end = before.endsWith('\n') && after.endsWith('\n') ? -1 : undefined
  const [old, now] = [before, after].map((text) => linesIn(text).slice(0, end)) as [string[], string[]]
  const options = { context: CONTEXT, maxEditLength: MAX_EDITS }
  const patch = structuredPatch('', '', asFile(old), asFile(now), '', '', options)
  if (patch) return patch.hunks.map(({ lines }) => ({ lines }))
  return [{ lines: [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)] }]
}

function linesIn(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n')
}

/** With a line end after every line, also the last. */
function asFile(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

/** Wrapped to `width`, with a mark between hunks. */
export function hunkLines(hunks: readonly Hunk[], width: number): string[] {
  const all = hunks.map(numbered)
  const digits = all.flat().reduce((most, { number = '' }) => Math.max(most, String(number).length), 0)
  return all.flatMap((lines, index) => [
    ...(index > 0 ? [dim('⋯')] : []),
    ...shownLines(lines, digits, width),
  ])
}

interface Line {
  readonly sign: string
  readonly text: string
  readonly number: number | undefined
}

function shownLines(lines: readonly Line[], digits: number, width: number): string[] {
  const changed = changedParts(lines)
  const gutter = digits === 0 ? 0 : digits + 1
  return lines.flatMap(({ sign, text, number }, at) => {
    const formats = COLOURS[sign] ?? []
    const parts = changed.get(at) ?? [[text, false]]
    const whole = parts.map(([part, isChanged]) =>
      styled(isChanged ? [...formats, 'inverse'] : formats, printable(part)),
    )
    return wrapHard(whole.join(''), Math.max(1, width - gutter - 2)).map((line, row) => {
      const label = digits === 0 ? '' : `${(row === 0 ? String(number ?? '') : '').padStart(digits)} `
      return `${dim(label)}${styled(formats, row === 0 ? sign : ' ')} ${line}`
    })
  })
}

function numbered({ lines, oldStart, newStart }: Hunk): Line[] {
  let [old, now] = [oldStart, newStart]
  return lines
    .filter((line) => !line.startsWith('\\'))
    .map((line) => {
      const sign = line.startsWith('+') || line.startsWith('-') ? line.charAt(0) : ' '
      const number = sign === '-' ? old : now
      if (sign !== '+' && old !== undefined) old += 1
      if (sign !== '-' && now !== undefined) now += 1
      return { sign, text: line.slice(1), number }
    })
}

type Part = readonly [text: string, isChanged: boolean]

/** The words that differ, by line index, where a line was replaced by a similar one. */
function changedParts(lines: readonly Line[]): ReadonlyMap<number, readonly Part[]> {
  const found = new Map<number, readonly Part[]>()
  for (let at = 0; at < lines.length; ) {
    const removed = endOf(lines, at, '-')
    const added = endOf(lines, removed, '+')
    const count = removed - at
    if (count > 0 && added - removed === count) {
      for (let i = at; i < removed; i++) {
        const words = wordsBetween(lines[i]?.text ?? '', lines[i + count]?.text ?? '')
        if (words) found.set(i, words[0]).set(i + count, words[1])
      }
    }
    at = Math.max(added, at + 1)
  }
  return found
}

function endOf(lines: readonly Line[], from: number, sign: string): number {
  let end = from
  while (lines[end]?.sign === sign) end += 1
  return end
}

/** Undefined if the lines have too little in common. */
function wordsBetween(
  before: string,
  after: string,
): readonly [readonly Part[], readonly Part[]] | undefined {
  if (before.length > MAX_LINE || after.length > MAX_LINE) return undefined
  const parts = diffWordsWithSpace(before, after)
  const common = parts.filter(({ added, removed }) => !added && !removed).map(({ value }) => value.trim())
  const longer = Math.max(before.trim().length, after.trim().length)
  if (common.join('').length * 2 < longer) return undefined
  return [
    parts.filter(({ added }) => !added).map(({ value, removed }) => [value, removed]),
    parts.filter(({ removed }) => !removed).map(({ value, added }) => [value, added]),
  ]
}
