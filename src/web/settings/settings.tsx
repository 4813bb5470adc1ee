/** What this browser shows and how, and what the host runs. */
import { NotificationSettings } from '../notify/notification-settings.tsx'
import { useStored } from '../store/stored.ts'
import { Choice } from '../ui/choice.tsx'
import { Page } from '../ui/page.tsx'
import { About } from './about.tsx'
import { Agents } from './agents.tsx'
import { Browsers } from './browsers.tsx'
import { StopHost } from './stop-host.tsx'
import { setTheme, type Theme, theme } from './theme.ts'
import './settings.css'

const THEMES = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

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
        <Agents />
        <Browsers />
        <About />
        <StopHost />
      </div>
    </Page>
  )
}
