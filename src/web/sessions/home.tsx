import { lazy, Suspense } from 'react'
import { useLive } from '../store/use-live.ts'

const Board = lazy(async () => ({ default: (await import('../board/board.tsx')).Board }))
const FirstMinute = lazy(async () => ({
  default: (await import('../first-minute/first-minute.tsx')).FirstMinute,
}))

export function Home() {
  const { sessions } = useLive()
  if (!sessions) return <p className="loading">Connecting to the host…</p>
  return (
    <Suspense fallback={<p className="loading">Loading…</p>}>
      {sessions.length === 0 ? <FirstMinute /> : <Board sessions={sessions} />}
    </Suspense>
  )
}
