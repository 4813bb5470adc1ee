import { useEffect, useMemo } from 'react'
import type { SessionSummary, UsageRow } from '../../api/resources.ts'
import { sessionAddress } from '../router.ts'
import { api } from '../store/connection.ts'
import { useFetched, useKept } from '../store/fetched.ts'
import { useStored } from '../store/stored.ts'
import { useLive } from '../store/use-live.ts'
import { Choice } from '../ui/choice.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Link } from '../ui/link.tsx'
import { shortPath } from '../ui/numbers.ts'
import { Page } from '../ui/page.tsx'
import { Budgets } from './budgets.tsx'
import { Chart } from './chart.tsx'
import { DayTable, Top, Totals } from './figures.tsx'
import { bucketsOf, type Days, dayOf, daysOf, RANGES, type RangeName } from './range.ts'
import { type Measure, partsOf, type Split, stacksOf, sumOf } from './sums.ts'
import './usage.css'

const MEASURES = [
  ['cost', 'Cost'],
  ['tokens', 'Tokens'],
] as const
const SPLITS = [
  ['model', 'by model'],
  ['cwd', 'by folder'],
  ['session', 'by session'],
] as const

function useChoice<T extends string>(name: string, options: readonly (readonly [T, string])[], first: T) {
  const [value, set] = useStored(name)
  const known = options.find(([option]) => option === value)?.[0] ?? first
  return [known, (next: T) => set(next)] as const
}

export function Usage() {
  const { sessions } = useLive()
  const [range, setRange] = useChoice('usage-range', RANGES, '30')
  const [from, setFrom] = useStored('usage-from')
  const [to, setTo] = useStored('usage-to')
  const days = daysOf(range, { ...(from && { from }), ...(to && { to }) }, Date.now())
  const usage = useFetched(`${days.from ?? ''} ${days.to ?? ''}`, async () => ({
    ...(await api.call('getUsage', { query: days })),
    days,
  }))
  const report = useKept(usage.value)
  const spent = sessions?.reduce((sum, { costUsd }) => sum + costUsd, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches again when something was spent
  useEffect(usage.again, [spent])
  return (
    <Page title="Usage">
      <div className="stack">
        <div className="row wrap">
          <Choice<RangeName> label="Period" options={RANGES} value={range} onChoose={setRange} />
          {range === 'custom' && (
            <>
              <input
                type="date"
                aria-label="First day"
                value={from ?? ''}
                max={to}
                onChange={({ target }) => setFrom(target.value)}
              />
              <span className="soft">to</span>
              <input
                type="date"
                aria-label="Last day"
                value={to ?? ''}
                min={from}
                onChange={({ target }) => setTo(target.value)}
              />
            </>
          )}
        </div>
        <Failure error={usage.error} again={usage.again} />
        {!report ? (
          !usage.error && <p className="soft">Loading…</p>
        ) : report.rows.length > 0 ? (
          <Report rows={report.rows} days={report.days} sessions={sessions ?? []} />
        ) : (
          <Empty title={range === 'all' ? 'No usage yet' : 'No usage in this period'}>
            <p>Each finished turn adds its cost and tokens here, as the agent reports them.</p>
          </Empty>
        )}
        <Budgets spent={spent} />
      </div>
    </Page>
  )
}

interface ReportProps {
  rows: readonly UsageRow[]
  days: Days
  sessions: readonly SessionSummary[]
}

function Report({ rows, days, sessions }: ReportProps) {
  const [measure, setMeasure] = useChoice<Measure>('usage-measure', MEASURES, 'cost')
  const [split, setSplit] = useChoice<Split>('usage-split', SPLITS, 'model')
  const buckets = useMemo(() => {
    const known = rows.map(({ day }) => day).sort()
    return bucketsOf(days.from ?? known[0] ?? '', days.to ?? dayOf(Date.now()))
  }, [rows, days])
  const { series, stacks } = useMemo(
    () => stacksOf(rows, buckets, split, measure),
    [rows, buckets, split, measure],
  )
  const titles = new Map(sessions.map(({ id, title }) => [id, title || 'Untitled']))
  const nameOf = (key: string | undefined) => (key === undefined ? 'Others' : nameIn(split, key, titles))
  return (
    <>
      <Totals sum={sumOf(rows)} sessions={new Set(rows.map(({ session }) => session)).size} />
      <section className="card stack" aria-label="Usage over time">
        <div className="row wrap">
          <Choice<Measure> label="Measure" options={MEASURES} value={measure} onChoose={setMeasure} />
          <Choice<Split> label="Split" options={SPLITS} value={split} onChoose={setSplit} />
        </div>
        {stacks.length > 0 && (
          <>
            <Chart series={series} stacks={stacks} measure={measure} nameOf={nameOf} />
            <DayTable series={series} stacks={stacks} measure={measure} nameOf={nameOf} />
          </>
        )}
      </section>
      <div className="usage-tops">
        <Top
          title="By model"
          parts={partsOf(rows, 'model', measure)}
          show={(model) => nameIn('model', model, titles)}
        />
        <Top
          title="By folder"
          parts={partsOf(rows, 'cwd', measure)}
          show={(cwd) => <span title={cwd}>{nameIn('cwd', cwd, titles)}</span>}
        />
        <Top
          title="By session"
          parts={partsOf(rows, 'session', measure)}
          show={(id) =>
            titles.has(id) ? (
              <Link href={sessionAddress(id)}>{titles.get(id)}</Link>
            ) : (
              <span className="soft">{nameIn('session', id, titles)}</span>
            )
          }
        />
      </div>
    </>
  )
}

function nameIn(split: Split, key: string, titles: ReadonlyMap<string, string>): string {
  if (split === 'session') return titles.get(key) ?? `deleted (${key.slice(0, 8)})`
  if (split === 'cwd') return key === '' ? 'unknown folder' : shortPath(key)
  return key || 'unknown model'
}
