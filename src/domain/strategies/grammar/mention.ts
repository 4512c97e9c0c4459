// Tells a stated signal from a mentioned one by the sentence around it. The signal counts where it is a clause of its
// own, or the object of a present-tense utterance by the author ("I output …", "Here is …"); else it is a mention.
import { CONDITIONAL, DENIED, FUTURE_TENSE, NEGATED, QUESTION, TALKED_ABOUT, introduction } from './introduction.ts'
import { endsDoneElsewhere, whyBentElsewhere } from './languages.ts'
import { isHypothetical, isOffer } from './mood.ts'
import { clauses, isQuestion, normalize } from './sentence.ts'
import type { Link, SignalSetting } from './sentence.ts'
import { isTakeBack } from './take-back.ts'
import { CONDITION, DETERMINER, DONE_WORD, FUTURE, oneOf } from './vocabulary.ts'

const SUBJECT_FOLLOWS =
  "(?:i|we|i'm|i'll|i've|we're|we've|it|it's|everything|all|here|here's|now|the|this|you|my|our|let|both)"
const CONJUNCTION = new RegExp(`^.+ (?:so|but|and|because|since|therefore|thus|hence) (?=${SUBJECT_FOLLOWS}\\b)`)
const CONNECTOR_TAIL = /(?:^| )(?:so|therefore|thus|hence|now|finally|and|accordingly|yes|ok|okay|also|again|here|too)$/

const LABEL = new RegExp(
  `\\b${oneOf(
    'example examples sample format syntax template usage expected todo todos to_do next remaining pending ' +
      'planned plan instruction instructions prompt spec rule rules requirement requirements criteria criterion ' +
      'condition definition goal convention reminder placeholder hypothetical wrong incorrect forbidden option ' +
      'options possible either one_of choices step steps excerpt quoting later tomorrow soon eventually user ' +
      'human system according_to legend glossary regex regexp pattern log logs readme transcript file someday ' +
      'sometime next_up how_to draft',
  )}\\b`,
)
const LABEL_ANSWERED = new RegExp(
  '(?<!\\bof )\\b(?:done|complete|completed|finished|met|reached|pass|passes|passed|satisfied|fulfilled|' +
    'implemented|clean|none|nothing|no)\\b',
)

const STARTS_PREDICATE = new RegExp(
  `^${oneOf(
    "is isn't was wasn't are were will won't would wouldn't should shouldn't must mustn't can can't cannot " +
      'could may might has had have does did means meant signals indicates marks tells says appears goes gets ' +
      'comes counts needs shall belongs exists ends stops triggers matches stands denotes represents remains ' +
      'becomes works which that whose to_be or in from inside within versus vs also_means only_means',
  )}\\b`,
)
const EXPLAINS_SIGNAL =
  /^(?:the following|(?:this|the) (?:line|tag|signal|token|marker)) (?:will|would|must|should|may|means|ends|stops)\b/
