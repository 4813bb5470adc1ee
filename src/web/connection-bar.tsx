import { live } from './store/connection.ts'
import { useLive } from './store/use-live.ts'
import { Button } from './ui/button.tsx'

/** Says when what the page shows may be old. Silent while all is well. */
export function ConnectionBar() {
  const { connection, sessions } = useLive()
  if (connection.status === 'connected' || (connection.status === 'connecting' && !sessions)) return null
  const isTrying = connection.status === 'connecting'
  return (
    <div className="connection-bar row" role="status">
      <span className="grow">
        {isTrying
          ? 'Connecting to the host…'
          : `Not connected${connection.status === 'waiting' ? `: ${connection.reason}` : ''}. What is shown may be old; sessions go on without this page.`}
      </span>
      {!isTrying && (
        <Button size="small" onClick={() => live.retry()}>
          Try now
        </Button>
      )}
    </div>
  )
}
