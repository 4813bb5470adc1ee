/** A change of a file, shown in the file as it is now: three lines around each change, with their numbers. */

import { useMemo } from 'react'
import { ApiError } from '../../../api/errors.ts'
import type { FileView } from '../../../api/resources.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import { inputOf } from '../../../state/approvals/request.ts'
import type { ApprovalView } from '../../../state/approvals/view.ts'
import { textIn } from '../../../state/fields.ts'
import { visible } from '../../../state/unseen.ts'
import { DiffView } from '../../diff/diff-view.tsx'
import { FilesContext } from '../../files/file-link.tsx'
import { api } from '../../store/connection.ts'
import { useFetched } from '../../store/fetched.ts'
import { edited, editedCell, editsOf, plainBreaks, type TextEdit } from './file-edits.ts'

/** What a tool wants to do to the text of a file. */
type Change =
  | { readonly kind: 'write'; readonly content: string }
  | { readonly kind: 'edit'; readonly edits: readonly TextEdit[] }
  | { readonly kind: 'cell'; readonly input: JsonObject }

function changeOf(toolName: string | undefined, input: JsonObject): Change | undefined {
  if (toolName === 'Write' && typeof input.content === 'string')
    return { kind: 'write', content: input.content }
  if (toolName === 'NotebookEdit') return { kind: 'cell', input }
  const edits = toolName === 'Edit' || toolName === 'MultiEdit' ? editsOf(input) : undefined
  return edits && { kind: 'edit', edits }
}

interface FileChangeProps {
  session: string
  /** Relative to the session's folder if the file is in it. */
  path: string
  change: Change
}

/** Undefined if the request changes no file, or not in a way that is known. */
export function fileChangeOf({ session, cwd, toolName, request }: ApprovalView): FileChangeProps | undefined {
  const input = inputOf(request)
  const full = textIn(input.file_path) ?? textIn(input.notebook_path)
  const change = changeOf(toolName, input)
  if (full === undefined || !change) return undefined
  const path = full.startsWith(`${cwd}/`) ? full.slice(cwd.length + 1) : full
  return { session, path, change }
}

export function FileChange({ session, path, change }: FileChangeProps) {
  const file = useFetched(`${session} ${path}`, () => fileIfAny(session, path))
  const links = useMemo(() => ({ session }), [session])
  if (file.isPending && !file.value)
    return (
      <p className="approval-about" data-loading>
        Reading the file…
      </p>
    )
  const pieces = piecesOf(change, file.value)
  const isMissing = file.error === undefined && file.value === undefined
  return (
    <FilesContext value={links}>
      <div className="approval-diff">
        {notesOf(change, file.value, isMissing, pieces).map((note) => (
          <p key={note} className="approval-about">
            {note}
          </p>
        ))}
        {pieces.map(({ before, after }, index) => (
          <DiffView
            // biome-ignore lint/suspicious/noArrayIndexKey: the edits of a request never change
            key={index}
            before={visible(before)}
            after={visible(plainBreaks(after))}
            path={visible(path)}
          />
        ))}
      </div>
    </FilesContext>
  )
}

/** Undefined: there is none. */
async function fileIfAny(session: string, path: string): Promise<FileView | undefined> {
  try {
    return await api.call('getFile', { query: { session, path } })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return undefined
    throw error
  }
}

interface Piece {
  readonly before: string
  readonly after: string
  /** Whether it has the whole file, so that its line numbers are true. */
  readonly isWhole: boolean
}

function piecesOf(change: Change, file: FileView | undefined): readonly Piece[] {
  const text = file?.encoding === 'utf8' ? plainBreaks(file.contents) : undefined
  switch (change.kind) {
    case 'write':
      return [{ before: text ?? '', after: change.content, isWhole: true }]
    case 'cell': {
      const cell = text === undefined ? undefined : editedCell(text, change.input)
      const after = textIn(change.input.new_source) ?? ''
      return [cell ? { ...cell, isWhole: true } : { before: '', after, isWhole: false }]
    }
    case 'edit': {
      const isCut = file?.isCut === true
      const after = text === undefined || isCut ? undefined : edited(text, change.edits)
      if (text !== undefined && after !== undefined) return [{ before: text, after, isWhole: true }]
      return change.edits.map((edit) => ({ before: edit.before, after: edit.after, isWhole: false }))
    }
  }
}

function notesOf(
  change: Change,
  file: FileView | undefined,
  isMissing: boolean,
  pieces: readonly Piece[],
): string[] {
  const isEverywhere = change.kind === 'edit' && change.edits.some((it) => it.isEverywhere)
  const notes = isEverywhere ? ['Replaces all places in the file.'] : []
  if (change.kind === 'cell') {
    const { edit_mode: mode, cell_id: id } = change.input
    const step =
      mode === 'insert' ? 'Inserts a cell' : mode === 'delete' ? 'Deletes the cell' : 'Replaces the cell'
    notes.push(
      `${step}${textIn(id) === undefined ? '' : ` ${mode === 'insert' ? 'after ' : ''}${textIn(id)}`}.`,
    )
  }
  if (change.kind === 'write') {
    if (!file)
      notes.push(
        isMissing
          ? 'A new file.'
          : 'The file there now, if there is one, cannot be read here: all lines are shown as added.',
      )
    else if (file.encoding === 'base64') notes.push('The file there now is not text: it would be replaced.')
    else if (file.isCut) notes.push('The file there now is very long: only its beginning is compared.')
  } else if (pieces.some(({ isWhole }) => !isWhole))
    notes.push(
      'The file does not have this text now, or cannot be read here: line numbers count from the change.',
    )
  return notes
}
