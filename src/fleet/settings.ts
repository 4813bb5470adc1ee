/** How a host belongs to a fleet: the `fleet` part of its configuration. */
import { z } from 'zod'
import { fleetUrlProblem } from './fleet-url.ts'

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/
const words = z.string().max(200)

export const fleetSettingsSchema = z.strictObject({
  url: z.string().superRefine((text, { addIssue }) => {
    const problem = fleetUrlProblem(text)
    if (problem !== undefined) addIssue(problem)
  }),
  /** A file with the credentials of this node. */
  creds: z.string().optional(),
  /** A file with the certificate of the authority that signed the server's. */
  ca: z.string().optional(),
  /** What the other nodes call this one; the name of the machine if it is left out. */
  name: words
    .min(1)
    .refine((name) => name !== 'any', 'means every node: choose another name')
    .optional(),
  labels: z.record(z.string(), words).optional(),
  /** Fleets of different names can share a server. */
  prefix: z.string().regex(NAME, 'has letters, digits, - and _ only').optional(),
  /** Of a cluster of servers: how many of them store each message. */
  replicas: z.number().int().min(1).max(5).optional(),
  /** How much of the sessions' events the server keeps; the oldest go first. */
  maxEventMb: z.number().int().min(16).optional(),
  /** A node that was not heard of for so long is lost. */
  lostAfterSeconds: z.number().min(1).optional(),
  /** Prompts and transcripts may go to other machines without encryption. */
  insecure: z.boolean().optional(),
})
export type FleetSettings = z.infer<typeof fleetSettingsSchema>
