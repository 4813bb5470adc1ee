import { Meter } from '../ui/meter.tsx'
import { usd } from '../ui/numbers.ts'
import type { CostToday } from './cost-today.ts'

const MAX_PROJECTS = 5

export function CostByProject({ cost: { totalUsd, projects } }: { cost: CostToday }) {
  if (projects.length === 0) return null
  return (
    <section className="board-costs" aria-label="Cost today by project">
      <p className="board-cost">
        <strong>Cost today</strong>
        <strong className="number">{usd(totalUsd)}</strong>
      </p>
      {projects.slice(0, MAX_PROJECTS).map(({ project, usd: spent }) => (
        <p key={project.path} className="board-cost" title={project.path}>
          <span className="cut">{project.name}</span>
          <Meter
            part={spent / totalUsd}
            label={`${Math.round((100 * spent) / totalUsd)} percent`}
            isWide
            isPlain
          />
          <span className="number">{usd(spent)}</span>
        </p>
      ))}
    </section>
  )
}

export function CostInHead({ cost: { totalUsd, budgetUsd } }: { cost: CostToday }) {
  if (totalUsd === 0 && budgetUsd === undefined) return null
  const percent = budgetUsd ? Math.round((100 * totalUsd) / budgetUsd) : undefined
  return (
    <span className="board-today row soft">
      <span>
        Today <strong>{usd(totalUsd)}</strong>
        {budgetUsd !== undefined && ` of ${usd(budgetUsd)}`}
      </span>
      {budgetUsd && <Meter part={totalUsd / budgetUsd} label={`${percent} percent of today's budget`} />}
    </span>
  )
}