const DONE_IF = /\b(?:done|complete|finished|ready) (?:only )?(?:if|when|once|unless|until|as soon as)\b(?! you\b)/
const IF_DONE = new RegExp(
  `\\b(?:when|once|if|after|as soon as) (?:(?:you|i|we|it|everything|all|that|this)(?: (?:are|am|is)|` +
    `'re|'m|'s) )?(?:done|finished|complete|completed|ready)$`,
)
const FINITE =
  /^(?:[\w'-]+ ){0,4}(?:is|isn't|was|would|wouldn't|will|won't|means|could|might|must|should|cannot|can't|ends|stops)\b/
const FINITE_START = /^(?:is|isn't|was|would|will|means|must|should|cannot|ends|stops|signals|indicates)\b/
const NO_TROUBLE = new RegExp(
  '^(?:0|zero|no|none|nothing)\\b.*\\b(?:failed|failing|failures?|errors?|warnings?|issues?|problems?|' +
    'bugs?|left|remains?|remaining)$',
)
const STARTS_PENDING =
  /^(?:pending|retracted|draft|coming|withheld|later|soon|tomorrow|planned|next|blocked|todo|tbd|follows|to follow|upcoming)\b/
/** Words that may open a clause of their own behind the signal; any other small word belongs to its sentence. */
const STARTS_CLAUSE = new RegExp(
  `^${oneOf(
    "because since with for to and as after all everything every each no nothing none the a i i'm i've we we're " +
      "it it's this that's my our now here so both there done finished thanks thank please let you your if when " +
      'once but at on by of tests every ok okay yes complete completed success cheers bye x',
  )}\\b`,
)
const STARTS_NEGATION = /^(?:not|never)\b/
const STARTS_CONDITION = new RegExp(`^(?:but |and |only |just |even |perhaps |maybe )?${CONDITION}\\b`)
const STARTS_SIGNAL_NOUN = new RegExp(
  '^(?:(?:the|an?|our|this|that) (?:[\\w-]+ ){0,2})?(?:tags?|signals?|tokens?|markers?|strings?|lines?|' +
    'blocks?|elements?|markup|promises?|sentinels?|keywords?|literals?|patterns?)\\b',
)

/** A row of signals to choose from: the neighbour is another one. */
const OTHER_TAG_AFTER = /^[\s"'`*]{0,9}(?:\/|\||,|and|or)[\s"'`*]{0,9}<promise>\s{0,9}(?!complete\b)/i
const OTHER_TAG_BEFORE =
  /<promise>\s{0,9}(?!complete\b)[^<>]{1,40}<\/promise>[\s"'`*]{0,9}(?:\/|\||,|and|or)[\s"'`*]{0,9}$/i

/** Why the signal in this setting is no claim, in plain words; null if it is one. */
export function whyMention(setting: SignalSetting): string | null {
  if (OTHER_TAG_AFTER.test(setting.after) || OTHER_TAG_BEFORE.test(setting.before.slice(-100))) return TALKED_ABOUT
  const following = whyAfter(setting)
  if (following) return following
  const before = setting.before.trim()
  const link = linkOf(before, setting.ownLine)
  const isNamedAfter = isNamedBy(nextClause(setting.after), setting.isAlone === true)
  if (link === 'none') return isNamedAfter ? TALKED_ABOUT : null
  const all = clauses(before)
  const clause = (all.at(-1) ?? '').replace(CONJUNCTION, '')
  if (clause === '') return null

  const introduced = introduction(clause, link, all.slice(0, -1))
  if (introduced.kind === 'uttered') return isSubject(clause, setting.after) ? TALKED_ABOUT : null
  if (introduced.kind === 'mentioned') return isQuestion(before) ? QUESTION : introduced.because
  if (isNamedAfter || /[\w\])]\(['"`]?$/.test(before)) return TALKED_ABOUT
  const isAnswered =
    (setting.ownLine && link === 'break') ||
    /^\W*(?:none|nothing|no|nil|n\/a|0)\b/i.test(before.slice(before.indexOf(':') + 1))
  const label =
    before.includes(':') && !isAnswered ? whyLabel(clauses(before.slice(0, before.indexOf(':'))).at(-1) ?? '') : null
  return (
    label ??
    whyNotFree(before, all, clause, link) ??
    (link === 'colon' ? whyLabel(clause) : null) ??
    whyObject(clause, link)
  )
}

/** A heading or the line above a list speaks for everything below it, but only as an introduction. */
export function whyIntroduced(line: string): string | null {
  const all = clauses(line)
  const clause = (all.at(-1) ?? '').replace(CONJUNCTION, '')
  if (clause === '') return null
  const introduced = introduction(clause, 'colon', all.slice(0, -1))
  if (introduced.kind === 'mentioned') return introduced.because
  if (introduced.kind === 'uttered') return null
  return isHypothetical(clause) ? CONDITIONAL : whyLabel(clause)
}

function linkOf(before: string, ownLine: boolean): Link {
  const bare = before.replace(/[\s*_~"'‘’“”„«»`#]{1,60}$/, '')
  if (!/[\p{L}\p{N}]/u.test(bare)) return 'none'
  if (/[:：]$/.test(bare)) return 'colon'
  return !ownLine && /[\p{L}\p{N}([={.%]$/u.test(bare) ? 'adjacent' : 'break'
}

/** The clause right after the signal, whether or not punctuation stands between. */
function nextClause(after: string): string {
  const next = normalize(after.replace(/^[\s*_~"'’”»`\])]{1,60}/, ''))
  const apart = next.replace(/^[\s,;:([—–-]{1,20}/, '')
  return apart === next ? next : (clauses(apart)[0] ?? '')
}

/** Behind a signal that stands alone, output of a program may begin with such a noun: `tokens used: 1,200`. */
function isNamedBy(clause: string, isAlone: boolean): boolean {
  return STARTS_SIGNAL_NOUN.test(clause) && !(isAlone && !/^(?:the|an?|our|this|that) /.test(clause))
}

function whyAfter({ after, isAlone = false }: SignalSetting): string | null {
  if (isQuestion(after)) return QUESTION
  if (/^\s{0,9}(?:=|<-|←|[をとはがのに]|을|를|은|는|이라)/.test(after)) return TALKED_ABOUT
  const clause = nextClause(after)
  if (STARTS_NEGATION.test(clause)) return NEGATED
  if (STARTS_PENDING.test(clause)) return FUTURE_TENSE
  if (STARTS_CONDITION.test(clause) && !isOffer(clause)) {
    const bare = clause.replace(/^(?:but|and|only|just|even|perhaps|maybe) /, '')
    return isHypothetical(bare) || /^(?:only|just) /.test(clause) || /^(?:after|before) (?!\w+ing\b)/.test(bare)
      ? CONDITIONAL
      : null
  }
  const later = clauses(after).slice(1, 3)
  if (STARTS_PREDICATE.test(clause) || later.some((part) => FINITE_START.test(part))) return TALKED_ABOUT
  const isJoined = /^[\s*_~"'’”»`\])]{0,60}[a-z]/.test(after)
  return isJoined && !isAlone && !STARTS_CLAUSE.test(clause) ? TALKED_ABOUT : null
}

/** "Writing … now would be a lie": an -ing form without a subject that leads to a predicate. */
function isSubject(clause: string, after: string): boolean {
  const own = nextClause(after).split(/ (?:that|because|since|as|which|to|so|and) /)[0] ?? ''
  return /^\w+ing\b/.test(clause) && FINITE.test(own)
}

/** What can turn a signal into a mention although nothing in the sentence takes it as its object. */
function whyNotFree(before: string, all: readonly string[], clause: string, link: Link): string | null {
  if (isTakeBack(before)) return DENIED
  if (/(?:^| )(?:then|afterwards?|after that|later)$/.test(clause)) return FUTURE_TENSE
  if (
    /(?:^| )(?:hardly|almost|nearly|partially|partly|half|mostly|barely|maybe|perhaps|possibly|probably|hopefully)$/.test(
      clause,
    )
  )
    return NEGATED
  if (link === 'adjacent' && /(?:^| )(?!100%)\d{1,3}%$/.test(clause)) return NEGATED
  if (/^(?:on|upon|at) (?:success|failure|completion|exit|the (?:very )?end)$/.test(clause)) return CONDITIONAL
  if (all.some((part) => isHypothetical(part))) return CONDITIONAL
  if (DONE_IF.test(clause) || IF_DONE.test(clause)) return CONDITIONAL
  if (EXPLAINS_SIGNAL.test(clause)) return TALKED_ABOUT
  if (new RegExp(`\\b${FUTURE}\\b.*\\b(?:done|complete|completed|finished|ready)\\b`).test(clause)) return FUTURE_TENSE
  if (/^(?:not|never)(?: yet| now| here)?$/.test(clause)) return NEGATED
  return link === 'break' ? null : whyBentElsewhere(all)
}

function whyLabel(clause: string): string | null {
  const isShort =
    clause.split(' ').length <= 6 &&
    !/^(?:(?:so|and|then|as) )*(?:per|following|in line with|in accordance with) /.test(clause)
  return isShort && LABEL.test(clause) && !LABEL_ANSWERED.test(clause) ? TALKED_ABOUT : null
}

/** Without any punctuation between, an unknown clause takes the signal as its object unless it is complete. */
/** "I have completed all the tasks" is whole: nothing more is wanted of it. */
const WHOLE =
  /^(?:(?:and|so|now|ok|okay) )*(?:(?:i've|we've|(?:i|we)(?: have)?) )?(?:now |just |successfully |fully )*(?:finished|completed|done|wrapped up|concluded) \w+/

function whyObject(clause: string, link: Link): string | null {
  if (link !== 'adjacent' || CONNECTOR_TAIL.test(clause) || WHOLE.test(clause)) return null
  if (NO_TROUBLE.test(clause) || /(?![\p{Script=Latin}])\p{L}|[^\p{L}\p{N}]$/u.test(clause)) return null
  if (endsDoneElsewhere(clause)) return null
  const words = clause
    .replace(/ as (?:described|expected|requested|specified|intended|designed|asked|planned)$/, '')
    .split(' ')
  const last = words.at(-1) ?? ''
  if (words.length === 1) return DETERMINER.has(last) || last.endsWith('ing') ? TALKED_ABOUT : null
  const isState = new RegExp(`^${DONE_WORD}$`).test(last)
  const takesObject = /^(?:i|we|i've|we've|have|has)$/.test(words.at(-2) ?? '')
  const isIntransitive = /^(?:done|finished|complete|completed|succeeded|good|ready)$/.test(last)
  return isState && (!takesObject || isIntransitive) ? null : TALKED_ABOUT
}
