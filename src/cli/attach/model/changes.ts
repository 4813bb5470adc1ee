/** The Changes pane: what a session has changed, file by file, with comments on lines. Its data comes by calls, not over the stream. */
import type { CommentList } from '../../../api/comments.ts'
import type { ReviewFiles, ReviewScope } from '../../../api/review-files.ts'
import { type PatchRow, patchRows } from '../../terminal/patch-rows.ts'
import { type ApiCommand, api } from './command.ts'
import type { Editor } from './editor.ts'
import type { World } from './ui-state.ts'

export type ChangedFile = ReviewFiles['files'][number]
export type Comment = CommentList['comments'][number]

/** The diff of the chosen file. */
export interface OpenDiff {
  readonly path: string
  /** Undefined until it is there. */
  readonly patch?: string
  readonly at: number
  /** Where the lines begin that a comment is to be about, if it is more than one. */
  readonly markedFrom?: number
}
export interface ChangesPane {
  readonly type: 'changes'
  readonly session: string
  readonly scope: ReviewScope['scope']
  /** Undefined until they are there. */
  readonly files?: readonly ChangedFile[]
  readonly note?: string
  readonly comments: readonly Comment[]
  readonly at: number
  readonly diff?: OpenDiff
  /** A text that is being written. */
  readonly writing?: { readonly what: 'comment' | 'commit'; readonly editor: Editor }
  /** What is asked about before it is done. */
  readonly asked?: { readonly words: string; readonly command: ApiCommand }
  /** How many turns had ended when it was read. */
  readonly turns: number
}

export const SCOPES: readonly ChangesPane['scope'][] = ['base', 'uncommitted', 'turn']

export function changesPane(session: string, { state }: Pick<World, 'state'>): ChangesPane {
  return { type: 'changes', session, scope: 'base', comments: [], at: 0, turns: state.turns.past.size }
}

/** Reads all that the pane shows. */
export function readPane({ session, scope, diff }: ChangesPane): ApiCommand[] {
  const params = { id: session }
  return [
    api('listReviewFiles', { params, query: { scope } }),
    api('listComments', { params }),
    ...(diff ? [api('diffReviewFile', { params, query: { scope, path: diff.path } })] : []),
  ]
}

/** Files in the order of their names; those without lines to review last. */
export function fileAt({ files = [], at }: ChangesPane): ChangedFile | undefined {
  return files[Math.min(at, files.length - 1)]
}

let last: { patch: string; rows: readonly PatchRow[] } | undefined

/** The rows of the open diff. They are asked for with every key and every frame. */
export function rowsOf({ patch = '' }: OpenDiff): readonly PatchRow[] {
  if (last?.patch !== patch) last = { patch, rows: patchRows(patch) }
  return last.rows
}

/** The lines that a comment would be about: those from the mark to the cursor that are on the cursor's side. */
export function chosenLines(
  diff: OpenDiff,
): { side: 'old' | 'new'; first: number; last: number } | undefined {
  const rows = rowsOf(diff)
  const here = rows[diff.at]
  if (!here) return undefined
  const side = here.sign === '-' ? 'old' : 'new'
  const [from, to] = [diff.markedFrom ?? diff.at, diff.at].sort((a, b) => a - b) as [number, number]
  const own = rows.slice(from, to + 1).filter(({ sign }) => sign !== (side === 'old' ? '+' : '-'))
  const numbers = own.map((row) => (side === 'old' ? row.old : row.now))
  return { side, first: Math.min(...numbers), last: Math.max(...numbers) }
}

/** The number of the change that a row belongs to. */
export function changeAt(diff: OpenDiff): number | undefined {
  const rows = rowsOf(diff)
  if (rows[diff.at]?.sign === ' ') return undefined
  return rows.slice(0, diff.at + 1).findLast(({ change }) => change !== undefined)?.change
}

/** Comments whose lines end in this row. */
export function commentsAt(comments: readonly Comment[], path: string, row: PatchRow): readonly Comment[] {
  return comments.filter((it) => {
    if (it.path !== path) return false
    if (it.side === 'old') return row.sign === '-' && it.last === row.old
    return row.sign !== '-' && (it.place?.last ?? it.last) === row.now
  })
}
