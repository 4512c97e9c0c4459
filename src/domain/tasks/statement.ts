// The statement that an agent makes by a call: how it is stored, and whether it repeats the one before.
import type { Claim, Statement } from '../../contract/claim.ts'
import { given } from '../../contract/given.ts'
import type { CalledClaim } from '../../contract/state.ts'
import type { Mask } from './masked.ts'

/** A refused claim repeated at once is one call delivered twice; later the agent may have fixed it outside the tree. */
const SAME_REFUSAL_MS = 20_000

export function maskedStatement(statement: Statement, mask: Mask): Statement {
  const {
    status,
    needs,
    originalRequestSummary,
    summary,
    remainingWork,
    command,
    preexistingFailures,
    disputedChecks,
    criteria,
  } = statement
  return {
    status,
    ...given({ needs }),
    ...given({ originalRequestSummary, summary, remainingWork, command }, mask),
    ...given({
      preexistingFailures: preexistingFailures?.map(mask),
      disputedChecks: disputedChecks?.map(({ check, why }) => ({ check: mask(check), why: mask(why) })),
      criteria: criteria?.map((row) => (row.by === undefined ? row : { ...row, by: mask(row.by) })),
    }),
  }
}

/** Other channels carry less: then the request is the person's prompt. */
export function withRequest(claim: Claim, prompt: string | undefined): Claim {
  return claim.originalRequestSummary !== undefined || prompt === undefined
    ? claim
    : { ...claim, originalRequestSummary: prompt }
}

/** All that tells one statement from another, in a fixed order. */
export function partsOf(statement: Statement): readonly string[] {
  const { status, summary = '', originalRequestSummary = '', remainingWork = '', command = '', needs = '' } = statement
  return [
    status,
    summary,
    originalRequestSummary,
    remainingWork,
    command,
    needs,
    ...(statement.preexistingFailures ?? []),
    ...(statement.disputedChecks ?? []).flatMap(({ check, why }) => [check, why]),
    ...(statement.criteria ?? []).flatMap(({ id, state, by = '' }) => [id, state, by]),
  ]
}

export interface Stated {
  readonly digest: string
  readonly tree: string | undefined
  readonly progress: number
}

/** The same statement about the same tree: answered once, however often it is made. */
export function repeatOf(called: CalledClaim | undefined, stated: Stated, now: Date): CalledClaim | undefined {
  if (!called || called.digest !== stated.digest || called.tree !== stated.tree) return undefined
  const { decision, decidedAt } = called
  if (decision?.kind !== 'continue' || decidedAt === undefined) return called
  const isYoung = now.getTime() - Date.parse(decidedAt) < SAME_REFUSAL_MS
  return isYoung && called.progress === stated.progress ? called : undefined
}
