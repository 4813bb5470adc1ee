/** The resources that the host returns. */
import { z } from 'zod'
import { APPROVAL_KINDS } from '../state/approvals/request.ts'
import type { ApprovalView } from '../state/approvals/view.ts'
import type { SessionEvent } from '../state/events.ts'
import type { SessionState } from '../state/session-state.ts'
import type { Item } from '../state/transcript/items.ts'
import { sessionSummarySchema } from './session-summary.ts'

const time = z.number().describe('Milliseconds since 1970')
const usd = z.number().describe('US dollars')

/** The types of `src/state`, which are too large to repeat as schemas. */
const stateSchema = z.custom<SessionState>((it) => typeof it === 'object').meta({ type: 'object' })
const eventSchema = z.custom<SessionEvent>((it) => typeof it === 'object').meta({ type: 'object' })

const itemSchema = z.custom<Item>((it) => typeof it === 'object').meta({ type: 'object' })

export const sessionViewSchema = z.object({
  seq: z.number().int(),
  session: sessionSummarySchema,
  state: stateSchema,
})

/** Items of one thread of a transcript. */
export const itemPageSchema = z.object({
  /** A tool call's id; empty for the conversation itself. */
  thread: z.string(),
  /** How many items the thread has. */
  size: z.number().int(),
  /** In order. */
  items: z.array(
    z.object({
      index: z.number().int(),
      item: itemSchema,
      /** How many items the thread of its sub-agent has. */
      inner: z.number().int().optional(),
    }),
  ),
  /** The item that was asked for by `event`. */
  found: z.number().int().optional(),
})
/** Entries of a transcript. */
export type ItemPage = z.infer<typeof itemPageSchema>

export const eventPageSchema = z.object({
  events: z.array(eventSchema),
  /** The session's last seq. */
  last: z.number().int(),
})

/** Confirms that a command was accepted. The same command id gets the same receipt. */
export const receiptSchema = z.object({
  commandId: z.string(),
  at: time,
  /** The session's last event when the command was accepted. */
  seq: z.number().int().optional(),
  session: z.string().optional(),
})
/** The receipt of a command that has a result. */
function receiptWith<R extends z.ZodType>(result: R) {
  return receiptSchema.extend({ result })
}
/** The receipt of a command that creates a session or sends a prompt, with its id. */
export const creationReceiptSchema = receiptWith(z.object({ id: z.string() }))
/** `cancelled` is false if the CLI had already started on the prompt. */
export const cancelReceiptSchema = receiptWith(z.object({ cancelled: z.boolean() }))
/**
 * Has the CLI's answer. `{ outcome: 'unknown' }`: the command was repeated, and the host never got an answer to the first one.
 * `{ escalated: true }`: the CLI did not answer an interrupt, and the host sent its process a signal.
 */
export const controlReceiptSchema = receiptWith(z.record(z.string(), z.unknown()))

export const queuedPromptSchema = z.object({
  id: z.string(),
  text: z.string(),
  content: z.unknown(),
  status: z.enum(['held', 'sent', 'accepted', 'running']),
  at: time,
  by: z.string().optional(),
  position: z.number().int().optional(),
})
export const queueSchema = z.object({ queue: z.array(queuedPromptSchema) })

/** A pending approval of any session. */
export const approvalViewSchema = z.object({
  id: z.string(),
  session: z.string(),
  sessionTitle: z.string(),
  cwd: z.string(),
  kind: z.enum(APPROVAL_KINDS),
  toolName: z.string().optional(),
  /** The request as the CLI made it. */
  request: z.record(z.string(), z.unknown()),
  /** The plan, where the request leaves it out. */
  plan: z.string().optional(),
  since: time,
}) satisfies z.ZodType<ApprovalView>
export const approvalsSchema = z.object({ approvals: z.array(approvalViewSchema) })
/** One approval, pending or decided. */
export const approvalDetailSchema = approvalViewSchema.extend({
  status: z.enum(['pending', 'answered', 'withdrawn']),
  /** The decision, and who made it, if it was answered. */
  decision: z.string().optional(),
  by: z.string().optional(),
  /** Why it was withdrawn. */
  why: z.string().optional(),
})

