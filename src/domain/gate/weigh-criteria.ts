// Rules 5 and 7 for acceptance criteria: what a claim of success leaves open, and which of its rows the evidence does not
// bear out. A part of `decide`, which alone says what follows.
import type { Reason } from '../../contract/decision.ts'
import type { CheckEvidence, CriterionFact, Facts } from '../../contract/facts.ts'
import { flat } from './words/quoted.ts'

const MOST_TEXT = 300
const MOST_IDS = 8

/** Known before any check runs. The texts stand below the first line, for the agent to read. */
export function openCriteria({ criteria = [] }: Facts): Reason[] {
  const missing = criteria.filter(({ row }) => row === undefined)
  const open = criteria.filter(({ row }) => row?.state === 'open')
  return [
    ...listed('acceptance criteria without a row in the claim', missing),
    ...listed('open acceptance criteria', open),
    ...criteria.flatMap(unshown),
  ]
}

/** A row that names nothing which could show it, or a file that is not there. */
function unshown(criterion: CriterionFact): Reason[] {
  const { named, row } = criterion
  if (!named) return []
  if (named.missing.length > 0) {
    return [notBelieved(criterion, `met by "${named.missing.map(short).join('", "')}", which is no file of the tree`)]
  }
  if (named.checks.length + named.files.length > 0) return []
  return [notBelieved(criterion, `met by "${short(row?.by ?? '')}", which names no check and no file of the tree`)]
}

export interface WeighedCriteria {
  /** They rest on checks that did not run for this claim. */
  readonly unproven: readonly Reason[]
  /** They rest on a failure that a person is asked about. */
  readonly failed: readonly Reason[]
  /** They rest on checks that could not run. */
  readonly couldNotRun: readonly Reason[]
  /** The agent says that they do not apply. */
  readonly waived: readonly Reason[]
}

export function weighCriteria({ criteria = [], verification }: Facts): WeighedCriteria {
  const evidence = verification.kind === 'done' ? verification.evidence : []
  const resting = criteria.map((criterion) => ({ criterion, on: restOf(criterion, evidence) }))
  const of = (kind: Rest['kind']): Reason[] =>
    resting.flatMap(({ criterion, on }) =>
      on?.kind === kind ? [notBelieved(criterion, `met by check "${short(on.check)}", which ${on.how}`)] : [],
    )
  return {
    unproven: of('not-run'),
    failed: of('failed'),
    couldNotRun: of('could-not-run'),
    waived: criteria.flatMap(toWaived),
  }
}

interface Rest {
  readonly kind: 'not-run' | 'failed' | 'could-not-run'
  readonly check: string
  readonly how: string
}

/** The named check that does not bear the row out; undefined: all is well. */
function restOf({ named }: CriterionFact, evidence: readonly CheckEvidence[]): Rest | undefined {
  if (!named) return undefined
  const ran = named.checks.map((name) => ({ name, found: evidence.find((check) => check.name === name) }))
  const red = ran.find(({ found }) => found?.result === 'failed' || found?.result === 'timed-out')
  if (red) return { kind: 'failed', check: red.name, how: red.found?.result === 'timed-out' ? 'timed out' : 'failed' }
  if (named.files.length > 0 || ran.some(({ found }) => found?.result === 'passed')) return undefined
  const [first] = ran
  if (!first) return undefined
  return first.found
    ? { kind: 'could-not-run', check: first.name, how: 'could not run' }
    : { kind: 'not-run', check: first.name, how: 'was not run for this claim' }
}

function toWaived({ id, text, row }: CriterionFact): Reason[] {
  if (row?.state !== 'not-applicable') return []
  const why = `the agent says that acceptance criterion ${id} does not apply: ${short(row.by ?? '')}`
  return [{ code: 'criterion-not-applicable', text: `${why}\n${lineOf({ id, text })}` }]
}

function listed(what: string, criteria: readonly CriterionFact[]): Reason[] {
  if (criteria.length === 0) return []
  const more = criteria.length - MOST_IDS
  const ids =
    criteria
      .slice(0, MOST_IDS)
      .map(({ id }) => id)
      .join(', ') + (more > 0 ? ` and ${more} more` : '')
  return [{ code: 'criterion-open', text: `${what}: ${ids}\n${criteria.map(lineOf).join('\n')}` }]
}

function notBelieved(criterion: CriterionFact, why: string): Reason {
  return {
    code: 'criterion-open',
    text: `acceptance criterion ${criterion.id} is said to be ${why}\n${lineOf(criterion)}`,
  }
}

function lineOf({ id, text }: Pick<CriterionFact, 'id' | 'text'>): string {
  return `${id}: ${short(text)}`
}

function short(text: string): string {
  const line = flat(text)
  return line.length <= MOST_TEXT ? line : `${line.slice(0, MOST_TEXT - 1)}…`
}
