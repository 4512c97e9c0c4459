// Events of the extra runs that settle suspicions: sealed, canary and plain runs in a copy of the workspace.
import { z } from 'zod'
import { SettledSuspicion } from '../change.ts'
import { ExtraRun } from '../evidence.ts'
import { Head } from './head.ts'

export const ProofStarted = z.strictObject({
  ...Head,
  kind: z.literal('proof.started').describe('Extra runs began in a copy of the workspace, to settle suspicions.'),
  workspace: z.string(),
  /** The round of checks that they belong to. */
  run: z.string(),
  /** The checks that run once more, each with the kind of run. */
  extra: z.array(z.strictObject({ check: z.string(), kind: z.enum(['sealed', 'canary', 'plain']) })),
})

export const ProofFinished = z.strictObject({
  ...Head,
  kind: z.literal('proof.finished').describe('The extra runs ended, with the suspicions they settled.'),
  workspace: z.string(),
  run: z.string(),
  /** The tree that the answers hold for, artefacts left out. Absent: the tree moved meanwhile, and nothing can be told. */
  tree: z.string().optional(),
  /** Equal for the same yardstick of the start, the same checks and the same suspicions. */
  yardstick: z.string(),
  extra: z.array(ExtraRun),
  /** The suspicions that they settled, and how. */
  settled: z.array(SettledSuspicion),
})
