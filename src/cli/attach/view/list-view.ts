import type { ApprovalView, SessionSummary } from '../../../api/resources.ts'
import { formatDuration } from '../../../state/format/duration.ts'
import { requestLine } from '../../approvals/request-line.ts'
import { byProject } from '../../show/by-project.ts'
import { printable, textWidth } from '../../terminal/cells.ts'
import { BAR, bold, cyan, dim, green, red, SELECTED, yellow } from '../../terminal/style.ts'
import { shorten, truncate } from '../../terminal/truncate.ts'
import type { Frame } from '../screen/frame.ts'

export interface Area {
  readonly row: number
  readonly column: number
  readonly width: number
  readonly height: number
}

type Row =
  | { readonly type: 'group'; readonly group: SessionSummary['group']; readonly count: number }
  | { readonly type: 'project'; readonly name: string; readonly count: number }
  | { readonly type: 'title' | 'words'; readonly session: SessionSummary }

const GROUPS: Readonly<Record<SessionSummary['group'], string>> = {
  'needs-you': 'Needs you',
  working: 'Working',
  idle: 'Idle',
  ended: 'Ended',
}
const PAINT = { 'needs-you': yellow, working: green, idle: cyan, ended: dim }
const SIGNS = { 'needs-you': '●', working: '◌', idle: '○', ended: '·' }

export interface ListOptions {
  readonly sessions: readonly SessionSummary[]
  /** Oldest first. */
  readonly approvals: readonly ApprovalView[]
  readonly selected: string | undefined
  readonly hasFocus: boolean
  readonly now: number
  readonly isKnown: boolean
  /** Under headings of what the sessions do, also where there are several projects. */
  readonly isByState: boolean
}

export function drawList(frame: Frame, area: Area, options: ListOptions): void {
  const { sessions, selected, hasFocus } = options
  const { row, column, width, height } = area
  if (sessions.length === 0) {
    const words = options.isKnown ? ['No sessions yet', '', 'Press n to start one.'] : ['Loading sessions…']
    for (const [index, line] of words.entries())
      frame.put(row + index, column + 1, dim(line), { width: width - 1 })
    return
  }
  const rows = rowsOf(sessions, options.isByState)
  const at = rows.findIndex((it) => it.type === 'words' && it.session.id === selected)
  // Keep the heading of the first group visible with its first session.
  const from = Math.max(0, Math.min(at <= 2 ? 0 : at - Math.floor(height / 2), rows.length - height))
  for (const [index, it] of rows.slice(from, from + height).entries()) {
    const isSelected = 'session' in it && it.session.id === selected
    const under = isSelected ? (hasFocus ? SELECTED : BAR) : ''
    // The selection inverts colours, so the line must have none of its own.
    const line = lineOf(it, width, options)
    frame.put(row + index, column, under === SELECTED ? printable(line) : line, { width, under })
  }
}

function rowsOf(sessions: readonly SessionSummary[], isByState: boolean): Row[] {
  const projects = isByState ? [] : byProject(sessions)
  if (projects.length > 1)
    return projects.flatMap(({ project, sessions: own }) => [
      { type: 'project', name: project.name, count: own.length } as const,
      ...own.flatMap((session) => [{ type: 'title', session } as const, { type: 'words', session } as const]),
    ])
  const rows: Row[] = []
  let last: SessionSummary['group'] | undefined
  for (const session of sessions) {
    const { group } = session
    if (group !== last)
      rows.push({ type: 'group', group, count: sessions.filter((it) => it.group === group).length })
    last = group
    rows.push({ type: 'title', session }, { type: 'words', session })
  }
  return rows
}

function lineOf(row: Row, width: number, { now, approvals }: ListOptions): string {
  if (row.type === 'group') return ` ${PAINT[row.group](`${GROUPS[row.group]} ${row.count}`)}`
  if (row.type === 'project')
    return ` ${bold(truncate(shorten(row.name || 'unknown project', 100), width - 8))} ${dim(String(row.count))}`
  const { session } = row
  const { group, liveness, title, lastLine } = session
  const paint = PAINT[group]
  if (row.type === 'title') {
    const age = dim(coarse(now - (group === 'ended' ? session.updatedAt : liveness.since)))
    const room = width - textWidth(age) - 5
    const name = truncate(bold(shorten(title || 'untitled', 200)), room)
    const gap = ' '.repeat(Math.max(1, width - 3 - textWidth(name) - textWidth(age) - 1))
    return ` ${paint(SIGNS[group])} ${name}${gap}${age}`
  }
  const request = approvals.find((it) => it.session === session.id)
  if (request) {
    const more = session.pendingApprovals > 1 ? dim(` +${session.pendingApprovals - 1}`) : ''
    return `   ${truncate(paint(requestLine(request, session.cwd)), width - 4 - textWidth(more))}${more}`
  }
  const words = (liveness.status === 'error' ? red : paint)(shorten(liveness.words, 200))
  const isResting = group === 'idle' || group === 'ended'
  const said = isResting && lastLine !== '' ? dim(shorten(lastLine, 200)) : words
  return truncate(`   ${said}`, width - 1)
}

/** `3 m` instead of `3 m 12 s`. */
function coarse(ms: number): string {
  return formatDuration(ms).split(' ').slice(0, 2).join(' ')
}