export const policyRuleSchema = z.object({
  id: z.string(),
  effect: z.enum(['allow', 'deny', 'ask']),
  /** A tool's name; `*` stands for any part of it. */
  tool: z.string().default('*'),
  /** Where an MCP server comes from, in the CLI's words. Required to allow its tools: any server can have any name. */
  source: z.string().optional(),
  /** Patterns for a Bash command, or for the path that a tool touches. */
  command: z.string().optional(),
  path: z.string().optional(),
  /** Only in this folder and below, only in this session. */
  folder: z.string().optional(),
  session: z.string().optional(),
  note: z.string().optional(),
  enabled: z.boolean().default(true),
})
export const policiesSchema = z.object({ rules: z.array(policyRuleSchema).max(1000) })
export const policyListSchema = policiesSchema.extend({
  /** Rules of an earlier version whose meaning changed, until the rules are saved again. */
  changed: z.array(z.object({ id: z.string(), text: z.string() })).default([]),
})
export const policyMatchSchema = z.object({
  session: z.string(),
  seq: z.number().int(),
  at: time,
  toolName: z.string(),
  input: z.unknown(),
  rule: z.string().optional(),
  effect: z.enum(['allow', 'deny', 'ask', 'none']),
  /** With the effect `none`: why no rule on commands could allow it. */
  why: z.string().optional(),
})
export const policyDryRunResultSchema = z.object({
  matches: z.array(policyMatchSchema),
  looked: z.number().int(),
})

export const budgetsSchema = z.object({
  sessionUsd: usd.nullable().default(null),
  dayUsd: usd.nullable().default(null),
  hostUsd: usd.nullable().default(null),
  /** The fraction of a budget at which to warn. */
  warnAt: z.number().min(0).max(1).default(0.8),
})

export const agentSchema = z.object({
  name: z.string().regex(/^[A-Za-z0-9 ._-]{1,64}$/),
  /** The executable: a path, `claude` to look for one, or `sim` for the simulator. */
  command: z.string(),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
})
export const listedAgentSchema = agentSchema.extend({
  version: z.string().optional(),
  problem: z.string().optional(),
})
export const agentsSchema = z.object({
  agents: z.array(listedAgentSchema),
  default: z.string(),
})
export const putAgentSchema = agentSchema.extend({
  /** The old name of a renamed agent, under which the host has the values that `***` keeps. */
  formerName: z.string().optional(),
})
export const putAgentsSchema = z.object({ agents: z.array(putAgentSchema), default: z.string().optional() })

export const usageRowSchema = z.object({
  day: z.string(),
  model: z.string(),
  session: z.string(),
  cwd: z.string(),
  costUsd: usd,
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheCreation: z.number(),
  turns: z.number(),
})
export const usageSchema = z.object({ rows: z.array(usageRowSchema), totalUsd: usd })

export const searchHitSchema = z.object({
  session: z.string(),
  title: z.string(),
  seq: z.number().int(),
  at: time,
  kind: z.string(),
  /** The words found are between U+0001 and U+0002. */
  excerpt: z.string(),
})
/** Found in one session. */
export const sessionHitSchema = searchHitSchema.omit({ session: true, title: true })
export const sessionHitsSchema = z.object({ hits: z.array(sessionHitSchema) })
export const searchSchema = z.object({ hits: z.array(searchHitSchema) })

export const auditSchema = z.object({
  /** The latest entries, in order. */
  entries: z.array(
    z.object({
      at: time,
      session: z.string(),
      approval: z.string().optional(),
      /** `allowed`, `denied`, `policy`, and the like. */
      what: z.string(),
      /** The client's label, or the policy rule. */
      by: z.string(),
      detail: z.unknown(),
    }),
  ),
})

