// What a claim rests on: check results, the tree they were taken on, what changed, notes and warnings.
import { z } from 'zod'
import { ChangeNote, Settlement, Tampering } from './change.ts'

export const CheckResult = z.enum(['passed', 'failed', 'timed-out', 'could-not-run'])
export type CheckResult = z.infer<typeof CheckResult>

/** Why checks run: a claim rests on them, a person asked, or a task began. */
export const RunCause = z.enum(['claim', 'person', 'baseline'])
export type RunCause = z.infer<typeof RunCause>

/** What the runners of a check say that they ran. */
export const WhatRan = z.strictObject({
  /** Carried out, passed or failed; at least so many, where a runner did not finish. Absent: no runner tells. */
  tests: z.int().optional(),
  failed: z.int(),
  skipped: z.int(),
  /** Every runner that began printed its summary. */
  finished: z.boolean(),
  /** The command chooses tests by what changed: the number says nothing about another run. */
  partial: z.literal(true).optional(),
})
export type WhatRan = z.infer<typeof WhatRan>

/** One check that ran to an end, whatever the end. */
export const CheckRun = z.strictObject({
  name: z.string(),
  /** Equal for the same command in the same folder, with the same named environment and expectations. */
  key: z.string(),
  result: CheckResult,
  /** How it ended, or why it could not run. */
  why: z.string(),
  exitCode: z.int().optional(),
  run: z.string(),
  /** Who had it run; absent in results of fullstop 0.1. */
  asked: z.strictObject({ cause: RunCause, task: z.string().optional() }).optional(),
  startedAt: z.string(),
  durationMs: z.int(),
  /** Absent where no test runner is recognised. */
  ran: WhatRan.optional(),
  /** What it printed last, cut and masked. */
  tail: z.string(),
  /** Lines that name failures, normalised, so that two runs can be compared. */
  failures: z.array(z.string()),
  /** The file with the first and last of its output. */
  log: z.string().optional(),
  /** The tree it holds for; absent where there is none, or where it moved under the check. */
  tree: z.string().optional(),
})
export type CheckRun = z.infer<typeof CheckRun>

/** How the same check stood when the task began. */
export const Before = z.enum(['passed', 'failed'])

export const EvidenceCheck = z.strictObject({
  ...CheckRun.shape,
  /** Taken from an earlier run on the same tree. */
  reused: z.boolean(),
  before: Before.optional(),
  /** Failures that were not there when the task began. */
  newFailures: z.array(z.string()).optional(),
  /** Why its pass may mean less than it says, by what ran. */
  suspicion: z.string().optional(),
  /** What an extra run showed about that suspicion. */
  settled: Settlement.optional(),
  /** The agent's own command: it never stands for a check of the config. */
  proposed: z.literal(true).optional(),
})
export type EvidenceCheck = z.infer<typeof EvidenceCheck>

/** An untracked file or folder that checks write, and its content after the last run that wrote it. */
export const Artefact = z.strictObject({
  path: z.string(),
  id: z.string(),
  at: z.string(),
  /** The run that wrote it last, and how many did. */
  run: z.string(),
  seen: z.int(),
})
export type Artefact = z.infer<typeof Artefact>

export const ChangedFile = z.strictObject({
  path: z.string(),
  how: z.enum(['added', 'modified', 'deleted']),
  /** Equal for equal content; absent where it is gone, and in evidence of fullstop 0.1. */
  id: z.string().optional(),
  /** Of our own config, and as a person trusted it since the task began. */
  isTrusted: z.boolean().optional(),
})
export type ChangedFile = z.infer<typeof ChangedFile>

/** What an extra run in a copy of the workspace said about one check. */
export const ExtraRun = z.strictObject({
  check: z.string(),
  kind: z.enum(['sealed', 'canary', 'plain']),
  /** Of a canary run: assertions that are there expect other values. Absent: one more test, which must fail. */
  form: z.literal('bent').optional(),
  answer: z.enum(['green', 'red', 'cannot-tell']),
  /** One line for people. */
  why: z.string(),
  /** Absent where nothing ran. */
  means: z.enum(['overlay', 'clone', 'copy']).optional(),
  durationMs: z.int(),
  /** A person must say whether what was seen is meant. */
  asks: z.literal(true).optional(),
  /** Tests of the start that fail on the current code. */
  tests: z.array(z.string()).optional(),
  /** Added lines that may be the reason, as `file:line`: why the check stays green, or why code answers differently. */
  places: z.array(z.string()).optional(),
  log: z.string().optional(),
})
export type ExtraRun = z.infer<typeof ExtraRun>

export const Evidence = z.strictObject({
  root: z.string().optional(),
  tree: z.string().optional(),
  run: z.string().optional(),
  checks: z.array(EvidenceCheck),
  /** Checks that were left out, and why. */
  skipped: z.array(z.strictObject({ name: z.string(), why: z.string() })),
  /** Since the task began; bounded, `changedCount` tells how many there are. Absent where the start is not known. */
  changed: z.array(ChangedFile).optional(),
  changedCount: z.int().optional(),
  /** Changes of the yardstick to be seen first, such as an expected value that changed with the code. */
  yardstickNotes: z.array(ChangeNote).optional(),
  notes: z.array(z.string()),
  warnings: z.array(z.string()),
  tampering: z.array(Tampering),
  /** Sealed, canary and plain runs. */
  extra: z.array(ExtraRun).optional(),
  /** Why the files cannot be compared with the start of the task any more, although that was kept. */
  startLost: z.string().optional(),
})
export type Evidence = z.infer<typeof Evidence>
