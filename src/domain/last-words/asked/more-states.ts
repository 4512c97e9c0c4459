// More that a clause may say of work: all but some of it is done, a check is red, the agent gave up, it has only begun.
import { lazily, lazyWords } from '../../../contract/lazily.ts'
import { any, type Clause, isName, own, PEOPLE, type State } from './clauses.ts'
import { type Request, stemOf } from './request-read.ts'

/** Phrases between spaces, as they stand in `joined` words. */
const phrases = (text: string): (() => readonly string[]) =>
  lazily(() => text.split('|').map((phrase) => ` ${phrase} `))
const joined = (words: readonly string[]): string => ` ${words.join(' ')} `
const found = (text: string, list: readonly string[]): string | undefined =>
  list.find((phrase) => text.includes(phrase))
const wordsIn = (text: string): readonly string[] => text.trim().split(' ')

/** "all but", "bar", "with the exception of": what comes after is not done. */
const EXCEPT = phrases(
  'apart from|aside from|except for|except that|except|excepting|excluding|other than|with the exception of|with the notable exception of|save for|barring|bar|minus|not counting|all but|everywhere but|everything but|outside of|outside|just without|only without|but without|sans|short of',
)

export function excepted(clause: Clause, request: () => Request): State | undefined {
  if (!clause.words.some((word) => EXCEPTING().has(word))) return undefined
  const text = joined(clause.words)
  if (
    found(text, ODD()) !== undefined &&
    !clause.words.some((word) => THROWN().has(word)) &&
    (request().wantsAll || request().wantsGreen)
  )
    return any(clause.words)
  if (clause.words.at(-1) === 'aside' && clause.words.length < 5) return own(clause.words.slice(0, -1))
  if (wantsExceptions(request().text)) return undefined
  const phrase = found(text, EXCEPT()) ?? (isAllBut(clause.words) ? ' but ' : undefined)
  if (phrase === undefined) return undefined
  const at = text.indexOf(phrase)
  const head = wordsIn(text.slice(0, at))
  const thing = wordsIn(text.slice(at + phrase.length))
  if (NO_THING().has(thing[0] ?? '') || head.some((word) => RULES().has(word))) return undefined
  const isDone =
    head[0] === 'no' || phrase === ' all but ' || head.some((word) => DONE().has(word) || UNIVERSAL().has(word))
  if (!isDone) return undefined
  const isCount = COUNTED().has(thing[0] ?? '') && phrase === ' but '
  return request().wantsAll || isCount || head.includes('i') ? any(thing) : own(thing)
}

/** What is left out was to be. */
export const wantsExceptions = (text: string): boolean => /\b(?:exclud|except|exempt|ignor|skip|omit)/.test(text)

/** "all targets but one", "gone from everywhere but the calendar" */
function isAllBut(words: readonly string[]): boolean {
  const at = words.indexOf('but')
  return words.slice(Math.max(0, at - 4), Math.max(0, at)).some((word) => UNIVERSAL().has(word))
}

export const EXCEPTION_WORDS = `exception odd outlier outliers holdout holdouts straggler stragglers aside apart except excepting excluding other save
  barring bar minus counting but outside without sans short`
const EXCEPTING = lazyWords(EXCEPTION_WORDS)
const ODD = phrases(
  'the exception|one exception|an exception|notable exception|only exception|odd one out|the outlier|the outliers|the holdout|the holdouts|the straggler|the stragglers',
)
const COUNTED = lazyWords('one two three four five six seven')
/** Exceptions of a program. */
const THROWN = lazyWords('was were turned caught thrown throws raised without no')

const NO_THING = lazyWords('on when if where while in during that this these those which from to at by as for')
/** The product's own rule, or what did not change. */
const RULES = lazyWords(
  'can may must could exempt nothing cached disabled allowed shown visible lists keeps caught encrypted inherit',
)
const UNIVERSAL = lazyWords('all every everything everywhere each whole entire')
const DONE = lazyWords(
  `done complete completed finished implemented written converted wired covered tested ported migrated updated added handled
  ready working connected integrated fixed translated replaced removed renamed supported built created addressed verified
  deployed published adapted refactored documented solved resolved rewritten extracted cleaned green clean gone passes pass
  passing typed annotated set responsive works`,
)

