// More that a clause may say of work: all but some of it is done, a check is red, the agent gave up, it has only begun.
import { lazily, lazyWords } from '../../../../contract/lazily.ts'
import { type Clause, isName, type State } from './clauses.ts'
import { type Request, stemOf } from './request-read.ts'

const phrases = (text: string): (() => readonly string[]) => lazily(() => text.split('|'))
const joined = (words: readonly string[]): string => ` ${words.join(' ')} `
const holds = (text: string, phrases: readonly string[]): string | undefined =>
  phrases.find((phrase) => text.includes(` ${phrase} `))

/** "all but", "bar", "with the exception of": what comes after is not done. */
const EXCEPT = phrases(
  'apart from|aside from|except for|except that|except|excepting|excluding|other than|with the exception of|with the notable exception of|save for|barring|bar|minus|not counting|all but|everywhere but|everything but|outside of|outside|just without|only without|but without|sans|short of',
)

export function excepted(clause: Clause, request: Request): State | undefined {
  const text = joined(clause.words)
  if (
    / (?:exception|odd one out|outliers?|holdouts?|stragglers?) /.test(text) &&
    / (?:the|one|an|notable|only|are|is) (?:\p{L}+ )?(?:exception|odd one out|outlier|holdout|straggler)/u.test(text) &&
    !/ (?:was|were|caught|thrown|throws|raised|without any|no) /.test(text) &&
    request.wantsAll
  )
    return { kind: 'any', about: clause.words }
  const aside = clause.words.at(-1) === 'aside' && clause.words.length < 5
  if (aside) return { kind: 'own', about: clause.words.slice(0, -1) }
  const phrase =
    holds(text, EXCEPT()) ??
    (/^ (?:all|every|each|everything|everywhere|.* (?:all|everywhere)) (?:\p{L}+ ){0,3}but /u.test(text)
      ? 'but'
      : undefined)
  if (phrase === undefined) return undefined
  const at = text.indexOf(` ${phrase} `)
  const head = text.slice(0, at).trim().split(' ')
  const thing = text
    .slice(at + phrase.length + 2)
    .trim()
    .split(' ')
  if (NO_THING.has(thing[0] ?? '')) return undefined
  if (head.some((word) => RULES.has(word))) return undefined
  const isDone =
    head.some((word) => DONE().has(word) || UNIVERSAL.has(word)) || phrase === 'all but' || head[0] === 'no'
  if (!isDone) return undefined
  return request.wantsAll && !request.text.includes('except')
    ? { kind: 'any', about: thing }
    : { kind: 'own', about: thing }
}

const NO_THING = new Set('on when if where while in during that this these those which from to at by as for'.split(' '))
/** The product's own rule, or what did not change. */
const RULES = new Set(
  'can may must could exempt nothing cached disabled allowed shown visible lists covers keeps caught encrypted inherit'.split(
    ' ',
  ),
)
const UNIVERSAL = new Set('all every everything everywhere each whole entire'.split(' '))
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
const RED = lazyWords(
  `fails fail failing red broken broke crashes crash hangs hang aborts abort differs stubborn complains complain
  panics segfaults flakes flaky unstable timeouts`,
)

/** A check told to be red where green was wanted: "the e2e job is red", "`npm test` ends with 3 failures". */
export function red(words: readonly string[], clause: Clause, request: Request): State | undefined {
  if (!request.wantsGreen || (request.asked.has('fail') && / (?:fail|fails) (?:if|when|on) /.test(request.text)))
    return undefined
  if (clause.words.some((word) => CONDITIONS.has(word))) return undefined
  const text = joined(words)
  const count =
    / (?:\d+|a few|some|several|two|three|four|five|six|seven|eight|nine|ten|compile|type) (?:\p{L}+ ){0,2}(?:errors?|failures?|failing|reds|violations|warnings|mismatches) /u.exec(
      text,
    )
  if (
    count !== null &&
    !/ (?:0|no|zero) (?:\p{L}+ )?(?:errors?|failures?|failing|violations|warnings)/u.test(text) &&
    / (?:ends?|gives?|reports?|shows?|there are|has|have|remain|remains|left|finds?|emits?|yields?|produces?|with|are nearly|are) /.test(
      text,
    ) &&
    !/ (?:fixed|fixes|corrected|repaired|solved|addressed|removed|resolved|gone|added|test|case|cases|for|cover|covers|was|were|logged|per) /.test(
      text,
    )
  )
    return { kind: 'any', about: words }
  if (words.some((word) => isName(word) && SKIPS.test(word)) && words.some((word) => TAGGED.has(word)))
    return { kind: 'any', about: words }
  const redAt = words.findIndex(
    (word, at) =>
      RED().has(word) ||
      (['pass', 'satisfied', 'happy', 'green', 'clean', 'content', 'compile'].includes(word) &&
        words[at - 1] === 'not') ||
      (word === '1' && ['code', 'with', 'status'].includes(words[at - 1] ?? '')),
  )
  if (words.length < 4 && /^[1-9]/.test(words[0] ?? '') && FAILED.has(words.at(-1) ?? ''))
    return { kind: 'any', about: [] }
  if (
    redAt === 0 &&
    words.length > 2 &&
    !FOLLOWS.has(clause.words[1] ?? '') &&
    words[0] !== 'broken' &&
    words[0] !== 'failing'
  )
    return { kind: 'own', about: [] }
  if (redAt < 1) return undefined
  const subject = words.slice(0, words[redAt - 1] === 'not' ? redAt - 2 : redAt)
  if (!subject.some((word) => CHECKS().has(word) || isName(word)) && !/ (?:of them|they) $/.test(joined(subject)))
    return undefined
  if (subject.some((word) => PAST.has(word)) || FOLLOWS.has(clause.words[redAt + 1] ?? '')) return undefined
  return { kind: 'any', about: subject }
}

