import { type Shortcut, useShortcuts } from '../keys/keys.ts'

/** The keys of a card. A key that is held down decides once, and not about what comes next in its place. */
export function useApprovalKeys(name: string, isOn: boolean, shortcuts: readonly Shortcut[]): void {
  const once = shortcuts.map((it) => ({
    ...it,
    run: (event: KeyboardEvent) => {
      if (!event.repeat) it.run(event)
    },
  }))
  useShortcuts(name, isOn ? once : [])
}
