/** What a node tells the others of itself. */
import { cpus, freemem, hostname, loadavg } from 'node:os'
import type { ExtensionParts } from '../host/extension.ts'
import { FLEET_PROTOCOL, type NodeRecord } from './members.ts'
import type { FleetSettings } from './settings.ts'

type Told = Pick<NodeRecord, 'projects' | 'isDraining' | 'behind'>

export function recordOf(
  { host, version, agents }: ExtensionParts,
  { name = hostname(), labels = {} }: FleetSettings,
  told: Told,
): NodeRecord {
  const { capacity, shortage } = host.admission
  return {
    protocol: FLEET_PROTOCOL,
    name,
    version,
    labels,
    agents: [...agents()],
    sessions: host.sessions().length,
    running: host.running,
    capacity,
    ...(shortage !== undefined && { shortage }),
    freeMemoryBytes: freemem(),
    load: (loadavg()[0] ?? 0) / Math.max(1, cpus().length),
    ...told,
  }
}
