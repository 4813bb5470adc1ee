import type { FleetNode, FleetStatus } from '../../../api/fleet.ts'
import type { Io } from '../../io.ts'
import { type Column, tableText } from '../../show/table.ts'
import { ago, amount, count } from '../../show/words.ts'
import { styleFor } from '../../terminal/style.ts'

export function fleetText({ connection, nodes, stored }: FleetStatus, io: Io, now = Date.now()): string {
  const style = styleFor(io.stdout, io.env)
  if (!connection) return 'This host belongs to no fleet. `fairlead fleet join URL` joins one.\n'
  const lines = [
    connection.isConnected
      ? `${style.green('Connected')} to ${style.bold(connection.url)}`
      : `${style.red('Not connected')} to ${style.bold(connection.url)}`,
    ...(connection.problem === undefined ? [] : [style.red(`Problem: ${connection.problem}`)]),
    ...(stored
      ? [style.dim(`Stored events: ${amount(stored.bytes)}B in ${count(stored.batches, 'batch', 'batches')}`)]
      : []),
  ]
  const sorted = [...nodes].sort((a, b) => a.name.localeCompare(b.name))
  return `${lines.join('\n')}\n${nodes.length > 0 ? `\n${tableText(columns(io, now), sorted, io)}` : ''}`
}

function columns(io: Io, now: number): Column<FleetNode>[] {
  const style = styleFor(io.stdout, io.env)
  return [
    {
      head: 'NODE',
      text: ({ name, isHere }) => (isHere ? `${name} (here)` : name),
      paint: (text) => style.bold(text),
    },
    {
      head: 'STATUS',
      text: ({ away, seenAt, isDraining }) => {
        if (away !== undefined) return `${away} ${ago(seenAt, now)} ago`
        return isDraining ? 'draining' : 'up'
      },
      paint: (text, { away, isDraining }) => {
        if (away !== undefined) return style.red(text)
        return isDraining ? style.yellow(text) : style.green(text)
      },
    },
    { head: 'SESSIONS', text: ({ sessions }) => String(sessions), align: 'right' },
    { head: 'RUNNING', text: ({ running, capacity }) => `${running}/${capacity}`, align: 'right' },
    { head: 'LOAD', text: ({ load }) => load.toFixed(2), align: 'right', optional: 1 },
    {
      head: 'FREE',
      text: ({ freeMemoryBytes }) => `${amount(freeMemoryBytes)}B`,
      align: 'right',
      optional: 2,
    },
    { head: 'BEHIND', text: ({ behind }) => (behind === 0 ? '' : count(behind, 'session')), align: 'right' },
    { head: 'VERSION', text: ({ version }) => version, optional: 4 },
    {
      head: 'LABELS',
      text: ({ labels }) =>
        Object.entries(labels)
          .map((it) => it.join('='))
          .join(' '),
      optional: 3,
    },
    { head: 'ID', text: ({ id }) => id, optional: 5 },
  ]
}
