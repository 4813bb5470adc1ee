/** The routes of work on a session's changes. */
import { z } from 'zod'
import { commandId } from './command-id.ts'
import * as comments from './comments.ts'
import { paths } from './paths.ts'
import { fileSchema, receiptSchema } from './resources.ts'
import * as review from './review.ts'
import * as files from './review-files.ts'

const receiptWith = <R extends z.ZodType>(result: R) => receiptSchema.extend({ result })
export const revertReceipt = receiptWith(review.revertResultSchema)
export const commitReceipt = receiptWith(review.commitResultSchema)
export const pushReceipt = receiptWith(review.pushResultSchema)
export const addCommentReceipt = receiptWith(comments.addCommentResultSchema)
export const sendCommentsReceipt = receiptWith(comments.sendCommentsResultSchema)
export const pullRequestReceipt = receiptWith(review.pullRequestResultSchema)

export const reviewRoutes = {
  listReviewFiles: {
    ...paths.listReviewFiles,
    summary: 'The files that changed: in a turn, since the base, or since the last commit',
    query: files.reviewQuerySchema,
    answer: files.reviewSchema,
  },
  diffReviewFile: {
    ...paths.diffReviewFile,
    summary: 'The diff of one changed file, with all of its lines unless it is long',
    query: files.reviewFileQuerySchema,
    answer: files.reviewDiffSchema,
  },
  readReviewFile: {
    ...paths.readReviewFile,
    summary: 'One side of a changed file, such as a picture before the change',
    query: files.reviewContentsQuerySchema,
    answer: fileSchema,
  },
  stage: {
    ...paths.stage,
    summary: 'Stage files of a session, or unstage them',
    body: review.stageSchema,
    answer: receiptSchema,
  },
  revert: {
    ...paths.revert,
    summary: 'Take changes of files, or a part of a diff, back',
    body: review.revertSchema,
    answer: revertReceipt,
  },
  commit: {
    ...paths.commit,
    summary: "Commit a session's changes; confirmed hooks run",
    body: review.commitSchema,
    answer: commitReceipt,
  },
  push: {
    ...paths.push,
    summary: "Push a session's branch; confirmed hooks run",
    body: review.pushSchema,
    answer: pushReceipt,
  },
  listComments: {
    ...paths.listComments,
    summary: 'Comments on lines of the changes, and where their lines are now',
    answer: comments.commentsSchema,
  },
  addComment: {
    ...paths.addComment,
    summary: 'Write a comment on lines, as a draft',
    body: comments.addCommentSchema,
    answer: addCommentReceipt,
  },
  patchComment: {
    ...paths.patchComment,
    summary: 'Change a draft, or resolve a comment',
    body: comments.patchCommentSchema,
    answer: receiptSchema,
  },
  removeComment: {
    ...paths.removeComment,
    summary: 'Remove a comment',
    query: z.strictObject({ commandId }),
    answer: receiptSchema,
  },
  sendComments: {
    ...paths.sendComments,
    summary: 'Send comments to the session as one prompt, now or in the queue',
    body: comments.sendCommentsSchema,
    answer: sendCommentsReceipt,
  },
  getPullRequest: {
    ...paths.getPullRequest,
    summary: "The pull request of a session's branch and its checks, as `gh` or `glab` report them",
    query: z.strictObject({ remote: review.pullRequestSchema.shape.remote }),
    answer: review.pullRequestStatusSchema,
  },
  openPullRequest: {
    ...paths.openPullRequest,
    summary: 'Open a pull request with `gh` or `glab`, or return the page to open one on',
    body: review.pullRequestSchema,
    answer: pullRequestReceipt,
  },
} as const
