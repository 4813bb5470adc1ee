/** The changed files of a scope. Where counting their lines takes long, they are shown at once and their counts follow. */
import { useEffect, useMemo, useState } from 'react'
import type { ReviewFiles, ReviewScope } from '../../api/review-files.ts'
import { api } from '../store/connection.ts'
import { type Fetched, useFetched } from '../store/fetched.ts'
import { keyOf } from './scope.ts'
import type { File } from './viewed.ts'

interface Counted {
  /** The answer that left the lines out. */
  readonly quick: ReviewFiles
  readonly answer: ReviewFiles
}

export function useReviewFiles(session: string, scope: ReviewScope): Fetched<ReviewFiles> {
  const ask = (quick: boolean) =>
    api.call('listReviewFiles', {
      params: { id: session },
      query: { ...scope, ...(quick && { quick: 'true' }) },
    })
  const fetched = useFetched(`review ${session} ${keyOf(scope)}`, () => ask(true))
  const quick = fetched.value
  const [counted, setCounted] = useState<Counted>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is a new function in each render; the answer says when to ask
  useEffect(() => {
    if (quick?.isCounted !== false) return
    let isOver = false
    ask(false).then(
      (answer) => !isOver && setCounted({ quick, answer }),
      () => {}, // The files are shown without.
    )
    return () => {
      isOver = true
    }
  }, [quick])
  const value = useMemo(() => {
    if (quick?.isCounted !== false || counted === undefined) return quick
    return counted.quick === quick ? counted.answer : withCounts(quick, counted.answer)
  }, [quick, counted])
  return { ...fetched, value }
}

/** Files that have not changed since they were counted have the same counts. */
function withCounts(quick: ReviewFiles, counted: ReviewFiles): ReviewFiles {
  const known = new Map(counted.files.map((file) => [nameOf(file), file]))
  const files = quick.files.map((file) => {
    const { added, removed, isBinary } = known.get(nameOf(file)) ?? file
    return { ...file, added, removed, isBinary }
  })
  return { ...quick, files }
}

const nameOf = ({ hash, path }: File): string => `${hash} ${path}`
