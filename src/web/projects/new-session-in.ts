import { store, stored } from '../store/stored.ts'

/** The next visit of the page for new sessions begins with this folder. */
export function newSessionIn(folder: string): void {
  let known: object = {}
  try {
    known = JSON.parse(stored('new-session') ?? '{}')
  } catch {
    // Something else wrote there.
  }
  store('new-session', JSON.stringify({ ...known, cwd: folder }))
}
