/** Draws the Changes pane in place of the session. */
import { changeInWords, linesInWords } from '../../../api/review-comments.ts'
import { printable, textWidth } from '../../terminal/cells.ts'
import { BAR, bold, cyan, dim, green, red, SELECTED, yellow } from '../../terminal/style.ts'
import { shorten, truncate } from '../../terminal/truncate.ts'
import { numberWidth, rowText } from '../../work/patch.ts'
import {
  type ChangedFile,
  type ChangesPane,
  type Comment,
  chosenLines,
  commentsAt,
  type OpenDiff,
  rowsOf,
} from '../model/changes.ts'
import type { Flash } from '../model/ui-state.ts'
import type { Frame } from '../screen/frame.ts'
import { editorLines } from './editor-lines.ts'
import type { Area } from './list-view.ts'

const SCOPE_WORDS = {
  base: 'since the base',
  uncommitted: 'not committed',
  turn: 'of the last turn',
} as const
const MAX_EDITOR = 6

export function drawChanges(frame: Frame, area: Area, pane: ChangesPane, flash: Flash | undefined): void {
  const { row, column, width } = area
  const { diff, files, scope, comments } = pane
  const drafts = comments.filter(({ status }) => status === 'draft').length
  const counted = files === undefined ? '' : ` · ${files.length === 1 ? '1 file' : `${files.length} files`}`
  const title = `${bold('Changes')} ${SCOPE_WORDS[scope]}${counted}${diff ? ` · ${printable(diff.path)}` : ''}`
  const right = drafts > 0 ? yellow(`${drafts === 1 ? '1 draft' : `${drafts} drafts`} · S sends`) : ''
  const gap = Math.max(1, width - 2 - textWidth(title) - textWidth(right))
  frame.put(row, column, ` ${truncate(title, width - 3 - textWidth(right))}${' '.repeat(gap)}${right}`, {
    width,
    under: BAR,
  })
  const end = drawFoot(frame, area, pane, flash)
  const room = { row: row + 1, column, width, height: Math.max(0, end - row - 1) }
  if (diff) drawDiff(frame, room, pane, diff)
  else drawFiles(frame, room, pane)
}

/** Returns its first row. */
function drawFoot(
  frame: Frame,
  { row, column, width, height }: Area,
  pane: ChangesPane,
  flash: Flash | undefined,
): number {
  const end = row + height
  const { writing, asked, diff } = pane
  if (asked) {
    frame.put(
      end - 1,
      column,
      ` ${yellow(shorten(asked.words, width - 30))} ${cyan('y')} yes  any other key no`,
      {
        width,
      },
    )
    return end - 1
  }
  if (!writing) {
    const paint = flash?.level === 'error' ? red : green
    const keys = flash ? paint(shorten(flash.text, 400)) : dim(diff ? DIFF_KEYS : FILE_KEYS)
    frame.put(end - 1, column, ` ${truncate(keys, width - 2)}`, { width })
    return end - 1
  }
  const { lines, cursor } = editorLines(writing.editor, width - 4, MAX_EDITOR)
  const start = end - lines.length - 1
  const lineWords = diff && chosenLines(diff)
  const what =
    writing.what === 'commit'
      ? 'Commit all changes with this message'
      : `Comment on ${lineWords ? linesInWords(lineWords) : ''}${lineWords?.side === 'old' ? ' that the change removed' : ''}`
  const hint = ' Enter keeps · Alt-Enter new line · Esc leaves '
  const rule = '─'.repeat(Math.max(0, width - textWidth(what) - textWidth(hint) - 4))
  frame.put(start, column, `${dim('─')} ${what} ${dim(`${rule}${hint}`)}`, { width })
  for (const [index, line] of lines.entries())
    frame.put(start + 1 + index, column, ` ${index === 0 ? cyan('❯') : ' '} ${line}`, { width })
  frame.cursor = { row: start + 1 + cursor.row, column: column + 3 + cursor.column }
  return start
}

const FILE_KEYS = '↑↓ Enter · 1 base 2 not committed 3 turn · Space stage · x revert · C commit · S send'
const DIFF_KEYS =
  '↑↓ line · n p change · c comment · v mark lines · Space stage · x revert · S send · Esc files'

