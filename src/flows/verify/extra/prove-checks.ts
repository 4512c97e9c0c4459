// The extra runs of each check, one after the other, within their budget; and what they settle together.
import type { SettledSuspicion } from '../../../contract/change.ts'
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { ExtraRun, WhatRan } from '../../../contract/evidence.ts'
import { given } from '../../../contract/given.ts'
import { cannotTell, type CopyOutcome, type ExtraAnswer } from '../../../domain/proof/running/copy-outcome.ts'
import { judgeCanary, needsStart } from '../../../domain/proof/running/canary/judge.ts'
import { judgeBent, needsBentStart } from '../../../domain/proof/running/bent/judge.ts'
import type { DoubtKind } from '../../../domain/proof/reading/product/doubts/doubts.ts'
import { isRigging } from '../../../domain/gate/judge-change.ts'
import { judgePlain } from '../../../domain/proof/running/plain/judge.ts'
import { judgeSealed } from '../../../domain/proof/running/sealed/judge.ts'
import { changesInSealed } from '../../../domain/proof/running/sealed/plan.ts'
import { canNarrow } from '../../../domain/proof/running/cleared-by.ts'
import type { CanaryPlan, CopyChanges, SealedPlan } from '../../../domain/proof/running/plans.ts'
import { type JudgedRun, settleSuspicions } from '../../../domain/proof/running/settle-suspicions.ts'
import { joinWords } from '../../../domain/shell/words.ts'
import {
  type BentRunPlan,
  type CanaryRunPlan,
  type PlainRunPlan,
  planExtra,
  type Planned,
  type SealedRunPlan,
} from './plan-extra.ts'
import type { Carrying } from '../round/round-files.ts'
import type { SinceStart } from '../start/read-since-start.ts'
import { readMasked } from '../start/read-masked.ts'
import { attempt, type Attempted, type ChecksToProve, type Proving } from './attempt.ts'
import type { ExtraEnd } from './run-extra.ts'

export interface ChecksProved {
  readonly extra: ExtraRun[]
  readonly settled: SettledSuspicion[]
}

interface Judged {
  readonly extra: ExtraRun
  readonly judged: JudgedRun
  /** Tests with the yardstick of now, where they had to be counted in a copy. */
  readonly countNow?: number | undefined
}

export async function proveChecks(carrying: Carrying, asked: ChecksToProve): Promise<ChecksProved> {
  const proving: Proving = { ...asked, carrying, ledger: { allSpentMs: 0, byCheck: new Map() } }
  const planned: Planned[] = []
  for (const check of asked.checks) planned.push(...(await planExtra(carrying.world, check, asked)))
  const begun = planned.filter((one) => !('why' in one)).map(({ check, kind }) => ({ check: check.name, kind }))
  if (begun.length > 0) await asked.onBegin(begun)
  const judged: Judged[] = []
  for (const one of planned) {
    if (carrying.signal.aborted) break
    const ofCheck = judged.filter(({ extra }) => extra.check === one.check.name)
    const others = ofCheck.filter(({ extra }) => extra.kind === one.kind)
    // What is known to be rigged need not be shown twice.
    if (one.kind !== 'sealed' && ofCheck.some(({ extra }) => isRigging(extra))) continue
    const run = await runPlanned(proving, one)
    if (others.length === 0 || isRigging(run.extra)) judged.push(run)
  }
  return { extra: judged.map(({ extra }) => extra), settled: settledBy(proving, planned, judged) }
}

async function runPlanned(proving: Proving, planned: Planned): Promise<Judged> {
  const { check, kind } = planned
  if ('why' in planned) return toJudged(check, kind, [], cannotTell(planned.why))
  if ('bent' in planned) return runBent(proving, check, planned)
  if ('plain' in planned) return runPlain(proving, check, planned)
  return planned.kind === 'sealed' ? runSealed(proving, check, planned) : runCanary(proving, check, planned)
}

/**
 * Red counts only if the same tests in the same kind of copy are green with the yardstick of now, and, where there is time
 * to see it, red once more: a flaky check accuses nobody.
 */