const SKIPS = /(?:^|·)(?:skip|xfail|todo|ignore|ignored|skipped|disabled|fixme)·/
const TAGGED = new Set('marked tagged annotated flagged carry carries carrying'.split(' '))
const FAILED = new Set('failed fail fails failing failures red'.split(' '))
const CONDITIONS = new Set(
  'if when whenever unless before who whether would should could used expected deliberately purpose intended no'.split(
    ' ',
  ),
)
const PAST = new Set('was were had been not no never only'.split(' '))
const FOLLOWS = new Set('once twice three fast early loudly cleanly gracefully first'.split(' '))

const GIVEN_UP = phrases(
  'out of options|out of ideas|i am afraid|better news|come up empty|comes up empty|came up empty|empty-handed|not find a way|not get past|not find a version|not find a solution|not find a fix|not find the cause|not find the reason|not believe it can|out of steam|out of energy|out of things|out of avenues|out of patience|out of juice|out of road|out of runway|hit a wall|hit a ceiling|hit a dead end|hit a brick wall|a dead end|no luck|no joy|without success|without luck|without a result|to no avail|in vain|no success|a mystery|beyond me|eluded me|eludes me|escapes me|defeated me|beat me|beats me|stumped|stumps me|at a loss|my wits|better of me|the towel|call it here|call it a day|call it quits|calling it here|calling it a day|done trying|stop trying|stopped trying|as good as it gets|out of reach|can not be done|not be possible for me|made no difference|no way forward|no way to get|not successful|unsuccessful|my losses|lost cause|bailed|bailing|leave it there|leave it here|leaving it there|leaving it here|leave this one|leave it at that|gave up|giving up|given up|more than i can|too much for me|too much for one|too difficult|too hard for me|where i end|where i stop|as far as i|where my energy|no further idea|no further ideas|no more ideas|no idea why|not know why|not know what causes|not know how to|not figure|not pin|not make sense|not work out|not track|not get to the bottom|not been able|was not able|not able to|unable to|failed to|exhausted|wide berth|dropped the attempt|abandoned|nothing i did|nothing i tried|whatever i do|whatever i try|none of my attempts|neither a|i interrupted|i aborted|i cancelled|i stopped|filling up|fresh session|out of context|natural checkpoint|good stopping point|stopping point|whoever picks|for whoever',
)
const OVERCOME = lazyWords(
  `first initially finally eventually now fixed works solved resolved passes green before second third earlier previously`,
)

/** The agent says that it gave up; not of what a product does, nor of a way that it left for another. */
export function givenUp(words: readonly string[], clause: Clause, request: Request): State | undefined {
  const phrase = holds(joined(clause.words), GIVEN_UP())
  if (/^ none of .* i tried /.test(joined(clause.words))) return { kind: 'any', about: [] }
  if (phrase === undefined || words.some((word) => OVERCOME().has(word))) return undefined
  if (phrase.split(' ').some((word) => word.length > 4 && request.asked.has(stemOf(word)))) return undefined
  const isMine = /\b(?:i|me|my)\b/.test(phrase) || clause.words.some((word) => ['i', 'me', 'my', 'we'].includes(word))
  const isBare = [
    'no luck',
    'out of reach',
    'can not be done',
    'made no difference',
    'without success',
    'natural checkpoint',
    'to no avail',
  ].includes(phrase)
  return isMine || isBare ? { kind: 'any', about: [] } : undefined
}

