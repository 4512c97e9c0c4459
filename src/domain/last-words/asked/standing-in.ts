// What stands in for the work, or is there without doing anything: a stub, made-up data, an option that is parsed alone.
import { lazyWords } from '../../../contract/lazily.ts'
import { bare, type Clause, isName, PEOPLE, type State } from './clauses.ts'
import { isToEnd, type Request, stemOf } from './request-read.ts'
import { ADVERBS, BOUNDS, CASE_WORDS, deedOf, hasMark } from './words-around.ts'

export const STAND_IN_WORDS = `stub stubs stubbed placeholder placeholders no-op no-ops noop noops mock mocks mocked mock-up mock-ups mockup mockups dummy
  dummies stand-in stand-ins skeleton skeletons shell shells draft sketch todo todos to-do fixme scaffold scaffolding
  scaffolded scaffolds fake fakes canned hard-coded hardcoded hard-wired hardwired made-up invented lorem boilerplate
  bare-bones barebones pass-through groundwork foundation foundations outline empty blank constant wip tbd half-baked
  rudimentary tentative provisional makeshift stopgap stop-gap pseudo simulated untested greyed inactive inert unwired
  unconnected mechanical`
const STAND_INS = lazyWords(STAND_IN_WORDS)

/** "The XML importer is a shell", "is hooked to a fake gateway", "suspend: callbacks return 0 and do nothing". */
export function inItsPlace(words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  if (clause.words.some((word) => TRIED_IN().has(word))) return undefined
  const idle = words.findIndex((word, at) => IDLE().has(word) && IDLE_VERBS().has(words[at - 1] ?? ''))
  if (idle >= 0 && (words.some(isSearch) || (words[0]?.endsWith('ing') === true && !hasMark(words)))) return undefined
  if (idle >= 0) return standIn(words.slice(0, idle - 1))
  const idleAt = withoutEffect(words)
  if (idleAt >= 0) return standIn(words.slice(0, idleAt))
  const at = words.findIndex((word) => STAND_INS().has(word))
  if (at < 0 || isMeansOfTest(words, at)) return undefined
  if (putBy(words, at)) return isShownMeanwhile(clause, at) ? undefined : standIn(words)
  if (GROUND().has(words[at] ?? '') && LAYS().has(words[at - 2] ?? '')) return standIn(clause.words.slice(at + 1))
  const isPlainFake =
    FAKES().has(words[at] ?? '') &&
    !clause.words.some(
      (word, index) => CASE_WORDS().has(word) || (isName(word) && !(index > at && clause.words[at + 1] === 'to')),
    )
  const verbAt = words.findLastIndex((word, index) => index < at && IS().has(word))
  if (verbAt < 0) {
    return PEOPLE().has(words[0] ?? '') &&
      MADE_IT().has(deedOf(words, 0)) &&
      GROUND().has(words[at] ?? '') &&
      !isShownMeanwhile(clause, at)
      ? standIn(clause.words.slice(1))
      : undefined
  }
  if (words[verbAt] === 'was' || words[verbAt] === 'were' || at - verbAt > 5) return undefined
  if (SHOWS().has(words[verbAt] ?? '') && (!SHOWN().has(words[at] ?? '') || isShownMeanwhile(clause, at)))
    return undefined
  // "is empty until a folder is opened", "returns an empty list if nothing is found"
  if (OF_DATA().has(words[at] ?? '') && isOfCase(clause)) return undefined
  const isToGo = request().asked.has(stemOf(words[at] ?? '')) && isToEnd(request())
  const about = words.slice(0, verbAt)
  return isToGo || isPlainFake ? { kind: 'fake', about } : standIn(about)
}

/** "is parsed but doesn't do anything so far", "is accepted and then ignored": where the words say so, else -1. */
function withoutEffect(words: readonly string[]): number {
  const taken = words.findIndex((word) => TAKEN().has(word))
  const isTaken = taken > 0 && !words.slice(0, taken).some((word) => NOT_MEANT().has(word))
  const at = words.findIndex(
    (word, index) =>
      (word === 'effect' && words[index - 1] === 'no' && ['has', 'have'].includes(words[index - 2] ?? '')) ||
      (word === 'effect' && words[index - 1] === 'any' && words[index - 2] === 'without') ||
      (index === words.length - 1 && POINTERS().has(word) && DROPS().has(words[index - 1] ?? '')) ||
      (word === 'anything' && ACTS().has(words[index - 1] ?? '') && words.slice(0, index).includes('not')) ||
      (word === 'ignored' && isTaken && index > taken),
  )
  if (at < 0) return -1
  const after = words[at + 1]
  // "`--force` has no effect with `--dry-run`"
  if (after !== undefined && !ADVERBS().has(after) && !hasMark(words.slice(at + 1))) return -1
  if (POINTERS().has(words[at] ?? '')) return CODE().has(words[at - 2] ?? '') ? 0 : -1
  const from = words[at] === 'ignored' ? taken : Math.max(0, words[at] === 'effect' ? at - 2 : words.indexOf('not') - 1)
  return from === 0 || isTaken || hasMark(words) ? from : -1
}

