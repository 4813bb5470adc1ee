/** The nodes of a fleet, as every one of them shows them. */
import { z } from 'zod'
import { commandId } from './command-id.ts'

const time = z.number().describe('Milliseconds since 1970')
const count = z.number().int()

export const fleetNodeSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  /** It is the node that was asked. */
  isHere: z.boolean(),
  /** When it was last heard of, by the clock of the node that was asked. */
  seenAt: time,
  /** It is not there any more: it left, or nothing was heard of it for too long. */
  away: z.enum(['stopped', 'lost']).optional(),
  labels: z.record(z.string(), z.string()),
  agents: z.array(z.string()),
  /** Their folders there. The same project has the same `remote` on every node: what its git remote names. */
  projects: z.array(z.object({ path: z.string(), remote: z.string().optional() })),
  sessions: count,
  running: count,
  /** How many processes it may run at once. */
  capacity: count,
  freeMemoryBytes: z.number(),
  /** Of the last minute, per core. */
  load: z.number(),
  /** Sessions with events that the fleet does not have yet. */
  behind: count,
  /** Why it starts no process now, apart from their number. */
  shortage: z.string().optional(),
  /** It takes no new sessions. */
  isDraining: z.boolean().optional(),
})

export const drainNodeSchema = z.strictObject({
  commandId,
  /** False: it takes new sessions again. */
  drained: z.boolean(),
})

/** Empty where the host belongs to no fleet. */
export const fleetSchema = z.object({
  connection: z
    .object({
      url: z.string(),
      isConnected: z.boolean(),
      /** Why it is not connected, or what is wrong all the same. */
      problem: z.string().optional(),
    })
    .optional(),
  nodes: z.array(fleetNodeSchema),
  /** What the fleet's server has stored of all sessions. */
  stored: z.object({ batches: count, bytes: z.number() }).optional(),
})

/** A machine of a fleet. */
export type FleetNode = z.infer<typeof fleetNodeSchema>
/** A fleet, as one of its nodes knows it. */
export type FleetStatus = z.infer<typeof fleetSchema>
