import type { ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd>{children}</kbd>
}

/** The key of a button or a field, which screen readers get from `aria-keyshortcuts`. */
export function KeyHint({ name }: { name: string }) {
  return (
    <span aria-hidden="true">
      <Kbd>{name}</Kbd>
    </span>
  )
}

const isApple = /Mac|iP(hone|ad)/.test(navigator.platform)
const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: '↵',
  Escape: 'Esc',
  ' ': 'Space',
}

/** A shortcut as it is printed on the keys: `Mod+k` is `Ctrl K`, or `⌘ K`. */
export function keyName(key: string): string {
  const plain = key.replace('Mod+', '')
  if (plain === key) return NAMES[key] ?? key
  return `${isApple ? '⌘' : 'Ctrl'} ${NAMES[plain] ?? plain.toUpperCase()}`
}