export const IDLE_CALLS = 'nothing 501 unsupported null true effect anything ignored it them that'
/** "but the code ignores it" */
const POINTERS = lazyWords('it them that')
const DROPS = lazyWords('ignores drops discards')
const CODE = lazyWords(
  'code command tool program implementation backend server handler function parser else nothing rest',
)
const TAKEN = lazyWords('parsed accepted read recognised recognized registered understood taken shown declared defined')
const NOT_MEANT = lazyWords(
  'unknown other others empty blank invalid extra duplicate missing old further unused no not',
)
const ACTS = lazyWords('do does change changes affect affects have')

/** "covered with fake timers", "tested against a mock server" */
function isMeansOfTest(words: readonly string[], at: number): boolean {
  return MEANS().has(words[at + 1] ?? '') || words.slice(0, at).some((word) => TRYING().has(word))
}
const MEANS = lazyWords('timer timers clock clocks date dates time server servers module modules fetch credentials')
const TRYING = lazyWords('covered tested checked verified exercised asserted simulated proven proves mocks mocking')

/** "For PDF I put in a placeholder that says …" */
function putBy(words: readonly string[], at: number): boolean {
  const doer = words.findIndex((word) => PEOPLE().has(word))
  if (doer < 1 || doer > at || !SET_UP().has(words[at] ?? '')) return false
  return MADE_IT().has(deedOf(words, doer)) && at - doer < 7
}
const SET_UP = lazyWords('placeholder placeholders stub stubs no-op no-ops noop dummy stand-in stand-ins skeleton')

/** A page shows it while something else loads, or a field until it is filled in. */
function isShownMeanwhile(clause: Clause, at: number): boolean {
  const bound = clause.words.findIndex((word, index) => index > at && (BOUNDS().has(word) || word === 'while'))
  if (bound > 0 && !PEOPLE().has(clause.words[bound + 1] ?? '')) return true
  return PLACEHOLDERS().has(clause.words[at] ?? '') && clause.words.some((word) => FIELDS().has(word))
}
const PLACEHOLDERS = lazyWords('placeholder placeholders')
const FIELDS = lazyWords('field fields input inputs box textarea textareas dropdown editor')

const OF_DATA = lazyWords('empty blank constant inactive greyed')
function isOfCase({ words, main }: Clause): boolean {
  const first = words[main] ?? ''
  return (BOUNDS().has(first) || CASE_WORDS().has(first)) && !PEOPLE().has(words[main + 1] ?? '')
}

/** Not what it is meant to be, of whatever it is said. */
const FAKES = lazyWords('fake dummy canned lorem made-up invented hard-wired hardwired makeshift stubbed')
const LAYS = lazyWords('lays laid lay laying prepares prepared')
const SHOWS = lazyWords('shows show renders render displays reads prints has have contains contain uses use')
const SHOWN = lazyWords(
  'blank empty dummy fake placeholder placeholders hard-coded hardcoded canned made-up lorem constant static sample',
)
const standIn = (about: readonly string[]): State => ({ kind: 'stand-in', about })
const TRIED_IN = lazyWords(
  'test tests tested spec specs demo development dev local locally fixture fixtures story stories',
)
/** That it finds nothing is what was wanted. */
const isSearch = (word: string): boolean => bare(word).some((part) => part === 'grep' || part === 'rg')
const IDLE = lazyWords('nothing 501 unsupported null true')
const IDLE_VERBS = lazyWords('do does doing answers answer returns return throws throw simply always')
const GROUND = lazyWords(
  'groundwork foundation foundations outline scaffold scaffolding skeleton boilerplate stubs stub placeholder placeholders shell',
)
const IS = lazyWords(
  'is are was were remains remain stays stay returns return shows show renders render has have contains contain consists uses use answers throws sends yields gives prints displays reads wired hooked connected points backed driven accepts exists exist',
)
const MADE_IT = lazyWords('laid prepared created added made set put left wrote built introduced drew sketched outlined')