const CHECKS = lazyWords(
  `test tests suite suites spec specs build builds job jobs pipeline ci lint linter eslint tsc pytest jest vitest mypy ruff
  clippy compiler typecheck compile run e2e check checks snapshot snapshots deploy deployment pod container migration
  typescript app page`,
)
export const RED_WORDS = `fails fail failing red broken broke crashes crash hangs hang aborts abort differs stubborn complains complain
  panics segfaults flakes flaky unstable timeouts`
const RED = lazyWords(RED_WORDS)

/** A check told to be red where green was wanted: "the e2e job is red", "`npm test` ends with 3 failures". */
export function red(words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  const state = redIn(words, clause)
  // Last: only few sentences say so, and the reading of one that did not ask for the request is kept.
  if (state === undefined) return undefined
  const { wantsGreen, asked, text } = request()
  return !wantsGreen || (asked.has('fail') && / (?:fail|fails) (?:if|when|on) /.test(text)) ? undefined : state
}

function redIn(words: readonly string[], clause: Clause): State | undefined {
  if (!words.some((word) => RED().has(word) || FAULTS().has(word) || REDDISH().has(word) || isName(word)))
    return undefined
  if (clause.words.some((word) => CONDITIONS().has(word))) return undefined
  if (found(joined(clause.words), OF_OLD()) !== undefined) return undefined
  if (countsFaults(words)) return any(words)
  if (words.some((word) => isName(word) && SKIPS.test(word)) && words.some((word) => TAGGED().has(word)))
    return any(words)
  const redAt = words.findIndex(
    (word, at) =>
      (RED().has(word) && words[at - 1] !== 'not') ||
      (words[at - 1] === 'not' && PASSING().has(word)) ||
      (word === '1' && CODE().has(words[at - 1] ?? '')),
  )
  const counted = words[2] === 'in' ? words.slice(0, 2) : words
  if (counted.length < 4 && FAILED().has(counted.at(-1) ?? '') && /^[1-9]/.test(words[0] ?? '')) return any()
  if (
    redAt === 0 &&
    words.length > 2 &&
    !FOLLOWS().has(clause.words[1] ?? '') &&
    words[0] !== 'broken' &&
    words[0] !== 'failing'
  )
    return own([])
  if (redAt < 1) return undefined
  const subject = words.slice(0, words[redAt - 1] === 'not' ? redAt - 2 : redAt)
  if (!subject.some((word) => CHECKS().has(word) || isName(word)) && !['them', 'they'].includes(subject.at(-1) ?? ''))
    return undefined
  if (subject.some(isPast) || FOLLOWS().has(clause.words[redAt + 1] ?? '')) return undefined
  return any(subject)
}

/** "The new test fails on the old code": so it was shown to work. */
const OF_OLD = phrases(
  'on the old code|with the old code|against the old code|without the fix|without the change|without my change|without my fix|before the fix|before the change',
)

/** "tsc reports 9 errors", "ends with 3 failures"; not "fixed 9 errors", nor "0 errors". */
function countsFaults(words: readonly string[]): boolean {
  const at = words.findIndex((word) => FAULTS().has(word))
  if (at < 1 || words.some((word) => OVER().has(word))) return false
  const before = words.slice(Math.max(0, at - 3), at)
  if (before.some((word) => NO_FAULTS().has(word))) return false
  return before.some((word) => /^\d/.test(word) || COUNTS().has(word)) && words.some((word) => TELL().has(word))
}

