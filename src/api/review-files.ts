/** What is reviewed: the files that changed in a scope, and the diff and the contents of one of them. */
import { z } from 'zod'
import { insideRepository } from './review.ts'

const scopeFields = {
  /** `base`: all since the session began, in a worktree since its branch left the one it began at. `uncommitted`: since the last commit. */
  scope: z.enum(['base', 'uncommitted', 'turn']),
  /** Of the scope `turn`; the session has a checkpoint of it. Default: the last one. */
  turn: z.coerce.number().int().min(0).optional(),
  /**
   * Compare with the state after this turn, of which there is a checkpoint (0: before the first), in place of the base or of the turn
   * before. `base`: in the scope `turn`, compare with the base.
   */
  since: z.union([z.literal('base'), z.coerce.number().int().min(0)]).optional(),
}
export const scopeSchema = z.strictObject(scopeFields)
export const reviewQuerySchema = z.strictObject({
  ...scopeFields,
  /** Lines that take long to count are left out: `isCounted` is false then. */
  quick: z.enum(['true', 'false']).optional(),
})
export const reviewFileQuerySchema = z.strictObject({
  ...scopeFields,
  path: insideRepository,
  /** The name before, of a file that was renamed. */
  from: insideRepository.optional(),
})
export const reviewContentsQuerySchema = z.strictObject({
  ...scopeFields,
  path: insideRepository,
  side: z.enum(['old', 'new']),
})

const reviewFileSchema = z.object({
  /** As seen from the top of the repository. */
  path: z.string(),
  /** The name before, of a file that was renamed. */
  from: z.string().optional(),
  status: z.enum(['new', 'added', 'deleted', 'modified', 'renamed', 'conflicted']),
  added: z.number(),
  removed: z.number(),
  isBinary: z.boolean(),
  /** By its name, as lock files, or because the repository says so. */
  isGenerated: z.boolean(),
  /** Of the contents on both sides: it changes whenever one of them does. */
  hash: z.string(),
  /** What the next commit has of it, in the scope `uncommitted`. */
  staged: z.enum(['all', 'part']).optional(),
  /** Whose change it is: sessions may share a folder. `possibly`: commands of the session may have made it. */
  by: z.enum(['own', 'possibly', 'foreign']),
})
export const reviewSchema = z.object({
  isRepository: z.boolean(),
  /** The folder that paths are seen from. */
  top: z.string().optional(),
  /** The commit that the files are compared with. */
  base: z.string().optional(),
  files: z.array(reviewFileSchema),
  /** False: `added`, `removed` and `isBinary` of the files are not known yet. */
  isCounted: z.boolean().optional(),
  /** What is left out, or why there is nothing. */
  note: z.string().optional(),
})
export const reviewDiffSchema = z.object({
  /** A unified diff of the file; empty if it does not differ, and for what is not text. */
  patch: z.string(),
  /** It has all lines of the file. Otherwise only some around each change: the file is long. */
  isWhole: z.boolean(),
  /** The rest of a very long diff is left out. */
  isCut: z.boolean(),
})

/** The files that changed in a scope. */
export type ReviewFiles = z.infer<typeof reviewSchema>
/** The diff of one file. */
export type ReviewDiff = z.infer<typeof reviewDiffSchema>
/** What is compared. */
export type ReviewScope = z.infer<typeof scopeSchema>
