/** Worktrees and projects: the bodies of commands, and what the host returns. */
import { z } from 'zod'
import { commandId } from './command-id.ts'
import { permissionModeSchema } from './permission-mode.ts'
import { promptTemplatesSchema } from './prompt-templates.ts'

/** Of a file in the project, written with slashes. */
const inside = z
  .string()
  .min(1)
  .max(1000)
  .refine((path) => !/^\/|(?:^|\/)(?:\.\.?|\.git)(?:\/|$)|\0/i.test(path), 'is no path within the project')

/** A worktree of its own for a new session. */
export const newWorktreeSchema = z.strictObject({
  /** The last part of the branch, `fairlead/NAME`, and the name of the folder. Made from the title or the prompt if left out. */
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'has letters, digits, dots, dashes and underscores only')
    .optional(),
  /** A branch or a commit to begin at. Default: what the folder is at. */
  base: z.string().min(1).max(500).optional(),
})

const setupSchema = z.object({
  /** `unconfirmed`: nobody has allowed this content of the script to run. */
  status: z.enum(['running', 'done', 'failed', 'unconfirmed', 'skipped']),
  /** Of the script, to confirm it with. */
  hash: z.string().optional(),
  /** Why it failed. */
  problem: z.string().optional(),
})

/** The worktree that a session works in. */
export const worktreeSchema = z.object({
  path: z.string(),
  branch: z.string(),
  /** The commit that it began at. */
  base: z.string(),
  /** The branch that it began at. Absent: it began at a commit of no local branch. */
  baseBranch: z.string().optional(),
  /** The main checkout of the repository. */
  checkout: z.string(),
  /** `planned`: its folder is being created. `ended`: it was merged, kept or discarded. */
  status: z.enum(['planned', 'created', 'ready', 'ended']),
  setup: setupSchema.optional(),
})

export const projectSettingsSchema = z.strictObject({
  /** The folder for worktrees: absolute, or as seen from the project. Default: `NAME.worktrees` beside the project. */
  worktrees: z.string().min(1).max(1000).optional(),
  /** Whether clients offer a new session a worktree of its own by default. */
  ownWorktree: z.boolean().optional(),
  /** Whether checkpoints are also taken in folders that sessions share. In worktrees they always are. */
  checkpoints: z.boolean().optional(),
  /** Files that git does not have and a worktree needs, such as `.env`. They are copied. */
  copy: z.array(inside).max(100).optional(),
  /** A script of the repository that prepares a new worktree. It runs once a person has confirmed its content. */
  setup: inside.optional(),
  /** A script of the repository that runs what is worked on, such as a development server. It is confirmed like `setup`. */
  run: inside.optional(),
  /** What a new session of the project runs with, unless it names something else. */
  agent: z.string().min(1).max(200).optional(),
  model: z.string().min(1).max(200).optional(),
  permissionMode: permissionModeSchema.optional(),
  /** In dollars; the CLI ends a session that has cost more. */
  maxBudgetUsd: z.number().positive().optional(),
  /** Prompt templates of the project, beside those of the host. */
  templates: promptTemplatesSchema.shape.templates.unwrap().optional(),
})

/** Something of the repository that the host would run. */
const projectProgramSchema = z.object({
  kind: z.enum(['setup', 'run', 'hooks']),
  title: z.string(),
  /** Confirmed by this: a change gives another one. */
  hash: z.string(),
  isConfirmed: z.boolean(),
  /** The content, cut if it is long. */
  text: z.string(),
  isCut: z.boolean(),
})

export const projectSchema = z.object({
  /** The main checkout of the repository. */
  path: z.string(),
  name: z.string(),
  /** The branch that the main checkout is on. */
  branch: z.string().optional(),
  /** The branch that its remote has checked out, or `main` or `master`, or the one that the main checkout is on. */
  defaultBranch: z.string().optional(),
  /** The address of `origin`, or of the only other remote; without a password. */
  remote: z.string().optional(),
  /** Local branches, the latest commit first. */
  branches: z.array(z.string()),
  settings: projectSettingsSchema,
  programs: z.array(projectProgramSchema),
})

export const putProjectSchema = z.strictObject({
  commandId,
  /** Any folder of the project. */
  path: z.string().min(1),
  settings: projectSettingsSchema,
})
export const confirmProgramsSchema = z.strictObject({
  commandId,
  path: z.string().min(1),
  /** Of the programs that may run from now on. */
  hashes: z
    .array(z.string().regex(/^[0-9a-f]{64}$/))
    .min(1)
    .max(100),
})
export const setupCommandSchema = z.strictObject({
  commandId,
  /** Start the session without the setup. */
  skip: z.boolean().optional(),
})