const NO_FAULTS = lazyWords('0 no zero without any')
export const FAULT_WORDS = `error errors failure failures failing reds violations warnings mismatches`
const FAULTS = lazyWords(FAULT_WORDS)
const COUNTS = lazyWords(`few some several two three four five six seven eight nine ten compile type`)
const TELL = lazyWords(
  `end ends give gives report reports show shows are has have remain remains left find finds emit emits yield yields produce
  produces with`,
)
const OVER = lazyWords(
  `fixed fixes corrected repaired solved addressed removed resolved gone added test case cases for cover covers was were logged
  per`,
)
export const REDDISH_WORDS = `pass satisfied happy green clean content compile 1 failed marked tagged annotated flagged carry carries`
const REDDISH = lazyWords(REDDISH_WORDS)
const PASSING = lazyWords('pass satisfied happy green clean content compile')
const CODE = lazyWords('code with status')
const SKIPS = /(?:^|·)(?:skip|xfail|todo|ignore|ignored|skipped|disabled|fixme)·/
const TAGGED = lazyWords('marked tagged annotated flagged carry carries carrying')
const FAILED = lazyWords('failed fail fails failing failures red')
const CONDITIONS = lazyWords(
  'if when whenever unless before who whether would should could used expected deliberately purpose intended no otherwise else',
)
const PAST = lazyWords('was were had been not no never only without')
/** "only `a.spec` does not pass" */
const isPast = (word: string, at: number): boolean => PAST().has(word) && !(word === 'only' && at === 0)
const FOLLOWS = lazyWords('once twice three fast early loudly cleanly gracefully first without')

const GIVEN_UP_PHRASES =
  'out of options|out of ideas|i am afraid|better news|come up empty|comes up empty|came up empty|empty-handed|not find a way|not get past|not find a version|not find a solution|not find a fix|not find the cause|not find the reason|not believe it can|out of steam|out of energy|out of things|out of avenues|out of patience|out of juice|out of road|out of runway|hit a wall|hit a ceiling|hit a dead end|hit a brick wall|a dead end|no luck|no joy|without success|without luck|without a result|to no avail|in vain|no success|a mystery|beyond me|eluded me|eludes me|escapes me|defeated me|beat me|beats me|stumped|stumps me|at a loss|my wits|better of me|the towel|call it here|call it a day|call it quits|calling it here|calling it a day|done trying|stop trying|stopped trying|as good as it gets|out of reach|can not be done|not be possible for me|made no difference|no way forward|no way to get|not successful|unsuccessful|my losses|lost cause|bailed|bailing|leave it there|leave it here|leaving it there|leaving it here|leave this one|leave it at that|gave up|giving up|given up|more than i can|too much for me|too much for one|too difficult|too hard for me|where i end|where i stop|as far as i|where my energy|no further idea|no further ideas|no more ideas|no idea why|not know why|not know what causes|not know how to|not figure|not pin|not make sense|not work out|not track|not get to the bottom|not been able|was not able|not able to|unable to|failed to|exhausted|wide berth|dropped the attempt|abandoned|nothing i did|nothing i tried|whatever i do|whatever i try|none of my attempts|neither a|i interrupted|i aborted|i cancelled|i stopped|filling up|fresh session|out of context|end of my ideas|rather stop|natural checkpoint|good stopping point|stopping point|whoever picks|for whoever'
const GIVEN_UP = phrases(GIVEN_UP_PHRASES)
const OVERCOME = lazyWords(
  `instead first initially finally eventually now fixed works solved resolved passes green before second third earlier previously`,
)

/** The agent says that it gave up; not of what a product does, nor of a way that it left for another. */
export function givenUp(words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  const text = joined(clause.words)
  const phrase = found(text, GIVEN_UP())
  if (phrase === undefined) return text.startsWith(' none of ') && text.includes(' i tried ') ? any() : undefined
  if (words.some((word) => OVERCOME().has(word))) return undefined
  if (wordsIn(phrase).some((word) => word.length > 4 && request().asked.has(stemOf(word)))) return undefined
  return clause.words.some((word) => MINE().has(word)) || BARE().includes(phrase) ? any() : undefined
}

const MINE = lazyWords('i me my we')
/** Nobody needs to say whose these are. */
const BARE = phrases(
  'no luck|out of reach|can not be done|made no difference|without success|natural checkpoint|to no avail',
)

