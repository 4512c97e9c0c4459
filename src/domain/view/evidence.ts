// Evidence as values to draw: each check with its result, then what else the claim rests on; and the rounds of checks that
// the events of a task tell of.
import type { ChangeNote } from '../../contract/change.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import type { ChangedFile, CheckResult, CheckRun, Evidence, EvidenceCheck, WhatRan } from '../../contract/evidence.ts'
import { inLine, oneLine, printable } from '../text/printable.ts'
import { tookText } from './amount.ts'
import type { Tone } from './part.ts'
import { extraLines, isCleared, settlementText, suspicionText } from './suspicion.ts'
import { given } from '../../contract/given.ts'

const MOST_FILES = 20
/** Enough to tell two trees of a task apart. */
const TREE_DIGITS = 12

export interface CheckRow {
  readonly name: string
  readonly result: CheckResult
  readonly tone: Tone
  /** How long it took. */
  readonly took: string
  readonly why: string
  /** Present if the result was taken from an earlier round on the same tree: when the check ran, ISO 8601. */
  readonly ranAt?: string
  /** The last lines of its output; none if it passed. */
  readonly output: readonly string[]
  /** The file with all of its output. */
  readonly log?: string
}

export function viewCheck(check: CheckRun & Partial<EvidenceCheck>): CheckRow {
  const { result, durationMs, startedAt, reused, tail, log } = check
  return {
    name: oneLine(check.name, 60),
    result,
    tone: toneOfResult(result),
    took: tookText(durationMs),
    why: whyText(check),
    ...(reused ? { ranAt: startedAt } : {}),
    output: result === 'passed' || tail === '' ? [] : printable(tail).split('\n'),
    ...given({ log }, inLine),
  }
}

/** How it ended and what ran: `exit 0, 124 tests, 2 skipped`. */
export function whyText(check: Pick<EvidenceCheck, 'why' | 'ran' | 'suspicion' | 'settled'>): string {
  const { why, ran, suspicion, settled } = check
  const suspected = suspicion === undefined ? [] : [`suspicion: ${suspicion}`]
  const parts = [why, ...(ran ? ranParts(ran) : []), ...suspected, ...(settled ? [settlementText(settled)] : [])]
  return oneLine(parts.join(', '), 400)
}

function ranParts({ tests, failed, skipped, finished }: WhatRan): string[] {
  if (tests === undefined) return finished ? [] : ['no summary']
  if (tests === 0 && finished) return []
  return [
    `${finished ? '' : 'at least '}${tests === 1 ? '1 test' : `${tests} tests`}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(finished ? [] : ['no summary']),
  ]
}

/** A check that could not run proves nothing, neither that the work is good nor that it is bad. */
export function toneOfResult(result: CheckResult): Tone {
  if (result === 'passed') return 'good'
  return result === 'could-not-run' ? 'warn' : 'bad'
}

/** What a claim rests on beside its checks. */
export interface EvidenceView {
  readonly skipped: readonly { readonly name: string; readonly why: string }[]
  /** The first digits of its hash; absent where no tree could be read. */
  readonly tree?: string
  /** Absent where the start of the task is not known. */
  readonly changed?: ChangedView
  /** Changes of tests and of what they compare with: to be seen first. */
  readonly yardstickNotes: readonly string[]
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
  /** Suspicions that no run cleared. */
  readonly tampering: readonly string[]
  /** Suspicions that a run cleared. */
  readonly cleared: readonly string[]
  /** Sealed and canary runs, each with the old tests that fail. */
  readonly extra: readonly ReturnType<typeof extraLines>[]
}

export interface ChangedView {
  /** `nothing`, `1 file`, `3 files`. */
  readonly summary: string
  readonly files: readonly ChangedFile[]
  /** How many files changed that `files` does not list. */
  readonly more: number
}

export function viewEvidence({ skipped, tree, changed, changedCount = 0, ...rest }: Evidence): EvidenceView {
  return {
    skipped: skipped.map(({ name, why }) => ({ name: oneLine(name, 60), why: oneLine(why, 200) })),
    ...given({ tree: tree?.slice(0, TREE_DIGITS) }),
    ...given({ changed }, (files) => viewChanged(files, changedCount)),
    yardstickNotes: (rest.yardstickNotes ?? []).map(placed),
    notes: rest.notes.map((note) => oneLine(note, 300)),
    warnings: rest.warnings.map((warning) => oneLine(warning, 300)),
    tampering: rest.tampering.filter((one) => !isCleared(one)).map(suspicionText),
    cleared: rest.tampering.filter(isCleared).map(suspicionText),
    extra: (rest.extra ?? []).map(extraLines),
  }
}

function placed({ file, line, what }: Pick<ChangeNote, 'file' | 'line' | 'what'>): string {
  return oneLine(`${file}:${line} ${what}`, 300)
}

function viewChanged(changed: readonly ChangedFile[], count: number): ChangedView {
  if (count === 0) return { summary: 'nothing', files: [], more: 0 }
  const files = changed.slice(0, MOST_FILES).map(({ path, how }) => ({ path: inLine(path), how }))
  return { summary: count === 1 ? '1 file' : `${count} files`, files, more: Math.max(0, count - files.length) }
}

/** Whether checks ran and all of them passed. */
export function isGood(checks: readonly Pick<CheckRun, 'result'>[]): boolean {
  return checks.length > 0 && checks.every((check) => check.result === 'passed')
}

/** Checks that were carried out together. `fullstop evidence --json` prints it as it is. */
export interface Round {
  readonly run: string
  readonly at: string
  readonly cause: string
  readonly tree?: string | undefined
  readonly ended: boolean
  readonly checks: readonly CheckRun[]
  readonly notes: readonly string[]
}

export function roundsIn(events: readonly Event[]): readonly Round[] {
  return events
    .filter((event): event is EventOf<'checks.started'> => event.kind === 'checks.started')
    .map(({ run, at, cause }) => {
      const end = events.find((event) => event.kind === 'checks.finished' && event.run === run)
      const finished = end?.kind === 'checks.finished' ? end : undefined
      return {
        run,
        at,
        cause,
        tree: finished?.tree,
        ended: finished !== undefined,
        checks: checksOfRound(events, run),
        notes: finished?.notes ?? [],
      }
    })
}

/** The last verification of each claim: a claim by tool is verified when it is answered and again at the stop. */
export function verifiedClaims(events: readonly Event[]): readonly EventOf<'claim.verified'>[] {
  const verified = events.filter((event) => event.kind === 'claim.verified')
  return [...new Map(verified.map((event) => [event.claim, event])).values()]
}

/** The last result of each check of a round. */
export function resultsOfRound(events: readonly Event[], round: string): readonly CheckRun[] {
  return [...new Map(checksOfRound(events, round).map((check) => [check.name, check])).values()]
}

function checksOfRound(events: readonly Event[], round: string): readonly CheckRun[] {
  return events.flatMap((event) => (event.kind === 'check.finished' && event.run === round ? [event.check] : []))
}
