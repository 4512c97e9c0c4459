// Work that is put off: "parked", "left for another day", "comes in its own PR".
import { lazyWords } from '../../../contract/lazily.ts'
import { type Clause, own, PEOPLE, type State } from './clauses.ts'
import { isToEnd, type Request, stemOf } from './request-read.ts'
import { BOUNDS, CASE_WORDS, KEEPS, hasMark, next, open, previous } from './words-around.ts'

const LATER_ADJECTIVES = lazyWords(
  `separate later follow-up followup follow subsequent future next second third further dedicated fresh another own coming
  upcoming`,
)
export const LATER_NOUN_WORDS = `change changes pr prs pull patch pass round rounds iteration iterations session sessions step steps phase stage milestone
  sprint commit turn ticket task piece day time go batch effort mr branch increment follow-up message`
const LATER_NOUNS = lazyWords(LATER_NOUN_WORDS)
export const LATER_SINGLE_WORDS = `later afterwards separately subsequently tomorrow someday backlog follow-up follow-ups followup`
const LATER_WORDS = lazyWords(LATER_SINGLE_WORDS)

/** Where another time or piece of work is named: "in its own PR", "for another day", "later". */
function laterAt(words: readonly string[]): number {
  return words.findIndex((word, at) => {
    if (LATER_WORDS().has(word)) return at > 0 || words.length > 1
    if (!LATER_NOUNS().has(word)) return false
    const near = words.slice(Math.max(0, at - 3), at)
    return near.some((other) => LATER_ADJECTIVES().has(other)) || (words[at + 1] === 'of' && words[at + 3] === 'own')
  })
}

export const AWAY_WORDS = `deferred postponed parked punted shelved tabled delayed skipped omitted dropped cut excluded descoped abandoned neglected
  overlooked bypassed sidestepped ignored backlogged deprioritised deprioritized earmarked slated scheduled planned queued
  reserved saved suspended paused interrupted stubbed mocked faked hard-coded hardcoded hard-wired disabled silenced
  suppressed muted scheduled benched forgone foregone exempted left held put set kept pushed split carved spun scoped moved
  commented turned switched kicked ruled backed rolled deferring skipping parking postponing leaving saving keeping
  punting shelving holding pushing`
const AWAY = lazyWords(AWAY_WORDS)

/** With one of these words these verbs say that work is put away; without it they say something else. */
const AWAY_WITH: Readonly<Record<string, readonly string[]>> = {
  left: [
    'out',
    'off',
    'open',
    'alone',
    'aside',
    'untouched',
    'undone',
    'unexecuted',
    'unimplemented',
    'unfinished',
    'unported',
    'untested',
    'behind',
    'as',
    'for',
    'over',
    'blank',
    'empty',
    'to',
  ],
  leaving: ['out', 'off', 'aside', 'for', 'open'],
  held: ['back', 'over', 'off'],
  holding: ['back', 'over', 'off'],
  put: ['off', 'aside', 'to', 'on'],
  set: ['aside'],
  kept: ['for', 'out'],
  keeping: ['for'],
  saved: ['for'],
  saving: ['for'],
  reserved: ['for'],
  pushed: ['back', 'out', 'to'],
  pushing: ['back', 'out', 'to'],
  split: ['off', 'out', 'into'],
  carved: ['out', 'off', 'into'],
  spun: ['off', 'out'],
  scoped: ['out'],
  moved: ['to'],
  commented: ['out'],
  turned: ['off'],
  switched: ['off'],
  kicked: ['down'],
  ruled: ['out'],
  backed: ['out'],
  rolled: ['back'],
  planned: ['for', 'as'],
  scheduled: ['for'],
  slated: ['for'],
  queued: ['for'],
  earmarked: ['for', 'as'],
  suspended: ['for'],
}

/** These need to be put to another time. */
const NEEDS_LATER = lazyWords(
  'moved pushed split carved kept keeping saved saving planned scheduled slated queued earmarked reserved suspended paused delayed leaving',
)
const BARE_AWAY = lazyWords('put')

/** "Redo I split off into a separate change", "I've parked the reset", "Dutch has been shelved". */
export function putAway(words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  const at = words.findIndex((word) => AWAY().has(word))
  const verb = words[at]
  const state = verb === undefined ? undefined : awayAt(words, at, verb, clause)
  // Last: only few sentences say so, and the reading of one that did not ask for the request is kept.
  if (verb === undefined || state === undefined) return undefined
  return request().asked.has(stemOf(verb)) && !isToEnd(request()) ? undefined : state
}