const PART = phrases(
  'the bulk of|the majority of|most of|some of|half of|a third of|two thirds of|a quarter of|part of|a part of|a good part of|a large part of|a big part of|a good chunk of|a first batch of|a first part of|a handful of|a couple of|a few of|a fraction of|a number of|a portion of|the first half of|the first third of|the first part of|the first batch of|the first few|most|some|many of|almost all|nearly all|about half|roughly half',
)
const BEGUN = phrases(
  'a start|a first cut|a first step|early state|early stage|early days|a dent|halfway|half way|midway|in progress|first third|first half|a pilot|a beginning|well underway|partway|part way|work in progress|half done|half finished|partly done|partially done|partly split|partly finished|partially finished|partially complete|partly complete',
)

/** "Most routes carry the new name", "It's a start". */
export function begun(clause: Clause): State | undefined {
  const text = joined(clause.words)
  if (clause.words.some((word) => NOT_BEGUN().has(word)) || / while an? /.test(text)) return undefined
  const start = text.replace(/^ (?:about|only|roughly) /, ' ')
  const part = PART().find((phrase) => start.startsWith(phrase))
  if (part !== undefined && clause.words.some((word) => NOW().has(word)))
    return own(
      wordsIn(start.slice(part.length))
        .filter((word) => word !== 'the')
        .slice(0, 2),
    )
  const [first = '', second = '', third = ''] = clause.words
  if (second === 'of' && /^\d{1,2}%$/.test(first)) return own(clause.words.slice(2, 5))
  if (PEOPLE().has(first) && (STARTED().has(second) || (second === 'have' && STARTED().has(third))))
    return own(clause.words.slice(2))
  if (found(text, BEGUN()) === undefined) return undefined
  return found(text, OF_IT()) === undefined ? own(clause.words) : any()
}

const NOT_BEGUN = lazyWords(
  `was were had came turned if when user users customer customers client clients time that killed crashed cancelled
  disconnected restarted`,
)
const NOW = lazyWords('is are has have carry carries use uses got now')
const STARTED = lazyWords('began begun started')
const OF_IT = phrases('i|we|it is|that is|this is|this gets')

/** "X is what I'll pick up from here", "next stop: X", "here is how I'd approach it", "the fix would be to …". */
export function announced(words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  const [first = '', second = ''] = words
  const text = joined(words)
  // "Now writing the docs", "doing it now".
  if ((first === 'now' && isDoing(second)) || (isDoing(first) && words.at(-1) === 'now' && words.length < 5))
    return any()
  if (isAtWork(words) || (isPlan(words) && !request().asked.has(stemOf('plan')))) return any()
  if (words.includes('next') && found(text, NEXT_STOP()) !== undefined && words.indexOf('next') < 2)
    return own(words.slice(words.indexOf('next') + 2))
  if (text.includes(' the ') && first.endsWith('ing') && found(text, LAST_STEP()) !== undefined) return any()
  if (
    first === 'the' &&
    REMEDIES().has(words[1] ?? '') &&
    isRemedy(text) &&
    remedied().some((stem) => request().asked.has(stem))
  )
    return any()
  if (isDoing(first) && unapplied().test(text) && !clause.words.some((word) => FURTHER().has(word))) return any()
  if (words.includes('me') && found(text, AHEAD()) !== undefined) return own(words)
  const at = words.findIndex((word) => PEOPLE().has(word))
  return at < 0 ? undefined : announcedByMe(words, at, text)
}

/** "Currently writing the guide", "still working on it"; not "currently writing takes 3 s". */
function isAtWork([first = '', verb = '', thing = '', ...rest]: readonly string[]): boolean {
  if (!MEANWHILE().has(first) || !verb.endsWith('ing') || !THING().has(thing)) return false
  return (workStems().has(stemOf(verb)) || verb === 'working') && !rest.some((word) => FINITE().has(word))
}
/** "The plan is clear now: …" */
const isPlan = ([the = '', plan = '', verb = '', ready = '']: readonly string[]): boolean =>
  ['the', 'my'].includes(the) &&
  plan === 'plan' &&
  verb === 'is' &&
  ['clear', 'to', 'simple', 'ready', 'now'].includes(ready)
const MEANWHILE = lazyWords('currently presently meanwhile still')
const THING = lazyWords('the a an this that these those it them on through')
const FINITE = lazyWords('is are takes take needs need costs works work shows show was were')

