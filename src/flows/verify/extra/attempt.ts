// One extra run within the budget, and what all of them have spent so far.
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { CheckRun, ExtraRun, WhatRan } from '../../../contract/evidence.ts'
import { toMs } from '../../../domain/text/duration.ts'
import { budgetFor } from '../../../domain/proof/running/budget.ts'
import type { CopyChanges } from '../../../domain/proof/running/plans.ts'
import type { Carrying } from '../round/round-files.ts'
import { limitOf } from '../round/run-one.ts'
import type { SinceStart } from '../start/read-since-start.ts'
import type { ToPlan } from './plan-extra.ts'
import { type ExtraEnd, runExtra } from './run-extra.ts'

export interface ChecksToProve extends ToPlan {
  readonly checks: readonly CheckConfig[]
  readonly since: SinceStart
  readonly passed: ReadonlyMap<string, CheckRun>
  /** What ran before the task. */
  readonly before: (check: CheckConfig) => WhatRan | undefined
  readonly limitMs: number
  /** Told before the first run begins. */
  readonly onBegin: (begun: readonly Pick<ExtraRun, 'check' | 'kind'>[]) => Promise<void>
}

/** What was spent so far, together and for each check. */
export interface ExtraLedger {
  allSpentMs: number
  readonly byCheck: Map<string, { readonly runs: number; readonly spentMs: number }>
}

export interface Proving extends ChecksToProve {
  readonly carrying: Carrying
  readonly ledger: ExtraLedger
}

export interface ToAttempt {
  readonly changes: CopyChanges
  /** The words that start the check with the test files in question alone. */
  readonly affected: readonly string[] | undefined
  /** Also where there is time for all. */
  readonly mustBeAffected?: boolean
  readonly what: string
  readonly mustBeIsolated?: true
}

export type Attempted = ExtraEnd & { readonly isAffected: boolean }

/** One run within the budget. */
export async function attempt(
  proving: Proving,
  check: CheckConfig,
  { changes, affected, mustBeAffected = false, what, mustBeIsolated }: ToAttempt,
): Promise<Attempted> {
  const { carrying, ledger, passed, checks, limitMs } = proving
  const { runs, spentMs } = ledger.byCheck.get(check.name) ?? { runs: 0, spentMs: 0 }
  const lastMs = passed.get(check.name)?.durationMs ?? 0
  const budget = budgetFor({ lastMs, runs, spentMs, allSpentMs: ledger.allSpentMs, limitMs })
  const isAffected = mustBeAffected || budget.kind === 'affected'
  if (budget.kind === 'none') return notRun(budget.why, isAffected)
  if (isAffected && !affected) return notRun('too little time is left for the whole check', isAffected)
  const began = carrying.world.now().getTime()
  const ended = await runExtra(carrying, check, {
    ...changes,
    timeoutMs: Math.min(budget.timeoutMs, toMs(limitOf(check))),
    label: `proof-${checks.indexOf(check) + 1}-${what}`,
    argv: isAffected ? affected : undefined,
    mustBeIsolated,
  })
  const took = Math.max(0, carrying.world.now().getTime() - began)
  ledger.allSpentMs += took
  ledger.byCheck.set(check.name, { runs: runs + 1, spentMs: spentMs + took })
  return { ...ended, isAffected }
}

function notRun(why: string, isAffected: boolean): Attempted {
  return { outcome: { kind: 'not-run', why }, durationMs: 0, isAffected }
}
