import { useState } from 'react'
import { useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useLive } from '../store/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'

export function StopHost() {
  const [isAsking, setAsking] = useState(false)
  const [isStopped, setStopped] = useState(false)
  const { sessions = [] } = useLive()
  const stop = useAction(async (all: boolean) => {
    await api.call('stopHost', { body: { all } })
    setStopped(true)
    setAsking(false)
  })
  const working = sessions.filter(({ group }) => group === 'working').length
  const bound = sessions.filter(({ durable, group }) => !durable && group !== 'ended').length
  return (
    <section className="card stack" aria-label="Stop the host">
      <h2>Stop the host</h2>
      {isStopped ? (
        <p role="status">
          The host is stopping. Run <code>fairlead up</code> to start it again; nothing is lost.
        </p>
      ) : (
        <div className="row wrap">
          <p className="soft grow settings-sentence">
            This page cannot be used until you run <code>fairlead up</code>.
          </p>
          <Button kind="danger" onClick={() => setAsking(true)}>
            Stop host…
          </Button>
        </div>
      )}
      {isAsking && (
        <Dialog title="Stop the host?" onClose={() => setAsking(false)}>
          <div className="stack">
            <p>
              {working === 0
                ? 'No session is working.'
                : working === 1
                  ? 'One session is working.'
                  : `${working} sessions are working.`}{' '}
              Sessions can keep running without the host; the next host picks them up. Open approvals stay
              open.
            </p>
            {bound > 0 && (
              <p className="failure">
                {bound === 1 ? 'One session ends' : `${bound} sessions end`} with the host.
              </p>
            )}
            <Failure error={stop.error} />
            <div className="row wrap">
              <Button kind="primary" isPending={stop.isPending} onClick={() => stop.run(false)}>
                Stop host, keep sessions running
              </Button>
              <Button kind="danger" isPending={stop.isPending} onClick={() => stop.run(true)}>
                Stop host and end all sessions
              </Button>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
            </div>
          </div>
        </Dialog>
      )}
    </section>
  )
}
