/** The row of one item among its neighbours: as a row of its own, within a run of calls, or in a list of sub-agents. */
import type { ReactElement } from 'react'
import type { Item } from '../../state/transcript/items.ts'
import { Row } from './row.tsx'
import { agentPlace } from './runs/agents.ts'
import { AgentsHead } from './runs/agents-head.tsx'
import type { OpenRuns } from './runs/open-runs.ts'
import { RunHead } from './runs/run-head.tsx'
import type { Run } from './runs/runs.ts'

interface Neighbours {
  readonly itemAt: (index: number) => Item | undefined
  readonly runOf: (index: number) => Run | undefined
  readonly runs: OpenRuns
  readonly isNested?: boolean
}

export function conversationRow(
  item: Item,
  index: number,
  isMarked: boolean,
  { itemAt, runOf, runs, isNested = false }: Neighbours,
): ReactElement {
  const run = runOf(index)
  const row = (place?: 'in-run' | 'agent' | 'last-agent') => (
    <Row key={item.id} item={item} isMarked={isMarked} isNested={isNested} {...(place && { place })} />
  )
  if (run) {
    const isOpen = runs.isOpen(run)
    // A row without content keeps the places of all others.
    if (index !== run.from) return isOpen ? row('in-run') : <div key={item.id} />
    return (
      <div key={item.id}>
        <div className="item" data-kind="run">
          <RunHead items={run.items} isOpen={isOpen} onToggle={() => runs.toggle(run)} />
        </div>
        {isOpen && row('in-run')}
      </div>
    )
  }
  const agents = agentPlace(itemAt, index)
  if (!agents) return row()
  const place = agents.isLast ? 'last-agent' : 'agent'
  if (!agents.isFirst) return row(place)
  return (
    <div key={item.id}>
      <AgentsHead items={agents.items} />
      {row(place)}
    </div>
  )
}
