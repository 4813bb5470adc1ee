/**
 * The bodies of commands. A command may carry a `commandId` made by the client: the host answers a repeated id with the
 * same receipt and does nothing else. Unknown fields are refused, so that a misspelt name is noticed.
 */
import { z } from 'zod'
import { commandId } from './command-id.ts'
import { MAX_MEDIA_CHARACTERS, tooLarge, tooLargeIn } from './media-limit.ts'
import { permissionModeSchema } from './permission-mode.ts'
import { promptTemplatesSchema } from './prompt-templates.ts'
import { budgetsSchema, listedAgentSchema, policyRuleSchema, putAgentSchema } from './resources.ts'
import { sessionOptionsSchema } from './session-options.ts'
import { newWorktreeSchema } from './work.ts'

const uuid = z.string().min(1).max(200)
const text = z.string().max(10_000_000)

/** `require`: the session's processes cannot see the host's data folder, which has the token. */
export const ISOLATION_SETTINGS = ['off', 'require'] as const
export const isolationSchema = z.enum(ISOLATION_SETTINGS)

/** A content block of the Messages API; blocks of unknown types pass through. */
const block = z.looseObject({ type: z.string() }).superRefine((it, { addIssue }) => {
  for (const { path, message } of tooLargeIn(it)) addIssue({ code: 'custom', path: [...path], message })
})
const image = z.strictObject({
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  /** Base64. */
  data: z.string().max(MAX_MEDIA_CHARACTERS, tooLarge()),
})
const said = {
  text: text.optional(),
  content: z.array(block).optional(),
  images: z.array(image).max(20).optional(),
}

export const createSessionSchema = z.strictObject({
  commandId,
  /** Fairlead's id for the session; the host creates one if it is left out. */
  id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional(),
  /** The node of the fleet that is to run it, by id or name, or `any`; without it, the one that is asked. */
  node: z.string().min(1).max(100).optional(),
  /** With `any`: the labels that the node must have. */
  labels: z.record(z.string(), z.string()).optional(),
  cwd: z.string().min(1),
  agent: z.string().optional(),
  model: z.string().optional(),
  permissionMode: permissionModeSchema.optional(),
  /** The host's setting if left out; a session cannot turn off what the host requires. */
  isolation: isolationSchema.optional(),
  title: z.string().max(500).optional(),
  prompt: text.optional(),
  images: z.array(image).max(20).optional(),
  /** A session of the CLI's own history to continue, and whether to leave the original unchanged. */
  resume: z.string().optional(),
  fork: z.boolean().optional(),
  /** Work in a git worktree of its own, on a branch of its own. */
  worktree: newWorktreeSchema.optional(),
  /** `env` is kept in memory only. */
  options: sessionOptionsSchema.optional(),
})

export const patchSessionSchema = z.strictObject({
  commandId,
  title: z.string().max(500).optional(),
  archived: z.boolean().optional(),
  /** Keeps the session at the top of every list. */
  pinned: z.boolean().optional(),
})

export const sendMessageSchema = z.strictObject({
  commandId,
  /** The prompt's uuid, which the CLI runs once; the host creates one if it is left out. */
  id: uuid.optional(),
  ...said,
  /** While a turn runs: join it at the next tool, end it, or wait for its end in the host's queue. */
  when: z.enum(['next', 'now', 'after-turn']).optional(),
})

export const patchQueuedSchema = z.strictObject({
  commandId,
  text: text.optional(),
  content: z.array(block).optional(),
  /** The position among the prompts that the host holds, from 0. */
  position: z.number().int().min(0).optional(),
})

export const interruptSchema = z.strictObject({ commandId, cancelQueued: z.boolean().optional() })

/** Any control request of the CLI, by its subtype; the result is the CLI's answer. */
export const controlSchema = z.strictObject({
  commandId,
  subtype: z.string().min(1),
  fields: z.record(z.string(), z.unknown()).optional(),
  timeoutMs: z.number().int().min(100).max(600_000).optional(),
})

