/** What a search in one session finds: all of it, whether the page holds it or not. */
import { useEffect, useState } from 'react'
import type { SessionHit } from '../../../api/resources.ts'
import { api } from '../../store/connection.ts'
import { useFetched, useKept } from '../../store/fetched.ts'

const DELAY_MS = 150
export const MAX_HITS = 1000

export interface Find {
  readonly text: string
  readonly setText: (text: string) => void
  readonly isPending: boolean
  readonly error: string | undefined
  readonly again: () => void
  /** The events found, each once, in the order in which they came. Undefined before the first answer. */
  readonly seqs: readonly number[] | undefined
  /** The place of the current one. */
  readonly at: number
  readonly step: (by: number) => void
}

/** `onFind`: the event to show. The search begins with the last one, which is nearest to what is read. */
export function useFind(session: string, onFind: (seq: number | undefined, text: string) => void): Find {
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWanted(text.trim()), DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { value, isPending, error, again } = useFetched(
    wanted === '' ? undefined : `${session} ${wanted}`,
    async () => ({
      wanted,
      seqs: seqsOf(
        await api.call('findInSession', { params: { id: session }, query: { q: wanted, limit: MAX_HITS } }),
      ),
    }),
  )
  const kept = useKept(value)
  const found = wanted === '' ? undefined : kept
  const seqs = found?.seqs
  const [chosen, setChosen] = useState<{ of: readonly number[]; at: number }>()
  const at = chosen && chosen.of === seqs ? chosen.at : Math.max(0, (seqs?.length ?? 0) - 1)
  const current = seqs?.[at]
  useEffect(() => {
    if (found) onFind(current, found.wanted)
  }, [found, current, onFind])
  const step = (by: number) => {
    if (seqs && seqs.length > 0) setChosen({ of: seqs, at: (at + by + seqs.length) % seqs.length })
  }
  return { text, setText, isPending: isPending || text.trim() !== wanted, error, again, seqs, at, step }
}

function seqsOf({ hits }: { readonly hits: readonly SessionHit[] }): number[] {
  return [...new Set(hits.map(({ seq }) => seq))]
}
