/** Which files the tools of a session changed, from the results that its state holds. What a shell command changes is not in it. */
import { inputOf } from '../../../state/approvals/request.ts'
import { objectIn, objectsIn, textIn, textsIn } from '../../../state/fields.ts'
import { items } from '../../../state/select.ts'
import type { SessionState } from '../../../state/session-state.ts'
import type { CallItem, Item } from '../../../state/transcript/items.ts'

export interface ChangedFile {
  /** Relative to the session's folder, if it is inside. */
  readonly path: string
  readonly added: number
  readonly removed: number
  /** A change of the file needs approval. */
  readonly isPending: boolean
}

export function changedFiles(state: SessionState, cwd: string): readonly ChangedFile[] {
  const files = new Map<string, ChangedFile>()
  const add = (full: string, added: number, removed: number, isPending: boolean) => {
    const path = full.startsWith(`${cwd}/`) ? full.slice(cwd.length + 1) : full
    const known = files.get(path)
    files.set(path, {
      path,
      added: (known?.added ?? 0) + added,
      removed: (known?.removed ?? 0) + removed,
      isPending: isPending || (known?.isPending ?? false),
    })
  }
  for (const item of items(state)) {
    const change = isCall(item) ? changeOf(item) : undefined
    if (change) add(change.path, change.added, change.removed, false)
  }
  for (const { request } of state.approvals.pending) {
    const input = inputOf(request)
    const path = textIn(input.file_path)
    const isChange = 'old_string' in input || 'content' in input || 'edits' in input
    if (path !== undefined && isChange) add(path, 0, 0, true)
  }
  return [...files.values()]
}

function isCall(item: Item): item is CallItem {
  return 'toolUseId' in item
}

type Change = Omit<ChangedFile, 'isPending'>
/** Items never change, so each is counted once. */
const counted = new WeakMap<Item, Change | null>()

function changeOf(item: CallItem): Change | undefined {
  let change = counted.get(item)
  if (change === undefined) {
    change = countedIn(item) ?? null
    counted.set(item, change)
  }
  return change ?? undefined
}

function countedIn({ toolUseResult }: CallItem): Change | undefined {
  const result = objectIn(toolUseResult)
  const path = textIn(result?.filePath)
  const hunks = objectsIn(result?.structuredPatch)
  if (!result || path === undefined || !hunks) return undefined
  const lines = hunks.flatMap((hunk) => textsIn(hunk.lines) ?? [])
  const isNew = hunks.length === 0 && result.type === 'create'
  const starting = (sign: string) => lines.filter((line) => line.startsWith(sign)).length
  return {
    path,
    added: isNew ? lineCount(textIn(result.content) ?? '') : starting('+'),
    removed: starting('-'),
  }
}

function lineCount(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}
