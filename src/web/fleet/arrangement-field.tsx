/** In a fleet: whether the list of sessions is by project or by machine, or of one machine only. Kept in this browser. */
import { useStored } from '../store/stored.ts'
import { Select } from '../ui/select.tsx'
import { type Arrangement, arrangementIn, type Machine } from './by-machine.ts'

export function useArrangement(machines: readonly Machine[]) {
  const [text, keep] = useStored('sessions-by')
  const choose = (it: Arrangement) => keep(it === 'project' ? undefined : it)
  return [arrangementIn(text, machines), choose] as const
}

interface Props {
  machines: readonly Machine[]
  value: Arrangement
  onChoose: (arrangement: Arrangement) => void
}

export function ArrangementField({ machines, value, onChoose }: Props) {
  if (machines.length < 2) return null
  const options: { value: Arrangement; name: string }[] = [
    { value: 'project', name: 'All machines, by project' },
    { value: 'machine', name: 'All machines, by machine' },
    ...machines.map(({ id, name, awaySince }) => ({
      value: `only ${id}` as const,
      name: `Only ${name}${awaySince === undefined ? '' : ' (away)'}`,
    })),
  ]
  return (
    <Select
      size="small"
      className="session-arrangement"
      aria-label="Machines"
      options={options}
      value={value}
      onChoose={onChoose}
    />
  )
}
