/** A session as lists show it. */
import { z } from 'zod'
import type { Preview } from '../state/preview.ts'
import { worktreeSchema } from './work.ts'

const time = z.number().describe('Milliseconds since 1970')
const usd = z.number().describe('US dollars')
const count = z.number().int()

export const livenessSchema = z.object({
  status: z.string(),
  /** In words, without the age: "Bash · npm test", "API retry 3/10", "Needs approval". */
  words: z.string(),
  since: time,
  lastEventAt: time,
  reason: z.string().optional(),
})

const projectSchema = z.object({
  /** The main checkout of the repository, or the folder itself where there is no repository. */
  path: z.string(),
  /** The name of that folder. */
  name: z.string(),
})

const previewSchema = z.object({
  kind: z.enum(['command', 'file', 'tool', 'question', 'plan', 'form', 'error', 'text']),
  text: z.string(),
  /** When the limit behind an error ends. */
  until: time.optional(),
}) satisfies z.ZodType<Preview>

const lastTurnSchema = z.object({
  number: count,
  endedAt: time,
  outcome: z.enum(['done', 'failed', 'interrupted']),
})

const onNodeSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** It is the node that was asked. */
  isHere: z.boolean(),
  /** The node does not answer: this is the last that is known of the session, as of then. */
  awaySince: time.optional(),
})

/** A row of the session list. */
export const sessionSummarySchema = z.object({
  id: z.string(),
  title: z.string(),
  cwd: z.string(),
  /** Sessions in worktrees of one repository belong to the same project. */
  project: projectSchema,
  /** That the folder is on, as of the end of the last turn there. Absent: it is on none, or has no repository. */
  branch: z.string().optional(),
  agent: z.string(),
  model: z.string().optional(),
  permissionMode: z.string().optional(),
  createdAt: time,
  updatedAt: time,
  archived: z.boolean(),
  /** Kept at the top of every list. */
  pinned: z.boolean(),
  /** How the list is grouped: what needs a person comes first. */
  group: z.enum(['needs-you', 'working', 'idle', 'ended']),
  liveness: livenessSchema,
  lastLine: z.string(),
  /** What the model wrote last, in one line. */
  lastWords: z.string(),
  /** In one line: the request that waits, the error, what runs, or what was said last. */
  preview: previewSchema,
  /** How the last turn ended; absent before the first end. */
  lastTurn: lastTurnSchema.optional(),
  /** The model's to-do list, if it keeps one. */
  todos: z.object({ done: count, total: count }).optional(),
  /** The files in the session's folder that its tools changed. Changes by shell commands are not counted. */
  edits: z.object({ files: count, added: count, removed: count }).optional(),
  costUsd: usd,
  context: z.object({ tokens: z.number(), window: z.number().optional() }).optional(),
  pendingApprovals: count,
  queued: count,
  seq: count,
  /** The CLI's id of the conversation. */
  cliSessionId: z.string().optional(),
  /** False if the session ends with the host. */
  durable: z.boolean(),
  /** Its processes were started so that they can switch to `bypassPermissions`. */
  canBypass: z.boolean().optional(),
  /** Whether the current process, or the next one, is isolated from the host's data folder. */
  isolation: z.enum(['off', 'require']),
  /** The worktree that it works in, if it has one of its own. */
  worktree: worktreeSchema.optional(),
  /** The node of the fleet that runs it; absent where the host belongs to none. */
  node: onNodeSchema.optional(),
  /** What the user should know, such as another session that writes in the same folder. */
  warnings: z.array(z.string()),
})

/** A session as the list shows it. */
export type SessionSummary = z.infer<typeof sessionSummarySchema>
/** The repository, or the folder, that a session works on. */
export type Project = z.infer<typeof projectSchema>
