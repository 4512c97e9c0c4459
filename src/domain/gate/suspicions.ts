// What was done to tests and checks, as reasons: suspicions that no extra run cleared, what extra runs found, a lost start.
import type { Reason } from '../../contract/decision.ts'
import type { ExtraRun } from '../../contract/evidence.ts'
import type { Facts } from '../../contract/facts.ts'
import { flat } from './words/quoted.ts'
import { because } from './ruling.ts'
import { testTitles } from './words/test-titles.ts'

type Suspicion = Facts['tampering'][number]

export function toTampered(suspicion: Suspicion): Reason {
  return because('tampered', placeOf(suspicion))
}

function placeOf({ file, line, what }: Suspicion): string {
  return `${file}:${line} ${what}`
}

/** Those that no extra run cleared. */
export function unsettled({ tampering }: Facts): readonly Suspicion[] {
  return tampering.filter(({ settled }) => settled?.how !== 'cleared')
}

/** … and that are told one by one: those that a sealed run confirmed are told with the tests that fail. */
export function unsettledAlone(facts: Facts): readonly Suspicion[] {
  return unsettled(facts).filter((suspicion) => !isConfirmedBy('sealed')(suspicion))
}

function isConfirmedBy(kind: ExtraRun['kind']): (suspicion: Suspicion) => boolean {
  return ({ settled }) => settled?.by === kind && settled.how === 'confirmed'
}

/** Rule 5: a canary run stayed green. */
export function riggedChecks({ extra = [], tampering }: Facts): Reason[] {
  const confirmed = tampering.filter(isConfirmedBy('canary'))
  const named = confirmed.length === 0 ? '' : `: ${confirmed.map(placeOf).join('; ')}`
  return extra
    .filter(({ kind, answer }) => kind === 'canary' && answer === 'green')
    .map(({ check, form, why, places = [] }) => {
      const likely = named === '' && places.length > 0 ? `, likely by ${places.map(flat).join(', ')}` : named
      const seen = form === 'bent' ? `proves nothing: ${flat(why)}` : PASSES_WITH_CANARY
      return because('rigged', `check "${flat(check)}" ${seen}${likely}`)
    })
}

const PASSES_WITH_CANARY = 'passes even with a test that must fail'

/** Rule 7: sealed runs that are red, while the same checks pass with the tests of now. */
export function failingOldTests({ extra = [], tampering }: Facts): Reason[] {
  const changed = tampering.filter(isConfirmedBy('sealed'))
  const places = changed.length === 0 ? '' : `; changed: ${changed.map(placeOf).join('; ')}`
  return extra
    .filter(({ kind, answer }) => kind === 'sealed' && answer === 'red')
    .map(({ check, tests = [] }) => {
      const titles = testTitles(tests)
      const named = titles.length === 0 ? '' : `: ${titles.slice(0, MOST_TESTS).map(flat).join('; ')}`
      const more = titles.length > MOST_TESTS ? ` and ${titles.length - MOST_TESTS} more` : ''
      return because(
        'old-tests-fail',
        `tests from the start of the task fail on the new code (sealed run of "${flat(check)}")${named}${more}${places}`,
      )
    })
}

const MOST_TESTS = 5

/** An agent that removes the start of the task could have changed any test unseen. */
export function lostStart({ startLost }: Facts): Reason[] {
  if (startLost === undefined) return []
  return [because('start-lost', `what changed since the task began can no longer be told: ${flat(startLost)}`)]
}
