/** An answer of the host, fetched once per key and again on demand. An older answer never replaces a newer one. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from './action.ts'
import { useReconnected } from './reconnected.ts'

export interface Fetched<T> {
  /** The last answer; it stays while the next one is pending. */
  value: T | undefined
  error: string | undefined
  isPending: boolean
  again: () => void
}

/** Fetches again whenever `key` changes, and nothing while it is undefined. */
export function useFetched<T>(key: string | undefined, ask: () => Promise<T>): Fetched<T> {
  const [count, setCount] = useState(0)
  const [state, setState] = useState<{ key?: string; value?: T; error?: string; isPending: boolean }>({
    isPending: key !== undefined,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is a new function in each render; `key` says when to fetch
  useEffect(() => {
    if (key === undefined) return
    let isOver = false
    setState((before) => ({ ...(before.key === key ? before : {}), key, isPending: true }))
    ask().then(
      (value) => !isOver && setState({ key, value, isPending: false }),
      (failure) =>
        !isOver && setState((before) => ({ ...before, key, error: messageOf(failure), isPending: false })),
    )
    return () => {
      isOver = true
    }
  }, [key, count])
  const again = useCallback(() => setCount((it) => it + 1), [])
  const isSame = state.key === key
  useReconnected(isSame && state.error !== undefined, again)
  return {
    value: isSame ? state.value : undefined,
    error: isSame ? state.error : undefined,
    isPending: state.isPending,
    again,
  }
}

/** The last known value, also while the next one is pending: the view does not go blank. */
export function useKept<T>(value: T | undefined): T | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}
