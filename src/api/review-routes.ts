/** The routes of work on a session's changes. */
import type { z } from 'zod'
import { paths } from './paths.ts'
import { receiptSchema } from './resources.ts'
import * as review from './review.ts'

const receiptWith = <R extends z.ZodType>(result: R) => receiptSchema.extend({ result })
export const revertReceipt = receiptWith(review.revertResultSchema)
export const commitReceipt = receiptWith(review.commitResultSchema)
export const pushReceipt = receiptWith(review.pushResultSchema)
export const pullRequestReceipt = receiptWith(review.pullRequestResultSchema)

export const reviewRoutes = {
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
  openPullRequest: {
    ...paths.openPullRequest,
    summary: 'Open a pull request with `gh` or `glab`, or return the page to open one on',
    body: review.pullRequestSchema,
    answer: pullRequestReceipt,
  },
} as const
