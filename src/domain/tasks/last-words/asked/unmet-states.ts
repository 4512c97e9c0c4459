// States in which work does not do what it is for: code that gives a constant for now, a bug that still shows, a command
// that gets no further, something nobody knows to work, a part that is only planned.
import { lazily, lazyWords } from '../../../../contract/lazily.ts'
import { any, type Clause, isName, own, PEOPLE, type State } from './clauses.ts'
import { type Request, stemOf } from './request-read.ts'
import { CASE_WORDS, hasMark, joinedHas, next } from './words-around.ts'

const fake = (about: readonly string[]): State => ({ kind: 'fake', about })

const GIVES =
  lazyWords(`returns return gives give hands passes pass lets let yields answers reports resolves accepts accept ignores
  ignore ignored swallows prints logs writes echoes sends shows picks allows approves treats assumes skips throws defaults
  falls fall falling opens does takes take reads read`)
const CONSTANTS = lazyWords(
  `true false null undefined none zero 0 0.0 1 1.0 42 nil empty blank constant fixed static random dummy fake sample canned
  nothing everything everybody everyone anything anyone whatever any all through straight log message line input unchanged
  same hard-coded hardcoded ignored back dialog error stub default`,
)

/** "returns an empty array for now", "currently lets everybody through", "picks a random move as a placeholder for …". */
export function constant(words: readonly string[], clause: Clause): State | undefined {
  if (clause.words.some((word) => TRIED_IN().has(word))) return undefined
  const mockAt = words.findIndex((word) => isName(word) && MOCKED.test(word))
  if (mockAt > 0 && (hasMark(words) || clause.words[clause.main] === 'until')) return fake(words.slice(0, mockAt))
  const asAt = clause.words.findIndex((word, at) => word === 'as' && PROXIES().has(clause.words[at + 2] ?? ''))
  if (asAt >= 0 && clause.words[asAt + 3] === 'for' && clause.words.length > asAt + 4)
    return fake(clause.words.slice(asAt + 2))
  if (!hasMark(words) || words.includes('still') || CASE_WORDS().has(clause.words[clause.main] ?? '')) return undefined
  const at = words.findIndex((word, index) => index > 0 && GIVES().has(word))
  if (at < 0 || !words.slice(at, at + 6).some((word) => CONSTANTS().has(word) || isName(word))) return undefined
  return fake(words.slice(0, at))
}

const MOCKED = /(?:^|·)(?:mock|mocks|fake|dummy|stub|stubs|placeholder)·/
const PROXIES = lazyWords('placeholder stand-in stub stopgap dummy substitute proxy')
const TRIED_IN = lazyWords('test tests spec specs demo development dev local locally fixture fixtures story stories')

const SHOW_WORDS = `flicker flickers occur occurs happen happens appear appears lost slow wrong broken leaks leak freezes freeze
  drops disconnects duplicates duplicated overlaps overlap jumps stutters stutter blinks lags lag reproduces reproducible
  present there visible unstable inaccurate misaligned truncated clipped incorrect exceeds persists persist remains doubled
  garbled unreadable unresponsive unreachable crashes crash hangs hang`
const SHOWS_UP = lazyWords(SHOW_WORDS)

/** "On Firefox it still flickers", "Panning is still slow": of a bug that was to go. */
export function persists(words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  const { asked, text } = request()
  if (
    !repairs().some((stem) => asked.has(stem)) &&
    !words.some((word) => SHOWS_UP().has(word) && asked.has(stemOf(word)))
  )
    return undefined
  if (clause.words.some((word) => INTENDED().has(word))) return undefined
  const stillAt = words.indexOf('still')
  const bad = words.slice(stillAt + 1, stillAt + 4).find((word) => SHOWS_UP().has(word))
  if (stillAt < 1 || bad === undefined) return undefined
  const isInCase = CASE_WORDS().has(clause.words[clause.main] ?? '')
  if (isInCase && !text.includes(bad.slice(0, 5))) return undefined
  return VAGUE().has(bad) ? own(words.slice(0, stillAt)) : any(words.slice(0, stillAt))
}

