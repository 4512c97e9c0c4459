// A task list under way: what was planned when it opened, and what its events fold to. Never written but by the fold.
import { z } from 'zod'
import { TrackerConfig } from './config/config.ts'
import { Outcome } from './outcome.ts'
import type { Policy } from './config/policy.ts'
import type { RunSetup } from './agent/run-setup.ts'

/** An open item of the list, as it stood in the file when the list opened. The rest of it is read from the kept text. */
export const PlannedItem = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** Items of this plan that must be completed first; parts of an item are among them. */
  after: z.array(z.string()),
  /** Names of the checks that its own claim is verified with; empty: all. The merged result always gets all of them. */
  checks: z.array(z.string()),
  /** Another agent than that of the list. */
  agent: z.string().optional(),
})
export type PlannedItem = z.infer<typeof PlannedItem>

/** A tracker as it was configured when the list opened. */
export const ListTracker = z.strictObject({
  ...TrackerConfig.shape,
  /** The content of the project file that it comes from; it must still be trusted when a command of it runs. */
  trustHash: z.string().optional(),
})
export type ListTracker = z.infer<typeof ListTracker>

/** `not-started`: an item that it needs was not completed, or the tracker did not give it. */
export const ItemOutcome = z.enum([...Outcome.options, 'not-started'])
export type ItemOutcome = z.infer<typeof ItemOutcome>

/** `awaiting-review`: nothing is left but reviews. `partial`: anything else that is not all of it. */
export const ListOutcome = z.enum(['completed', 'awaiting-review', 'partial'])
export type ListOutcome = z.infer<typeof ListOutcome>

/** Why the work of an item cannot be merged as it is. */
export const SentBackWhy = z.enum(['conflict', 'red'])
export type SentBackWhy = z.infer<typeof SentBackWhy>

export const PauseWhy = z.enum(['over-budget', 'usage-limited'])
export type PauseWhy = z.infer<typeof PauseWhy>

export interface ListState {
  readonly id: string
  /** Below `top`, with slashes; of a tracker `tracker:NAME`. */
  readonly file: string
  /** Of the content of the file when the list opened. The text is kept beside the store until the list has ended. */
  readonly hash: string
  /** The top of the user's checkout; only read. */
  readonly top: string
  /** The commit that the result branch began at. */
  readonly base: string
  readonly branch: string
  readonly agent: string
  /** How each agent is started; its folder is the one that the user named, in their checkout. */
  readonly setup: RunSetup
  /** As frozen when the list opened, or when a person last took it up; its root lies in the user's checkout. */
  readonly policy: Policy
  readonly items: readonly PlannedItem[]
  readonly tracker?: ListTracker
  readonly status: 'open' | 'paused' | 'ended'
  readonly pausedFor?: PauseWhy
  readonly outcome?: ListOutcome
  /** Items whose merge commit was not found in the result branch at the end. */
  readonly missing: readonly string[]
  readonly openedAt: string
  readonly updatedAt: string
  /** When a person last took it up. */
  readonly resumedAt?: string
}

export interface ItemState {
  readonly list: string
  readonly item: string
  /**
   * `ready`: nothing of it has begun; `working`: its task is to run, or to be judged; `merged`: its work is on the result
   * branch, with all checks passed there.
   */
  readonly phase: 'ready' | 'working' | 'merged' | 'ended'
  readonly task?: string
  readonly worktree?: string
  readonly branch?: string
  /** How often it was sent back after its claim had been accepted. */
  readonly returns: number
  /** The merge commit on the result branch. */
  readonly commit?: string
  readonly outcome?: ItemOutcome
  readonly because?: string
}
