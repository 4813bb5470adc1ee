/** The item that an address points to, by the number of its event. The host is asked where its item is if it has left the state. */
import { useMemo } from 'react'
import { firstIndex, valueAt } from '../../state/list.ts'
import type { SessionState } from '../../state/session-state.ts'
import { MAIN, threadOf } from '../../state/transcript/transcript.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { findItem } from './find-item.ts'

interface Marked {
  /** Its index in the conversation. */
  readonly marked: number | undefined
  readonly failure?: { readonly error: string; readonly again: () => void }
}

export function useMarked(
  id: string,
  { transcript, seq: last }: SessionState,
  seq: number | undefined,
): Marked {
  const isThere = seq !== undefined && last >= seq
  // biome-ignore lint/correctness/useExhaustiveDependencies: it stays where it is while the transcript grows
  const held = useMemo(
    () =>
      seq === undefined || !isThere || isEarlier(transcript, seq) ? undefined : findItem({ transcript }, seq),
    [seq, isThere],
  )
  const isToAsk = isThere && held === undefined && threadOf(transcript, MAIN).size > 0
  const asked = useFetched(isToAsk ? `${id} ${seq}` : undefined, () =>
    api.call('listItems', { params: { id }, query: { event: seq ?? 1, limit: 1 } }),
  )
  if (!isToAsk) return { marked: held }
  const { value, error, again } = asked
  return { marked: value?.found, ...(error !== undefined && { failure: { error, again } }) }
}

/** Its item has left the state, if it has one. */
function isEarlier(transcript: SessionState['transcript'], seq: number): boolean {
  const main = threadOf(transcript, MAIN)
  const first = firstIndex(main)
  return first > 0 && (valueAt(main, first)?.seq ?? 0) > seq
}
