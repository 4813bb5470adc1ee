/** The place of toasts. What draws them is loaded with the first one. */
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastsChanged, waitingToasts } from './toasts.ts'

const ToastRegion = lazy(async () => ({ default: (await import('./toast-region.tsx')).ToastRegion }))

let isNeeded = false

export function Toaster() {
  const shows = useSyncExternalStore(toastsChanged.subscribe, () => {
    isNeeded ||= waitingToasts().length > 0
    return isNeeded
  })
  return <Suspense>{shows && <ToastRegion />}</Suspense>
}
