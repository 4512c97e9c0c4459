// Where a phrase stands, and whether it is a plain statement there: unbent by its clause, by an exception, by a part that it
// counts, or by a withdrawal.
import { OWN_TEXT, whyNoClaim } from './claim.ts'
import type { Document } from './markdown.ts'
import { isOffer } from './mood.ts'
import { clauses } from './sentence.ts'
import type { SignalSurroundings } from './setting.ts'
import { surroundings } from './setting.ts'
import { takenBackAfter } from './take-back.ts'
import { CONDITION, FUTURE, NEGATOR, PLANNED } from './vocabulary.ts'

const WORD = /[\p{L}\p{N}_]/u

/** What may stand before the phrase in its own clause without bending it. */
const PLAIN_LEAD = new RegExp(
  `^(?:(?:and|so|now|the|yes|ok|okay|done|great|finally|therefore|thus|with|that|status|result|` +
    `i confirm|i can confirm|i verified|i have verified|i've verified|i confirmed|confirmed|verified|` +
    `i am done|i'm done|we are done|my|our|both|good news|final|x|task|story|as of now) ?)*$`,
)
/** What keeps a clause that is joined to the phrase from being a plain statement itself. */
const BENDING = new RegExp(
  `\\b(?:${[NEGATOR, CONDITION, FUTURE, PLANNED].join('|')}|make|ensure|verify|check|hope|think|` +
    `believe|almost|nearly|(?:one|two|three|few|some|\\d+) more|says?|said|told|be)\\b`,
  'i',
)
const DENIES_TROUBLE = /^\s*(?:there (?:is|are) )?no(?:ne)? /i
/** What may follow it in the same clause. */
const PLAIN_TAIL = new RegExp(
  '^(?:$|(?:now|locally|again|successfully|today|and|as|so|in|on|for|with|at|here|across|after|since|' +
    'because|without|thanks|too|cleanly|everywhere)\\b(?! (?:\\d+ )?(?:failures?|errors?|exceptions?|' +
    'caveats?|issues?|warnings?|only)\\b))',
)
const PARTIAL = /\b(\d{1,6})\s?(?:\/|of|out of)\s?(\d{1,6})\b|\b(\d{1,3})(?:\.\d{1,6})?\s?%/
const BENT = new RegExp(
  '^(?:x*\\s?)?(?:except|but|apart|besides|other|minus|once|when|if|unless|until|only|almost|nearly|' +
    'pending|not|excluding)\\b|^(?:no|nope|false|never|tbd)$',
)

const BENT_WITHIN = /\b(?:only|except|unless|if|until|apart from)\b/

interface Occurrence {
  readonly at: number
  readonly end: number
}

/** Where a phrase stands as whole words, whatever its case and white space. */
export function occurrences(text: string, phrase: string): readonly Occurrence[] {
  const words = phrase
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const [first] = words
  if (first === undefined) return []
  const found: Occurrence[] = []
  // Its first word is looked for in one go: few places are looked at closely.
  for (const { index: at } of text.matchAll(patternOf(first))) {
    const end = WORD.test(text[at - 1] ?? '') ? -1 : matchWords(text, at, words)
    if (end > 0 && !WORD.test(text[end] ?? '')) found.push({ at, end })
  }
  return found
}

/** Phrases are few, and the same for every text. */
const patterns = new Map<string, RegExp>()
const MOST_PATTERNS = 200

function patternOf(word: string): RegExp {
  const known = patterns.get(word)
  if (known) return known
  const pattern = new RegExp(word.replaceAll(/[^\p{L}\p{N}]/gu, escaped), 'giu')
  if (patterns.size < MOST_PATTERNS) patterns.set(word, pattern)
  return pattern
}

/** By its number, since not every sign may stand behind a backslash. */
function escaped(sign: string): string {
  return `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`
}

function matchWords(text: string, from: number, words: readonly string[]): number {
  let at = from
  for (const [index, word] of words.entries()) {
    const gap = /^\s*/.exec(text.slice(at))?.[0].length ?? 0
    if (index > 0 && gap === 0) return -1
    if (index > 0) at += gap
    if (text.slice(at, at + word.length).toLowerCase() !== word) return -1
    at += word.length
  }
  return at
}

/** Null: it is one. */
export function whyNotPlain(document: Document, at: number, end: number): string | null {
  const around = surroundings(document, at, end)
  const why = whyNoClaim({ ...around, before: governing(around) }, OWN_TEXT) ?? whyBent(around)
  if (why) return why
  const withdrawal = takenBackAfter(document, end)
  return withdrawal === null ? null : `it is taken back: "${withdrawal.slice(0, 120)}"`
}

/** The phrase is a clause by itself, so only the clauses before its own can govern it. */
function governing(around: SignalSurroundings): string {
  const own = ownLead(around.before)
  return own === null ? around.before : around.before.slice(0, around.before.length - own.length)
}

/** The words between the last clause boundary and the phrase; null if the phrase begins its clause. */
function ownLead(before: string): string | null {
  const clause = /[^,;:()\n—–.!?]*$/.exec(before.slice(-200))?.[0] ?? ''
  // A hyphen between blanks ends a clause as well as a dash does.
  const lead = clause.split(/\s-{1,2}(?:\s|$)/).at(-1) ?? ''
  const own = lead.replace(/^.*\b(?:and|so|but|because)(?: |$)/, (joined) =>
    BENDING.test(joined.replace(DENIES_TROUBLE, '')) ? joined : '',
  )
  return PLAIN_LEAD.test(
    own
      .trim()
      .toLowerCase()
      .replace(/[’]/g, "'")
      .replace(/[*_`"#]/g, ''),
  )
    ? lead
    : null
}

function whyBent(around: SignalSurroundings): string | null {
  if (!around.ownLine && ownLead(around.before) === null) return 'the phrase is part of a longer statement'
  // "Once you have installed it, all checks pass": in front of the statement, what is offered elsewhere is a condition.
  if (!around.ownLine && clauses(around.before).some(isOffer)) return 'it is conditional'
  const rest = around.after.replace(/^[\s*_~"'’”»`\])]{1,60}/, '')
  const first = clauses(rest)[0] ?? ''
  const isApart = /^[^\p{L}\p{N}]/u.test(rest)
  if (!isApart && !PLAIN_TAIL.test(first)) return 'the phrase is part of a longer statement'
  if (clauses(rest).some((clause) => BENT.test(clause) && !isOffer(clause)) || (!isApart && BENT_WITHIN.test(first)))
    return 'the statement makes an exception'
  const partial = PARTIAL.exec(rest)
  if (!partial) return null
  const isWhole = partial[3] ? Number(partial[3]) >= 100 : Number(partial[1]) >= Number(partial[2])
  return isWhole ? null : 'the statement counts only a part'
}
