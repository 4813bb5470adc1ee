/** A heavy module that is loaded when the first component asks for it. Once it is there, it is there at once for all. */
import { useSyncExternalStore } from 'react'

/** A hook that answers the module, or undefined until it has come. One that cannot be loaded is asked for again later. */
export function lazyModule<T>(load: () => Promise<T>): () => T | undefined {
  const listeners = new Set<() => void>()
  let module: T | undefined
  let isAsked = false
  const ask = async () => {
    isAsked = true
    try {
      module = await load()
      for (const listener of listeners) listener()
    } catch {
      isAsked = false
    }
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    if (!isAsked) void ask()
    return () => listeners.delete(listener)
  }
  return () => useSyncExternalStore(subscribe, () => module)
}
