/** Warns about two running sessions in one folder, which may undo each other's changes. */
import type { Host } from './host.ts'
import type { HostSession } from './sessions/host-session.ts'

export function sharedFolders(session: HostSession, host: Host): string[] {
  if (!session.isRunning) return []
  const others = host
    .sessions()
    .filter((it) => it !== session && it.isRunning && overlap(it.row.cwd, session.row.cwd))
  if (others.length === 0) return []
  const names = others.slice(0, 3).map(({ row }) => `"${row.title}"`)
  const more = others.length > 3 ? ` and ${others.length - 3} more` : ''
  return [`Works in the same folder as ${names.join(', ')}${more}.`]
}

function overlap(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
}
