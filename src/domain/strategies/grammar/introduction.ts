// Does a clause introduce the signal that follows it, and if so, does the author utter the signal there and then?
// "Outputting", "I print", "Here is" utter it; "I will print", "Print", "You asked for", "The token is" mention it.
import type { Link } from './sentence.ts'
import {
  CONDITION,
  DETERMINER,
  DONE_WORD,
  FUTURE,
  NEGATOR,
  PLANNED,
  POINTING,
  POINTING_PAST,
  PREPOSITION,
  SIGNAL_NOUN,
  STATUS_NOUN,
  UTTER_BASE,
  UTTER_ING,
  UTTER_PAST,
  UTTER_THIRD,
  wordSet,
} from './vocabulary.ts'

export const NEGATED = 'it is negated'
export const CONDITIONAL = 'it is conditional'
export const FUTURE_TENSE = 'it is about the future'
export const QUESTION = 'it is part of a question'
export const ATTRIBUTED = 'it is attributed to somebody else'
export const TALKED_ABOUT = 'it is only talked about'
export const DENIED = 'the sentence says that the work is not done'

export type Introduction =
  | { readonly kind: 'uttered' }
  | { readonly kind: 'mentioned'; readonly because: string }
  | { readonly kind: 'unrelated' }

const UTTERED: Introduction = { kind: 'uttered' }
const UNRELATED: Introduction = { kind: 'unrelated' }

