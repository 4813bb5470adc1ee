import { useEffect, useState } from 'react'

const DELAY_MS = 150

/** The text as it was a moment ago, so that not every letter asks the host. */
export function useSettled(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
