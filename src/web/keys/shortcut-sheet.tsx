import { Dialog } from '../ui/dialog.tsx'
import { Kbd, keyName } from '../ui/kbd.tsx'
import { type Group, useShortcutGroups } from './keys.ts'
import './keys.css'

/** Without the shortcuts whose key does something else here: the group that was registered last has it. */
function reachable(groups: readonly Group[]): readonly Group[] {
  const taken = new Set<string>()
  return groups
    .toReversed()
    .map(({ name, shortcuts }) => {
      const own = shortcuts.filter(({ key, does }) => does !== '' && !taken.has(key))
      for (const { key } of shortcuts) taken.add(key)
      return { name, shortcuts: own }
    })
    .filter(({ shortcuts }) => shortcuts.length > 0)
    .reverse()
}

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const groups = reachable(useShortcutGroups())
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