export const closeSchema = z.strictObject({ commandId })
export const takeOverSchema = z.strictObject({
  commandId,
  session: z.string().min(1).max(64),
  /** A folder of the project on this node; without it, a project that has the same git remote. */
  cwd: z.string().min(1).max(4096).optional(),
})
export const moveSchema = z.strictObject({
  commandId,
  session: z.string().min(1).max(64),
  /** By id or name. */
  node: z.string().min(1).max(100),
})
export const resumeSchema = z.strictObject({ commandId, prompt: text.optional() })
export const forkSchema = z.strictObject({
  commandId,
  id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional(),
  /** The uuid of the last message to copy; all of them if left out. */
  at: uuid.optional(),
  title: z.string().max(500).optional(),
  prompt: text.optional(),
})

export const answerApprovalSchema = z.strictObject({
  commandId,
  decision: z.enum(['allow', 'deny', 'answer', 'cancel']),
  /** Replaces the input that the tool asked to run with. */
  input: z.record(z.string(), z.unknown()).optional(),
  /** The suggested permission updates for the CLI to remember, by index; or other updates. */
  remember: z.array(z.union([z.number().int().min(0), z.looseObject({ type: z.string() })])).optional(),
  /** The reason, for the model. */
  message: z.string().max(100_000).optional(),
  /** Denies, and ends the turn. */
  interrupt: z.boolean().optional(),
  /** One answer per question, by its text; or the fields of an elicitation's form. */
  answers: z.record(z.string(), z.unknown()).optional(),
  /** The mode in which to continue after a plan. */
  mode: permissionModeSchema.optional(),
})

const rules = z.array(policyRuleSchema.strict())
export const replacePoliciesSchema = z.strictObject({ commandId, rules: rules.max(1000) })
export const policyDryRunSchema = z.strictObject({
  rules,
  from: z.number().describe('Milliseconds since 1970').optional(),
  limit: z.number().int().min(1).max(10_000).optional(),
})
export const replaceBudgetsSchema = z.strictObject({ commandId, ...budgetsSchema.shape })
export const replaceTemplatesSchema = z.strictObject({
  commandId,
  ...promptTemplatesSchema.shape,
})
export const replaceAgentsSchema = z.strictObject({
  commandId,
  /** As listed by the host: `version` and `problem` may be sent back and are ignored. */
  agents: z.array(
    z
      .strictObject({ ...listedAgentSchema.shape, ...putAgentSchema.shape })
      .transform(({ version: _, problem: __, ...agent }) => agent),
  ),
  default: z.string().optional(),
})
export const stopHostSchema = z.strictObject({ commandId, all: z.boolean().optional() })

/** What a session may not see. */
export type IsolationSetting = z.infer<typeof isolationSchema>
/** Body: the session to start. */
export type CreateSession = z.infer<typeof createSessionSchema>
/** Body: renames, archives or pins a session. */
export type PatchSession = z.infer<typeof patchSessionSchema>
/** Body: a prompt for a session. */
export type SendMessage = z.infer<typeof sendMessageSchema>
/** Body: changes a prompt that waits. */
export type PatchQueued = z.infer<typeof patchQueuedSchema>
/** Body: interrupts a turn. */
export type InterruptCommand = z.infer<typeof interruptSchema>
/** Body: a control request to the CLI. */
export type ControlCommand = z.infer<typeof controlSchema>
/** Body: closes a session. */
export type CloseCommand = z.infer<typeof closeSchema>
/** Body: continues on this node a session of a node that is away. */
export type TakeOverCommand = z.infer<typeof takeOverSchema>
/** Body: continues a session on another node, between two turns. */
export type MoveCommand = z.infer<typeof moveSchema>
/** Body: resumes a session. */
export type ResumeCommand = z.infer<typeof resumeSchema>
/** Body: forks a session. */
export type ForkCommand = z.infer<typeof forkSchema>
/** Body: the answer to an approval. */
export type AnswerApproval = z.infer<typeof answerApprovalSchema>
/** Body: rules to try on past requests. */
export type PolicyDryRun = z.infer<typeof policyDryRunSchema>
