import { useEffect, useState } from 'react'

const KEYS_DELAY_MS = 350

/** True a moment after `isOn` has become true: a key that was meant for what was there before decides nothing. */
export function useLater(isOn: boolean): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (!isOn) return setReady(false)
    const timer = setTimeout(() => setReady(true), KEYS_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isOn])
  return isOn && isReady
}
