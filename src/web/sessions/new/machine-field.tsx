/** In a fleet: the machine that runs the session, or any that fits. */
import { useState } from 'react'
import type { CreateSession } from '../../../api/commands.ts'
import type { FleetNode } from '../../../api/fleet.ts'
import { gigabytes, sortedNodes, useFleet } from '../../fleet/use-fleet.ts'
import { Field, Input } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

const HERE = 'here'
const ANY = 'any'

export interface MachineChoice {
  /** Undefined: the host belongs to no fleet, or has nobody to choose from. */
  readonly nodes: readonly FleetNode[] | undefined
  readonly value: string
  readonly labels: string
  readonly choose: (value: string) => void
  readonly setLabels: (labels: string) => void
  /** Another machine, whose folders are not those of this one. */
  readonly other: FleetNode | undefined
  /** What of it the host is asked for. */
  readonly asked: Pick<CreateSession, 'node' | 'labels'>
  /** What is wrong with it. */
  readonly problem: string
}

export function useMachine(): MachineChoice {
  const nodes = useFleet().value?.nodes ?? []
  const [chosen, choose] = useState(HERE)
  const [labels, setLabels] = useState('')
  const other = nodes.find(({ id, isHere }) => id === chosen && !isHere)
  const value = other || chosen === ANY ? chosen : HERE
  const given = labelsIn(labels)
  return {
    nodes: nodes.length > 1 ? sortedNodes(nodes) : undefined,
    ...{ value, labels, choose, setLabels, other },
    asked: {
      ...(value !== HERE && { node: value }),
      ...(value === ANY && labels.trim() !== '' && given && { labels: given }),
    },
    problem: value === ANY && !given ? 'Write labels as key=value.' : '',
  }
}

export function MachineField({ machine }: { machine: MachineChoice }) {
  const { nodes, value, labels, choose, setLabels, other, problem } = machine
  if (!nodes) return null
  const usable = nodes.filter(({ isHere, away }) => !isHere && away === undefined)
  const here = nodes.find(({ isHere }) => isHere)
  const away = nodes.filter((it) => it.away !== undefined).map(({ name }) => name)
  const options = [
    { value: HERE, name: `This machine (${here?.name ?? ''})` },
    { value: ANY, name: 'Any machine' },
    ...usable.map(({ id, name, isDraining }) => ({
      value: id,
      name: isDraining ? `${name} (draining)` : name,
    })),
  ]
  const hints = [hintOf(value, other ?? here), ...(away.length > 0 ? [`Away: ${away.join(', ')}.`] : [])]
  return (
    <div className="new-options-grid">
      <Field label="Machine" hint={hints.join(' ')}>
        {(control) => <Select {...control} options={options} value={value} onChoose={choose} />}
      </Field>
      {value === ANY && (
        <Field label="Labels" error={problem || undefined} hint="What the machine must have, as gpu=yes.">
          {(control) => (
            <Input
              {...control}
              className="mono"
              value={labels}
              placeholder="None"
              spellCheck={false}
              autoComplete="off"
              onText={setLabels}
            />
          )}
        </Field>
      )}
    </div>
  )
}

function hintOf(value: string, node: FleetNode | undefined): string {
  if (value === ANY) return 'One that has the project, by its git remote, and the most room.'
  if (!node) return ''
  return `Runs ${node.running} of ${node.capacity} processes, ${gigabytes(node.freeMemoryBytes)} of memory free.`
}

/** Undefined: it cannot be read. */
function labelsIn(text: string): Record<string, string> | undefined {
  const words = text.split(/[\s,]+/).filter(Boolean)
  if (!words.every((word) => /^[\w.-]+=/.test(word))) return undefined
  return Object.fromEntries(
    words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  )
}
