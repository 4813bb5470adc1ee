import type { SessionTab } from '../router.ts'

export const TABS: readonly (readonly [SessionTab, string])[] = [
  ['transcript', 'Transcript'],
  ['changes', 'Changes'],
  ['inspector', 'Inspector'],
]
