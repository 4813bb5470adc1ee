/** The machines of the fleet, as long as they are shown. */
import { useEffect } from 'react'
import type { FleetNode, FleetStatus } from '../../api/fleet.ts'
import { api } from '../store/connection.ts'
import { type Fetched, useFetched } from '../store/fetched.ts'

/** Nodes tell of themselves every few seconds. */
const EVERY_MS = 3000

export function useFleet(): Fetched<FleetStatus> {
  const fetched = useFetched('fleet', () => api.call('getFleet', {}))
  const { value, again } = fetched
  const isInFleet = value?.connection !== undefined
  useEffect(() => {
    if (!isInFleet) return
    const timer = setInterval(again, EVERY_MS)
    return () => clearInterval(timer)
  }, [isInFleet, again])
  return fetched
}

export function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

/** This machine first, then by name. */
export function sortedNodes(nodes: readonly FleetNode[]): readonly FleetNode[] {
  return [...nodes].sort((a, b) => Number(b.isHere) - Number(a.isHere) || a.name.localeCompare(b.name))
}
