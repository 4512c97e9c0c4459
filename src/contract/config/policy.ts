// The policy of a task: every config key resolved, frozen when the task opens.
import { z } from 'zod'
import { CheckConfig, Mode } from './config.ts'
import { NotifyPolicy } from './notify.ts'

export const Policy = z.strictObject({
  mode: Mode,
  /** Refusals per request. 0: no cap and no stuck guards, but a hard end. */
  maxContinuations: z.int().min(0),
  /** TASKMASTER_MAX was set: its users expect the same reminder that many times. */
  repeatsReminder: z.boolean(),
  blockedPushes: z.int().min(0),
  /** Absent: both prefixes that we know count. */
  donePrefix: z.string().optional(),
  strategies: z.array(z.string()),
  phrases: z.array(z.string()),
  checks: z.array(CheckConfig),
  /** Where the checks run: the folder of the project file, else the root of the repository. */
  root: z.string().optional(),
  /** The content of the project file that the checks come from; it must still be trusted when they run. */
  trustHash: z.string().optional(),
  /** Where that trust was given, if not for `root`: the checkout that `root` is a worktree of. */
  trustedAt: z.string().optional(),
  /** Checks that the project names but whose file the user has not trusted, and those of `around`. */
  untrustedChecks: z.array(z.string()),
  /** Checks of a trusted project around this one, which has no trust of its own. They run there, not here. */
  around: z.strictObject({ root: z.string(), checks: z.array(z.string()) }).optional(),
  baseline: z.enum(['off', 'record', 'must-not-worsen']),
  allowCommands: z.array(z.string()),
  waitingIgnore: z.array(z.string()),
  tamper: z.enum(['warn', 'ask-human', 'refuse']),
  review: z.enum(['never', 'on-warning', 'always']),
  /** When extra runs settle suspicions, and how long they may take together; absent: as by default. */
  proof: z.strictObject({ when: z.enum(['read', 'suspicion', 'always']), timeMs: z.number() }).optional(),
  /** Absent: nobody is told of anything. */
  notify: NotifyPolicy.optional(),
  /** How long a brief may be, and how long a context is kept; absent: as by default. */
  memory: z.strictObject({ briefCharacters: z.int(), keepMs: z.number() }).optional(),
  /** How a worktree of ours is made usable; absent: as it comes from git. */
  worktree: z
    .strictObject({
      setup: z.union([z.string(), z.array(z.string())]).optional(),
      /** The content of the project file that `setup` comes from; it must still be trusted when it runs. */
      trustHash: z.string().optional(),
      link: z.array(z.string()),
      maxDiskBytes: z.number().optional(),
    })
    .optional(),
  /** What follows when a subtask ends, and how many there may be; absent: as by default. */
  subtasks: z
    .strictObject({ onChildEnd: z.enum(['continue', 'wait']), maxDepth: z.int(), maxOpen: z.int() })
    .optional(),
  budget: z.strictObject({
    timeMs: z.number().optional(),
    tokens: z.number().optional(),
    cost: z.number().optional(),
  }),
  /** What only a supervisor heeds; absent in a task that no supervisor opened. */
  supervision: z
    .strictObject({
      continue: z.enum(['auto', 'same', 'fresh']),
      idleTimeoutMs: z.number(),
      settleMs: z.number(),
      /** How long a usage limit may be waited for; absent: however long it takes; 0: not at all. */
      longestWaitMs: z.number().optional(),
    })
    .optional(),
})
export type Policy = z.infer<typeof Policy>