const repairs = lazily(() =>
  ['fix', 'repair', 'bug', 'broken', 'solve', 'resolve', 'smooth', 'leak', 'slow'].map(stemOf),
)
const INTENDED = lazyWords('intended expected deliberately correctly properly right fine if unless')
/** What is there or shows may be what is to stay. */
const VAGUE = lazyWords('there present visible appear appears occur occurs happen happens remains drops lost')

/** "gets as far as the linker", "then exits with a missing binding": a run that was to come to its end. */
export function halts(words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  if (!request().wantsGreen || clause.words.some((word) => NOT_NOW().has(word))) return undefined
  if (['get', 'gets', 'makes', 'goes', 'comes'].some((verb) => joinedHas(words, `${verb} as far as`))) return any()
  const at = words.findIndex(
    (word, index) => HALTS().has(word) && HALT_WITH().has(words[index + 1] ?? '') && !isExit(words, index),
  )
  if (at < 0) return undefined
  if (at === 0 || (at === 1 && words[0] === 'then')) return own([])
  return words.slice(0, at).some((word) => RUNS().has(word) || word.split('·').length > 2) ? any() : undefined
}

/** A code that is told may be the one that was wanted. */
const isExit = (words: readonly string[], at: number): boolean =>
  words[at]?.startsWith('exit') === true &&
  words.slice(at + 1, at + 4).some((word) => /^\d|^(?:status|code|error)$/.test(word))
const HALT_CALLS = 'stops stop dies die exits bails aborts ends halts quits'
const HALTS = lazyWords(HALT_CALLS)
const HALT_WITH = lazyWords('with at in on over out')
const RUNS = lazyWords(
  'build builds suite tests compile compilation install job pipeline ci run make deploy deployment',
)
const NOT_NOW = lazyWords('was were had when if whenever unless before should first earlier instead previously')

const UNKNOWN_WORDS = `unclear unknown unconfirmed unverified untested unchecked uncertain unproven untried`
const UNKNOWN = lazyWords(UNKNOWN_WORDS)

/** "Whether login works there is unconfirmed", "I could not verify that deep links work". */
export function unknown(_: readonly string[], clause: Clause): State | undefined {
  const { words } = clause
  const [first = ''] = words
  const last = words.at(-1) ?? ''
  if (first === 'whether')
    return UNKNOWN().has(last) || (last === 'open' && words.includes('is')) ? own(words.slice(1, -2)) : undefined
  const at = words.findIndex((word) => VERIFIES().has(word))
  const notAt = words.indexOf('not')
  if (notAt < 0 || at < notAt || at > notAt + 3 || !PEOPLE().has(first)) return undefined
  const what = words.slice(at + 1)
  return WHAT().has(what[0] ?? '') ? own(what.slice(1)) : undefined
}

const VERIFIES = lazyWords('verify verified confirm confirmed tell prove')
const WHAT = lazyWords('whether if that how')

/** "The implementation would begin with …", where more than a plan was asked for. */
export function planned(words: readonly string[], _: Clause, request: () => Request): State | undefined {
  const at = words.findIndex((word) => BUILDING().has(word))
  if (at < 0 || at > 2 || !MAY().has(words[at + 1] ?? '') || !BEGIN().has(words[next(words, at + 2)] ?? ''))
    return undefined
  return plans().some((stem) => request().asked.has(stem)) ? undefined : any()
}

const BUILDING_WORDS = 'implementation coding development'
const BUILDING = lazyWords(BUILDING_WORDS)
const MAY = lazyWords('would can could will should may')
const BEGIN = lazyWords('begin start follow proceed go take need')
const plans = lazily(() =>
  ['plan', 'design', 'proposal', 'spec', 'outline', 'draft', 'concept', 'sketch', 'rfc'].map(stemOf),
)

/** "- contact – blank page so far", "Import – button without a handler". */
export function hollow(words: readonly string[], clause: Clause): State | undefined {
  const [first = '', second = ''] = words
  if (words.length > 9 || clause.main < clause.words.length || words.includes('designed')) return undefined
  if (HOLLOW().has(first) && (SHELLS().has(second) || BARE_MARKS().has(second)))
    return hasMark(words) || clause.words.some(isName) || second === 'only' ? pointing() : undefined
  const at = words.indexOf('without')
  return at > 0 && at < 4 && INNARDS().has(words.at(-1) ?? '') && words.length - at < 4 ? pointing() : undefined
}

