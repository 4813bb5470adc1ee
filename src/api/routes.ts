/** Every route of the API: the server registers it, the typed client calls it, and OpenAPI is generated from it. */
import { z } from 'zod'
import { commandId } from './command-id.ts'
import * as command from './commands.ts'
import { drainNodeSchema, fleetSchema } from './fleet.ts'
import { paths, type RouteName } from './paths.ts'
import { projectRoutes } from './project-routes.ts'
import { pastPromptsSchema, promptTemplatesSchema } from './prompt-templates.ts'
import * as resource from './resources.ts'
import { reviewRoutes } from './review-routes.ts'
import { sessionSummarySchema } from './session-summary.ts'
import { workRoutes } from './work-routes.ts'

/** A route of the HTTP API. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under `/api`. Parts that begin with a colon are parameters. */
  readonly path: string
  readonly summary: string
  /** Kept for older clients; another route replaces it. */
  readonly isDeprecated?: true
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  readonly answer: z.ZodType
}

const number = z.coerce.number()
const day = z.iso.date('a day is written as in 2026-01-31')
/** For commands without a body. */
const commandQuery = z.strictObject({ commandId })

/** Every route of the HTTP API, by name. Server, client and OpenAPI document are derived from it. */
export const routes = {
  listSessions: {
    ...paths.listSessions,
    summary: 'All sessions, those that need a person first',
    query: z.strictObject({ archived: z.enum(['true', 'false']).optional() }),
    answer: z.object({ sessions: z.array(sessionSummarySchema) }),
  },
  createSession: {
    ...paths.createSession,
    summary: 'Start a session',
    body: command.createSessionSchema,
    answer: resource.creationReceiptSchema,
  },
  getSession: {
    ...paths.getSession,
    summary: 'A session and its state, with the last items of its transcript',
    query: z.strictObject({
      paged: z
        .enum(['true'])
        .optional()
        .describe('The client reads the items that the state does not hold any more from `/items`'),
    }),
    answer: resource.sessionViewSchema,
  },
  patchSession: {
    ...paths.patchSession,
    summary: 'Rename, archive or pin a session',
    body: command.patchSessionSchema,
    answer: resource.receiptSchema,
  },
  deleteSession: {
    ...paths.deleteSession,
    summary: "End the process and remove the journal; the CLI's own transcript stays",
    query: commandQuery,
    answer: resource.receiptSchema,
  },
  listItems: {
    ...paths.listItems,
    summary: 'Items of the transcript, also those that the state does not hold any more',
    query: z
      .strictObject({
        thread: z.string().max(500).optional().describe('The tool call whose sub-agent is meant'),
        from: number.int().min(0).optional().describe('The index of the first; without it, the last ones'),
        limit: number.int().min(1).max(500).optional(),
        event: number.int().min(1).optional().describe('Those around the item of this event'),
      })
      .refine(({ from, thread, event }) => event === undefined || (from ?? thread) === undefined, {
        message: '`event` goes with neither `from` nor `thread`',
      }),
    answer: resource.itemPageSchema,
  },
  findInSession: {
    ...paths.findInSession,
    summary: 'Search what was said in one session, in the order in which it was said',
    query: z.strictObject({ q: z.string().min(1).max(500), limit: number.int().min(1).max(1000).optional() }),
    answer: resource.sessionHitsSchema,
  },
  listEvents: {
    ...paths.listEvents,
    summary: 'Events after a number',
    query: z.strictObject({
      after: number.int().min(0).optional(),
      limit: number.int().min(1).max(10_000).optional(),
    }),
    answer: resource.eventPageSchema,
  },
  sendMessage: {
    ...paths.sendMessage,
    summary: 'Send a prompt',
    body: command.sendMessageSchema,
    answer: resource.creationReceiptSchema,
  },
  getQueue: {
    ...paths.getQueue,
    summary: 'Prompts that are not over',
    answer: resource.queueSchema,
  },
  patchQueued: {
    ...paths.patchQueued,
    summary: 'Edit or move a prompt that the host holds',
    body: command.patchQueuedSchema,
    answer: resource.receiptSchema,
  },
  cancelQueued: {
    ...paths.cancelQueued,
    summary: 'Take a prompt back',
    query: commandQuery,
    answer: resource.cancelReceiptSchema,
  },
  interrupt: {
    ...paths.interrupt,
    summary: 'Stop the running turn',
    body: command.interruptSchema,
    answer: resource.controlReceiptSchema,
  },
  control: {
    ...paths.control,
    summary: 'A control request to the CLI: model, mode, thinking, MCP, rewind and all others',
    body: command.controlSchema,
    answer: resource.controlReceiptSchema,
  },
  closeSession: {
    ...paths.closeSession,
    summary: 'End the process; the session can be resumed',
    body: command.closeSchema,
    answer: resource.receiptSchema,
  },
  resumeSession: {
    ...paths.resumeSession,
    summary: 'Start a new process for a session that has none',
    body: command.resumeSchema,
    answer: resource.receiptSchema,
  },
  forkSession: {
    ...paths.forkSession,
    summary: 'Go another way from here, in a new session',
    body: command.forkSchema,
    answer: resource.creationReceiptSchema,
  },
  getProcess: {
    ...paths.getProcess,
    summary: "The session's process as the system sees it",
    answer: resource.processSchema,
  },
  getChanges: {
    ...paths.getChanges,
    summary: 'What the session changed in its folder',
    answer: resource.changesSchema,
  },
  ...workRoutes,
  ...projectRoutes,
  ...reviewRoutes,
  listApprovals: {
    ...paths.listApprovals,
    summary: 'Everything that waits for a person',
    answer: resource.approvalsSchema,
  },
  getApproval: {
    ...paths.getApproval,
    summary: 'An approval of a session, also after it was decided',
    answer: resource.approvalDetailSchema,
  },
  answerApproval: {
    ...paths.answerApproval,
    summary: 'Decide; the first answer counts',
    body: command.answerApprovalSchema,
    answer: resource.receiptSchema,
  },
  answerApprovalById: {
    ...paths.answerApprovalById,
    summary: 'Decide without naming the session: 409 if several sessions wait for an answer under this id',
    isDeprecated: true,
    body: command.answerApprovalSchema,
    answer: resource.receiptSchema,
  },
  getPolicies: {
    ...paths.getPolicies,
    summary: 'The policies, in order',
    answer: resource.policyListSchema,
  },
  putPolicies: {
    ...paths.putPolicies,
    summary: 'Replace the policies',
    body: command.replacePoliciesSchema,
    answer: resource.policyListSchema,
  },
  dryRunPolicies: {
    ...paths.dryRunPolicies,
    summary: 'What these rules would have matched',
    body: command.policyDryRunSchema,
    answer: resource.policyDryRunResultSchema,
  },
  getBudgets: { ...paths.getBudgets, summary: 'The budgets', answer: resource.budgetsSchema },
  putBudgets: {
    ...paths.putBudgets,
    summary: 'Replace the budgets',
    body: command.replaceBudgetsSchema,
    answer: resource.budgetsSchema,
  },
  getTemplates: {
    ...paths.getTemplates,
    summary: 'The prompt templates; with a folder, also those of its project, which come first',
    query: z.strictObject({ path: z.string().min(1).optional() }),
    answer: promptTemplatesSchema,
  },
  putTemplates: {
    ...paths.putTemplates,
    summary: 'Replace the prompt templates',
    body: command.replaceTemplatesSchema,
    answer: promptTemplatesSchema,
  },
  listPrompts: {
    ...paths.listPrompts,
    summary: 'The last prompts of all sessions, the latest first, each text once',
    query: z.strictObject({ limit: number.int().min(1).max(500).optional() }),
    answer: pastPromptsSchema,
  },
  getAgents: {
    ...paths.getAgents,
    summary: 'The agents that sessions can run',
    answer: resource.agentsSchema,
  },
  putAgents: {
    ...paths.putAgents,
    summary: 'Replace the configured agents',
    body: command.replaceAgentsSchema,
    answer: resource.agentsSchema,
  },
  getUsage: {
    ...paths.getUsage,
    summary: 'Cost and tokens per day, model and session',
    query: z.strictObject({ from: day.optional(), to: day.optional() }),
    answer: resource.usageSchema,
  },
  search: {
    ...paths.search,
    summary: 'Search everything said',
    query: z.strictObject({ q: z.string().min(1).max(500), limit: number.int().min(1).max(200).optional() }),
    answer: resource.searchSchema,
  },
  getAudit: {
    ...paths.getAudit,
    summary: 'Who decided what: approvals answered by clients, and tools that policies allowed or denied',
    query: z.strictObject({
      session: z.string().optional(),
      from: number.min(0).optional(),
      limit: number.int().min(1).max(10_000).optional(),
    }),
    answer: resource.auditSchema,
  },
  listFolders: {
    ...paths.listFolders,
    summary: 'Folders to start a session in',
    query: z.strictObject({ path: z.string().optional() }),
    answer: resource.foldersSchema,
  },
  getHistory: {
    ...paths.getHistory,
    summary: 'Sessions that the CLI itself has on disk',
    query: z.strictObject({
      cwd: z.string().optional(),
      project: z
        .string()
        .optional()
        .describe('The main checkout: sessions in it and in its worktrees, also in those that are gone'),
      limit: number.int().min(1).max(1000).optional(),
    }),
    answer: resource.historySchema,
  },
  getFile: {
    ...paths.getFile,
    summary: "A file in one of a session's folders",
    query: z.strictObject({ session: z.string(), path: z.string() }),
    answer: resource.fileSchema,
  },
  findFiles: {
    ...paths.findFiles,
    summary: "Files in a session's folder whose name is like this, the best first",
    query: z.strictObject({ session: z.string(), q: z.string().max(200) }),
    answer: z.object({ files: z.array(z.string()) }),
  },
  listBrowsers: {
    ...paths.listBrowsers,
    summary: 'The browsers that are signed in, those used last first',
    answer: resource.browsersSchema,
  },
  endOtherBrowsers: {
    ...paths.endOtherBrowsers,
    summary: 'Sign out every browser but the one that asks',
    answer: resource.browsersSchema,
  },
  endBrowser: {
    ...paths.endBrowser,
    summary: 'Sign a browser out, at once',
    answer: resource.browsersSchema,
  },
  createSignInCode: {
    ...paths.createSignInCode,
    summary:
      'A code that signs one browser in, once: it stands after /login#code= in the address of the page',
    answer: resource.signInCodeSchema,
  },
  getFleet: {
    ...paths.getFleet,
    summary: 'The nodes of the fleet that this host belongs to',
    answer: fleetSchema,
  },
  takeOverSession: {
    ...paths.takeOverSession,
    summary: 'Continue here a session of a node that is away',
    body: command.takeOverSchema,
    answer: resource.receiptSchema,
  },
  moveSession: {
    ...paths.moveSession,
    summary: 'Continue a session on another node, between two turns',
    body: command.moveSchema,
    answer: resource.receiptSchema,
  },
  drainNode: {
    ...paths.drainNode,
    summary: 'Whether a node of the fleet, by id or name, takes new sessions',
    body: drainNodeSchema,
    answer: resource.receiptSchema,
  },
  stopHost: {
    ...paths.stopHost,
    summary: 'End the host; sessions go on unless `all` is set',
    body: command.stopHostSchema,
    answer: z.object({ ok: z.boolean() }),
  },
} as const satisfies Record<RouteName, Route>

export type { RouteName }

type InferOr<T, Else> = T extends z.ZodType ? z.input<T> : Else
/** The body that a route takes. */
export type BodyOf<N extends RouteName> = (typeof routes)[N] extends { body: infer B }
  ? InferOr<B, never>
  : undefined
/** The query that a route takes. */
export type QueryOf<N extends RouteName> = (typeof routes)[N] extends { query: infer Q }
  ? InferOr<Q, never>
  : undefined
/** What a route returns. */
export type AnswerOf<N extends RouteName> = z.infer<(typeof routes)[N]['answer']>
/** The result in the receipt of a command; undefined if it has none. */
export type ResultOf<N extends RouteName> = AnswerOf<N> extends { result: infer Result } ? Result : undefined
type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
/** The parameters in a route's path. */
export type ParamsOf<N extends RouteName> = Record<ParamNames<(typeof routes)[N]['path']>, string>