const mergeKind = z.enum(['merge', 'squash', 'rebase'])
const mergeFields = {
  how: mergeKind,
  /** A local branch. Default: the one that the worktree began at. */
  into: z.string().min(1).max(500).optional(),
}
export const mergeQuerySchema = z.strictObject(mergeFields)
export const mergeSchema = z.strictObject({
  commandId,
  ...mergeFields,
  /** Of the commit, where there is a new one. Default: the session's title and the subjects of its commits. */
  message: z.string().min(1).max(100_000).optional(),
  /** The commits of the preview. If either branch has moved since, nothing is merged. */
  expected: z.strictObject({ from: z.string(), into: z.string() }).optional(),
})
export const endWorktreeSchema = z.strictObject({
  commandId,
  /** What becomes of the branch. The folder is removed in either case. */
  branch: z.enum(['keep', 'discard']),
})
export const endOrphanSchema = z.strictObject({
  ...endWorktreeSchema.shape,
  /** The folder of a worktree that no session has. */
  path: z.string().min(1),
})
export const restoreSchema = z.strictObject({ commandId, checkout: z.string().min(1), id: z.string().min(1) })
export const pruneSchema = z.strictObject({
  commandId,
  checkout: z.string().min(1),
  /** Default: those that are older than 30 days. */
  ids: z.array(z.string()).max(1000).optional(),
})

/** A worktree compared with the branch that it began at. */
export const worktreeStatusSchema = z.object({
  worktree: worktreeSchema,
  head: z.string(),
  /** Commits that only the worktree has, and only the branch that it began at; absent if that branch is gone. */
  ahead: z.number().int().optional(),
  behind: z.number().int().optional(),
  /** Files with changes that are not committed. */
  uncommitted: z.array(z.string()),
})
export const mergePreviewSchema = z.object({
  into: z.string(),
  /** The commits that both branches are at. */
  expected: z.object({ from: z.string(), into: z.string() }),
  commits: z.array(z.object({ id: z.string(), subject: z.string(), author: z.string(), at: z.number() })),
  files: z.array(
    z.object({ path: z.string(), added: z.number(), removed: z.number(), isBinary: z.boolean() }),
  ),
  /** Files that both sides have changed. Nothing can be merged while there are any. */
  conflicts: z.array(z.string()),
  /** The commit of a rebase that has the conflicts. */
  conflictAt: z.string().optional(),
  /** Files of the worktree with changes that are not committed, and so not merged. */
  uncommitted: z.array(z.string()),
})
export const mergeReceiptSchema = z.object({ commit: z.string(), into: z.string() })
export const endResultSchema = z.object({
  /** Where the state of the worktree is kept for 30 days. */
  trash: z.string(),
})
export const worktreeListSchema = z.object({
  worktrees: z.array(
    z.object({
      path: z.string(),
      checkout: z.string(),
      branch: z.string(),
      head: z.string(),
      /** The session that works there. Absent: the session is gone. */
      session: z.string().optional(),
    }),
  ),
})
export const trashSchema = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      checkout: z.string(),
      branch: z.string(),
      path: z.string(),
      at: z.number(),
      /** When it is removed for good. */
      until: z.number(),
      title: z.string().optional(),
    }),
  ),
})
export const restoreResultSchema = z.object({ path: z.string(), branch: z.string() })

/** A turn, or `now` for the folder as it is. */
const checkpointName = z.union([z.coerce.number().int().min(0), z.literal('now')])
export const checkpointsSchema = z.object({
  /** In order. Turn 0 is the state before the first. A turn without one is part of the next. */
  checkpoints: z.array(z.object({ turn: z.number().int(), at: z.number(), commit: z.string() })),
})
export const checkpointQuerySchema = z.strictObject({
  /** Default: the checkpoint before `to`. */
  from: checkpointName.optional(),
  to: checkpointName,
})
export const checkpointDiffSchema = z.object({
  from: checkpointName,
  to: checkpointName,
  files: z.array(
    z.object({
      path: z.string(),
      status: z.string(),
      added: z.number(),
      removed: z.number(),
      isBinary: z.boolean(),
      /** Whose change it is: in a shared folder others change files, too. `possibly`: a command of the session ran meanwhile. */
      by: z.enum(['own', 'possibly', 'foreign']),
    }),
  ),
  /** A unified diff, cut if it is too long. */
  diff: z.string(),
  isCut: z.boolean(),
})
export const restoreCheckpointSchema = z.strictObject({ commandId, turn: z.number().int().min(0) })
/** What the folder was like before is kept under this ref. */
export const restoreCheckpointResultSchema = z.object({ before: z.string() })

/** A worktree of its own for a new session. */
export type NewWorktree = z.infer<typeof newWorktreeSchema>
/** The worktree that a session works in. */
export type Worktree = z.infer<typeof worktreeSchema>
/** What a person has set for a project. */
export type ProjectSettings = z.infer<typeof projectSettingsSchema>
/** A project, its settings, and what of it the host would run. */
export type ProjectView = z.infer<typeof projectSchema>
/** How a branch is merged. */
export type MergeKind = z.infer<typeof mergeKind>
/** A worktree compared with the branch that it began at. */
export type WorktreeStatus = z.infer<typeof worktreeStatusSchema>
/** What a merge would do. */
export type MergePreview = z.infer<typeof mergePreviewSchema>
/** Worktrees that the host has created. */
export type WorktreeList = z.infer<typeof worktreeListSchema>
/** Worktrees that were ended, as long as they can be restored. */
export type WorktreeTrash = z.infer<typeof trashSchema>
/** The states of a session's folder after its turns. */
export type CheckpointList = z.infer<typeof checkpointsSchema>
/** What changed between two checkpoints. */
export type CheckpointDiff = z.infer<typeof checkpointDiffSchema>
