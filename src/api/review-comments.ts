/** Comments on lines of a session's changes: the prompt that they make, and what a later change did to their lines. Pure. */
import { visible } from '../state/unseen.ts'

/** A comment of a reviewer on a range of lines. */
export interface ReviewComment {
  readonly id: string
  /** As git names it. */
  readonly path: string
  /** `old`: on lines that the change removed. */
  readonly side: 'old' | 'new'
  /** The numbers of the lines on that side, counted from 1. */
  readonly first: number
  readonly last: number
  /** The lines, joined with line breaks. */
  readonly code: string
  readonly text: string
}

/** Of the lines of a comment, in characters. */
export const MAX_CODE = 100_000

/** One prompt of all comments, in their order. */
export function promptOfComments(comments: readonly ReviewComment[]): string {
  const intro =
    comments.length === 1
      ? 'Please address this review comment on your changes.'
      : `Please address these ${comments.length} review comments on your changes.`
  const parts = comments.map((comment, index) => {
    const number = comments.length === 1 ? '' : `${index + 1}. `
    return `${number}${placeInWords(comment)}\n\n${fenced(quoted(comment.code))}\n\n${comment.text.trim()}`
  })
  return [intro, ...parts].join('\n\n')
}

/** A line may be as long as a file: its name and number are enough to find the rest. */
const MAX_QUOTE = 8000

function quoted(code: string): string {
  if (code.length <= MAX_QUOTE) return code
  return `${code.slice(0, MAX_QUOTE).replace(/[\uD800-\uDBFF]$/, '')}… (${code.length - MAX_QUOTE} more characters)`
}

/** As in `line 4` or `lines 4–6`. */
export function linesInWords({ first, last }: Pick<ReviewComment, 'first' | 'last'>): string {
  return first === last ? `line ${first}` : `lines ${first}–${last}`
}

/** What became of the lines of a comment; empty while they are what they were. */
export function changeInWords(
  { first, last }: Pick<ReviewComment, 'first' | 'last'>,
  place: (CommentPlace & { readonly turn?: number | undefined }) | undefined,
): string {
  if (place?.status === 'moved') return `Moved to ${linesInWords(place)}`
  if (place?.status !== 'touched') return ''
  const when = place.turn === undefined ? 'since' : `in turn ${place.turn}`
  return `${first === last ? 'Line' : 'Lines'} changed ${when}`
}

function placeInWords(comment: ReviewComment): string {
  const removed = comment.side === 'old' ? ' of the version before your change' : ''
  return `${codeSpan(visible(comment.path).replaceAll('\n', String.raw`\n`))}, ${linesInWords(comment)}${removed}:`
}

/** The fence is longer than every run of backticks in the code, which therefore cannot close it. */
function fenced(code: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1))
  return `${fence}\n${code}\n${fence}`
}

function codeSpan(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1)
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${ticks}${space}${text}${space}${ticks}`
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length))
}

/** Where the lines of a comment are in the file as it is now. */
export interface CommentPlace {
  /** `touched`: the lines are not there any more, or, on the old side, they are back. */
  readonly status: 'unchanged' | 'moved' | 'touched'
  readonly first: number
  readonly last: number
}

/**
 * Where the lines of a comment are in the file as it is now. Of several places with the same lines the nearest counts. Lines without a
 * letter or digit, such as a bracket, are too common to be found elsewhere.
 *
 * `contents`: undefined if the file is gone.
 */
export function placeOfComment(comment: ReviewComment, contents: string | undefined): CommentPlace {
  const { side, first, last } = comment
  const wanted = linesOf(comment.code)
  const found = placesOf(wanted, contents === undefined ? [] : linesOf(contents))
  if (side === 'old') return { status: found.length > 0 ? 'touched' : 'unchanged', first, last }
  if (found.includes(first)) return { status: 'unchanged', first, last }
  const nearest = found.sort((a, b) => Math.abs(a - first) - Math.abs(b - first))[0]
  if (nearest === undefined || !/[\p{L}\p{N}]/u.test(comment.code)) return { status: 'touched', first, last }
  return { status: 'moved', first: nearest, last: nearest + wanted.length - 1 }
}

/** The numbers of the lines at which the wanted lines begin. */
function placesOf(wanted: readonly string[], lines: readonly string[]): number[] {
  const places: number[] = []
  for (let at = 0; at + wanted.length <= lines.length; at++)
    if (wanted.every((line, offset) => lines[at + offset] === line)) places.push(at + 1)
  return places
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/)
}
