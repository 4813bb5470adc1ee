/** What was opened last in this browser, the latest first: sessions, and other items of the palette. */
import { store, stored } from '../store/stored.ts'

const NAME = 'recent'
const MAX = 12

export function recentItems(): readonly string[] {
  return stored(NAME)?.split('\n') ?? []
}

export function addRecent(id: string): void {
  const others = recentItems().filter((it) => it !== id)
  store(NAME, [id, ...others].slice(0, MAX).join('\n'))
}
