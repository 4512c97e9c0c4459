// Events of a round of checks in a workspace.
import { z } from 'zod'
import { Artefact, CheckRun, RunCause } from '../evidence.ts'
import { Head } from './head.ts'

export const ChecksStarted = z.strictObject({
  ...Head,
  kind: z.literal('checks.started').describe('A round of checks began in a workspace.'),
  workspace: z.string(),
  run: z.string(),
  root: z.string(),
  cause: RunCause,
  checks: z.array(z.string()),
})

export const CheckStarted = z.strictObject({
  ...Head,
  kind: z.literal('check.started').describe('One check of the round began.'),
  workspace: z.string(),
  run: z.string(),
  name: z.string(),
})

export const CheckFinished = z.strictObject({
  ...Head,
  kind: z.literal('check.finished').describe('One check of the round ended, with its result.'),
  workspace: z.string(),
  run: z.string(),
  cause: RunCause,
  check: CheckRun,
})

export const ChecksFinished = z.strictObject({
  ...Head,
  kind: z.literal('checks.finished').describe('A round of checks ended, with the tree its results hold for.'),
  workspace: z.string(),
  run: z.string(),
  cause: RunCause,
  /** The tree at the end, artefacts left out, and the checks of this run whose results hold for it. */
  tree: z.string().optional(),
  /** The first of those artefacts. */
  left: z.array(z.string()).optional(),
  valid: z.array(z.string()),
  /** All that are known of this workspace. */
  artefacts: z.array(Artefact),
  notes: z.array(z.string()),
})
