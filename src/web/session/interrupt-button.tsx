import { useEffect, useState } from 'react'
import type { SessionState } from '../../state/session-state.ts'
import { useShortcuts } from '../keys/keys.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'

/** How long a second press of Escape counts as one. */
const SECOND_PRESS_MS = 3000

/**
 * Whatever handles Escape itself (a palette, a form) comes first. While an approval is open, Escape is also the way to its card:
 * then it takes a second press to interrupt.
 */
export function InterruptButton({ session, state }: { session: string; state: SessionState }) {
  const stop = useAction(() =>
    api.call('interrupt', { params: { id: session }, body: { commandId: newId() } }),
  )
  const [isArmed, setArmed] = useState(false)
  useEffect(() => {
    if (!isArmed) return
    const timer = setTimeout(() => setArmed(false), SECOND_PRESS_MS)
    return () => clearTimeout(timer)
  }, [isArmed])
  const isWorking = state.turns.current !== null && state.process.status === 'running'
  const isStopping = stop.isPending || state.turns.tracking.interrupting
  const isWaiting = state.approvals.pending.length > 0
  const pressed = (event: KeyboardEvent) => {
    if (event.repeat) return
    if (isWaiting && !isArmed) return setArmed(true)
    setArmed(false)
    void stop.run()
  }
  useShortcuts(
    'Session',
    isWorking ? [{ key: 'Escape', does: 'interrupt the turn', run: pressed, inFields: true }] : [],
  )
  if (!isWorking) return <Failure error={stop.error} />
  return (
    <>
      <Button
        size="small"
        className="session-interrupt"
        isPending={isStopping}
        shortcut={isWaiting && !isArmed ? 'Esc Esc' : 'Esc'}
        aria-keyshortcuts="Escape"
        onClick={() => stop.run()}
      >
        Interrupt
      </Button>
      {isArmed && (
        <span className="soft" role="status">
          Press Esc again to interrupt
        </span>
      )}
      <Failure error={stop.error} />
    </>
  )
}
