/** Every primitive in every state, at `/ui` of the development server only. */
import type { ReactNode } from 'react'
import { setTheme, THEMES, type Theme, theme } from '../../settings/theme.ts'
import { useStored } from '../../store/stored.ts'
import { Choice } from '../choice.tsx'
import { Buttons } from './buttons.tsx'
import { Fields } from './fields.tsx'
import { Popups } from './popups.tsx'
import { States } from './states.tsx'
import './gallery.css'

export function Gallery() {
  useStored('theme')
  return (
    <main className="gallery">
      <header className="gallery-head">
        <h1 className="grow">Components</h1>
        <Choice<Theme> label="Theme" options={THEMES} value={theme()} onChoose={setTheme} />
      </header>
      <div className="gallery-grid">
        <Buttons />
        <States />
        <Fields />
        <Popups />
        <Colours />
      </div>
    </main>
  )
}

const ROLES = [
  ...['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected', 'border', 'border-control'],
  ...['text', 'text-2', 'muted', 'disabled', 'accent', 'accent-soft', 'focus', 'scrim'],
  ...['needs-you-solid', 'working-solid', 'success-solid', 'danger-solid'],
  ...['needs-you-soft', 'working-soft', 'success-soft', 'danger-soft'],
]

function Colours(): ReactNode {
  return (
    <section className="card gallery-box">
      <h2>Colour roles</h2>
      <div className="gallery-swatches">
        {ROLES.map((role) => (
          <div key={role}>
            <div className="gallery-swatch" style={{ background: `var(--${role})` }} />
            {role}
          </div>
        ))}
      </div>
    </section>
  )
}
