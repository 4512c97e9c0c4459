// Which suspicions the extra runs of a claim settle. Cannot tell settles nothing, in neither direction.
import type { Settlement, Tampering } from '../../../contract/change.ts'
import type { ExtraRun } from '../../../contract/evidence.ts'
import { canNarrow, canStopFailing, clearedBySealed } from './cleared-by.ts'

export type JudgedRun = Pick<ExtraRun, 'check' | 'kind' | 'answer' | 'why' | 'tests'> & {
  /** Tests in the copy, skipped ones included; `some` where only those of changed files ran; absent where nobody counted. */
  readonly count?: number | 'some' | undefined
}

export interface ToSettle {
  readonly suspicions: readonly Tampering[]
  readonly runs: readonly JudgedRun[]
  /** The checks of the claim that ran. */
  readonly checks: readonly {
    readonly name: string
    /** Its tests were counted, in the workspace or in a copy. */
    readonly runsTests: boolean
    /** Tests with the yardstick of now, skipped ones included; absent where nobody counted. */
    readonly count?: number | undefined
  }[]
  /** What reading finds between the start and the tree of the sealed run: it was not put back. */
  readonly stillThere: readonly Tampering[]
  /** Added lines raise doubts: they may be the reason as well. */
  readonly isDoubted?: boolean
}

/** The same suspicions in the same order. Never throws. */
export function settleSuspicions(toSettle: ToSettle): Tampering[] {
  return toSettle.suspicions.map((suspicion) => {
    const settled = byCanary(suspicion, toSettle) ?? bySealed(suspicion, toSettle)
    return settled ? { ...suspicion, settled } : suspicion
  })
}

function bySealed(suspicion: Tampering, { runs, checks, stillThere }: ToSettle): Settlement | undefined {
  const measure = clearedBySealed(suspicion)
  if (measure === 'nothing' || stillThere.some((one) => isSame(one, suspicion))) return undefined
  const sealed = runs.filter(({ kind }) => kind === 'sealed')
  const red = sealed.find(({ answer, tests = [] }) => answer === 'red' && tests.some(isAbout(suspicion)))
  if (red) return { by: 'sealed', how: 'confirmed', ...toldOf(red) }
  // What stops a check from failing stops the sealed run too.
  if (stillThere.some(canStopFailing)) return undefined
  // A check whose tests nobody counted may be the one that runs the test: where its run cannot tell, nothing is cleared.
  const isOpen = (name: string): boolean =>
    sealed.some(({ check, answer }) => check === name && answer === 'cannot-tell')
  const due = checks.filter(({ name, runsTests }) => measure === 'all-checks' || runsTests || isOpen(name))
  const green = sealed.filter(({ answer }) => answer === 'green')
  const isCleared = due.length > 0 && due.every(({ name }) => green.some(({ check }) => check === name))
  // Merging it keeps the narrower command: passing the whole once does not replace running it each time.
  if (canNarrow(suspicion) && due.some((check) => runsFewer(check, green))) return undefined
  // A check that runs tests says more than a linter.
  const telling = due.find(({ runsTests }) => runsTests) ?? due[0]
  const told = green.find(({ check }) => check === telling?.name)
  return isCleared && told ? { by: 'sealed', how: 'cleared', ...toldOf(told) } : undefined
}

/** The check of now runs fewer tests than that of the start, or nobody saw that it does not. */
function runsFewer({ name, count }: ToSettle['checks'][number], green: readonly JudgedRun[]): boolean {
  return green.some((run) => {
    if (run.check !== name || run.count === undefined) return false
    return run.count === 'some' || count === undefined || count < run.count
  })
}

/** It cannot tell which change is the reason: rigged product code is, where there is some, else the only one that can be. */
function byCanary(suspicion: Tampering, { runs, suspicions, isDoubted = false }: ToSettle): Settlement | undefined {
  const rigged = runs.find(({ kind, answer }) => kind === 'canary' && answer === 'green')
  if (!rigged || !canStopFailing(suspicion)) return undefined
  const possible = suspicions.filter(canStopFailing)
  const isReason = suspicion.kind === 'rigged' || (possible.length === 1 && !isDoubted)
  return isReason ? { by: 'canary', how: 'confirmed', ...toldOf(rigged) } : undefined
}

/** A failure of one test says nothing about another: its line must name the file, or a title that the suspicion names. */
function isAbout({ file, what }: Tampering): (line: string) => boolean {
  const titles = Array.from(what.matchAll(/"([^"…]{3,})…?"/g), ([, title = '']) => title)
  return (line) => line.includes(file) || titles.some((title) => line.includes(title))
}

/** The line may have moved. */
function isSame(one: Tampering, other: Tampering): boolean {
  return one.file === other.file && one.kind === other.kind && one.what === other.what
}

function toldOf({ check, why }: JudgedRun): Pick<Settlement, 'why' | 'check'> {
  return { why: `check ${check}: ${why}`, check }
}