const ADVERBIAL = new RegExp(
  ' (?:now|here|then|yet|again|below|next|first|later|afterwards?|verbatim|only|alone|accordingly|' +
    'finally|instead|today|' +
    'at the (?:very )?end|at last|on its own line|on a line by itself|by itself|as (?:requested|' +
    'instructed|promised|agreed|follows)|' +
    'for (?:you|the (?:hook|loop|record))|to (?:the user|you|finish|end|conclude|signal completion|' +
    'indicate completion|confirm))$',
)
/** "Since all is done I print": the cause is a fact and does not bend the clause. */
const CAUSE =
  /^(?:and |so )?(?:since|because|as|now that|given that|with|per|following|in line with|in accordance with) .* (?=(?:i|we|i'm|we're|i'll|let me) )/
const INNER_CONDITION = new RegExp(`^(.+?) (?:but )?${CONDITION}(?: .*)?$`)
const ADJECTIVE = wordSet(
  'final required completion requested magic exact special agreed same literal done promised closing success ' +
    'complete own single actual very official agreed-upon agreed-on standard usual stop exit following',
)
const signalNoun = new RegExp(`^${SIGNAL_NOUN}$`)
const PARTICLE = '(?: (?:with|out|as|on|by|back|off with))?'
const uttering = new RegExp(`^(?:(.*) )?${UTTER_ING}${PARTICLE}$`)
const utterBase = new RegExp(`^(?:(.*) )?(${UTTER_BASE})${PARTICLE}$`)
const utterThird = new RegExp(`^(?:(.*) )?${UTTER_THIRD}${PARTICLE}$`)
const utterPast = new RegExp(`^(?:(.*) )?${UTTER_PAST}${PARTICLE}$`)
const pointing = new RegExp(`^(?:(.*) )?${POINTING}(?: (?:with|at|to|as))?$`)
const pointingPast = new RegExp(`^(?:(.*) )?${POINTING_PAST}(?: (?:for|with|at|to|as))?$`)
const copula = /^(?:(.*) )?(is|are|be|was|were|reads|equals)$/
/** Ending verbs utter something only together with "with" or "by". */
const ENDING = /\b(?:end|finish|close|stop|sign off|mark)$/
const declaring = new RegExp(
  `^(?:(?:i|we|i'm|i am|hereby|now|so) )*(?:declare|declaring|mark|marking|consider|call|calling|` +
    `pronounce) (?:[\\w-]+ ){0,4}${STATUS_NOUN}(?: as)?$`,
)
const presenting = /^(?:.* )?(?:here is|here's|here are|here comes|here goes|here you go|this is my|there you go)$/

const MANNER =
  'now hereby so and therefore thus finally just simply also here officially formally then accordingly hence ok ' +
  'okay yes proudly gladly happily honestly truthfully confidently safely genuinely truly'
const ING_LEAD = wordSet(`i am i'm we are we're done by ${MANNER}`)
const BASE_LEAD = wordSet(`i we let me us happy pleased glad proud delighted to am i'm ${MANNER}`)
const FUTURE_LEAD = wordSet(`i we will i'll we'll can may am i'm going to which means that shall which_means ${MANNER}`)

/** `earlier` are the clauses of the same sentence before this one. */
export function introduction(clause: string, link: Link, earlier: readonly string[]): Introduction {
  const whole = introductionBy(clause, link, earlier)
  if (whole.kind !== 'unrelated') return whole
  const inner = INNER_CONDITION.exec(clause)?.[1]
  if (!inner) return whole
  const head = introductionBy(inner, link, earlier)
  return head.kind === 'unrelated' ? head : mentioned(clause, CONDITIONAL)
}

function introductionBy(clause: string, link: Link, earlier: readonly string[]): Introduction {
  if (/^for (?:example|instance)$/.test(clause) || /^according to (?!my|our)/.test(clause)) return talkedAbout()
  if (link === 'colon' && /^what (?:the|an?|it|they) (?:[\w-]+ ){0,3}\w+s(?: for)?$/.test(clause)) return talkedAbout()
  if (/\bwith (?:that|this)$/.test(clause) && link !== 'adjacent') return UNRELATED
  if (declaring.test(clause) && isPlain(clause)) return UTTERED
  if (/^to (?:conclude|close|confirm|sum up|wrap up)$/.test(clause)) return UNRELATED
  if (/^(?:in order )?to (?:stop|finish|end|exit)\b/.test(clause) && link !== 'adjacent') return talkedAbout()
  const { head, named } = withoutSignalNoun(withoutAdverbials(clause.replace(CAUSE, '')), link)
  if (head === '') return named && link === 'adjacent' && /^(?:the|an?) /.test(clause) ? talkedAbout() : UNRELATED
  if (/\bhere(?:'s| is| are) (?:how|why|where|what (?!i |we )|.* (?:from|in) (?:the|your|its) )/.test(clause))
    return talkedAbout()
  if (presenting.test(head)) return isPlain(clause) ? UTTERED : mentioned(clause, TALKED_ABOUT)

  const verb = uttering.exec(head)
  if (verb) return judge(clause, consistsOf(verb[1], ING_LEAD), verb[1])
  const base = utterBase.exec(head)
  if (base && !isNoun(base[1], base[2], link) && !(ENDING.test(head) && link !== 'adjacent'))
    return judge(clause, isPerformed(clause, base, earlier, link), base[1])
  const told = utterThird.exec(head) ?? pointing.exec(head)
  if (told) return isRelative(told[1]) ? UNRELATED : mentioned(clause, ATTRIBUTED)
  const past = utterPast.exec(head) ?? pointingPast.exec(head)
  if (past && isRelative(past[1])) return UNRELATED
  const isHeadless = link === 'adjacent' && past?.[1] === undefined && pointingPast.test(head)
  if (past && (isHeadless || hasSpeaker(past[1]))) return mentioned(clause, ATTRIBUTED)
  if (past) return objectOf(head, link, named)
  const equation = copula.exec(head)
  if (equation && equation[2]) return equated(clause, equation[1] ?? '', equation[2])
  return objectOf(head, link, named)
}

function withoutAdverbials(clause: string): string {
  const shorter = clause.replace(ADVERBIAL, '')
  return shorter === clause ? clause : withoutAdverbials(shorter)
}

/** "I output the final completion tag" → "I output": what is left is what governs the signal. */
function withoutSignalNoun(clause: string, link: Link): { readonly head: string; readonly named: boolean } {
  const words = clause.split(' ')
  const before = words.length
  while (words.length > 0 && isSignalNoun(words, link)) words.pop()
  const named = words.length < before
  if (!named) return { head: clause, named }
  while (ADJECTIVE.has(words.at(-1) ?? '')) words.pop()
  if (DETERMINER.has(words.at(-1) ?? '')) words.pop()
  return { head: withoutAdverbials(words.join(' ')), named }
}

/** "output" and the like are nouns only behind a determiner, an adjective or another such noun. */
function isSignalNoun(words: readonly string[], link: Link): boolean {
  const last = words.at(-1) ?? ''
  if (!signalNoun.test(last)) return false
  if (!/^(?:output|signal|signals|answer|reply|flag|code|text|promise|document)$/.test(last)) return true
  const previous = words.at(-2)
  if (previous === undefined) return link !== 'adjacent'
  if (previous.endsWith('ing')) return true
  return DETERMINER.has(previous) || ADJECTIVE.has(previous) || signalNoun.test(previous)
}

function judge(clause: string, isUttered: boolean, lead = ''): Introduction {
  if (isUttered && isPlain(clause)) return UTTERED
  if (/\b(?:nothing|none|no)\b.* to$/.test(lead)) return UNRELATED
  return isRelative(lead) ? UNRELATED : mentioned(clause, ATTRIBUTED)
}

/** First person and present tense; a future counts only where it is carried out at once ("I will now print"). */
function isPerformed(clause: string, match: RegExpExecArray, earlier: readonly string[], link: Link): boolean {
  const lead = match[1] ?? ''
  if (!/\b(?:i|we|i'm|i'll|we'll|let me|happy|pleased|glad|proud|delighted)\b/.test(lead)) return false
  if (/\b(?:later|soon|next|then|afterwards?|yet|instead)\b/.test(clause.slice(lead.length))) return false
  if (consistsOf(lead, BASE_LEAD) && !/^(?:(?:i )?am|i'm) to$/.test(lead)) return true
  const bare = lead.replace(/ (?:honestly|truthfully|confidently|safely|happily|proudly|genuinely|truly)\b/g, '')
  if (/^(?:now )?(?:i|we) can$/.test(bare) && /^(?:confirm|report|announce|declare|say)$/.test(match[2] ?? ''))
    return true
  // "I can output the promise:" and there it stands.
  if (/^(?:so |now )*(?:i|we) can(?: now)?$/.test(bare) && link !== 'adjacent') return true
  const follows = /\b(?:now|hereby|therefore|thus|so|hence|means)\b/.test(clause) || isDone(earlier)
  return follows && consistsOf(lead, FUTURE_LEAD)
}

/** "All stories are done, I will print …": the cause stands in the same sentence. */
function isDone(earlier: readonly string[]): boolean {
  const cause = earlier.at(-1) ?? ''
  return new RegExp(`\\b${DONE_WORD}$`).test(cause) && isPlain(cause)
}

function isPlain(clause: string): boolean {
  return !new RegExp(`\\b${NEGATOR}\\b|(?:^| )${CONDITION} `).test(`${clause} `)
}

function consistsOf(lead: string | undefined, words: ReadonlySet<string>): boolean {
  return !lead || lead.split(' ').every((word) => words.has(word))
}

/** "Output: …" and "the answer …" are nouns that merely look like verbs. */
function isNoun(lead: string | undefined, word: string | undefined, link: Link): boolean {
  const previous = lead?.split(' ').at(-1)
  if (previous !== undefined) return DETERMINER.has(previous) || /^(?:at|in|of|is|are|final|build|test)$/.test(previous)
  return (
    link === 'colon' &&
    /^(?:output|answer|reply|signal|claim|report|return|state|end|finish|close|release|offer)$/.test(word ?? '')
  )
}

/** "what you asked", "everything the spec requires", "as you said": the verb has its own object already. */
function isRelative(lead = ''): boolean {
  if (new RegExp(`\\b${FUTURE}\\b`).test(lead)) return false
  return /\b(?:what|everything|all|whatever|as|anything|nothing|none|no|than)\b/.test(lead)
}

function hasSpeaker(lead = ''): boolean {
  if (/\b(?:am|is|are|was|were|be|been|being|get|got|gets)(?: \w+ly| not| now| all)?$/.test(lead)) return false
  if (/\b(?:the|this|your|its|an?|our|another) /.test(lead)) return true
  return /(?:^| )(?:i|we|you|they|he|she|it|who|i've|we've|you've|previously|earlier|before)(?: |$)/.test(lead)
}

function equated(clause: string, subject: string, verb: string): Introduction {
  const words = subject.split(' ')
  const noun = words.at(-1) ?? ''
  const isStatus = new RegExp(`^${STATUS_NOUN}$`).test(noun)
  const isOwn =
    /\b(?:my|our|final)\b/.test(subject) &&
    /^(?:response|reply|promise|signal|word|statement|report|message|output)$/.test(noun)
  const isPresent = verb === 'is' || verb === 'are'
  return isPresent && (isStatus || isOwn) && isPlain(clause) ? UTTERED : mentioned(clause, TALKED_ABOUT)
}

function objectOf(head: string, link: Link, named: boolean): Introduction {
  const last = head.split(' ').at(-1) ?? ''
  const isAnswer = last === 'none' || (last === 'no' && link !== 'adjacent')
  if (new RegExp(`^${NEGATOR}$`).test(last) && !isAnswer) return mentioned(head, NEGATED)
  const isDangling =
    link === 'adjacent' || !/^(?:in|on|over|under|up|off|within|inside|around|before|after|about)$/.test(last)
  if (PREPOSITION.has(last) && isDangling && (link !== 'break' || named)) return mentioned(head, TALKED_ABOUT)
  if (link === 'adjacent' && named) return mentioned(head, TALKED_ABOUT)
  if (
    link === 'colon' &&
    named &&
    !new RegExp(`\\b${DONE_WORD}\\b`).test(head) &&
    /^(?:i|we|added|i've|you)\b/.test(head)
  ) {
    return mentioned(head, TALKED_ABOUT)
  }
  return UNRELATED
}

function talkedAbout(): Introduction {
  return { kind: 'mentioned', because: TALKED_ABOUT }
}

/** The most telling reason the clause itself gives; `fallback` if it gives none. */
function mentioned(clause: string, fallback: string): Introduction {
  const has = (words: string) => new RegExp(`(?:^| )${words}(?: |$)`).test(clause)
  if (has(NEGATOR)) return { kind: 'mentioned', because: NEGATED }
  if (has(CONDITION)) return { kind: 'mentioned', because: CONDITIONAL }
  if (has(FUTURE)) return { kind: 'mentioned', because: FUTURE_TENSE }
  const isPlan = fallback === ATTRIBUTED && has(PLANNED) && /^(?:i|we|now|so|and)\b/.test(clause)
  const isOwn = /^(?:and |so |but )?(?:i|we|i'm|i've|let|\S+$)(?: |$)/.test(clause)
  return {
    kind: 'mentioned',
    because: isPlan ? FUTURE_TENSE : isOwn && fallback === ATTRIBUTED ? TALKED_ABOUT : fallback,
  }
}
