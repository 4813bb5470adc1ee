/** Which files the tools of a session changed, counted from their results. What a shell command changes is not in it. */
import type { JsonObject } from '../protocol/json.ts'
import type { SessionEvent } from './events.ts'
import { objectIn, objectsIn, textIn, textsIn } from './fields.ts'
import type { SessionState } from './session-state.ts'

/** The lines that tools added to a file and removed from it, over all of their calls. */
export interface EditedFile {
  readonly path: string
  readonly added: number
  readonly removed: number
}
/** The changed files, in the order of their first change. */
export type Edits = readonly EditedFile[]

const noEdits: Edits = []

const MAX_FILES = 500

/** A state that an earlier version stored has no `edits`. */
export function foldEdits({ edits = noEdits }: Partial<SessionState>, event: SessionEvent): Edits {
  if (event.kind !== 'received' || event.message.type !== 'user') return edits
  const result = objectIn(event.message.tool_use_result)
  const edit = result && editIn(result)
  return edit ? withEdit(edits, edit) : edits
}

function editIn(result: JsonObject): EditedFile | undefined {
  const path = textIn(result.filePath)
  const hunks = objectsIn(result.structuredPatch)
  if (path === undefined || !hunks) return undefined
  const lines = hunks.flatMap((hunk) => textsIn(hunk.lines) ?? [])
  const isNew = hunks.length === 0 && result.type === 'create'
  const added = isNew ? linesOf(textIn(result.content) ?? '') : count(lines, '+')
  return { path, added, removed: count(lines, '-') }
}

function withEdit(edits: Edits, { path, added, removed }: EditedFile): Edits {
  const at = edits.findIndex((it) => it.path === path)
  const known = edits[at]
  if (known) return edits.with(at, { path, added: known.added + added, removed: known.removed + removed })
  return edits.length < MAX_FILES ? [...edits, { path, added, removed }] : edits
}

function count(lines: readonly string[], sign: '+' | '-'): number {
  return lines.filter((line) => line.startsWith(sign)).length
}

function linesOf(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}
