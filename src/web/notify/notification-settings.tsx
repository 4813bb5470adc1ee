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
    <div className="stack">
      <p className="soft">
        While this page is in the background: when a session needs you, and when a session has finished. The
        page title always shows the number of open requests.
      </p>
      {!isSupported && <p>Not available here: notifications need https or localhost.</p>}
      {isSupported && permission === 'denied' && (
        <p>The browser blocks notifications for this page. You can allow them in the browser’s settings.</p>
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
          Play sound
        </Button>
      </div>
    </div>
  )
}
