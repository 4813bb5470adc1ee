/** A node joins a fleet and leaves it: what is checked before, and what is taken back after. */

import { FLEET_PROTOCOL, type NodeRecord } from '../../../fleet/members.ts'
import type { Engine, KeyTable, TableEntry } from '../../../fleet/ports.ts'
import type { FleetSettings } from '../../../fleet/settings.ts'
import { openEngine } from './settings.ts'

const MAX_SKEW_MS = 60_000

/** Throws with what keeps this machine from being a node. Resolves with the names of the nodes that are there. */
export async function checkFleet(settings: FleetSettings, version: string): Promise<string[]> {
  const engine = await openEngine(settings)
  try {
    await checkClock(engine)
    const nodes = (await entriesOf(await engine.table('nodes'))).map(({ value }) => value as NodeRecord)
    const other = nodes.find(({ protocol, hasStopped }) => !hasStopped && protocol !== FLEET_PROTOCOL)
    if (other)
      throw new Error(
        `Node ${other.name} of this fleet has Fairlead ${other.version}, which does not fit ${version}: update one of them.`,
      )
    return nodes.filter(({ hasStopped }) => !hasStopped).map(({ name }) => name)
  } finally {
    await engine.close()
  }
}

async function checkClock(engine: Engine): Promise<void> {
  const table = await engine.table('clock')
  const before = Date.now()
  const key = `check-${process.pid}-${before}`
  const entry = await table.create(key, 0)
  await table.remove(key)
  const skew = before - (entry?.at ?? before)
  if (Math.abs(skew) <= MAX_SKEW_MS) return
  const minutes = Math.round(Math.abs(skew) / 60_000)
  throw new Error(
    `The clock of this machine is ${minutes} minutes ${skew > 0 ? 'ahead of' : 'behind'} that of the fleet's server. Set it (timedatectl set-ntp true), or times in the console are wrong.`,
  )
}

/** Nothing of the node is shown any more. Its sessions stay on its machine. Resolves with how many they were. */
export async function forgetNode(settings: FleetSettings, id: string): Promise<number> {
  const engine = await openEngine(settings)
  try {
    const sessions = await engine.table('sessions')
    const own = (await entriesOf(sessions)).filter(({ value }) => (value as { node: string }).node === id)
    for (const { key } of own) {
      await sessions.remove(key)
      await engine.events.forget(key)
    }
    await (await engine.table('nodes')).remove(id)
    return own.length
  } finally {
    await engine.close()
  }
}

async function entriesOf(table: KeyTable): Promise<TableEntry[]> {
  const entries = new Map<string, TableEntry>()
  let stop = () => {}
  await new Promise<void>((resolve, reject) => {
    const set = (entry: TableEntry) => void entries.set(entry.key, entry)
    table.watch({ set, removed: (key) => entries.delete(key), ready: resolve }).then((unwatch) => {
      stop = unwatch
    }, reject)
  })
  stop()
  return [...entries.values()]
}
