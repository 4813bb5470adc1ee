import { useState } from 'react'
import { EditorSetting } from '../files/editor-setting.tsx'
import { NotificationSettings } from '../notify/notification-settings.tsx'
import { useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useStored } from '../store/stored.ts'
import { useLive } from '../store/use-live.ts'
import { TemplateSettings } from '../templates/template-settings.tsx'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { PhoneIcon } from '../ui/icons.ts'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import { About } from './about.tsx'
import { Agents } from './agents.tsx'
import { Browsers } from './browsers.tsx'
import { setTheme, THEMES, type Theme, theme } from './theme.ts'
import './settings.css'

export function Settings() {
  useStored('theme')
  return (
    <Page title="Settings">
      <div className="stack">
        <section className="card row wrap settings-look" aria-label="Appearance">
          <h2 className="grow">Appearance</h2>
          <Choice<Theme> label="Theme" options={THEMES} value={theme()} onChoose={setTheme} />
        </section>
        <div className="card stack">
          <h2>Notifications</h2>
          <NotificationSettings />
        </div>
        <section className="card stack" aria-label="Editor">
          <h2>Editor</h2>
          <EditorSetting />
        </section>
        <TemplateSettings />
        <section className="card row wrap" aria-label="Phone">
          <h2 className="grow">Phone</h2>
          <Link className="button" href="/phone">
            <PhoneIcon />
            Connect a phone
          </Link>
        </section>
        <Agents />
        <Browsers />
        <About />
        <StopHost />
      </div>
    </Page>
  )
}

function StopHost() {
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
          The host stops. <code>fairlead up</code> starts it again, with all that was here.
        </p>
      ) : (
        <div className="row wrap">
          <p className="soft grow">
            This page is then without a host until <code>fairlead up</code> starts one.
          </p>
          <Button kind="danger" onClick={() => setAsking(true)}>
            Stop…
          </Button>
        </div>
      )}
      {isAsking && (
        <Dialog title="Stop the host?" onClose={() => setAsking(false)}>
          <div className="stack">
            <p>
              {working === 0 ? 'No session works at the moment.' : `${working} at work.`} Sessions can go on
              without the host: it takes them up again where they are. What waits for you waits on.
            </p>
            {bound > 0 && <p className="failure">{bound} cannot, and end with the host.</p>}
            <Failure error={stop.error} />
            <div className="row wrap">
              <Button kind="primary" isPending={stop.isPending} onClick={() => stop.run(false)}>
                Stop, sessions go on
              </Button>
              <Button kind="danger" isPending={stop.isPending} onClick={() => stop.run(true)}>
                Stop and end all sessions
              </Button>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
            </div>
          </div>
        </Dialog>
      )}
    </section>
  )
}
