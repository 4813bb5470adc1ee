import { useState } from 'react'
import type { Budgets as BudgetList } from '../../api/resources.ts'
import { formatMoney } from '../../state/format/money.ts'
import { sessionAddress } from '../router.ts'
import { useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useFetched, useKept } from '../store/fetched.ts'
import { useLive } from '../store/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Link } from '../ui/link.tsx'
import { Meter } from '../ui/meter.tsx'
import { submitHandler } from '../ui/submit-handler.ts'
import { Tag } from '../ui/tag.tsx'
import { dayOf } from './range.ts'
import { sumOf } from './sums.ts'

/** Fetches the usage again when `spent`, the cost of all sessions, changes. */
export function Budgets({ spent }: { spent: number | undefined }) {
  const budgets = useFetched('budgets', () => api.call('getBudgets', {}))
  const usage = useKept(useFetched(`spent ${spent}`, () => api.call('getUsage', {})).value)
  const dearest = useLive().sessions?.reduce((a, b) => (b.costUsd > a.costUsd ? b : a), {
    costUsd: 0,
    id: '',
  })
  const today = dayOf(Date.now())
  const day = usage && sumOf(usage.rows.filter((row) => row.day === today)).costUsd
  return (
    <section className="card stack" aria-label="Budgets">
      <div>
        <h2>Budgets</h2>
        <p className="soft small">
          A session that has used up its budget stops, and sends nothing until you raise the budget. Leave a
          field empty for no limit.
        </p>
      </div>
      <Failure error={budgets.error} again={budgets.again} />
      {budgets.value && (
        <BudgetForm
          key={JSON.stringify(budgets.value)}
          saved={budgets.value}
          onSaved={budgets.again}
          session={dearest}
          day={day}
          host={usage?.totalUsd}
        />
      )}
    </section>
  )
}

interface Props {
  saved: BudgetList
  onSaved: () => void
  session: { id: string; costUsd: number } | undefined
  day: number | undefined
  host: number | undefined
}

function BudgetForm({ saved, onSaved, session, day, host }: Props) {
  const [texts, setTexts] = useState(() => ({
    sessionUsd: shown(saved.sessionUsd),
    dayUsd: shown(saved.dayUsd),
    hostUsd: shown(saved.hostUsd),
    warnAt: String(Math.round(saved.warnAt * 100)),
  }))
  const save = useAction(async (list: BudgetList) => {
    await api.call('putBudgets', { body: list })
    onSaved()
  })
  const wanted: BudgetList = {
    sessionUsd: amount(texts.sessionUsd),
    dayUsd: amount(texts.dayUsd),
    hostUsd: amount(texts.hostUsd),
    warnAt: Number(texts.warnAt) / 100,
  }
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(saved)
  const field = (name: keyof typeof texts) => ({
    type: 'number',
    min: 0,
    value: texts[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setTexts({ ...texts, [name]: target.value }),
  })
  const dearest = session?.id && <Link href={sessionAddress(session.id)}>the most expensive session</Link>
  const limits = [
    {
      name: 'sessionUsd',
      label: 'Per session',
      spent: session?.costUsd,
      where: <>by {dearest || 'any session'}</>,
    },
    { name: 'dayUsd', label: 'Per day', spent: day, where: 'today (UTC)' },
    { name: 'hostUsd', label: 'Whole host', spent: host, where: 'so far' },
  ] as const
  return (
    <form className="stack" onSubmit={submitHandler(() => save.run(wanted))}>
      <div className="usage-budgets">
        {limits.map(({ name, label, spent, where }) => (
          <div key={name}>
            <label className="field">
              <span>{label}, USD</span>
              <input {...field(name)} step="any" placeholder="no limit" />
            </label>
            <BudgetStatus limit={saved[name]} spent={spent}>
              {where}
            </BudgetStatus>
          </div>
        ))}
        <label className="field">
          <span>Warn at, percent</span>
          <input {...field('warnAt')} max={100} step={1} required />
        </label>
      </div>
      <Failure error={save.error} />
      <div className="row">
        <Button type="submit" kind="primary" isPending={save.isPending} disabled={!isChanged}>
          Save budgets
        </Button>
        {isChanged && <span className="soft">Not saved</span>}
      </div>
    </form>
  )
}

interface BudgetStatusProps {
  limit: number | null
  spent: number | undefined
  children: React.ReactNode
}

function BudgetStatus({ limit, spent, children }: BudgetStatusProps) {
  if (spent === undefined) return null
  const isOver = limit !== null && spent >= limit
  return (
    <p className="small soft usage-stand">
      {limit !== null && (
        <Meter
          part={limit === 0 ? 1 : spent / limit}
          label={`${formatMoney(spent)} of ${formatMoney(limit)} spent`}
        />
      )}
      <span>
        {formatMoney(spent)} {limit !== null && `of ${formatMoney(limit)} `}
        {children}
      </span>
      {isOver && <Tag tone="danger">used up</Tag>}
    </p>
  )
}

const shown = (limit: number | null): string => (limit === null ? '' : String(limit))
const amount = (text: string): number | null => (text === '' ? null : Number(text))
