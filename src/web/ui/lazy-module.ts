import { useSyncExternalStore } from 'react'
import { Signal } from '../store/signal.ts'

/**
 * A hook that returns a heavy module, or undefined until it is loaded. The first component that uses it starts the loading; a
 * failed attempt is repeated for the next component. One that does not want the module yet does not load it.
 */
export function lazyModule<T>(load: () => Promise<T>): (isWanted?: boolean) => T | undefined {
  const loaded = new Signal()
  let module: T | undefined
  let isLoading = false
  const start = async () => {
    isLoading = true
    try {
      module = await load()
      loaded.notify()
    } catch {
      isLoading = false
    }
  }
  const subscribe = (listener: () => void) => {
    if (!isLoading) void start()
    return loaded.subscribe(listener)
  }
  return (isWanted = true) => useSyncExternalStore(isWanted ? subscribe : notYet, () => module)
}

const notYet = () => () => {}
