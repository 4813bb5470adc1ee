/** Warns about two running sessions in one folder, which may undo each other's changes. */
import { oneLine } from '../state/short-input.ts'
import type { Host } from './host.ts'
import type { HostSession } from './sessions/host-session.ts'

export function sharedFolders(session: HostSession, host: Host): string[] {
  if (!session.isRunning) return []
  const others = host.sessions().filter((it) => it !== session && it.isRunning)
  const { cwd } = session.row
  const related = [
    ['Works in the same folder as', (other: string) => other === cwd],
    ['Works in a folder inside that of', (other: string) => isInside(cwd, other)],
    ['Works in a folder that contains that of', (other: string) => isInside(other, cwd)],
  ] as const
  return related.flatMap(([words, isRelated]) => {
    const titles = others
      .filter(({ row }) => isRelated(row.cwd))
      .map(({ row }) => `“${shortTitle(row.title)}”`)
    if (titles.length === 0) return []
    const more = titles.length > 3 ? ` and ${titles.length - 3} more` : ''
    return [`${words} ${titles.slice(0, 3).join(', ')}${more}.`]
  })
}

const MAX_TITLE = 40

/** What reads from right to left is kept from turning the words around it. */
function shortTitle(title: string): string {
  const line = oneLine(title) || 'Untitled'
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1)}…` : line
}

function isInside(folder: string, outer: string): boolean {
  return folder !== outer && folder.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}
