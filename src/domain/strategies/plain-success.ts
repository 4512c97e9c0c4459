// Plain statements of success, for sessions in which the agent had no other way to claim. The detector is `heuristic`, with
// more phrases: what bends, quotes, doubts or takes a statement back is left to the grammar.
import { lazily } from '../../contract/lazily.ts'
import type { Match } from './detector.ts'
import { grammar } from './grammar.ts'
import { defaultPhrases, heuristic } from './heuristic.ts'

const OF_CHECKS: readonly string[] = [
  'all tests pass',
  'all tests passed',
  'all tests passing',
  'all tests are passing',
  'all tests now pass',
  'all tests are green',
  'all the tests pass',
  'tests pass',
  'the tests pass',
  'the test suite passes',
  'the full test suite passes',
  'all checks are green',
  'all checks passed',
  'all checks are passing',
  'everything passes',
  'everything is green',
  'everything is passing',
  'everything works',
  'everything is working',
  'everything now works',
  'the build passes',
  'the build succeeds',
  'the build is green',
]

const OF_WORK: readonly string[] = [
  'all done',
  'everything is done',
  'everything is complete',
  'everything is implemented',
  'the task is complete',
  'the task is done',
  'the task is finished',
  'task complete',
  'task completed',
  'the work is complete',
  'the work is done',
  'the implementation is complete',
  'implementation is complete',
  'the feature is complete',
  'the migration is complete',
  'the refactoring is complete',
  'all tasks are complete',
  'all tasks completed',
  'all todos are done',
  'all items are done',
]

export interface StatedSuccess {
  readonly match: Match
  /** It says how checks ended, and not only that the work is done. */
  readonly isOfChecks: boolean
}

/** All phrases in one pattern: most texts hold none of them, and then nothing else is looked at. */
const anyPhrase = lazily(
  () =>
    new RegExp(
      [...defaultPhrases(), ...OF_CHECKS, ...OF_WORK]
        .toSorted((one, other) => other.length - one.length)
        .map((phrase) => phrase.replaceAll(' ', '\\s+'))
        .join('|'),
      'gi',
    ),
)
/** The detector reads no more than that. */
const TAIL = 500

export function statedSuccess(text: string): StatedSuccess | undefined {
  const held = (text.trimEnd().slice(-TAIL).match(anyPhrase()) ?? []).map((one) =>
    one.toLowerCase().replaceAll(/\s+/g, ' '),
  )
  if (held.length === 0) return undefined
  const ofChecks = stated(
    text,
    OF_CHECKS.filter((phrase) => held.some((one) => one.includes(phrase))),
  )
  if (ofChecks && /test|check|pass|green|work|build/i.test(ofChecks.text)) return { match: ofChecks, isOfChecks: true }
  const match =
    ofChecks ??
    stated(
      text,
      OF_WORK.filter((phrase) => held.some((one) => one.includes(phrase))),
    )
  return match ? { match, isOfChecks: false } : undefined
}

function stated(text: string, phrases: readonly string[]): Match | undefined {
  const finding = heuristic({ text, exitCode: 0, phrases }, grammar)
  return finding.found ? finding : undefined
}

const NEGATED =
  /\b(?:no|zero|0|without(?: any)?|fixe[sd]|resolve[sd]|(?:no|any) longer|(?:used|previously|formerly|originally|earlier)(?: \w+)?) (?:\w+ ){0,2}(?:fail\w*|errors?|broken|red)\b|\b0 (?:failed|failing)\b|\bfailed: 0\b/gi
const OWNED_UP =
  /\b(?:fail(?:s|ed|ing|ures?)?|red|broken|pre-?existing|unrelated|flaky|not? (?:yet )?(?:pass|passing|verified|tested|run)|(?:could|did|does|do|can)(?: ?n[o']t|n't| not)\b.{0,30}\b(?:run|rerun|re-run|pass|verify|test|build|compile)|skipped|unable to)\b/i

/** The agent itself tells of a check that is not green, or that it did not see it: whatever else it says, it hides nothing. */
export function ownsUpToFailure(text: string): boolean {
  return OWNED_UP.test(text.replaceAll(NEGATED, ' '))
}