export const foldersSchema = z.object({
  path: z.string(),
  parent: z.string().nullable(),
  /** Whether the folder is in a repository, as far as its name tells. */
  isInRepository: z.boolean(),
  folders: z.array(z.object({ name: z.string(), path: z.string(), isRepository: z.boolean() })),
  recent: z.array(z.string()),
})
export const processSchema = z.object({
  /** Only while a process runs. */
  pid: z.number().int().optional(),
  memoryBytes: z.number().optional(),
  /** The end of the stderr of the current or last process, without secrets. */
  stderr: z.string(),
})
export const changesSchema = z.object({
  isRepository: z.boolean(),
  base: z.string().optional(),
  files: z.array(
    z.object({
      path: z.string(),
      status: z.string(),
      added: z.number(),
      removed: z.number(),
      isBinary: z.boolean(),
    }),
  ),
  /** A unified diff, cut if it is too long. */
  diff: z.string(),
  isCut: z.boolean(),
  /** What the answer leaves out, or why it is empty. */
  note: z.string().optional(),
})
export const historyEntrySchema = z.object({
  cliSessionId: z.string(),
  cwd: z.string(),
  title: z.string(),
  updatedAt: time,
  /** The main checkout of the repository, also for a worktree that is gone; or the folder itself. */
  project: z.string(),
  /** The session of this host that continues it. */
  session: z.string().optional(),
})
export const historySchema = z.object({ sessions: z.array(historyEntrySchema) })
export const fileSchema = z.object({
  path: z.string(),
  contents: z.string(),
  isCut: z.boolean(),
  encoding: z.enum(['utf8', 'base64']),
})
export const browserSchema = z.object({
  id: z.string(),
  /** Such as `Chrome, Linux`. */
  name: z.string(),
  createdAt: time,
  lastUsedAt: time,
  /** The browser that sent the request. */
  isCurrent: z.boolean(),
})
export const browsersSchema = z.object({ browsers: z.array(browserSchema) })
/** Where other devices reach the host, such as a phone, or what the host lacks: an address beyond loopback, or encryption. */
export const remoteAccessSchema = z.union([
  z.object({ url: z.string() }),
  z.object({ missing: z.enum(['address', 'encryption']) }),
])
export const signInCodeSchema = z.object({
  code: z.string(),
  expiresAt: time,
  remote: remoteAccessSchema.optional(),
})
export const healthSchema = z.object({
  ok: z.boolean(),
  name: z.literal('fairlead'),
  version: z.string(),
  pid: z.number(),
  startedAt: time,
  sessions: z.number(),
  /** The number of sessions that have a process. */
  running: z.number(),
  /** Current problems: the disk is full, no agent was found. */
  problems: z.array(z.string()),
})

export type { Project, SessionSummary } from './session-summary.ts'
export type { ApprovalView }
/** A session with its state. */
export type SessionView = z.infer<typeof sessionViewSchema>
/** Events of a session, in order. */
export type EventPage = z.infer<typeof eventPageSchema>
/** Has no `result` unless its type is given. */
export type Receipt<Result = undefined> = z.infer<typeof receiptSchema> &
  ([Result] extends [undefined] ? unknown : { readonly result: Result })
/** A prompt that waits. */
export type QueuedPrompt = z.infer<typeof queuedPromptSchema>
/** An approval with all that is needed to decide it. */
export type ApprovalDetail = z.infer<typeof approvalDetailSchema>
/** One rule: what it matches, and what it decides. */
export type PolicyRule = z.infer<typeof policyRuleSchema>
/** The rules that decide approvals without a person. */
export type Policies = z.infer<typeof policiesSchema>
/** The rules in effect, and those whose meaning a new version changed. */
export type PolicyList = z.infer<typeof policyListSchema>
/** A past request, and what the rules would have done with it. */
export type PolicyMatch = z.infer<typeof policyMatchSchema>
/** Limits on what a session, a day and the host may cost, in US dollars. */
export type Budgets = z.infer<typeof budgetsSchema>
/** A CLI that the host can run. */
export type AgentConfig = z.infer<typeof agentSchema>
/** The list of CLIs that replaces the current one. */
export type PutAgents = z.infer<typeof putAgentsSchema>
/** The CLIs that the host can run, and which is the default. */
export type AgentList = z.infer<typeof agentsSchema>
/** What one session used of one model on one day. */
export type UsageRow = z.infer<typeof usageRowSchema>
/** What sessions have used and cost. */
export type UsageReport = z.infer<typeof usageSchema>
/** A passage that was found. */
export type SearchHit = z.infer<typeof searchHitSchema>
/** What was found in one session, by event. */
export type SessionHit = z.infer<typeof sessionHitSchema>
/** A folder and those in it, to choose where a session works. */
export type Folders = z.infer<typeof foldersSchema>
/** The process of a session, and the end of its stderr. */
export type ProcessView = z.infer<typeof processSchema>
/** What has changed in the session's folder. */
export type Changes = z.infer<typeof changesSchema>
/** A past conversation that the CLI has on disk. */
export type HistoryEntry = z.infer<typeof historyEntrySchema>
/** A file in the session's folder. */
export type FileView = z.infer<typeof fileSchema>
/** A browser that is signed in. */
export type BrowserView = z.infer<typeof browserSchema>
/** Where other devices reach the host, or what is missing for that. */
export type RemoteAccess = z.infer<typeof remoteAccessSchema>
/** Whether the host is well. */
export type Health = z.infer<typeof healthSchema>
