/** The files that a session has changed, and those that it asks to change. What a shell command changes is not in it. */
import { inputOf } from '../../../state/approvals/request.ts'
import { textIn } from '../../../state/fields.ts'
import type { SessionState } from '../../../state/session-state.ts'

export interface ChangedFile {
  /** Relative to the session's folder, if it is inside. */
  readonly path: string
  readonly added: number
  readonly removed: number
  /** A change of the file needs approval. */
  readonly isPending: boolean
}

export function changedFiles(
  { edits, approvals }: Pick<SessionState, 'edits' | 'approvals'>,
  cwd: string,
): readonly ChangedFile[] {
  const asked = new Set(approvals.pending.flatMap(({ request }) => fileToChange(inputOf(request))))
  const files = edits.map((edit) => ({ ...edit, isPending: asked.delete(edit.path) }))
  const others = [...asked].map((path) => ({ path, added: 0, removed: 0, isPending: true }))
  return [...files, ...others].map((file) => ({ ...file, path: shortened(file.path, cwd) }))
}

function fileToChange(input: Readonly<Record<string, unknown>>): string[] {
  const path = textIn(input.file_path)
  const isChange = 'old_string' in input || 'content' in input || 'edits' in input
  return path !== undefined && isChange ? [path] : []
}

function shortened(path: string, cwd: string): string {
  return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
}