async function runSealed(
  proving: Proving,
  check: CheckConfig,
  { sealed: plan, affected }: SealedRunPlan,
): Promise<Judged> {
  const asThen = { changes: plan, affected: affected?.then }
  const first = await attempt(proving, check, { ...asThen, what: 'sealed' })
  const asNow = { changes: NOTHING, affected: affected?.now, what: 'control' }
  const control =
    hasFailed(first.outcome) || isToCount(proving, check, first)
      ? await attempt(proving, check, { ...asNow, mustBeAffected: first.isAffected })
      : undefined
  const again =
    hasFailed(first.outcome) && control && hasPassed(control.outcome)
      ? await attempt(proving, check, { ...asThen, what: 'sealed-again', mustBeAffected: control.isAffected })
      : undefined
  // Of all tests and of some of them nothing can be compared.
  const sealed = again && first.isAffected !== control?.isAffected ? again : first
  const answer = judgeSealed({
    command: typeof check.run === 'string' ? check.run : joinWords(check.run),
    sealed: sealed.outcome,
    control: control?.outcome,
    again: again?.outcome,
    before: sealed.isAffected ? undefined : proving.before(check),
    plan,
    root: proving.carrying.request.root,
  })
  const runs = [first, ...(control ? [control] : []), ...(again ? [again] : [])]
  const count = sealed.isAffected ? ('some' as const) : countIn(sealed.outcome)
  return { ...toJudged(check, 'sealed', runs, answer, { count }), countNow: control && countIn(control.outcome) }
}

/** Some runners count their tests in a copy alone (go, by `-v`): a narrower command shows only by comparing two copies. */
function isToCount({ since, passed }: Proving, { name }: CheckConfig, { outcome, isAffected }: Attempted): boolean {
  const isCountedInCopy = hasPassed(outcome) && !isAffected && countIn(outcome) !== undefined
  return isCountedInCopy && countOf(passed.get(name)?.ran) === undefined && since.suspicions.some(canNarrow)
}

/** A canary that stays green at the start too tells of no rig. */
async function runCanary(
  proving: Proving,
  check: CheckConfig,
  { canary: plan, atStart: start, affected }: CanaryRunPlan,
): Promise<Judged> {
  const canary = await attempt(proving, check, { changes: plan, affected, what: 'canary' })
  const isStartNeeded = start !== undefined && needsStart({ canary: canary.outcome, plan })
  const atStart = isStartNeeded
    ? await attempt(proving, check, { changes: start, affected, what: 'canary-at-start' })
    : undefined
  const answer = judgeCanary({ canary: canary.outcome, plan, atStart: atStart?.outcome })
  const { isLast, loads } = plan
  const { extra, judged } = toJudged(check, 'canary', [canary, ...(atStart ? [atStart] : [])], answer, {
    isLast,
    loads,
  })
  return { extra: { ...extra, ...placesOf(proving, 'reaches', answer) }, judged }
}

async function runBent(
  proving: Proving,
  check: CheckConfig,
  { bent: plan, atStart: start, affected }: BentRunPlan,
): Promise<Judged> {
  const bent = await attempt(proving, check, { changes: plan, affected, what: 'bent' })
  const atStart =
    start !== undefined && needsBentStart({ bent: bent.outcome, plan })
      ? await attempt(proving, check, { changes: start, affected, what: 'bent-at-start' })
      : undefined
  const answer = judgeBent({ bent: bent.outcome, plan, atStart: atStart?.outcome })
  const { extra, judged } = toJudged(check, 'canary', [bent, ...(atStart ? [atStart] : [])], answer)
  const asking = answer.asks && { asks: answer.asks, places: riggedPlaces(proving, answer) }
  return { extra: { ...extra, form: 'bent', ...placesOf(proving, 'compares', answer), ...asking }, judged }
}

/**
 * One run of all its steps: whatever it takes to tell is done in one copy. Nothing in it looks like a test, so the code may take
 * itself for the real thing: it never runs where it could reach anything but the copy.
 */
