import type { SessionSummary } from '../../../api/resources.ts'
import { formatDuration } from '../../../state/format/duration.ts'
import { formatMoney } from '../../../state/format/money.ts'
import { liveness } from '../../../state/liveness/liveness.ts'
import { describe } from '../../../state/liveness/words.ts'
import { modeName } from '../../../state/mode-names.ts'
import type { SessionState } from '../../../state/session-state.ts'
import { totalCost } from '../../../state/usage-totals.ts'
import { amount, homely } from '../../show/words.ts'
import { printable, textWidth } from '../../terminal/cells.ts'
import { bold, cyan, dim, green, red, yellow } from '../../terminal/style.ts'
import { shorten, truncate } from '../../terminal/truncate.ts'

export function headLine(
  summary: SessionSummary | undefined,
  state: SessionState,
  width: number,
  home: string | undefined,
): string {
  if (!summary) return ''
  const { list } = state.facts.todos
  const done = list.filter(({ status }) => status === 'completed').length
  const doing = list.find(({ status }) => status === 'in_progress')
  const todo = list.length === 0 ? '' : `☑ ${done}/${list.length}`
  const right = dim(
    [doing ? shorten(doing.activeForm ?? doing.text, 30) : '', todo].filter(Boolean).join('  '),
  )
  const left = `${bold(shorten(summary.title || 'untitled', 200))}  ${dim(printable(homely(summary.cwd, home)))}`
  const room = width - textWidth(right) - 2
  const warning = summary.warnings[0]
  const shown = warning ? `${left}  ${yellow(`! ${shorten(warning, 200)}`)}` : left
  return spread(truncate(shown, room), right, width)
}

/** Without a connection, `now` is the time when it was lost: what happened since is unknown. */
export function statusLine(
  summary: SessionSummary | undefined,
  state: SessionState,
  width: number,
  now: number,
): string {
  // Until the state has arrived, the list knows more.
  if (state.seq === 0) return summary ? dim(shorten(summary.liveness.words, 300)) : ''
  const live = liveness(state, now)
  const words = describe(live, now, { formatTime: clock })
  const paint = PAINTS[live.status] ?? cyan
  const { facts, usage } = state
  const quiet =
    live.lastEventAt > 0 && RUNNING.has(live.status) && now - live.lastEventAt > 5000
      ? dim(`last output ${formatDuration(now - live.lastEventAt)} ago`)
      : ''
  const { context } = usage
  const fill = context
    ? context.window
      ? `context ${Math.round((100 * context.tokens) / context.window)} %`
      : `${amount(context.tokens)} tokens`
    : ''
  const parts = [
    modeWords(facts.permissionMode ?? summary?.permissionMode),
    summary?.isolation === 'require' ? green('isolated') : '',
    dim(printable((facts.model ?? summary?.model ?? '').replace(/^claude-/, ''))),
    dim(fill),
    dim(formatMoney(totalCost(usage))),
  ]
  const left = [paint(shorten(words, 300)), ...(width > 100 && quiet ? [quiet] : [])].join(dim(' · '))
  const right = fitting(parts, width - Math.min(textWidth(left), LEAST_STATE) - 2)
  return spread(truncate(left, right === '' ? width : width - textWidth(right) - 2), right, width)
}

/** What the session does is told before what it runs with. */
const LEAST_STATE = 38
/** Of the parts at the right, by their places: the first goes first. */
const GOES_FIRST = [2, 3, 4, 1, 0]

function fitting(parts: readonly string[], width: number): string {
  const left = [...parts]
  const joined = () => left.filter((part) => part !== '').join(dim(' · '))
  for (const place of GOES_FIRST) {
    if (textWidth(joined()) <= width) break
    left[place] = ''
  }
  return joined()
}

/** Of others, the age of the last output says nothing new. */
const RUNNING = new Set(['starting', 'thinking', 'streaming', 'stalled'])
const PAINTS: Readonly<Record<string, (text: string) => string>> = {
  'awaiting-approval': yellow,
  thinking: green,
  streaming: green,
  starting: green,
  stalled: red,
  error: red,
  disconnected: dim,
}

function modeWords(mode: string | undefined): string {
  if (mode === undefined || mode === 'default' || mode === 'manual') return dim(modeName('default'))
  if (mode === 'bypassPermissions') return red(modeName(mode))
  return (mode === 'plan' ? cyan : yellow)(printable(modeName(mode)))
}

function clock(at: number): string {
  const date = new Date(at)
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
}

/** One text on the left, one on the right. */
export function spread(left: string, right: string, width: number): string {
  const gap = width - textWidth(left) - textWidth(right)
  return gap < 1 ? truncate(left, width) : `${left}${' '.repeat(gap)}${right}`
}
