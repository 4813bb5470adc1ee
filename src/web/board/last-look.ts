/**
 * When this browser looked at the board last: what has finished since is news. A look goes on while the board is open, and over
 * short breaks, so that a reload does not clear the news.
 */
import { useEffect, useState } from 'react'
import { store, stored } from '../store/stored.ts'

const LOOK = 'board-look'
const BREAK_MS = 30 * 60_000
const EVERY_MS = 30_000

interface Look {
  /** The end of the look before. */
  readonly since: number
  readonly last: number
}

/** The look that goes on at this moment, or begins with it. */
export function lookAt(kept: string | undefined, now: number): Look {
  const [since, last] = (kept ?? '').split(' ').map(Number)
  if (!since || !last) return { since: new Date(now).setHours(0, 0, 0, 0), last: now }
  return { since: now - last > BREAK_MS ? last : since, last: now }
}

export function useLastLook(): number {
  const [look] = useState(() => lookAt(stored(LOOK), Date.now()))
  useEffect(() => {
    const keep = () => {
      if (document.visibilityState === 'visible') store(LOOK, `${look.since} ${Date.now()}`)
    }
    keep()
    const timer = setInterval(keep, EVERY_MS)
    return () => {
      clearInterval(timer)
      keep()
    }
  }, [look])
  return look.since
}
