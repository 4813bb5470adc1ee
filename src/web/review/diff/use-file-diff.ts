/** The diff of a file, with the colours and marks of its lines. Diffs that were shown lately are kept. */
import { useMemo } from 'react'
import type { ReviewDiff, ReviewScope } from '../../../api/review-files.ts'
import { useHighlight } from '../../code/highlight.ts'
import { languageOf } from '../../code/language.ts'
import { api } from '../../store/connection.ts'
import { useFetched } from '../../store/fetched.ts'
import { keyOf } from '../scope.ts'
import type { File } from '../viewed.ts'
import { readFileDiff, ShownLines } from './file-diff.ts'

const MAX_KEPT = 12
/** By session, scope, file and its hash. */
const kept = new Map<string, ReviewDiff>()

async function diffOf(
  key: string,
  session: string,
  scope: ReviewScope,
  { path, from }: Pick<File, 'path' | 'from'>,
): Promise<ReviewDiff> {
  const known = kept.get(key)
  const diff =
    known ??
    (await api.call('diffReviewFile', {
      params: { id: session },
      query: { ...scope, path, ...(from !== undefined && { from }) },
    }))
  kept.delete(key)
  kept.set(key, diff)
  for (const old of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(old)
  return diff
}

/** Nothing is fetched unless it is wanted. */
export function useFileDiff(session: string, scope: ReviewScope, file: File, isWanted: boolean) {
  const { path, hash } = file
  const key = [session, keyOf(scope), hash, path].join('\n')
  const fetched = useFetched(isWanted ? key : undefined, () => diffOf(key, session, scope, file))
  const answer = fetched.value
  const diff = useMemo(() => answer && readFileDiff(answer.patch), [answer])
  const highlight = useHighlight(languageOf(path), isWanted)
  const shown = useMemo(() => diff && new ShownLines(diff, highlight), [diff, highlight])
  return { ...fetched, answer, diff, shown }
}
