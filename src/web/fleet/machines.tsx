/** The machines of the fleet: which are there, what they have to do, and which take new sessions. */
import type { FleetNode } from '../../api/fleet.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { Age } from '../ui/age.tsx'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { count } from '../ui/numbers.ts'
import { Tag } from '../ui/tag.tsx'
import { gigabytes, sortedNodes, useFleet } from './use-fleet.ts'

export function Machines() {
  const { value, error, again } = useFleet()
  const drain = useAction(async (node: string, drained: boolean) => {
    await api.call('drainNode', { params: { node }, body: { drained, commandId: newId() } })
    again()
  })
  const { connection, nodes = [] } = value ?? {}
  return (
    <section className="card stack" aria-label="Machines">
      <h2>Machines</h2>
      <Failure error={error} again={again} />
      <Failure error={drain.error ?? connection?.problem} />
      {value && !connection && (
        <p className="soft">
          This host belongs to no fleet. <code>fairlead fleet join URL</code> joins one.
        </p>
      )}
      <ul className="settings-list">
        {sortedNodes(nodes).map((node) => (
          <li key={node.id}>
            <span className="grow">
              <strong>{node.name}</strong> <State node={node} />
              <span className="small soft settings-command">{aboutNode(node)}</span>
            </span>
            {node.away === undefined && (
              <Button
                size="small"
                aria-label={`${node.isDraining ? 'Take new sessions on' : 'Drain'} ${node.name}`}
                isPending={drain.isPending}
                onClick={() => drain.run(node.id, !node.isDraining)}
              >
                {node.isDraining ? 'Take new sessions' : 'Drain'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {connection && (
        <p className="small soft">
          A machine that is drained takes no new sessions. Those that it has go on.
        </p>
      )}
    </section>
  )
}

function State({ node: { isHere, away, seenAt, isDraining } }: { node: FleetNode }) {
  return (
    <>
      {isHere && <Tag>this machine</Tag>}
      {away === undefined ? (
        isDraining && <Tag>draining</Tag>
      ) : (
        <Tag tone="danger">
          {away === 'stopped' ? 'stopped' : 'away'} for <Age since={seenAt} isShort />
        </Tag>
      )}
    </>
  )
}

function aboutNode({
  sessions,
  running,
  capacity,
  freeMemoryBytes,
  behind,
  version,
  labels,
}: FleetNode): string {
  return [
    `${count(sessions)} sessions, ${running} of ${capacity} processes, ${gigabytes(freeMemoryBytes)} free`,
    ...(behind > 0 ? [`${behind} wait to be published`] : []),
    `Fairlead ${version}`,
    ...Object.entries(labels).map((it) => it.join('=')),
  ].join(' · ')
}
