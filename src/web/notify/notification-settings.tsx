import { useState } from 'react'
import { useStored } from '../store/stored.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { beep, WANTS_NOTIFICATIONS, WANTS_SOUND } from './notify.ts'

const isSupported = 'Notification' in globalThis

export function NotificationSettings() {
  const [wanted, setWanted] = useStored(WANTS_NOTIFICATIONS)
  const [sound, setSound] = useStored(WANTS_SOUND)
  const [permission, setPermission] = useState(isSupported ? Notification.permission : 'denied')
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
      {!isSupported && <p>This browser shows none here: pages need https or localhost for that.</p>}
      {isSupported && permission === 'denied' && (
        <p>The browser does not allow them for this page; its own settings can change that.</p>
      )}
      {isSupported && permission === 'default' && (
        <p>
          <Button onClick={() => void ask()}>Allow notifications…</Button>
        </p>
      )}
      {permission === 'granted' && (
        <Checkbox checked={wanted !== undefined} onChange={(isOn) => setWanted(isOn ? 'yes' : undefined)}>
          Notifications
        </Checkbox>
      )}
      <div className="row">
        <Checkbox checked={sound !== undefined} onChange={(isOn) => setSound(isOn ? 'yes' : undefined)}>
          Sound
        </Checkbox>
        <Button kind="quiet" size="small" onClick={beep}>
          Listen to it
        </Button>
      </div>
    </section>
  )
}
