/** Where the lines of comments are now: read from the files again whenever these have changed. */
import { useMemo } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { type CommentPlace, placeOfComment } from '../../../api/review-comments.ts'
import type { ReviewScope } from '../../../api/review-files.ts'
import { api } from '../../store/connection.ts'
import { useFetched } from '../../store/fetched.ts'
import type { File } from '../viewed.ts'
import type { KeptComment } from './kept-comments.ts'

export type Places = ReadonlyMap<string, CommentPlace>

const NONE: Places = new Map()

export function usePlaces(
  session: string,
  scope: ReviewScope,
  comments: readonly KeptComment[],
  files: readonly File[] | undefined,
): Places {
  const open = comments.filter(({ status }) => status !== 'resolved')
  const paths = [...new Set(open.map(({ path }) => path))].sort()
  const hashes = paths.map((path) => files?.find((it) => it.path === path)?.hash ?? '')
  const isWanted = files !== undefined && paths.length > 0
  const key = isWanted ? [session, scope.scope, scope.turn, ...paths, ...hashes].join('\n') : undefined
  const { value: contents } = useFetched(key, async () => {
    const read = paths.map(async (path) => [path, await contentsOf(session, scope, path)] as const)
    return new Map(await Promise.all(read))
  })
  return useMemo(() => {
    if (!contents) return NONE
    return new Map(
      comments
        .filter(({ path }) => contents.has(path) && contents.get(path) !== 'unknown')
        .map((it) => [it.id, placeOfComment(it, contents.get(it.path))]),
    )
  }, [comments, contents])
}

/** Undefined if the file is gone. */
async function contentsOf(session: string, scope: ReviewScope, path: string): Promise<string | undefined> {
  try {
    const query = { ...scope, path, side: 'new' as const }
    const { contents, isCut } = await api.call('readReviewFile', { params: { id: session }, query })
    return isCut ? 'unknown' : contents
  } catch (failure) {
    if (failure instanceof ApiError && failure.code !== 'unreachable') return undefined
    return 'unknown'
  }
}
