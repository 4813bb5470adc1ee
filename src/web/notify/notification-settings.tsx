/** Whether this browser tells of what needs a person while the page is hidden. It is asked for permission only on a press. */
import { useState } from 'react'
import { useStored } from '../store/stored.ts'
import { Button } from '../ui/button.tsx'
import { WANTS_NOTIFICATIONS, WANTS_SOUND } from './notify.ts'
import { beep } from './sound.ts'

const isThere = 'Notification' in globalThis

export function NotificationSettings() {
  const [wanted, setWanted] = useStored(WANTS_NOTIFICATIONS)
  const [sound, setSound] = useStored(WANTS_SOUND)
  const [permission, setPermission] = useState(isThere ? Notification.permission : 'denied')
  const ask = async () => {
    const given = await Notification.requestPermission()
    setPermission(given)
    if (given === 'granted') setWanted('yes')
  }
  return (
    <section className="stack" aria-label="Notifications">
      <p className="soft">
        When something needs you, or a session is done, while this page is hidden. The number in the page’s
        title is always there.
      </p>
      {!isThere && <p>This browser shows none here: pages need https or localhost for that.</p>}
      {isThere && permission === 'denied' && (
        <p>The browser does not allow them for this page; its own settings can change that.</p>
      )}
      {isThere && permission === 'default' && (
        <p>
          <Button onClick={() => void ask()}>Allow notifications…</Button>
        </p>
      )}
      {permission === 'granted' && (
        <label className="row">
          <input
            type="checkbox"
            checked={wanted !== undefined}
            onChange={({ target }) => setWanted(target.checked ? 'yes' : undefined)}
          />
          Notifications
        </label>
      )}
      <div className="row">
        <label className="row">
          <input
            type="checkbox"
            checked={sound !== undefined}
            onChange={({ target }) => setSound(target.checked ? 'yes' : undefined)}
          />
          Sound
        </label>
        <Button kind="quiet" size="small" onClick={beep}>
          Listen to it
        </Button>
      </div>
    </section>
  )
}
