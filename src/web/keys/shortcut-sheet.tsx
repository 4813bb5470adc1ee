import { Dialog } from '../ui/dialog.tsx'
import { useShortcutGroups } from './keys.ts'
import './keys.css'

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const groups = useShortcutGroups().filter(({ shortcuts }) => shortcuts.length > 0)
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
                    <kbd>{shown(key)}</kbd>
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

const isApple = /Mac|iP(hone|ad)/.test(navigator.platform)
const NAMES: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc', ' ': 'Space' }

function shown(key: string): string {
  const plain = key.replace('Mod+', '')
  return `${key.startsWith('Mod+') ? (isApple ? '⌘ ' : 'Ctrl ') : ''}${NAMES[plain] ?? plain}`
}
