/** What the host is asked for once, and again when something says so. An older answer never replaces a newer one. */
import { useCallback, useEffect, useState } from 'react'
import { messageOf } from './action.ts'

export interface Fetched<T> {
  /** The last answer; stays while another is under way. */
  value: T | undefined
  error: string | undefined
  isPending: boolean
  again: () => void
}

/** `key`: asked anew when it is another. Undefined: not asked. */
export function useFetched<T>(key: string | undefined, ask: () => Promise<T>): Fetched<T> {
  const [count, setCount] = useState(0)
  const [state, setState] = useState<{ key?: string; value?: T; error?: string; isPending: boolean }>({
    isPending: key !== undefined,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is another function in each render; `key` says when it matters
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
  return {
    value: isSame ? state.value : undefined,
    error: isSame ? state.error : undefined,
    isPending: state.isPending,
    again,
  }
}
