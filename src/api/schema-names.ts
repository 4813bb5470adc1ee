/**
 * The names of bodies in the OpenAPI document, which become the names of types in generated clients. A body must have one. Parts of
 * answers that clients handle on their own have one too.
 */
import type { z } from 'zod'
import * as command from './commands.ts'
import * as comments from './comments.ts'
import { drainNodeSchema, fleetNodeSchema, fleetSchema } from './fleet.ts'
import * as projects from './projects.ts'
import {
  pastPromptSchema,
  pastPromptsSchema,
  promptTemplateSchema,
  promptTemplatesSchema,
} from './prompt-templates.ts'
import * as resource from './resources.ts'
import * as review from './review.ts'
import { reviewDiffSchema, reviewSchema } from './review-files.ts'
import {
  addCommentReceipt,
  commitReceipt,
  pullRequestReceipt,
  pushReceipt,
  revertReceipt,
  sendCommentsReceipt,
} from './review-routes.ts'
import { routes } from './routes.ts'
import { livenessSchema, sessionSummarySchema } from './session-summary.ts'
import * as work from './work.ts'
import { endReceipt, mergeReceipt, restoreCheckpointReceipt, restoreReceipt } from './work-routes.ts'

type Schemas = Readonly<Record<string, z.ZodType>>

/** Bodies of requests. */
export const REQUEST_SCHEMAS: Schemas = {
  CreateSession: command.createSessionSchema,
  PatchSession: command.patchSessionSchema,
  SendMessage: command.sendMessageSchema,
  PatchQueued: command.patchQueuedSchema,
  InterruptCommand: command.interruptSchema,
  ControlCommand: command.controlSchema,
  CloseCommand: command.closeSchema,
  MoveCommand: command.moveSchema,
  TakeOverCommand: command.takeOverSchema,
  ResumeCommand: command.resumeSchema,
  ForkCommand: command.forkSchema,
  AnswerApproval: command.answerApprovalSchema,
  ReplacePolicies: command.replacePoliciesSchema,
  PolicyDryRun: command.policyDryRunSchema,
  ReplaceBudgets: command.replaceBudgetsSchema,
  ReplaceTemplates: command.replaceTemplatesSchema,
  ReplaceAgents: command.replaceAgentsSchema,
  NewWorktree: work.newWorktreeSchema,
  RunSetup: work.setupCommandSchema,
  AddProject: projects.addProjectSchema,
  RunCommand: projects.runCommandSchema,
  PutProject: work.putProjectSchema,
  ConfirmPrograms: work.confirmProgramsSchema,
  MergeWorktree: work.mergeSchema,
  EndWorktree: work.endWorktreeSchema,
  EndOrphan: work.endOrphanSchema,
  RestoreWorktree: work.restoreSchema,
  RestoreCheckpoint: work.restoreCheckpointSchema,
  StageCommand: review.stageSchema,
  RevertCommand: review.revertSchema,
  CommitCommand: review.commitSchema,
  PushCommand: review.pushSchema,
  PullRequestCommand: review.pullRequestSchema,
  DrainNode: drainNodeSchema,
  AddComment: comments.addCommentSchema,
  PatchComment: comments.patchCommentSchema,
  SendComments: comments.sendCommentsSchema,
  PruneTrash: work.pruneSchema,
  StopHost: command.stopHostSchema,
}

/** Bodies of answers, and parts of them. */
export const ANSWER_SCHEMAS: Schemas = {
  SessionList: routes.listSessions.answer,
  SessionSummary: sessionSummarySchema,
  SessionView: resource.sessionViewSchema,
  Liveness: livenessSchema,
  ItemPage: resource.itemPageSchema,
  EventPage: resource.eventPageSchema,
  Receipt: resource.receiptSchema,
  CreationReceipt: resource.creationReceiptSchema,
  CancelReceipt: resource.cancelReceiptSchema,
  ControlReceipt: resource.controlReceiptSchema,
  Queue: resource.queueSchema,
  QueuedPrompt: resource.queuedPromptSchema,
  ProcessView: resource.processSchema,
  Changes: resource.changesSchema,
  Worktree: work.worktreeSchema,
  WorktreeStatus: work.worktreeStatusSchema,
  MergePreview: work.mergePreviewSchema,
  MergeReceipt: mergeReceipt,
  EndReceipt: endReceipt,
  RestoreReceipt: restoreReceipt,
  ReviewFiles: reviewSchema,
  ReviewDiff: reviewDiffSchema,
  RevertReceipt: revertReceipt,
  CommitReceipt: commitReceipt,
  PushReceipt: pushReceipt,
  CommentList: comments.commentsSchema,
  AddCommentReceipt: addCommentReceipt,
  SendCommentsReceipt: sendCommentsReceipt,
  PullRequestStatus: review.pullRequestStatusSchema,
  PullRequestReceipt: pullRequestReceipt,
  CheckpointList: work.checkpointsSchema,
  CheckpointDiff: work.checkpointDiffSchema,
  RestoreCheckpointReceipt: restoreCheckpointReceipt,
  WorktreeList: work.worktreeListSchema,
  WorktreeTrash: work.trashSchema,
  ProjectList: projects.projectListSchema,
  ProjectRun: projects.runSchema,
  ProjectView: work.projectSchema,
  ProjectSettings: work.projectSettingsSchema,
  ApprovalList: resource.approvalsSchema,
  ApprovalView: resource.approvalViewSchema,
  ApprovalDetail: resource.approvalDetailSchema,
  PolicyList: resource.policyListSchema,
  PolicyRule: resource.policyRuleSchema,
  PolicyDryRunResult: resource.policyDryRunResultSchema,
  PolicyMatch: resource.policyMatchSchema,
  Budgets: resource.budgetsSchema,
  PromptTemplates: promptTemplatesSchema,
  PromptTemplate: promptTemplateSchema,
  PastPrompts: pastPromptsSchema,
  PastPrompt: pastPromptSchema,
  AgentList: resource.agentsSchema,
  Agent: resource.listedAgentSchema,
  UsageReport: resource.usageSchema,
  UsageRow: resource.usageRowSchema,
  SearchResult: resource.searchSchema,
  SearchHit: resource.searchHitSchema,
  SessionHits: resource.sessionHitsSchema,
  SessionHit: resource.sessionHitSchema,
  AuditLog: resource.auditSchema,
  Folders: resource.foldersSchema,
  History: resource.historySchema,
  HistoryEntry: resource.historyEntrySchema,
  FileView: resource.fileSchema,
  FileList: routes.findFiles.answer,
  BrowserList: resource.browsersSchema,
  BrowserView: resource.browserSchema,
  SignInCode: resource.signInCodeSchema,
  Fleet: fleetSchema,
  FleetNode: fleetNodeSchema,
  RemoteAccess: resource.remoteAccessSchema,
  StopResult: routes.stopHost.answer,
  Health: resource.healthSchema,
}
