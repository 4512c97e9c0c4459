// Events of a review: a person looks at a claim or a question, comments on lines, and answers; the agent replies.
import { z } from 'zod'
import { Answerer, Comment } from '../view/comment.ts'
import { Head } from './head.ts'

const ReviewHead = { ...Head, task: z.string(), review: z.string() }

/** A person looked at it. The workspace as they saw it is kept under the name `look`. */
export const ReviewViewed = z.strictObject({
  ...ReviewHead,
  kind: z.literal('review.viewed').describe('A person looked at the review.'),
  by: Answerer,
  tree: z.string().optional(),
  look: z.string().optional(),
})

/** A person has read a changed file. Once it changes again it is unread. */
export const FileViewed = z.strictObject({
  ...ReviewHead,
  kind: z.literal('file.viewed').describe('A person marked a changed file as read, or as unread again.'),
  by: Answerer,
  path: z.string(),
  /** Stands for what the file held; absent: they have not read it after all. */
  mark: z.string().optional(),
})

/** Kept until it is sent together with the others, or removed. */
export const CommentDrafted = z.strictObject({
  ...ReviewHead,
  kind: z
    .literal('comment.drafted')
    .describe('A person wrote or edited a comment on a line. It is sent with the answer to the review.'),
  by: Answerer,
  comment: Comment,
})

export const CommentRemoved = z.strictObject({
  ...ReviewHead,
  kind: z.literal('comment.removed').describe('A person removed a draft comment.'),
  by: Answerer,
  comment: z.string(),
})

export const ReviewApproved = z.strictObject({
  ...ReviewHead,
  kind: z.literal('review.approved').describe('A person approved the work.'),
  by: Answerer,
  /** What was approved, where there is a tree. */
  tree: z.string().optional(),
  words: z.string().optional(),
  look: z.string().optional(),
})

/** All drafts are sent with it, as one batch. */
export const ReviewChangesRequested = z.strictObject({
  ...ReviewHead,
  kind: z
    .literal('review.changes-requested')
    .describe('A person asked for changes. All draft comments are sent with it.'),
  by: Answerer,
  tree: z.string().optional(),
  words: z.string().optional(),
  batch: z.int(),
  /** Disputed checks of which the person says that they stand. */
  stands: z.array(z.string()).optional(),
  look: z.string().optional(),
})

export const ReviewRejected = z.strictObject({
  ...ReviewHead,
  kind: z.literal('review.rejected').describe('A person rejected the work.'),
  by: Answerer,
  tree: z.string().optional(),
  words: z.string().optional(),
  look: z.string().optional(),
})

export const ReviewAnswered = z.strictObject({
  ...ReviewHead,
  kind: z.literal('review.answered').describe("A person answered the agent's question, and the task continues."),
  by: Answerer,
  words: z.string(),
})

export const FeedbackTold = z.strictObject({
  ...Head,
  kind: z.literal('feedback.told').describe("The agent was told the person's answer, or the changes they want."),
  session: z.string(),
  task: z.string(),
})

export const CommentAddressed = z.strictObject({
  ...Head,
  kind: z.literal('comment.addressed').describe('The agent said what it did about a comment.'),
  session: z.string(),
  task: z.string(),
  comment: z.string(),
  what: z.string(),
})