function awayAt(words: readonly string[], at: number, verb: string, clause: Clause): State | undefined {
  const rest = words.slice(at + 1)
  const particles = AWAY_WITH[verb]
  if (particles !== undefined && !rest.slice(0, 8).some((word) => particles.includes(word))) return undefined
  if (words[at + 1] === 'by' || words[at + 2] === 'by') return undefined
  // "The button stays disabled until the name matches"
  if (KEEPS().has(words[at - 1] ?? '') && BOUNDS().has(clause.words[clause.main] ?? '')) return undefined
  const isLater = laterAt(words) >= 0 || hasMark(words)
  const isInCase = CASE_WORDS().has(clause.words[clause.main] ?? '')
  if (NEEDS_LATER().has(verb) && !isLater && rest[0] !== 'back') return undefined
  if (words[at - 1] === 'being') return OF().has(words[at - 2] ?? '') ? undefined : own(words.slice(0, at - 1))
  const auxAt = previous(words, at - 1)
  const aux = words[auxAt] ?? ''
  const doer = ['have', 'am', 'would', 'had'].includes(aux) ? (words[previous(words, auxAt - 1)] ?? '') : aux
  if (PEOPLE().has(doer)) {
    const topic = words.slice(0, Math.max(0, words.lastIndexOf(doer, at)))
    return own([...topic, ...words.slice(at + 1)])
  }
  // "On submit the button is disabled", "At zero the form is disabled"
  if (isInCase || (SHUT().has(verb) && MOMENTS().has(words[0] ?? ''))) return undefined
  const before = words.slice(0, Math.max(0, auxAt))
  if (['was', 'were', 'been', 'got', 'has', 'have'].includes(aux) || words[at - 1] === 'been')
    return isLater || !PLAIN_PAST().has(verb) ? own(before) : open(before)
  // "The rest is dropped" is what a program does.
  if (aux === 'is' && !isLater && GONE().has(verb)) return open(before)
  if (aux === 'is' || aux === 'stays' || aux === 'remains') return own(before)
  if (aux === 'are' || aux === 'stay' || aux === 'remain') return isLater ? own(before) : open(before)
  // A row of a list, or a fragment.
  if (at === 0 && !BARE_AWAY().has(verb)) return open([])
  return undefined
}

const GONE = lazyWords('dropped cut ignored')
const SHUT = lazyWords('disabled muted paused suspended suppressed silenced skipped ignored excluded dropped cut')
const MOMENTS = lazyWords('on at after upon during in with without before past above below')
const OF = lazyWords('of without from by before after')

/** What was dropped or cut is gone as it should. */
const PLAIN_PAST = lazyWords(
  'skipped omitted dropped cut moved set split disabled turned switched ignored excluded saved kept rolled put',
)
const COMES = lazyWords(
  `will would can could should comes come follows follow lands land deserves deserve wants want needs need goes go belongs
  waits wait happens happen remains remain is are planned better`,
)

/** "It deserves a pull request of its own", "Facets come as stage two", "CI is next", "Then come the views". */
export function atAnotherTime(words: readonly string[]): State | undefined {
  const [first = '', second = ''] = words
  if (
    (first === 'then' || first === 'next' || first === 'now') &&
    ['come', 'comes', 'follow', 'follows', 'is', 'are'].includes(second) &&
    words.length < 14
  )
    return own(words.slice(2))
  if (first === 'that' && second === 'leaves') return own(words.slice(2))
  const end = words.at(-1) ?? ''
  const comesAt = words.findLastIndex((word) => ['come', 'comes', 'follow', 'follows'].includes(word))
  if (comesAt > 0 && comesAt > words.length - 4 && SOON().has(end)) return own(words.slice(0, comesAt))
  const modalAt = words.findIndex((word, index) => index > 0 && MODALS().has(word))
  if (modalAt > 0 && COMING().has(words[next(words, modalAt + 1)] ?? ''))
    return { kind: 'rest', about: words.slice(0, modalAt) }
  const at = laterAt(words)
  if (at < 0) return undefined
  const verbAt = words.findIndex((word, index) => index < at + 2 && COMES().has(word))
  const doer = words.findIndex((word) => PEOPLE().has(word))
  if (verbAt < 0 && doer < 0) return undefined
  if (doer >= 0) return own(words.filter((_, index) => index !== doer))
  const isWork = IS_WORK().has(words[verbAt] ?? '')
  return isWork ? own(words.slice(0, verbAt)) : open(words.slice(0, verbAt))
}

const SOON = lazyWords('after afterwards thereafter soon shortly')
const MODALS = lazyWords('can could may might will would should must')
const COMING = lazyWords('follow come wait happen need have')
const IS_WORK = lazyWords(
  'will would should comes come follows follow lands land deserves deserve wants waits belongs remains',
)
