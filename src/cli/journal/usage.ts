import type { Budgets, SessionSummary, UsageReport, UsageRow } from '../../api/resources.ts'
import { formatMoney } from '../../state/format/money.ts'
import { defineCommand, UsageError, wholeNumber } from '../command-line.ts'
import { connect } from '../host/connect.ts'
import type { FoundHost } from '../host/find-host.ts'
import type { Io } from '../io.ts'
import { shortIds } from '../show/short-id.ts'
import { type Column, tableText } from '../show/table.ts'
import { watch } from '../show/watch.ts'
import { amount, homely, localTime } from '../show/words.ts'
import { styleFor } from '../terminal/style.ts'

const BY = ['day', 'model', 'session', 'folder'] as const
type By = (typeof BY)[number]

export const usage = defineCommand(
  {
    name: 'usage',
    most: 0,
    about: `
Adds up what sessions have cost, in US dollars, and their tokens. Days are those of UTC. Budgets are shown where
there are any.`,
    options: {
      by: {
        type: 'string',
        short: 'b',
        value: 'WHAT',
        about: 'day (the default), model, session or folder',
        choices: BY,
      },
      days: { type: 'string', short: 'd', value: 'N', about: 'only the last N days, including today' },
      from: { type: 'string', value: 'DAY', about: 'the first day: 2026-01-31' },
      to: { type: 'string', value: 'DAY', about: 'the last day' },
      watch: { type: 'boolean', short: 'w', about: 'keep updating until ctrl-c' },
      json: { type: 'boolean', about: 'print the rows as one JSON object; with --watch one for each change' },
    },
    examples: ['fairlead usage', 'fairlead usage --by model --days 7', 'fairlead usage --by session --watch'],
  },
  async ({ values: { by = 'day', json = false, ...values } }, io) => {
    const query = { ...dayOf('from', values.from), ...dayOf('to', values.to), ...lastDays(values.days) }
    const host = await connect(io)
    const look = async () => {
      const report = await host.api.call('getUsage', { query })
      return json ? `${JSON.stringify(report)}\n` : shown(report, by as By, host, io)
    }
    if (values.watch) return watch(io, async () => ({ text: await look() }))
    io.out(await look())
    return 0
  },
)

function dayOf(name: 'from' | 'to', day: string | undefined): { from?: string; to?: string } {
  if (day === undefined) return {}
  if (/^\d{4}-\d\d-\d\d$/.test(day)) return { [name]: day }
  throw new UsageError(`--${name} takes a day such as 2026-01-31, not '${day}'`)
}

function lastDays(text: string | undefined): { from?: string } {
  const days = wholeNumber('--days', text, 1)
  if (days === undefined) return {}
  return { from: localTime(Date.now() - (days - 1) * 86_400_000).slice(0, 10) }
}

interface Sum {
  readonly key: string
  readonly name: string
  readonly costUsd: number
  readonly input: number
  readonly output: number
  readonly cached: number
  readonly turns: number
}

async function shown(report: UsageReport, by: By, { api }: FoundHost, io: Io): Promise<string> {
  const [{ sessions }, budgets] = await Promise.all([
    api.call('listSessions', {}),
    api.call('getBudgets', {}),
  ])
  const sums = summed(report.rows, by, sessions, io.env.HOME)
  const style = styleFor(io.stdout, io.env)
  const columns: Column<Sum>[] = [
    { head: by.toUpperCase(), text: ({ key }) => key, min: 10 },
    ...(by === 'session' ? [{ head: 'TITLE', text: ({ name }: Sum) => name, min: 12 }] : []),
    {
      head: 'COST',
      text: ({ costUsd }) => formatMoney(costUsd),
      align: 'right',
      paint: (text) => style.bold(text),
    },
    { head: 'TURNS', text: ({ turns }) => String(turns), align: 'right', optional: 2 },
    { head: 'INPUT', text: ({ input }) => amount(input), align: 'right', optional: 1 },
    { head: 'OUTPUT', text: ({ output }) => amount(output), align: 'right', optional: 1 },
    { head: 'CACHED', text: ({ cached }) => amount(cached), align: 'right', optional: 3 },
  ]
  const table = sums.length === 0 ? 'No usage.\n' : tableText(columns, sums, io)
  return `${table}${sums.length > 0 ? `\nTotal: ${style.bold(formatMoney(report.totalUsd))}\n` : ''}${budgetLine(budgets)}`
}

function summed(
  rows: readonly UsageRow[],
  by: By,
  sessions: readonly SessionSummary[],
  home: string | undefined,
): Sum[] {
  const short = shortIds(rows.map(({ session }) => session))
  const titles = new Map(sessions.map(({ id, title }) => [id, title]))
  const keyOf = (row: UsageRow) =>
    ({ day: row.day, model: row.model, session: short(row.session), folder: homely(row.cwd, home) })[by]
  const sums = new Map<string, Sum>()
  for (const row of rows) {
    const key = keyOf(row)
    const { costUsd = 0, input = 0, output = 0, cached = 0, turns = 0 } = sums.get(key) ?? {}
    sums.set(key, {
      key,
      name: titles.get(row.session) ?? '',
      costUsd: costUsd + row.costUsd,
      input: input + row.input,
      output: output + row.output,
      cached: cached + row.cacheRead + row.cacheCreation,
      turns: turns + row.turns,
    })
  }
  const all = [...sums.values()]
  return by === 'day'
    ? all.sort((a, b) => (a.key < b.key ? 1 : -1))
    : all.sort((a, b) => b.costUsd - a.costUsd)
}

function budgetLine({ sessionUsd, dayUsd, hostUsd }: Budgets): string {
  const limits = [
    [sessionUsd, 'a session'],
    [dayUsd, 'a day'],
    [hostUsd, 'in all'],
  ] as const
  const told = limits
    .filter(([limit]) => limit !== null)
    .map(([limit, what]) => `${formatMoney(limit ?? 0)} ${what}`)
  return told.length === 0 ? '' : `Budget: ${told.join(', ')}\n`
}
