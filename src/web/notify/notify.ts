/** Tells a person who looks elsewhere: the number in the title; notifications and sound where wanted. */
import { useEffect } from 'react'
import { useLive } from '../store/use-live.ts'

export function useNotifications(): void {
  const { approvals } = useLive()
  useEffect(() => {
    document.title = approvals.length > 0 ? `(${approvals.length}) Fairlead` : 'Fairlead'
  }, [approvals.length])
}
