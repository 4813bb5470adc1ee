/** The projects that a host knows, and the runs of their scripts. */
import { z } from 'zod'
import { commandId } from './command-id.ts'

const projectEntrySchema = z.object({
  /** The main checkout of the repository, or the folder itself where there is no repository. */
  path: z.string(),
  name: z.string(),
  isRepository: z.boolean(),
  /** A person has added it, or has changed its settings. */
  isAdded: z.boolean(),
  /** The folder is gone. */
  isMissing: z.boolean(),
  /** Sessions of the host, without archived ones. */
  sessions: z.number().int(),
  /** Conversations of the CLI's own history that no session of the host continues, of the latest ones. */
  past: z.number().int(),
  /** Milliseconds since 1970; 0 if nothing has happened there yet. */
  lastUsedAt: z.number(),
})
export const projectListSchema = z.object({ projects: z.array(projectEntrySchema) })
export const addProjectSchema = z.strictObject({
  commandId,
  /** Any folder of a repository. */
  path: z.string().min(1),
})
export const forgetProjectQuerySchema = z.strictObject({ commandId, path: z.string().min(1) })

export const runCommandSchema = z.strictObject({
  commandId,
  /** Any folder of the project: the script of this checkout or worktree runs, once at a time. */
  path: z.string().min(1),
})
export const runQuerySchema = z.strictObject({
  path: z.string().min(1),
  /** Only output from here on, as in `next` of the answer before. */
  after: z.coerce.number().int().min(0).optional(),
  /** Answer once there is more output, the run has ended, or some seconds have passed. */
  wait: z.enum(['true', 'false']).optional(),
})
export const runSchema = z.object({
  /** `none`: the script has not run in this folder since the host was started. */
  status: z.enum(['none', 'running', 'ended']),
  /** The folder that it runs in. */
  folder: z.string(),
  startedAt: z.number().optional(),
  endedAt: z.number().optional(),
  /** Why it ended, unless it ended well. */
  problem: z.string().optional(),
  /** What it printed, on either stream. */
  output: z.string(),
  /** Where the output of this answer begins: later than `after` if the rest is not kept any more. */
  from: z.number().int(),
  next: z.number().int(),
})

/** The projects that a host knows. */
export type ProjectList = z.infer<typeof projectListSchema>
/** What a project's script does in one folder, and what it printed. */
export type ProjectRun = z.infer<typeof runSchema>
