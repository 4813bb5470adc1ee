/** The comments of a session's review, and the one being written. The browser keeps them, so that a reload loses none. */
import { useMemo } from 'react'
import type { ReviewComment } from '../../../api/review-comments.ts'
import { isObject } from '../../../protocol/json.ts'
import { newId } from '../../store/action.ts'
import { store, stored, useStored } from '../../store/stored.ts'

export interface KeptComment extends ReviewComment {
  readonly status: 'draft' | 'sent' | 'resolved'
  readonly at: number
}
/** What a comment is about. */
export type CommentLines = Pick<ReviewComment, 'path' | 'side' | 'first' | 'last' | 'code'>
/** `id`: of the comment that is edited. */
export type OpenComment = CommentLines & { readonly text: string; readonly id?: string }

const listOf = (session: string): string => `comments:${session}`
const openOf = (session: string): string => `comment:${session}`

export function useComments(session: string): readonly KeptComment[] {
  const [text] = useStored(listOf(session))
  return useMemo(() => commentsIn(text), [text])
}

export function useOpenComment(
  session: string,
): [OpenComment | undefined, (comment: OpenComment | undefined) => void] {
  const [text, keep] = useStored(openOf(session))
  const open = useMemo(() => openIn(text), [text])
  return [open, (comment) => keep(comment && JSON.stringify(comment))]
}

/** Puts the open comment among the drafts, or in the place of the one that was edited. */
export function addComment(session: string, { id = newId(), ...comment }: OpenComment): void {
  change(session, (all) => {
    const draft: KeptComment = { ...comment, id, status: 'draft', at: Date.now() }
    return all.some((it) => it.id === id) ? all.map((it) => (it.id === id ? draft : it)) : [...all, draft]
  })
}

export function setStatus(session: string, ids: readonly string[], status: KeptComment['status']): void {
  change(session, (all) =>
    all.map((it) =>
      ids.includes(it.id) ? { ...it, status, ...(status === 'sent' && { at: Date.now() }) } : it,
    ),
  )
}

export function removeComments(session: string, ids: readonly string[]): void {
  change(session, (all) => all.filter((it) => !ids.includes(it.id)))
}

function change(session: string, update: (all: readonly KeptComment[]) => readonly KeptComment[]): void {
  const next = update(commentsIn(stored(listOf(session))))
  store(listOf(session), next.length === 0 ? undefined : JSON.stringify(next))
}

function commentsIn(text: string | undefined): readonly KeptComment[] {
  const found = parsed(text)
  return Array.isArray(found) ? found.filter(isComment) : []
}

function openIn(text: string | undefined): OpenComment | undefined {
  const found = parsed(text)
  return hasLines(found) ? (found as OpenComment) : undefined
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function isComment(it: unknown): it is KeptComment {
  return (
    hasLines(it) && typeof it.id === 'string' && typeof it.at === 'number' && typeof it.status === 'string'
  )
}

function hasLines(it: unknown): it is Record<string, unknown> {
  return (
    isObject(it) &&
    [it.path, it.code, it.text].every((part) => typeof part === 'string') &&
    [it.first, it.last].every((part) => typeof part === 'number') &&
    (it.side === 'old' || it.side === 'new')
  )
}
