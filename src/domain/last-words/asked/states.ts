// What a clause says of its subject: that it was not done, that something else stands in for it, that it is as it was or
// not there; `later-states.ts` and `more-states.ts` have the rest. One table for each idea. Whether the subject is work that
// was asked for is asked elsewhere.
import { lazily, lazyWords } from '../../../contract/lazily.ts'
import { any, type Clause, isName, own, PEOPLE, type State } from './clauses.ts'
import {
  announced,
  ANNOUNCED_CALLS,
  begun,
  BEGUN_CALLS,
  excepted,
  EXCEPTION_WORDS,
  givenUp,
  givenUpCalls,
  red,
  RED_CALLS,
  workStems,
} from './more-states.ts'
import { type Request, stemOf, stemsOf } from './request-read.ts'
import { filed, ISSUE_CALLS, PASSED_CALLS, passedOver, setApart, TRACE_CALLS, traceLeft } from './left-behind.ts'
import { MOCK_CALLS, mockedNow, upNext, WRONG_CALLS, wrongNow } from './of-now.ts'
import { IDLE_CALLS, inItsPlace, STAND_IN_WORDS } from './standing-in.ts'
import { AWAY_WORDS, LATER_NOUN_WORDS, LATER_SINGLE_WORDS, atAnotherTime, putAway } from './later-states.ts'
import { ADVERBS, BOUNDS, CASE_WORDS, hasMark, isParticiple, joinedHas, next, open, previous } from './words-around.ts'

export function statesIn(clause: Clause, request: () => Request): readonly State[] {
  let calls = 0
  for (const word of clause.words) calls |= callsOf().get(word) ?? 0
  if (calls === 0) return []
  const words = clause.words.slice(0, clause.main)
  return readings().flatMap(([read], at) => (((calls >> at) & 1) === 1 ? (read(words, clause, request) ?? []) : []))
}

type Reading = (words: readonly string[], clause: Clause, request: () => Request) => State | undefined

/** Each with the words without one of which it finds nothing: a hook has no time to run all of them on every clause. */
const readings = lazily((): ReadonlyArray<readonly [read: Reading, calls: string]> => [
  [notDone, 'not never yet failed'],
  [putAway, AWAY_WORDS],
  [inItsPlace, `${STAND_IN_WORDS} ${IDLE_CALLS}`],
  [mockedNow, STAND_IN_WORDS + MOCK_CALLS],
  [wrongNow, WRONG_CALLS],
  [upNext, 'next'],
  [traceLeft, TRACE_CALLS],
  [filed, ISSUE_CALLS],
  [setApart, ISSUE_CALLS],
  [passedOver, PASSED_CALLS],
  [atAnotherTime, `${LATER_NOUN_WORDS} ${LATER_SINGLE_WORDS} leaves then next now follow come wait happen need have`],
  [asItWas, STAY_WORDS],
  [
    absent,
    `${LACK_WORDS} gap gaps hole point points item items ends piece link bit part needed step no zero nothing none 0`,
  ],
  [owing, 'needs need wants want requires require deserves awaits left be treatment'],
  [(_, clause, request) => excepted(clause, request), EXCEPTION_WORDS],
  [red, RED_CALLS],
  [givenUp, givenUpCalls()],
  [(_, clause) => begun(clause), BEGUN_CALLS],
  [stillWrong, `${STILL_WORDS} fails hangs crashes breaks leaks persists persist`],
  [announced, ANNOUNCED_CALLS],
])
const callsOf = lazily(() => {
  const calls = new Map<string, number>()
  for (const [at, [, words]] of readings().entries())
    for (const word of words.replaceAll('\n', ' ').split(' ')) calls.set(word, (calls.get(word) ?? 0) | (1 << at))
  return calls
})

/** Not to have done these leaves nothing. */
const harmless = lazyWords(
  `changed change need needed required require found find see seen notice noticed affected affect broken break altered alter
  modified modify introduced introduce had have forgotten lost want wanted expected expect know known mean meant
  rename renamed use used mind matter like rely depend involve include included bump delivered acknowledged received saved
  logged sent shown stored counted cached allowed permitted accepted blocked rejected hit come came get made_it clear
  necessary possible sure certain obvious visible relevant safe able supposed due trigger triggered`,
)

/** Who asked for the work alone does not want it brought to others. */
const OUTWARD = lazyWords(
  'pushed push published publish deployed deploy merged merge committed commit released release tagged tag',
)

