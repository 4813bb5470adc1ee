/**
 * What this browser has seen of each session. A session is unread when something has ended or has asked since. All times are the
 * host's, so that the clocks of the two machines need not agree.
 */
import { useEffect, useMemo } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { store, stored, useStored } from '../store/stored.ts'

const SEEN = 'seen'

interface Seen {
  /** When this browser saw the list first: what came before counts as seen. */
  readonly from: number
  /** By session. */
  readonly until: Readonly<Record<string, number>>
}

/** When something last ended or asked. 0: nothing has. */
export function noticedAt({ group, liveness, lastTurn }: SessionSummary): number {
  const asked = group === 'needs-you' ? liveness.since : 0
  return Math.max(asked, lastTurn?.endedAt ?? 0)
}

export function parseSeen(text: string | undefined): Seen | undefined {
  try {
    const { from, until } = JSON.parse(text ?? '') as Partial<Seen>
    return typeof from === 'number' && typeof until === 'object' && until !== null
      ? { from, until }
      : undefined
  } catch {
    return undefined
  }
}

/** Undefined if nothing changes. Sessions that the host no longer has are forgotten. */
export function seenAfter(
  seen: Seen | undefined,
  sessions: readonly SessionSummary[],
  shown: readonly string[],
): Seen | undefined {
  if (!seen) return { from: Math.max(0, ...sessions.map(noticedAt)), until: {} }
  const news = sessions.filter((it) => shown.includes(it.id) && isNews(seen, it))
  if (news.length === 0) return undefined
  const known = new Set(sessions.map(({ id }) => id))
  const kept = Object.entries(seen.until).filter(([id]) => known.has(id))
  return { ...seen, until: Object.fromEntries([...kept, ...news.map((it) => [it.id, noticedAt(it)])]) }
}

function isNews({ from, until }: Seen, session: SessionSummary): boolean {
  return noticedAt(session) > Math.max(from, until[session.id] ?? 0)
}

/** Takes these sessions as seen while the page shows them. */
export function useSeeing(sessions: readonly SessionSummary[] | undefined, shown: readonly string[]): void {
  useEffect(() => {
    const see = () => {
      if (!sessions || document.visibilityState !== 'visible') return
      const after = seenAfter(parseSeen(stored(SEEN)), sessions, shown)
      if (after) store(SEEN, JSON.stringify(after))
    }
    see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [sessions, shown])
}

/** Tells of each session whether it is unread. */
export function useUnread(): (session: SessionSummary) => boolean {
  const [text] = useStored(SEEN)
  return useMemo(() => {
    const seen = parseSeen(text)
    return (session) => seen !== undefined && isNews(seen, session)
  }, [text])
}
