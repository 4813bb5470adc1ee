import { useEffect, useRef } from 'react'
import { live } from './connection.ts'

/** Calls `action` when the page is connected to its host again, as long as `isWanted`. */
export function useReconnected(isWanted: boolean, action: () => void): void {
  const latest = useRef(action)
  latest.current = action
  useEffect(() => {
    if (!isWanted) return
    let wasConnected = live.state.connection.status === 'connected'
    return live.subscribe(() => {
      const isConnected = live.state.connection.status === 'connected'
      if (isConnected && !wasConnected) latest.current()
      wasConnected = isConnected
    })
  }, [isWanted])
}