/** States of finished work. */
const finished = lazyWords(
  `done complete completed finished implemented written converted wired hooked covered tested ported migrated updated added
  handled ready there working connected integrated fixed translated replaced removed renamed supported built started begun
  created addressed executed run verified deployed published adapted adjusted refactored documented met solved resolved
  functional rewritten extracted split cleaned measured filled populated optimised optimized registered regenerated moved
  upgraded enabled activated touched reached attempted tackled backed aware live operational drafted designed styled
  localised localized typed annotated reviewed merged rolled backfilled seeded provisioned configured installed hardened
  restored rendered indexed benchmarked profiled automated exposed plugged mounted part exist exists compile compiles
  satisfied happy through finalised finalized in taken carried dealt included reproduced proven`,
)

/** No product is spoken of like that. */
const PLAINLY = lazyWords(
  `implemented written converted wired hooked ported migrated integrated built begun started connected translated aware backed
  plugged refactored rewritten backfilled regenerated`,
)

/** "wasn't regenerated", "I haven't come to that part", "has yet to be wired", "needs doing". */
function notDone(words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  const failedAt = words.findIndex((word, index) => word === 'failed' && words[index + 1] === 'to')
  if (failedAt > 0 && failedAt < 5) return { kind: 'all', about: words.slice(0, failedAt) }
  const at = words.findIndex(
    (word, index) => word === 'not' || word === 'never' || (word === 'yet' && words[index + 1] === 'to'),
  )
  if (at < 0) return undefined
  // "Done for all handlers, though not for the last one", "Not rule 12".
  if (at === 0 && words[0] === 'not') {
    if (words[1] === 'for') return own([])
    if (words.length < 5 && words[1] !== 'yet' && !isParticiple(words[1] ?? '') && !finished().has(words[1] ?? ''))
      return { kind: 'all', about: words.slice(1) }
  }
  const verbAt = next(words, words[at] === 'yet' ? at + 2 : at + 1)
  const verb = words[verbAt] ?? ''
  const auxAt = previous(words, at - 1)
  const aux = words[auxAt] ?? ''
  const doer = words[previous(words, auxAt - 1)] ?? ''
  const before = words.slice(0, Math.max(0, auxAt))
  const after = words.slice(verbAt + 1)
  if (verb === '' || isName(verb)) return endsOn(words, at, aux)
  if (harmless().has(verb) && !words.includes('yet')) return undefined
  if (OUTWARD().has(verb) && !request().asked.has(stemOf(verb))) return undefined
  if (words[at] === 'yet') return own(PEOPLE().has(aux) || PEOPLE().has(doer) ? after : before)
  if (PEOPLE().has(doer) && ['have', 'did', 'could', 'do'].includes(aux)) {
    const about = [...before.slice(0, -1), ...after]
    return about.length === 0 ? undefined : own(about)
  }
  if (aux === 'has' || aux === 'have') return isParticiple(verb) || finished().has(verb) ? own(before) : undefined
  if (aux === 'was' || aux === 'were') return isParticiple(verb) || finished().has(verb) ? own(before) : undefined
  // "A paused job isn't started until somebody resumes it"
  const [bound = '', whose = ''] = clause.words.slice(clause.main)
  if ((aux === 'is' || aux === 'are') && BOUNDS().has(bound) && !PEOPLE().has(whose)) return undefined
  if (aux === 'is' || aux === 'are')
    return PLAINLY().has(verb) ? own(before) : finished().has(verb) ? open(before) : undefined
  // "A name can't be used again until …" is a rule of the product.
  if (BOUNDS().has(clause.words[clause.main] ?? '')) return undefined
  if (aux === 'could' && words[at + 1] === 'be' && isParticiple(verb)) return own(before)
  if (['do', 'does', 'can', 'did'].includes(aux)) return open([...before])
  return aux === '' && finished().has(verb) ? own(after) : undefined
}

/** "Search works, sorting does not", "Importer finished, docs not". */
function endsOn(words: readonly string[], at: number, aux: string): State | undefined {
  if (at !== words.length - 1) return undefined
  if (AUXILIARIES().has(aux)) return own(words.slice(0, Math.max(0, previous(words, at - 1))))
  return at < 4 ? own(words.slice(0, at)) : undefined
}

