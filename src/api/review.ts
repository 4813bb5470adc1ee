/** Work on a session's changes: the bodies of commands, and their results. */
import { z } from 'zod'
import { commandId } from './command-id.ts'

/** Of a file, as seen from the top of the repository. */
export const insideRepository = z
  .string()
  .min(1)
  .max(4000)
  .refine((it) => !/^\/|(?:^|\/)(?:\.\.|\.git)(?:\/|$)|\0/i.test(it), 'is no path within the repository')
const paths = z.array(insideRepository).min(1).max(1000)
const remote = z
  .string()
  .regex(/^[A-Za-z0-9._][A-Za-z0-9._/-]*$/, 'is no name of a remote')
  .optional()

const patch = z.string().max(10_000_000)
export const stageSchema = z
  .strictObject({
    commandId,
    /** As seen from the top of the repository; a folder stands for all in it. */
    paths: paths.optional(),
    /** Or a part of the diff to the last commit, such as a hunk with the head of its file. */
    patch: patch.optional(),
    unstage: z.boolean().optional(),
  })
  .refine((it) => (it.paths === undefined) !== (it.patch === undefined), 'name either `paths` or a `patch`')
export const revertSchema = z
  .strictObject({
    commandId,
    /** Files that become what they are in the last commit; new ones are removed. */
    paths: paths.optional(),
    /** Or a part of a diff to take back, such as a hunk with the head of its file. */
    patch: patch.optional(),
  })
  .refine((it) => (it.paths === undefined) !== (it.patch === undefined), 'name either `paths` or a `patch`')
export const commitSchema = z.strictObject({
  commandId,
  /** With `amend`, that of the last commit if left out. */
  message: z.string().min(1).max(100_000).optional(),
  amend: z.boolean().optional(),
  /** Only what is staged. Default: all changes. */
  staged: z.boolean().optional(),
})
export const pushSchema = z.strictObject({
  commandId,
  /** Default: `origin`. */
  remote,
  /** Replace what the branch is there, unless somebody else has pushed meanwhile. */
  force: z.boolean().optional(),
})
export const pullRequestSchema = z.strictObject({
  commandId,
  title: z.string().min(1).max(500),
  body: z.string().max(100_000).optional(),
  /** The branch that the changes are for. Default: the one that the worktree began at. */
  base: z
    .string()
    .regex(/^[^-].*$/)
    .max(500)
    .optional(),
  remote,
  draft: z.boolean().optional(),
})

/** What git and the hooks printed. */
const output = z.string()
export const revertResultSchema = z.object({
  /** A ref under which the state before is kept. */
  before: z.string(),
})
export const commitResultSchema = z.object({ commit: z.string(), output })
export const pushResultSchema = z.object({ remote: z.string(), branch: z.string(), output })
export const pullRequestResultSchema = z.object({
  /** Of the pull request; or of the page to open one on, where neither `gh` nor `glab` is installed. */
  url: z.string(),
  isOpened: z.boolean(),
  output,
})
export const pullRequestStatusSchema = z.object({
  /** Absent: neither is installed, there is no server to ask, or the branch was never pushed. */
  tool: z.enum(['gh', 'glab']).optional(),
  /** Absent: the branch has none. */
  request: z
    .object({
      url: z.string(),
      number: z.number().int(),
      title: z.string(),
      state: z.enum(['open', 'draft', 'merged', 'closed']),
      checks: z.array(
        z.object({
          name: z.string(),
          status: z.enum(['passed', 'failed', 'pending', 'skipped']),
          url: z.string().optional(),
        }),
      ),
    })
    .optional(),
})

/** A pull request and its checks. */
export type PullRequestStatus = z.infer<typeof pullRequestStatusSchema>
/** Body: stages or unstages files. */
export type StageCommand = z.infer<typeof stageSchema>
/** Body: takes changes back. */
export type RevertCommand = z.infer<typeof revertSchema>
/** Body: commits. */
export type CommitCommand = z.infer<typeof commitSchema>
/** Body: pushes the branch. */
export type PushCommand = z.infer<typeof pushSchema>
/** Body: opens a pull request. */
export type PullRequestCommand = z.infer<typeof pullRequestSchema>
