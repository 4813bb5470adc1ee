/** The routes of worktrees and checkpoints. */
import type { z } from 'zod'
import { paths } from './paths.ts'
import { receiptSchema } from './resources.ts'
import * as work from './work.ts'

const receiptWith = <R extends z.ZodType>(result: R) => receiptSchema.extend({ result })
export const mergeReceipt = receiptWith(work.mergeReceiptSchema)
export const endReceipt = receiptWith(work.endResultSchema)
export const restoreReceipt = receiptWith(work.restoreResultSchema)

export const restoreCheckpointReceipt = receiptWith(work.restoreCheckpointResultSchema)

export const workRoutes = {
  getWorktree: {
    ...paths.getWorktree,
    summary: "A session's worktree, compared with the branch that it began at",
    answer: work.worktreeStatusSchema,
  },
  previewMerge: {
    ...paths.previewMerge,
    summary: 'What a merge would do: commits, files and conflicts. Nothing is changed',
    query: work.mergeQuerySchema,
    answer: work.mergePreviewSchema,
  },
  mergeWorktree: {
    ...paths.mergeWorktree,
    summary: "Merge the branch of a session's worktree; hooks do not run",
    body: work.mergeSchema,
    answer: mergeReceipt,
  },
  endWorktree: {
    ...paths.endWorktree,
    summary: "Remove a session's worktree, and keep or discard its branch; its state is kept for 30 days",
    body: work.endWorktreeSchema,
    answer: endReceipt,
  },
  listCheckpoints: {
    ...paths.listCheckpoints,
    summary: "The states of a session's folder after its turns",
    answer: work.checkpointsSchema,
  },
  diffCheckpoints: {
    ...paths.diffCheckpoints,
    summary: 'What changed in a turn, or between any two checkpoints',
    query: work.checkpointQuerySchema,
    answer: work.checkpointDiffSchema,
  },
  restoreCheckpoint: {
    ...paths.restoreCheckpoint,
    summary: 'Make the files of a worktree those after a turn',
    body: work.restoreCheckpointSchema,
    answer: restoreCheckpointReceipt,
  },
  listWorktrees: {
    ...paths.listWorktrees,
    summary: 'Worktrees that the host has created, those without a session first',
    answer: work.worktreeListSchema,
  },
  endOrphan: {
    ...paths.endOrphan,
    summary: 'Remove a worktree that no session has; its state is kept for 30 days',
    body: work.endOrphanSchema,
    answer: endReceipt,
  },
  listTrash: {
    ...paths.listTrash,
    summary: 'Worktrees that were ended and can be restored, the latest first',
    answer: work.trashSchema,
  },
  restoreWorktree: {
    ...paths.restoreWorktree,
    summary: 'Create a worktree again as it was when it ended',
    body: work.restoreSchema,
    answer: restoreReceipt,
  },
  pruneTrash: {
    ...paths.pruneTrash,
    summary: 'Remove ended worktrees for good',
    body: work.pruneSchema,
    answer: receiptSchema,
  },
  runSetup: {
    ...paths.runSetup,
    summary: "Run the setup script of a session's worktree again, or go on without it",
    body: work.setupCommandSchema,
    answer: receiptSchema,
  },
} as const