const AUXILIARIES = lazyWords('is are has have was were do does did')
/** "It still hangs", "The race is still there under load": what was to be fixed is not. */
function stillWrong(words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  const at = words.findIndex((word) => STILL().has(word))
  const isOn = GOES_ON().has(words[at] ?? '')
  if (at < 1 || !isWrong(clause.words, at, isOn) || words.includes('no') || words.includes('without')) return undefined
  const { asked } = request()
  if (!fixes().some((stem) => asked.has(stem)) || clause.words.some((word) => CASE_WORDS().has(word))) return undefined
  const about = words.slice(0, ['is', 'are'].includes(words[at - 1] ?? '') ? at - 1 : at)
  return about.length === 1 && ['it', 'this', 'that', 'they', 'both'].includes(about[0] ?? '') ? any(about) : own(about)
}

/** "still fails", "continues to fail", "goes on hanging", "fails as before" */
function isWrong(words: readonly string[], at: number, isOn: boolean): boolean {
  if (words[at]?.startsWith('persist') === true) return at === words.length - 1
  if (WRONG().has(words[at] ?? '')) return joinedHas(words.slice(at + 1, at + 3), 'as before')
  const to = next(words, at + 1)
  const verb = words[isOn && ['to', 'on'].includes(words[to] ?? '') ? to + 1 : to] ?? ''
  return WRONG().has(verb) || (isOn && WRONG_ON().has(verb))
}

const GOES_ON = lazyWords('continues continue goes keeps')
const WRONG_ON = lazyWords('failing hanging crashing breaking leaking flickering losing dropping blocking freezing')
const STILL_WORDS = 'still sometimes occasionally continues goes keeps'
const STILL = lazyWords(`${STILL_WORDS} fails hangs crashes breaks leaks persists persist`)
const WRONG = lazyWords(
  `drops drop loses lose leaks leak crashes crash hangs hang breaks break fails fail flickers flicker happens happen occurs
  occur reproduces reproduce appears appear there present exists exist flaky broken wrong slow reproducible blocks misses
  duplicates deadlocks freezes overlaps overflows grows grow increases climbs rises jumps`,
)
const fixes = stemsOf('fix repair resolve solve debug prevent eliminate')

const STAY_WORDS = `stays stay remains remain keeps keep continues continue lives live sits sit runs run goes go still uses use talks relies rely`
const STAYS = lazyWords(STAY_WORDS)
const PLACES = lazyWords('in on there with around')
const OLD = lazyWords(`old legacy previous former original existing v1 unchanged untouched current`)
const FINE = lazyWords(
  `pass passes work works green hold holds build builds compile compiles apply applies valid reach reaches`,
)

/** "keeps its old extension", "lives on in Jenkins", "is still there", "continues to be routed through Stripe". */
function asItWas(words: readonly string[], clause: Clause): State | undefined {
  const at = words.findIndex((word, index) => (index > 0 || word.startsWith('continue')) && STAYS().has(word))
  if (at < 0) return undefined
  const subject = words.slice(0, ['is', 'are'].includes(words[at - 1] ?? '') ? at - 1 : at)
  const rest = clause.words.slice(at)
  if (words[at] === 'still' && isParticiple(words[at + 1] ?? '')) return undefined
  if (FINE().has(words[at + 1] ?? '') || CASE_WORDS().has(clause.words[clause.main] ?? '')) return undefined
  const isOld = rest.some((word) => OLD().has(word)) || joinedHas(rest, 'as before')
  const isOn =
    ['continues', 'continue', 'still'].includes(words[at] ?? '') || (words[at] === 'lives' && rest[1] === 'on')
  if (
    !isOld &&
    !isOn &&
    !hasMark(rest) &&
    !(['stays', 'stay', 'remains', 'remain'].includes(words[at] ?? '') && PLACES().has(words[at + 1] ?? ''))
  )
    return undefined
  return { kind: 'old', about: hasMark(clause.words) ? [...subject, ...rest.slice(1)] : subject }
}

const LACK_WORDS = `missing remaining lacking absent outstanding pending incomplete unfinished lacks lack misses owe owed undone untouched unimplemented unwritten unported unmigrated unconverted untranslated unexecuted unfixed unresolved unsolved unaddressed undocumented unstarted unbuilt`
const LACKS = lazyWords(LACK_WORDS)

