/** The comments of a session's review, which the host keeps for all of its clients, and the one being written, which the browser keeps. */
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { CommentList } from '../../../api/comments.ts'
import { MAX_CODE, type ReviewComment } from '../../../api/review-comments.ts'
import type { ReviewScope } from '../../../api/review-files.ts'
import { isObject } from '../../../protocol/json.ts'
import { messageOf, newId } from '../../store/action.ts'
import { api } from '../../store/connection.ts'
import { Signal } from '../../store/signal.ts'
import { store, stored, useStored } from '../../store/stored.ts'
import { toastFailure } from '../../ui/toast/toasts.ts'

export type KeptComment = CommentList['comments'][number]
/** What a comment is about. */
export type CommentLines = Pick<ReviewComment, 'path' | 'side' | 'first' | 'last' | 'code'>
/** `id`: of the draft that is edited. */
export type OpenComment = CommentLines & { readonly text: string; readonly id?: string }

const openOf = (session: string): string => `comment:${session}`
const NONE: readonly KeptComment[] = []
const known = new Map<string, readonly KeptComment[]>()
const changed = new Signal()

/** Reads them again, with the places of their lines now. */
export async function refreshComments(session: string): Promise<void> {
  const { comments } = await api.call('listComments', { params: { id: session } })
  show(session, comments)
}

function show(session: string, comments: readonly KeptComment[]): void {
  known.set(session, comments)
  changed.notify()
}

const refresh = (session: string) => {
  refreshComments(session).catch((failure) => toastFailure(messageOf(failure)))
}

/** Another client may have changed them: they are read again when the page is looked at. */
export function useComments(session: string): readonly KeptComment[] {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') refresh(session)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [session])
  return useSyncExternalStore(changed.subscribe, () => known.get(session) ?? NONE)
}

export function useOpenComment(
  session: string,
): [OpenComment | undefined, (comment: OpenComment | undefined) => void] {
  const [text, keep] = useStored(openOf(session))
  const open = useMemo(() => openIn(text), [text])
  return [open, (comment) => keep(comment && JSON.stringify(comment))]
}

/** Of one that could not be kept, unless another one is being written by now. */
export function reopenComment(session: string, open: OpenComment): void {
  if (stored(openOf(session)) === undefined) store(openOf(session), JSON.stringify(open))
}

/** Makes it a draft, in the place of the one that was edited. It is shown at once. */
export async function addComment(session: string, scope: ReviewScope, open: OpenComment): Promise<void> {
  const { id, path, side, first, last, text, code } = open
  const all = known.get(session) ?? NONE
  const before = all.find((it) => it.id === id)
  const others = all.filter((it) => it !== before)
  const draft = { ...open, id: `${SAVING}${newId()}`, status: 'draft' as const, at: Date.now(), by: '' }
  show(session, [...others, draft])
  try {
    const isSamePlace = before?.first === first && before.last === last && before.side === side
    if (before && isSamePlace) {
      const params = { id: session, comment: before.id }
      await api.call('patchComment', { params, body: { commandId: newId(), text } })
    } else {
      const seen = code.length <= MAX_CODE ? { code } : {}
      const body = { commandId: newId(), ...scope, path, side, first, last, text, ...seen }
      await api.call('addComment', { params: { id: session }, body })
      if (before) await remove(session, before.id)
    }
  } catch (failure) {
    show(session, all)
    throw failure
  }
  await refreshComments(session)
}

const SAVING = 'saving '
/** The host does not have it yet. */
export const isSaving = ({ id }: KeptComment): boolean => id.startsWith(SAVING)

export async function setStatus(session: string, id: string, status: 'sent' | 'resolved'): Promise<void> {
  const params = { id: session, comment: id }
  await api.call('patchComment', { params, body: { commandId: newId(), status } })
  await refreshComments(session)
}

export async function removeComments(session: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await remove(session, id)
  await refreshComments(session)
}

function remove(session: string, id: string): Promise<unknown> {
  return api.call('removeComment', { params: { id: session, comment: id }, query: { commandId: newId() } })
}

function openIn(text: string | undefined): OpenComment | undefined {
  try {
    const found: unknown = text === undefined ? undefined : JSON.parse(text)
    return hasLines(found) ? (found as unknown as OpenComment) : undefined
  } catch {
    return undefined
  }
}

function hasLines(it: unknown): it is Record<string, unknown> {
  return (
    isObject(it) &&
    [it.path, it.code, it.text].every((part) => typeof part === 'string') &&
    [it.first, it.last].every((part) => typeof part === 'number') &&
    (it.side === 'old' || it.side === 'new')
  )
}
