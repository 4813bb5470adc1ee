import type { SessionState } from '../../state/session-state.ts'
import { KeyHint } from '../approvals/key-hint.tsx'
import { useShortcuts } from '../keys/keys.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'

/** Stops the running turn; there only while one runs. What has Escape for itself (a palette, a form) handles it first. */
export function InterruptButton({ session, state }: { session: string; state: SessionState }) {
  const stop = useAction(() =>
    api.call('interrupt', { params: { id: session }, body: { commandId: newId() } }),
  )
  const isWorking = state.turns.current !== null && state.process.status === 'running'
  const isStopping = stop.isPending || state.turns.tracking.interrupting
  useShortcuts(
    'Session',
    isWorking
      ? [{ key: 'Escape', does: 'interrupt the turn', run: () => void stop.run(), inFields: true }]
      : [],
  )
  if (!isWorking) return <Failure error={stop.error} />
  return (
    <>
      <Button size="small" isPending={isStopping} aria-keyshortcuts="Escape" onClick={() => stop.run()}>
        Interrupt <KeyHint name="Esc" />
      </Button>
      <Failure error={stop.error} />
    </>
  )
}
