// Events of a task list and of its items. Each item is a task of its own, whose events tell how it was carried out.
import { z } from 'zod'
import { ItemOutcome, ListOutcome, ListTracker, PauseWhy, PlannedItem, SentBackWhy } from '../list.ts'
import { Policy } from '../config/policy.ts'
import { RunSetup } from '../agent/run-setup.ts'
import { Actor, Head } from './head.ts'

export const ListOpened = z.strictObject({
  ...Head,
  kind: z.literal('list.opened').describe('A run of a task list began.'),
  list: z.string(),
  /** Below `top`, with slashes; of a tracker `tracker:NAME`. */
  file: z.string(),
  /** Of the content of the file, or of what the tracker printed. */
  hash: z.string(),
  /** The top of the user's checkout. */
  top: z.string(),
  /** The commit that the result branch begins at. */
  base: z.string(),
  branch: z.string(),
  agent: z.string(),
  setup: RunSetup,
  policy: Policy,
  items: z.array(PlannedItem),
  /** Where the items come from a tracker: its commands. */
  tracker: ListTracker.optional(),
})

/** A person takes it up after it was paused or had ended; `policy` and `setup` are what they changed for it. */
export const ListResumed = z.strictObject({
  ...Head,
  kind: z.literal('list.resumed').describe('A person resumed a list that was paused or had ended.'),
  list: z.string(),
  actor: Actor,
  policy: Policy.optional(),
  setup: RunSetup.optional(),
})

export const ListPaused = z.strictObject({
  ...Head,
  kind: z.literal('list.paused').describe('The list starts no further item until a person resumes it.'),
  list: z.string(),
  why: PauseWhy,
})

/** Git was asked once more: `missing` names the items whose merge commit is not in the result branch. */
export const ListEnded = z.strictObject({
  ...Head,
  kind: z
    .literal('list.ended')
    .describe('The list ended. `missing` names items whose merge is not in the result branch.'),
  list: z.string(),
  outcome: ListOutcome,
  missing: z.array(z.string()),
})

/** Recorded before the worktree and the task are made: a supervisor after a crash makes the same ones. */
export const ItemStarted = z.strictObject({
  ...Head,
  kind: z.literal('item.started').describe('An item of the list began, in its own worktree and as a task of its own.'),
  list: z.string(),
  item: z.string(),
  task: z.string(),
  worktree: z.string(),
  branch: z.string(),
})

export const ItemSentBack = z.strictObject({
  ...Head,
  kind: z
    .literal('item.sent-back')
    .describe('The item was completed, but its merge conflicts or a check fails after the merge. Its agent works on.'),
  list: z.string(),
  item: z.string(),
  task: z.string(),
  why: SentBackWhy,
  /** The files that conflict, or the checks that fail. */
  names: z.array(z.string()),
})

/** Its work is on the result branch, every check passed there, and its box is ticked if it is still in the list. */
export const ItemMerged = z.strictObject({
  ...Head,
  kind: z
    .literal('item.merged')
    .describe('The work of the item is on the result branch, and every check passed there.'),
  list: z.string(),
  item: z.string(),
  task: z.string(),
  commit: z.string(),
  /** Why its box could not be ticked. For people. */
  unticked: z.string().optional(),
})

export const ItemEnded = z.strictObject({
  ...Head,
  kind: z.literal('item.ended').describe('An item of the list ended with an outcome.'),
  list: z.string(),
  item: z.string(),
  outcome: ItemOutcome,
  because: z.string().optional(),
})

export const ItemResumed = z.strictObject({
  ...Head,
  kind: z.literal('item.resumed').describe('An item that had ended without being completed is tried again.'),
  list: z.string(),
  item: z.string(),
})