async function runPlain(proving: Proving, check: CheckConfig, { plain: plan }: PlainRunPlan): Promise<Judged> {
  const plain = await attempt(proving, check, {
    changes: plan,
    affected: plan.argv,
    mustBeAffected: true,
    what: 'plain',
    mustBeIsolated: true,
  })
  const answer = judgePlain(plain.outcome, plan)
  const { extra, judged } = toJudged(check, 'plain', [plain], answer)
  return { extra: { ...extra, ...(answer.answer === 'red' ? { places: riggedPlaces(proving, answer) } : {}) }, judged }
}

/** What reading suspects, or added lines that raised a doubt; if there is neither, the assertion. */
function riggedPlaces({ since }: Proving, { at }: ExtraAnswer): string[] {
  const rigged = since.suspicions.filter(({ kind }) => kind === 'rigged')
  const places = [...rigged, ...since.doubts].map(({ file, line }) => `${file}:${line}`)
  return [...new Set([...places, ...(at === undefined ? [] : [at])])].slice(0, MOST_PLACES)
}

const NOTHING: CopyChanges = { put: [], remove: [] }

function hasFailed(outcome: CopyOutcome): boolean {
  return outcome.kind === 'ran' && outcome.end.result === 'failed'
}

function hasPassed(outcome: CopyOutcome): boolean {
  return outcome.kind === 'ran' && outcome.end.result === 'passed'
}

/** Where to look, in a check that is rigged. */
function placesOf({ since }: Proving, kind: DoubtKind, { answer }: ExtraAnswer): Pick<ExtraRun, 'places'> {
  const doubts = since.doubts.filter((doubt) => doubt.kind === kind)
  if (answer !== 'green' || doubts.length === 0) return {}
  return { places: doubts.slice(0, MOST_PLACES).map(({ file, line }) => `${file}:${line}`) }
}

const MOST_PLACES = 5

function toJudged(
  { name }: CheckConfig,
  kind: ExtraRun['kind'],
  ends: readonly ExtraEnd[],
  { answer, why, tests }: ExtraAnswer,
  more: Pick<CanaryPlan, 'isLast' | 'loads'> | Pick<JudgedRun, 'count'> = {},
): Judged {
  const [first] = ends
  const extra: ExtraRun = {
    check: name,
    kind,
    answer,
    why,
    durationMs: Math.round(ends.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    ...given({ means: first?.means, tests: tests && [...tests], log: first?.log }),
  }
  return { extra, judged: { ...extra, ...more } }
}

function settledBy(proving: Proving, planned: readonly Planned[], judged: readonly Judged[]): SettledSuspicion[] {
  const { since, checks, passed } = proving
  const sealed = planned.flatMap((one) => ('sealed' in one ? [one.sealed] : []))[0]
  const all = settleSuspicions({
    suspicions: since.suspicions,
    runs: judged.map((one) => one.judged),
    checks: checks.map(({ name }) => {
      const sealedRun = judged.find(({ extra }) => extra.check === name && extra.kind === 'sealed')
      const count = countOf(passed.get(name)?.ran) ?? sealedRun?.countNow
      return { name, runsTests: count !== undefined || sealedRun?.judged.count !== undefined, count }
    }),
    stillThere: sealed ? stillThere(since, sealed) : since.suspicions,
    isDoubted: since.doubts.some(({ kind }) => kind === 'reaches'),
  })
  return all.flatMap(({ file, line, what, settled }) => (settled ? [{ file, line, what, settled }] : []))
}

function countIn(outcome: CopyOutcome): number | undefined {
  return outcome.kind === 'ran' ? countOf(outcome.ran) : undefined
}

function countOf(ran: WhatRan | undefined): number | undefined {
  return ran?.tests === undefined ? undefined : ran.tests + ran.skipped
}

/** What reading would find in the copy of the sealed run. A file that git does not see is not put back. */
function stillThere({ changes, suspicions, beyond }: SinceStart, plan: SealedPlan): SinceStart['suspicions'] {
  if (!changes.ok) return []
  const found = readMasked(changesInSealed(changes.changes, plan), {
    named: changes.named,
    ...given({ beyond }),
  }).suspicions
  return [...found, ...suspicions.filter(({ kind }) => kind === 'hidden')]
}