const PART = phrases(
  'the bulk of|the majority of|most of|some of|half of|a third of|two thirds of|a quarter of|part of|a part of|a good part of|a large part of|a big part of|a good chunk of|a first batch of|a first part of|a handful of|a couple of|a few of|a fraction of|a number of|a portion of|the first half of|the first third of|the first part of|the first batch of|the first few|most|some|many of|almost all|nearly all|about half|roughly half',
)
const BEGUN = phrases(
  'a start|a first cut|a first step|early state|early stage|early days|a dent|halfway|half way|midway|in progress|first third|first half|a pilot|a beginning|well underway|partway|part way|work in progress|half done|half finished|partly done|partially done|partly split|partly finished|partially finished|partially complete|partly complete',
)

/** "Most routes carry the new name", "It's a start". */
export function begun(clause: Clause): State | undefined {
  const text = joined(clause.words)
  if (/ (?:was|were|had|came|turned|if|when|users?|customers?|clients?|time|cases where|that) /.test(text))
    return undefined
  const part = PART().find(
    (phrase) =>
      text.startsWith(` ${phrase} `) || text.startsWith(` about ${phrase} `) || text.startsWith(` only ${phrase} `),
  )
  if (part !== undefined) {
    const about = text
      .slice(text.indexOf(part) + part.length)
      .trim()
      .split(' ')
      .filter((word) => word !== 'the')
      .slice(0, 2)
    if (/ (?:is|are|has|have|carry|carries|use|uses|got|now) /.test(text)) return { kind: 'own', about }
  }
  if (/^ (?:i|we) (?:have )?(?:began|begun|started) /.test(text)) return { kind: 'own', about: clause.words.slice(2) }
  const phrase = holds(text, BEGUN())
  if (phrase === undefined) return undefined
  const mine = / (?:i|we|it is|that is|this is|this gets) /.test(text)
  return mine ? { kind: 'any', about: [] } : { kind: 'own', about: clause.words }
}

/** "X is what I'll pick up from here", "next stop: X", "here is how I'd approach it", "the fix would be to …". */
export function announced(words: readonly string[], request: Request): State | undefined {
  const text = joined(words)
  const what =
    / (?:is|are) (?:what|where|something|the part|the bit|the piece|the one|the step) i (?:will|would|shall|am|plan|have|need|want|do not|owe|still)/.exec(
      text,
    )
  if (what !== null) return { kind: 'own', about: text.slice(0, what.index).trim().split(' ') }
  const lacking = / what i (?:do not|still do not|have yet|still) (?:have|to|lack|need)\b.* is (.*)$/.exec(text)
  if (lacking !== null) return { kind: 'own', about: (lacking[1] ?? '').split(' ') }
  if (
    /^ (?:my |the |our )?next (?:stop|move|step|thing|job|task|item|order of business)(?: is| are| would be)? /.test(
      text,
    )
  )
    return { kind: 'own', about: words.slice(2) }
  if (/ (?:ahead of me|in front of me|on my list|on my plate|up my sleeve) /.test(text))
    return { kind: 'own', about: words }
  const willAt = words.findIndex(
    (word, at) => PEOPLE.has(word) && (words[at + 1] === 'will' || words[at + 1] === 'shall'),
  )
  if (willAt >= 0 && WORK().has(words.slice(willAt + 2).find((word) => !SOON.has(word)) ?? ''))
    return { kind: 'any', about: [] }
  const would = / i would (?:still |also |then |first |rather |sooner |prefer to )*(\p{L}+) (.*)$/u.exec(text)
  if (would !== null && (WORK().has(would[1] ?? '') || / i would (?:rather|sooner) /.test(text)))
    return { kind: 'own', about: (would[2] ?? '').trim().split(' ') }
  if (
    /^ \p{L}+ing .* (?:is|are|would be) the (?:last|final|next|remaining|missing) (?:step|piece|bit|part|thing|task) /u.test(
      text,
    )
  )
    return { kind: 'any', about: [] }
  if (
    / (?:how i would (?:approach|do|tackle|go about|implement|build|solve)|what i would do|i would (?:approach|tackle|go about)) /.test(
      text,
    )
  )
    return { kind: 'any', about: [] }
  if (
    /^ the (?:remedy|fix|solution|cure|repair|change|correction) (?:would be|is|would) to /.test(text) &&
    / (?:fix|repair|solve|resolve|correct|implement) /.test(` ${request.text.replace(/[^\p{L}]+/gu, ' ')} `)
  )
    return { kind: 'any', about: [] }
  return undefined
}

const PEOPLE = new Set(['i', 'we'])
const SOON = new Set('then now also still just next first probably'.split(' '))
const WORK = lazyWords(
  `add adapt adjust address apply build bump change clean complete connect continue convert correct cover create debug delete
  deploy document do drop edit extend extract fill finish fix generate get hook implement improve integrate investigate
  merge migrate move optimise optimize patch polish port proceed publish push refactor remove rename repair replace
  resolve resume rework rewrite run sort split swap switch tackle tidy translate try tune turn update upgrade wire write`,
)
