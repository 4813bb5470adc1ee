import { Dialog } from '../ui/dialog.tsx'
import { Kbd, keyName } from '../ui/kbd.tsx'
import { useShortcutGroups } from './keys.ts'
import './keys.css'

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const groups = useShortcutGroups()
    .map(({ name, shortcuts }) => ({ name, shortcuts: shortcuts.filter(({ does }) => does !== '') }))
    .filter(({ shortcuts }) => shortcuts.length > 0)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="shortcuts">
        {groups.map(({ name, shortcuts }) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {shortcuts.map(({ key, does }) => (
                <div key={key} className="row">
                  <dt>
                    <Kbd>{keyName(key)}</Kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
