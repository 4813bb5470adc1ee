/** The sessions of several machines of a fleet, told apart. */
import type { SessionSummary } from '../../api/resources.ts'
import { byUrgency } from '../../api/session-order.ts'

export type Machine = NonNullable<SessionSummary['node']>

/** What a list shows: all sessions by project or by machine, or those of one machine. */
export type Arrangement = 'project' | 'machine' | `only ${string}`

/** This machine first, then by name. */
export function machinesOf(sessions: readonly SessionSummary[]): readonly Machine[] {
  const known = new Map(sessions.flatMap(({ node }) => (node ? [[node.id, node] as const] : [])))
  return [...known.values()].sort(
    (a, b) => Number(b.isHere) - Number(a.isHere) || a.name.localeCompare(b.name),
  )
}

/** What was chosen last, as long as it makes sense. */
export function arrangementIn(text: string | undefined, machines: readonly Machine[]): Arrangement {
  if (machines.length < 2) return 'project'
  const isKnown = text === 'machine' || machines.some(({ id }) => text === `only ${id}`)
  return isKnown ? (text as Arrangement) : 'project'
}

export function ofMachine(
  sessions: readonly SessionSummary[],
  arrangement: Arrangement,
): readonly SessionSummary[] {
  if (!arrangement.startsWith('only ')) return sessions
  return sessions.filter(({ node }) => `only ${node?.id}` === arrangement)
}

/** Without archived sessions. */
export function sectionsByMachine(
  sessions: readonly SessionSummary[],
): readonly { readonly machine: Machine; readonly sessions: readonly SessionSummary[] }[] {
  const shown = sessions.filter(({ archived }) => !archived).sort(byUrgency)
  return machinesOf(shown).map((machine) => ({
    machine,
    sessions: shown.filter(({ node }) => node?.id === machine.id),
  }))
}
