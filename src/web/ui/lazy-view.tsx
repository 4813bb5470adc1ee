/**
 * A view in a file of its own, which is loaded when it is first shown. Unlike React's `lazy` it appears as soon as it is there:
 * React keeps the fallback of a `Suspense` for 300 ms, however fast the file comes.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

interface Loading<Props> {
  readonly View?: ComponentType<Props>
  readonly error?: unknown
}

/** A failure goes to the error boundary around the view; the next one that is shown tries again. */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function LazyView(props: Props) {
    const [{ View, error }, set] = useState<Loading<Props>>({ ...(loaded && { View: loaded }) })
    useEffect(() => {
      if (View) return
      let isOver = false
      load().then(
        (found) => {
          loaded = found
          if (!isOver) set({ View: found })
        },
        (failure: unknown) => !isOver && set({ error: failure }),
      )
      return () => {
        isOver = true
      }
    }, [View])
    if (error !== undefined) throw error
    return View ? <View {...props} /> : fallback
  }
}
