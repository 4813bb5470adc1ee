/** What all sessions cost today, in the host's day (UTC), as the daily budget counts it. */
import type { SessionSummary } from '../../api/resources.ts'
import { api } from '../store/connection.ts'
import { useFetched, useKept } from '../store/fetched.ts'
import { byProject, type ProjectCost } from './cost-by-project.ts'

export interface CostToday {
  readonly totalUsd: number
  readonly budgetUsd: number | undefined
  readonly projects: readonly ProjectCost[]
}

export function useCostToday(sessions: readonly SessionSummary[]): CostToday | undefined {
  const day = new Date().toISOString().slice(0, 10)
  // The host adds to the sums when a turn ends.
  const spent = sessions.reduce((sum, { costUsd }) => sum + costUsd, 0)
  const usage = useKept(
    useFetched(`${day} ${spent.toFixed(4)}`, () => api.call('getUsage', { query: { from: day, to: day } }))
      .value,
  )
  const budgets = useFetched('budgets', () => api.call('getBudgets', {})).value
  if (!usage) return undefined
  return {
    totalUsd: usage.totalUsd,
    budgetUsd: budgets?.dayUsd ?? undefined,
    projects: byProject(usage.rows, sessions),
  }
}