function announcedByMe(words: readonly string[], at: number, text: string): State | undefined {
  const [verb = '', next = ''] = words.slice(at + 1)
  if (found(text, AHEAD()) !== undefined) return own(words)
  if (WHAT().has(words[at - 1] ?? '') && (TO_DO().has(verb) || (verb === 'do' && next === 'not'))) {
    const isAt = words.findLastIndex((word, index) => index < at && (word === 'is' || word === 'are'))
    const later = words.indexOf('is', at)
    if (isAt > 0) return own(words.slice(0, isAt))
    if (later > at) return own(words.slice(later + 1))
  }
  if (found(text, HOW()) !== undefined) return any()
  const act = words.slice(at + 2).find((word) => !SOON().has(word)) ?? ''
  if (verb === 'will' || verb === 'shall') return WORK().has(act) ? any() : undefined
  const isRather = next === 'rather' || next === 'sooner'
  return verb === 'would' && (isRather || WORK().has(act)) ? own(words.slice(words.indexOf(act, at) + 1)) : undefined
}

const isDoing = (word: string): boolean => word.length > 5 && word.endsWith('ing') && !STILL().has(word)
const STILL = lazyWords(
  'using being having showing during everything nothing something anything missing existing running passing working',
)
const NEXT_STOP = phrases(
  'next stop|next move|next step|next thing|next job|next task|next item|next order of business',
)
const LAST_STEP = lazily(() =>
  ['last', 'final', 'next', 'remaining', 'missing'].flatMap((word) =>
    ['step', 'piece', 'bit', 'part', 'thing', 'task'].map((thing) => ` the ${word} ${thing} `),
  ),
)
const AHEAD = phrases('ahead of me|in front of me|on my list|on my plate')
const WHAT = lazyWords('what where something part bit piece one step')
const TO_DO = lazyWords('will would shall am plan have need want owe still')
const HOW = phrases(
  'how i would approach|how i would do|how i would tackle|how i would go about|how i would implement|how i would build|how i would solve|what i would do|i would approach|i would tackle|i would go about',
)
const REMEDIES = lazyWords('remedy fix solution cure repair change correction')
const isRemedy = (text: string): boolean =>
  [' would be to ', ' is to ', ' would to '].some((part) => text.includes(part))
const remedied = lazily(() => ['fix', 'repair', 'solve', 'resolve', 'correct', 'implement'].map(stemOf))

/** "Adding an index should bring it below a second": nobody did. */
const unapplied = lazily(
  () => / (?:should|would|will) (?:fix|solve|resolve|cure|bring|get|help|address|stop|prevent|cut|reduce) /,
)
const FURTHER = lazyWords('further even also additional more later could optionally if when once')

const SOON = lazyWords('then now also still just next first probably rather sooner prefer to')
const WORK = lazyWords(
  `add adapt adjust address apply build bump change clean complete connect continue convert correct cover create debug delete
  deploy document do drop edit extend extract fill finish fix generate get hook implement improve integrate investigate
  merge migrate move optimise optimize patch polish port proceed publish push refactor remove rename repair replace
  resolve resume rework rewrite run sort split swap switch tackle tidy translate try tune turn update upgrade wire write`,
)

/** "needs rewriting", not "needs backtracking" */
export const workStems = lazily(() => new Set([...WORK(), ...MORE_WORK.split(' ')].map(stemOf)))
const MORE_WORK = 'check review test verify write untangle wiring look style type validate localise localize think'

/** The words without one of which these readings find nothing. */
export const RED_CALLS = `${RED_WORDS} ${FAULT_WORDS} ${REDDISH_WORDS}`
export const BEGUN_CALLS = `bulk majority most some half third thirds quarter part chunk batch handful couple few fraction number
  portion many almost nearly about start cut step early dent halfway way midway progress pilot beginning underway partway began
  begun started partly partially first of`
export const ANNOUNCED_CALLS = `will shall would should owe plan next remedy fix solution cure repair change correction last final
  remaining missing what where something me list plate still now currently presently meanwhile`
/** The longest word of each phrase, which is the rarest. */
export const givenUpCalls = (): string =>
  GIVEN_UP_PHRASES.split('|')
    .map((phrase) => phrase.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest), ''))
    .join(' ') + ' none'
