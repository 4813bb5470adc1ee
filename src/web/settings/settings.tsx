import type { ComponentType } from 'react'
import { EditorSetting } from '../files/editor-setting.tsx'
import { Machines } from '../fleet/machines.tsx'
import { NotificationSettings } from '../notify/notification-settings.tsx'
import { useStored } from '../store/stored.ts'
import { TemplateSettings } from '../templates/template-settings.tsx'
import { Choice } from '../ui/choice.tsx'
import { PhoneIcon } from '../ui/icons.ts'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import { About } from './about.tsx'
import { Agents } from './agents.tsx'
import { Browsers } from './browsers.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { StopHost } from './stop-host.tsx'
import { setTheme, THEMES, type Theme, theme } from './theme.ts'
import './settings.css'

interface Group {
  readonly id: string
  readonly name: string
  readonly View: ComponentType
}

const GROUPS: readonly Group[] = [
  { id: 'appearance', name: 'Appearance', View: Appearance },
  { id: 'notifications', name: 'Notifications', View: Notifications },
  { id: 'editor', name: 'Editor', View: Editor },
  { id: 'templates', name: 'Prompt templates', View: TemplateSettings },
  { id: 'phone', name: 'Phone', View: Phone },
  { id: 'agents', name: 'Agents', View: Agents },
  { id: 'browsers', name: 'Signed-in browsers', View: Browsers },
  { id: 'machines', name: 'Machines', View: Machines },
  { id: 'about', name: 'About this host', View: About },
  { id: 'stop', name: 'Stop the host', View: StopHost },
]

export function Settings() {
  return (
    <Page title="Settings">
      <div className="settings">
        <SettingsNav groups={GROUPS} />
        <div className="settings-groups">
          {GROUPS.map(({ id, View }) => (
            <div key={id} id={id} className="settings-group">
              <View />
            </div>
          ))}
        </div>
      </div>
    </Page>
  )
}

function Appearance() {
  useStored('theme')
  return (
    <section className="card row wrap" aria-label="Appearance">
      <h2 className="grow">Appearance</h2>
      <Choice<Theme> label="Theme" options={THEMES} value={theme()} onChoose={setTheme} />
    </section>
  )
}

function Notifications() {
  return (
    <section className="card stack" aria-label="Notifications">
      <h2>Notifications</h2>
      <NotificationSettings />
    </section>
  )
}

function Phone() {
  return (
    <section className="card row wrap" aria-label="Phone">
      <h2 className="grow">Phone</h2>
      <Link className="button" href="/phone">
        <PhoneIcon />
        Connect a phone
      </Link>
    </section>
  )
}

function Editor() {
  return (
    <section className="card stack" aria-label="Editor">
      <h2>Editor</h2>
      <EditorSetting />
    </section>
  )
}