const pointing = (): State => ({ kind: 'stand-in', about: [] })
const HOLLOW_WORDS = 'empty blank stub placeholder skeleton dummy'
const HOLLOW = lazyWords(HOLLOW_WORDS)
const SHELLS = lazyWords(
  'page screen file function class method module folder component body handler view tab panel shell',
)
const BARE_MARKS = lazyWords('only so for at yet')
const INNARDS = lazyWords('handler handlers logic implementation content body backend action effect function behaviour')

/** "I used a local relay instead of SES", where SES was asked for. */
export function replaced(_: readonly string[], clause: Clause, request: () => Request): State | undefined {
  const { words } = clause
  const at = words.findIndex(
    (word, index) =>
      (word === 'instead' && words[index + 1] === 'of') || (word === 'rather' && words[index + 1] === 'than'),
  )
  const { wantsItGone, asked, text } = request()
  if (at < 0 || wantsItGone || words.some((word) => FORMERLY().has(word))) return undefined
  if (/\b(?:instead|rather than|switch|change|no longer)\b/.test(text) || bugs().some((stem) => asked.has(stem)))
    return undefined
  const thing = words.slice(at + 2)
  const end = thing.findIndex((word) => ENDS().has(word))
  return { kind: 'all', about: end < 0 ? thing.slice(0, 3) : thing.slice(0, end) }
}

const FORMERLY = lazyWords('was were had before previously used')
const bugs = lazily(() => ['fix', 'bug', 'fail', 'error', 'wrong'].map(stemOf))
const ENDS = lazyWords('for at so because since as to in on with which that it they and')

/** "The rest follow the same pattern", where all of them were asked for. */
export function likewise(_: readonly string[], { words }: Clause, request: () => Request): State | undefined {
  if (!request().wantsAll || words.some((word) => DONE_TOO().has(word))) return undefined
  const at = words.findIndex((word, index) => RESTS().has(word) || (word === 'other' && words[index - 1] === 'the'))
  const isAlike = ALIKE.some((phrase) => joinedHas(words, phrase))
  return at >= 0 && isAlike ? { kind: 'rest', about: ['rest'] } : undefined
}

const RESTS = lazyWords('rest remaining others remainder')
const DONE_TOO = lazyWords('already now have has were was did')
const ALIKE = [
  'same pattern',
  'same way',
  'same approach',
  'same recipe',
  'same fashion',
  'same steps',
  'as a template',
  'as a model',
  'as a blueprint',
]

/** "On the client there is just the type definition." */
export function onlyThere(words: readonly string[]): State | undefined {
  const at = words.indexOf('there')
  if (at < 1 || !['is', 'are'].includes(words[at + 1] ?? '') || !ONLY().has(words[at + 2] ?? '')) return undefined
  return words.slice(at + 3, at + 7).some((word) => OUTSIDES().has(word)) ? own(words.slice(0, at)) : undefined
}

const ONLY = lazyWords('just only merely')
const OUTSIDES = lazyWords(
  'type types definition definitions interface interfaces stub stubs shell skeleton placeholder heading headings title comment todo file files scaffold signature signatures outline button folder',
)

/** The words without one of which these readings find nothing. */
export const CONSTANT_CALLS = `currently presently meanwhile now moment present stage point being meantime far simplicity placeholder
  stand-in stub stopgap dummy substitute proxy until`
export const PERSIST_CALLS = 'still'
export const HALT_WORDS = `${HALT_CALLS} far`
export const UNKNOWN_CALLS = 'whether verify verified confirm confirmed tell prove'
export const PLANNED_CALLS = BUILDING_WORDS
export const ONLY_THERE_CALLS = 'just only merely'
export const REPLACED_CALLS = 'instead rather'
export const LIKEWISE_CALLS = 'same template model blueprint'
export const HOLLOW_CALLS = `${HOLLOW_WORDS} without`
