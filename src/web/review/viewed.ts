/** Which files a person has viewed, by their contents: a file that changes is not viewed any more. The browser keeps it. */
import { useCallback, useMemo } from 'react'
import type { ReviewFiles } from '../../api/review-files.ts'
import { stored, useStored } from '../store/stored.ts'

export type File = ReviewFiles['files'][number]

const MAX = 10_000

export interface Viewed {
  readonly has: (file: File) => boolean
  readonly set: (file: File, isViewed: boolean) => void
}

export function useViewed(session: string): Viewed {
  const name = `viewed:${session}`
  const [text, keep] = useStored(name)
  const marks = useMemo(() => new Set(marksIn(text)), [text])
  const has = useCallback((file: File) => marks.has(markOf(file)), [marks])
  const set = useCallback(
    (file: File, isViewed: boolean) => {
      const others = marksIn(stored(name)).filter((it) => it !== markOf(file))
      const next = isViewed ? [...others, markOf(file)] : others
      keep(next.length === 0 ? undefined : JSON.stringify(next.slice(-MAX)))
    },
    [name, keep],
  )
  return useMemo(() => ({ has, set }), [has, set])
}

const markOf = ({ path, hash }: File): string => `${hash} ${path}`

function marksIn(text: string | undefined): string[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter((it) => typeof it === 'string') : []
  } catch {
    return []
  }
}