/** "The one thing it lacks is tests", "Keyboard support is the gap", "no changelog entry was written". */
function absent(words: readonly string[], clause: Clause): State | undefined {
  const lackAt = words.findIndex((word) => LACKS().has(word))
  if (lackAt >= 0) {
    const verb = words[lackAt] ?? ''
    const aux = words[previous(words, lackAt - 1)] ?? ''
    if (words[lackAt - 2] === 'what' && lackAt > 3)
      return ['to', 'for'].includes(words[lackAt + 1] ?? '') ? any() : own(words.slice(0, lackAt - 3))
    if (['is', 'are', 'remains', 'remain', 'stays'].includes(aux))
      return PLAIN_LACK().has(verb) ? own(words.slice(0, lackAt)) : open(words.slice(0, lackAt))
    const isAt = words.findIndex(
      (word, index) => index > lackAt && index <= lackAt + 2 && (word === 'is' || word === 'are'),
    )
    if (isAt > 0 && (isAt === lackAt + 1 || PIECES().has(words[lackAt + 1] ?? '')))
      return own(clause.words.slice(isAt + 1))
    if (['owe', 'owed'].includes(verb) && words.includes('i')) return own(words.filter((word) => word !== 'i'))
    return undefined
  }
  const gapAt = words.findIndex(
    (word, index) =>
      GAPS().has(word) && GAP_BEFORE().has(words[index - 1] ?? '') && !(word === 'bit' && words[index - 1] === 'a'),
  )
  const isAt = words.findLastIndex((word, index) => index < gapAt && ['is', 'are', 'remains', 'remain'].includes(word))
  if (isAt > 0 && words.slice(isAt + 1, gapAt).every((word) => GAP_BEFORE().has(word) || ADVERBS().has(word)))
    return own(words.slice(0, isAt))
  if (['nothing', 'none', 'zero'].includes(words[0] ?? '') && (words.length === 1 || hasMark(words))) return open([])
  const noAt = words.findIndex((word) => word === 'no' || word === 'zero')
  if (noAt < 0) return undefined
  const end = words.findIndex(
    (word, index) => index > noAt + 1 && ['was', 'were', 'has', 'have', 'yet', 'exists', 'exist', 'so'].includes(word),
  )
  if (end < 0 || (CHANGES().has(words[noAt + 1] ?? '') && NEEDLESS().has(words[next(words, end + 1)] ?? '')))
    return undefined
  return own(words.slice(noAt + 1, end))
}

/** "No changes to the parser were necessary" */
const CHANGES = lazyWords('change changes edit edits modification modifications adjustment adjustments fix fixes code')
const NEEDLESS = lazyWords('necessary needed required')

const GAPS = lazyWords('gap gaps hole point points item items ends piece link bit part needed step')
const GAP_BEFORE = lazyWords('the a an one only open loose missing outstanding remaining still unfinished')
const PIECES = lazyWords(
  'piece pieces part parts item items bit bits step steps point points thing things task tasks work ones one',
)
const PLAIN_LACK = lazyWords(
  'outstanding unfinished unimplemented unwritten unported unmigrated unconverted untranslated unexecuted unfixed unaddressed undone untouched incomplete unstarted unbuilt',
)

/** "the part I owe you", "wants adapting", "has to be wired in", "is to be filled in". */
function owing(words: readonly string[]): State | undefined {
  const leftAt = words.findIndex((word, index) => word === 'left' && /^\d/.test(words[index - 1] ?? ''))
  if (leftAt > 1 && leftAt === words.length - 1) return own(words.slice(0, leftAt - 1).filter((word) => word !== 'has'))
  const at = words.findIndex((word, index) => index > 0 && (NEEDS().has(word) || HAS().has(word)))
  if (at < 0) return undefined
  const to = next(words, at + 1)
  const verb = words[to] ?? ''
  const isBe = verb === 'to' && words[to + 1] === 'be' && isParticiple(words[next(words, to + 2)] ?? '')
  const isDoing = NEEDS().has(words[at] ?? '') && verb.endsWith('ing') && workStems().has(stemOf(verb))
  const isSame = verb === 'the' && words[to + 1] === 'same' && words[to + 2] === 'treatment'
  if (!isBe && !isDoing && !isSame) return undefined
  return isDoing && words[at - 1] === 'still' ? { kind: 'any', about: words.slice(0, at) } : own(words.slice(0, at))
}

const NEEDS = lazyWords('needs need wants want requires require deserves awaits')
const HAS = lazyWords('has have is are remains remain')
