/** Comments on lines of a session's changes, as the host keeps them for all of its clients. */
import { z } from 'zod'
import { commandId } from './command-id.ts'
import { insideRepository } from './review.ts'
import { MAX_CODE } from './review-comments.ts'
import { scopeSchema } from './review-files.ts'

const line = z.number().int().min(1).max(100_000_000)
const commentText = z.string().trim().min(1).max(20_000)

export const commentSchema = z.object({
  id: z.string(),
  path: z.string(),
  side: z.enum(['old', 'new']),
  first: z.number().int(),
  last: z.number().int(),
  /** The lines as they were when the comment was written. */
  code: z.string(),
  text: z.string(),
  /** `draft`: not sent yet. `resolved`: by hand. */
  status: z.enum(['draft', 'sent', 'resolved']),
  /** When it was written or sent, in milliseconds since 1970. */
  at: z.number(),
  by: z.string(),
})
const placedCommentSchema = commentSchema.extend({
  /** Where its lines are now. `touched`: a change since has replaced them. Absent if that is not known. */
  place: z
    .object({
      status: z.enum(['unchanged', 'moved', 'touched']),
      first: z.number(),
      last: z.number(),
      /** At the end of which turn they were first found touched, after the comment was sent. */
      turn: z.number().optional(),
    })
    .optional(),
})
export const commentsSchema = z.object({ comments: z.array(placedCommentSchema) })
export const addCommentSchema = z
  .strictObject({
    commandId,
    path: insideRepository,
    /** `old`: on lines that the changes removed, as they were at the base. */
    side: z.enum(['old', 'new']).default('new'),
    /** In which of the compared states the lines are. Default: since the base. */
    ...scopeSchema.partial().shape,
    first: line,
    /** Default: only the first line. */
    last: line.optional(),
    text: commentText,
    /** The lines as the reviewer saw them: the session may change them meanwhile. Default: as they are. */
    code: z.string().max(MAX_CODE).optional(),
  })
  .refine(({ first, last = first }) => last >= first && last - first < 1000, {
    error: 'ends before it begins, or has more than 1,000 lines',
    path: ['last'],
  })
export const patchCommentSchema = z.strictObject({
  commandId,
  /** Only of a draft. */
  text: commentText.optional(),
  status: z.enum(['sent', 'resolved']).optional(),
})
export const sendCommentsSchema = z.strictObject({
  commandId,
  /** Default: all drafts. */
  ids: z.array(z.string()).min(1).max(500).optional(),
  /** While a turn runs: join it at the next tool, end it, or wait for its end in the host's queue. */
  when: z.enum(['next', 'now', 'after-turn']).optional(),
})
export const addCommentResultSchema = z.object({ id: z.string() })
export const sendCommentsResultSchema = z.object({
  /** Of the prompt. */
  prompt: z.string(),
  comments: z.array(z.string()),
})

/** Comments on lines, with the places of their lines now. */
export type CommentList = z.infer<typeof commentsSchema>
/** Body: a new comment, as a draft. */
export type AddComment = z.infer<typeof addCommentSchema>
