import type { SessionSummary } from '../../api/resources.ts'
import { formatMoney } from '../../state/format/money.ts'
import type { Io } from '../io.ts'
import { byProject } from '../show/by-project.ts'
import { shortIds } from '../show/short-id.ts'
import { type Column, tableText } from '../show/table.ts'
import { ago, amount, homely } from '../show/words.ts'
import { type Style, styleFor } from '../terminal/style.ts'
import { shorten } from '../terminal/truncate.ts'

/** With a heading for each project if there are several, the one with the most urgent session first. */
export function projectsTable(sessions: readonly SessionSummary[], io: Io): string {
  const all = byProject(sessions)
  if (all.length < 2) return sessionTable(sessions, io)
  const { bold, dim } = styleFor(io.stdout, io.env)
  const [head = '', ...lines] = sessionTable(
    all.flatMap((it) => it.sessions),
    io,
  ).split(/(?<=\n)/)
  let at = 0
  const parts = all.map(({ project, sessions: own }) => {
    const rows = lines.slice(at, at + own.length).join('')
    at += own.length
    const name = shorten(project.name || 'unknown project', 80)
    return `\n${bold(name)}  ${dim(shorten(homely(project.path, io.env.HOME), 200))}\n${rows}`
  })
  return head + parts.join('')
}

export function sessionTable(sessions: readonly SessionSummary[], io: Io, now = Date.now()): string {
  const short = shortIds(sessions.map(({ id }) => id))
  const style = styleFor(io.stdout, io.env)
  const isolated: Column<SessionSummary> = {
    head: 'ISOLATED',
    text: ({ isolation }) => (isolation === 'require' ? 'yes' : ''),
    optional: 7,
  }
  const branch: Column<SessionSummary> = {
    head: 'BRANCH',
    text: (it) => it.branch ?? it.worktree?.branch ?? '',
    min: 12,
    optional: 4,
  }
  const node: Column<SessionSummary> = {
    head: 'NODE',
    text: ({ node }) => nodeText(node, now),
    min: 8,
  }
  const all = columns(short, style, io.env.HOME, now)
  // Both only where a session has something to show there.
  const more = [
    ...(sessions.some((it) => it.node) ? [node] : []),
    ...(sessions.some(({ worktree }) => worktree) ? [branch] : []),
    ...(sessions.some(({ isolation }) => isolation === 'require') ? [isolated] : []),
  ]
  return tableText([...all, ...more], sessions, io)
}

function columns(
  short: (id: string) => string,
  style: Style,
  home: string | undefined,
  now: number,
): Column<SessionSummary>[] {
  return [
    { head: 'ID', text: ({ id }) => short(id) },
    {
      head: 'STATUS',
      text: ({ liveness, archived }) => (archived ? 'archived' : liveness.words),
      min: 16,
      max: 40,
      paint: (text, { group }) => colourOf(group, style)(text),
    },
    { head: 'AGE', text: ({ liveness }) => ago(liveness.since, now), align: 'right', optional: 2 },
    { head: 'TITLE', text: ({ title }) => title, min: 22, paint: (text) => style.bold(text) },
    { head: 'LATEST', text: ({ lastLine }) => lastLine, min: 16, optional: 5 },
    { head: 'FOLDER', text: ({ cwd }) => homely(cwd, home), min: 16, optional: 4 },
    { head: 'MODEL', text: ({ model = '' }) => model, min: 8, optional: 6 },
    { head: 'CONTEXT', text: contextOf, align: 'right', optional: 3 },
    { head: 'COST', text: ({ costUsd }) => formatMoney(costUsd), align: 'right', optional: 1 },
  ]
}

function nodeText(node: SessionSummary['node'], now: number): string {
  if (!node) return ''
  return node.awaySince === undefined ? node.name : `${node.name} (away ${ago(node.awaySince, now)})`
}

function contextOf({ context }: SessionSummary): string {
  if (!context) return ''
  const { tokens, window } = context
  return window ? `${Math.round((100 * tokens) / window)} %` : `${amount(tokens)} tok`
}

function colourOf(group: SessionSummary['group'], style: Style): (text: string) => string {
  return { 'needs-you': style.yellow, working: style.green, idle: style.cyan, ended: style.dim }[group]
}
