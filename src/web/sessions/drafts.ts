import { useMemo, useSyncExternalStore } from 'react'
import { storedNames, subscribe } from '../store/stored.ts'

const DRAFT = 'draft:'

/** The sessions for which this browser keeps a message that was not sent. */
export function useDrafts(): ReadonlySet<string> {
  const names = useSyncExternalStore(subscribe, () => storedNames(DRAFT).sort().join('\n'))
  return useMemo(() => new Set(names.split('\n')), [names])
}
