import { Choice } from '../../ui/choice.tsx'
import type { EventFilter } from './event-filter.ts'

const DIRECTIONS = [
  ['all', 'All'],
  ['received', 'From the CLI'],
  ['sent', 'To the CLI'],
  ['host', 'Host'],
] as const

interface Props {
  filter: EventFilter
  onFilter: (filter: EventFilter) => void
  types: readonly (readonly [type: string, count: number])[]
  shown: number
  all: number
}

export function FilterBar({ filter, onFilter, types, shown, all }: Props) {
  return (
    <search className="filter-bar row wrap">
      <input
        type="search"
        className="grow"
        value={filter.text}
        placeholder="Filter by any text"
        aria-label="Filter by text"
        onChange={({ target }) => onFilter({ ...filter, text: target.value })}
      />
      <select
        value={filter.type}
        aria-label="Type"
        onChange={({ target }) => onFilter({ ...filter, type: target.value })}
      >
        <option value="">All types</option>
        {types.map(([type, count]) => (
          <option key={type} value={type}>
            {type} ({count})
          </option>
        ))}
      </select>
      <Choice
        label="Direction"
        options={DIRECTIONS}
        value={filter.direction}
        onChoose={(direction) => onFilter({ ...filter, direction })}
      />
      <span className="soft small" role="status">
        {shown === all ? `${all} events` : `${shown} of ${all} events`}
      </span>
    </search>
  )
}