function drawFiles(frame: Frame, { row, column, width, height }: Area, pane: ChangesPane): void {
  const { files, comments, note } = pane
  if (!files) {
    frame.put(row + 1, column + 1, dim('Loading…'))
    return
  }
  const at = Math.min(pane.at, files.length - 1)
  const from = Math.max(0, Math.min(at - Math.floor(height / 2), files.length - height))
  for (const [index, file] of files.slice(from, from + height).entries()) {
    const isHere = from + index === at
    const line = fileLine(file, comments, width - 2)
    frame.put(row + index, column, ` ${isHere ? printable(line) : line}`, {
      width,
      under: isHere ? SELECTED : '',
    })
  }
  const rest = row + files.length + 1
  if (files.length === 0) frame.put(row + 1, column + 1, dim('Nothing has changed.'))
  if (note && rest < row + height) frame.put(rest, column + 1, dim(shorten(note, 400)), { width: width - 2 })
}

function fileLine(file: ChangedFile, comments: readonly Comment[], width: number): string {
  const { path, status, added, removed, isBinary, staged, isGenerated } = file
  const open = comments.filter((it) => it.path === path && it.status !== 'resolved').length
  const counts = isBinary ? dim('binary') : `${green(`+${added}`)} ${red(`-${removed}`)}`
  const marks = [
    ...(status === 'modified' ? [] : [status === 'conflicted' ? red(status) : status]),
    ...(staged ? [staged === 'all' ? 'staged' : 'partly staged'] : []),
    ...(isGenerated ? ['generated'] : []),
    ...(open > 0 ? [yellow(`${open} ${open === 1 ? 'comment' : 'comments'}`)] : []),
  ]
  const right = `${marks.join(dim(' · '))}${marks.length > 0 ? '  ' : ''}${counts}`
  const name = truncate(printable(path), Math.max(8, width - textWidth(right) - 2))
  return `${name}${' '.repeat(Math.max(1, width - textWidth(name) - textWidth(right)))}${right}`
}

function drawDiff(
  frame: Frame,
  { row, column, width, height }: Area,
  pane: ChangesPane,
  diff: OpenDiff,
): void {
  if (diff.patch === undefined) {
    frame.put(row + 1, column + 1, dim('Loading…'))
    return
  }
  const rows = rowsOf(diff)
  if (rows.length === 0) {
    frame.put(row + 1, column + 1, dim('Nothing to show: it is not text, or has not changed.'))
    return
  }
  const digits = numberWidth(rows)
  const lines: { text: string; isHere: boolean; isMarked: boolean }[] = []
  let here = 0
  const start = Math.max(0, diff.at - height)
  for (const [index, it] of rows.slice(start, diff.at + height).entries()) {
    const place = start + index
    if (it.isAfterGap) lines.push({ text: dim('⋯'), isHere: false, isMarked: false })
    const isHere = place === diff.at
    if (isHere) here = lines.length
    const [from, to] = [diff.markedFrom ?? diff.at, diff.at].sort((a, b) => a - b) as [number, number]
    const isMarked = place >= from && place <= to
    lines.push({ text: rowText(it, digits, { dim, green, red }), isHere, isMarked })
    for (const comment of commentsAt(pane.comments, diff.path, it))
      lines.push({ text: commentLine(comment), isHere: false, isMarked: false })
  }
  const top = Math.max(0, Math.min(here - Math.floor(height / 2), lines.length - height))
  for (const [index, { text, isHere, isMarked }] of lines.slice(top, top + height).entries()) {
    const mark = isHere ? cyan('▸') : isMarked ? cyan('│') : ' '
    frame.put(row + index, column, `${mark}${text}`, { width, under: isHere ? BAR : '' })
  }
}

const SIGNS = { draft: '✎', sent: '➤', resolved: '✓' } as const

function commentLine(comment: Comment): string {
  const { status, text, place } = comment
  const paint = status === 'resolved' ? dim : yellow
  const now = place?.status === 'touched' ? ` (${changeInWords(comment, place).toLowerCase()})` : ''
  return paint(`    ${SIGNS[status]} ${status}${now}: ${shorten(text, 300)}`)
}
