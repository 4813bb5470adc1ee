/** Worktrees and projects: the bodies of commands, and what the host returns. */
import { z } from 'zod'
import { commandId } from './command-id.ts'

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

export const setupSchema = z.object({
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
  /** Files that git does not have and a worktree needs, such as `.env`. They are copied. */
  copy: z.array(inside).max(100).optional(),
  /** A script of the repository that prepares a new worktree. It runs once a person has confirmed its content. */
  setup: inside.optional(),
})

/** Something of the repository that the host would run. */
export const projectProgramSchema = z.object({
  kind: z.enum(['setup']),
  title: z.string(),
  /** Confirmed by this: a change gives another one. */
  hash: z.string(),
  isConfirmed: z.boolean(),
  /** The content, cut if it is long. */
  text: z.string(),
})

export const projectSchema = z.object({
  /** The main checkout of the repository. */
  path: z.string(),
  name: z.string(),
  /** The branch that the main checkout is on. */
  branch: z.string().optional(),
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

/** A worktree of its own for a new session. */
export type NewWorktree = z.infer<typeof newWorktreeSchema>
/** The worktree that a session works in. */
export type Worktree = z.infer<typeof worktreeSchema>
/** What a person has set for a project. */
export type ProjectSettings = z.infer<typeof projectSettingsSchema>
/** A project, its settings, and what of it the host would run. */
export type ProjectView = z.infer<typeof projectSchema>
