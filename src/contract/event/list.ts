// Events of a task list and of its items. Each item is a task of its own, whose events tell how it was carried out.
import { z } from 'zod'
import { ItemOutcome, ListOutcome, ListTracker, PauseWhy, PlannedItem, SentBackWhy } from '../list.ts'
import { Policy } from '../config/policy.ts'
import { RunSetup } from '../agent/run-setup.ts'
import { Actor, Head } from './head.ts'

export const ListOpened = z.strictObject({
  ...Head,
  kind: z.literal('list.opened'),
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
  kind: z.literal('list.resumed'),
  list: z.string(),
  actor: Actor,
  policy: Policy.optional(),
  setup: RunSetup.optional(),
})

/** Nothing more of it begins until a person allows more. */
export const ListPaused = z.strictObject({
  ...Head,
  kind: z.literal('list.paused'),
  list: z.string(),
  why: PauseWhy,
})

/** Git was asked once more: `missing` names the items whose merge commit is not in the result branch. */
export const ListEnded = z.strictObject({
  ...Head,
  kind: z.literal('list.ended'),
  list: z.string(),
  outcome: ListOutcome,
  missing: z.array(z.string()),
})

/** Recorded before the worktree and the task are made: a supervisor after a crash makes the same ones. */
export const ItemStarted = z.strictObject({
  ...Head,
  kind: z.literal('item.started'),
  list: z.string(),
  item: z.string(),
  task: z.string(),
  worktree: z.string(),
  branch: z.string(),
})

/** Its task was completed, but the merge conflicts, or a check fails on the merged result. */
export const ItemSentBack = z.strictObject({
  ...Head,
  kind: z.literal('item.sent-back'),
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
  kind: z.literal('item.merged'),
  list: z.string(),
  item: z.string(),
  task: z.string(),
  commit: z.string(),
  /** Why its box could not be ticked. For people. */
  unticked: z.string().optional(),
})

export const ItemEnded = z.strictObject({
  ...Head,
  kind: z.literal('item.ended'),
  list: z.string(),
  item: z.string(),
  outcome: ItemOutcome,
  because: z.string().optional(),
})

/** A person takes the list up: an item that had ended otherwise than completed is tried again. */
export const ItemResumed = z.strictObject({
  ...Head,
  kind: z.literal('item.resumed'),
  list: z.string(),
  item: z.string(),
})
