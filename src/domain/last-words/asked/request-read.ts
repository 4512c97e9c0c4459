// What the person asked for, as far as last words are held against it: its words, what it rules out, whether it wants
// all of something, something green, or a measure met.
import { lazily, lazyWords } from '../../../contract/lazily.ts'
import { holdsPart, holdsWord } from '../../text/words-in.ts'
import { asksOnly, asksToSeeFailure } from '../question.ts'

/** Stems of the words with which the person asked for something. */
export type AskedWords = ReadonlySet<string>

export interface Request {
  readonly asked: AskedWords
  /** Stems of what is to be left alone, or is somebody else's. */
  readonly ruledOut: AskedWords
  /** The prompts, in lower case. */
  readonly text: string
  readonly wantsAll: boolean
  readonly wantsGreen: boolean
  /** A check that is red is what the person asked to see. */
  readonly wantsToSeeRed: boolean
  /** Something is to make room for something else. */
  readonly wantsItGone: boolean
}

const LONGEST_PROMPT = 8000

export function readRequest(prompts: readonly string[]): Request {
  const asked = new Set<string>()
  const ruledOut = new Set<string>()
  const text = prompts
    .map((prompt) => prompt.slice(0, LONGEST_PROMPT))
    .join('\n')
    .toLowerCase()
  for (const clause of text.replace(KEPT_WHOLE, ' ').split(/[.!?;\n]/)) {
    const isOut = holdsWord(clause, RULED_OUT) || holdsPart(clause, OTHER_TIME)
    for (const word of wordsOf(clause)) (isOut ? ruledOut : asked).add(stemOf(word))
  }
  const wantsToSeeRed = prompts.some(asksToSeeFailure)
  return {
    asked,
    ruledOut,
    text,
    wantsAll: holdsWord(text, ALL),
    wantsToSeeRed,
    wantsGreen: !wantsToSeeRed && green().some((stem) => asked.has(stem)),
    wantsItGone: removals().some((stem) => asked.has(stem) && (stem !== 'port' || PORTS.test(text))),
  }
}

/** "without breaking selection" asks for it to work. */
const KEPT_WHOLE = /\bwithout (?:breaking|losing|harming|hurting|disturbing|sacrificing|regressing|degrading)\b/g
const ALL = ['all', 'every', 'each', 'whole', 'everywhere', 'entire', 'any', 'both', 'complete', 'across']
const OTHER_TIME = [
  "n't ",
  'happens on',
  'happens at',
  'happens next',
  'is planned for',
  'next week',
  'next month',
  "i'll ",
  'i will ',
  'team will',
  'another ticket',
  'separate ticket',
  'other ticket',
]
const RULED_OUT = [
  'not',
  'never',
  'without',
  'except',
  'leave',
  'skip',
  'ignore',
  'later',
  'unless',
  'only',
  'just',
  'no',
  'myself',
  'themselves',
  'tomorrow',
]

export const stemsOf = (words: string): (() => readonly string[]) => lazily(() => words.split(' ').map(stemOf))

const green = stemsOf(
  'fix repair pass passes green work works compile build clean happy get make correct solve resolve address run keep',
)

/** A report or an answer alone: then what it says of things is not what is left of the work. */
export function asksForReport(prompt: string): boolean {
  if (RUN_ALONE.test(prompt)) return true
  if (SHOWN_THERE.test(prompt)) return false
  const words = wordsOf(prompt.slice(0, LONGEST_PROMPT)).map(stemOf)
  const orders = words.some((word) => works().includes(word))
  if (!orders && !THING.test(prompt) && words.some((word) => reports().includes(word))) return true
  return wordsOf(prompt.slice(0, LONGEST_PROMPT)).some((word) => asking().has(word)) && asksOnly(prompt)
}

/** "Speed up the report": it names a thing, unless that is to be written. */
const THING =
  /^(?!.*\b(?:write|give|send|prepare|tell|show|print|draft|analy[sz]e|summari[sz]e|describe|investigate|explain|assess)\b).*\b(?:the|our|this|my) (?:[\w-]+ ){0,2}(?:reports?|status|overview|review|audit)\b/is

/** "Show the usage on the account page": what the product is to show is no report. */
const SHOWN_THERE =
  /^\W*(?:please )?show (?!(?:me|us|what|which|where|how|why|whether|who|when|if|all (?:the )?(?:usages|references|calls|places)|(?:the |your )?(?:code|source|diff|files?|usages|references|imports|functions?))\b)[^?]{2,120}? (?:on|in|at|under|below|above|next to|beside|inside|within) (?:the|our|my|each|every|all|an?) (?:[\w-]+ ){0,3}(?:page|screen|view|dashboard|header|footer|sidebar|menu|navbar|toolbar|tab|table|dialog|modal|form|panel|card|widget|app|ui|tooltip|badge|bar|title|window|popup|list|prompt|column|row|chart|button|player)s?\b/i

/** "Run the tests please": whatever comes of it is the answer. */
const RUN_ALONE =
  /^\W*(?:please |just |now |can you |could you )*(?:re-?)?(?:run|execute)(?! on\b)(?!.*\b(?:fix|make|until|pass|passes|green|repair|update|add|write|and|then)\b)[^.;\n]{1,80}[.!?]?\s*$/i

/** One of these stands in every prompt that only asks. */
const asking = lazyWords(
  `what what's who's where's how's why how where when who whose which is are was were does do did can could should would will has have had may any analyse analyze clarify compare count describe explain find identify investigate list outline review show summarise summarize tell check see verify look determine figure confirm test give get suggest propose recommend evaluate assess estimate audit brainstorm understand walk remind plan wonder thoughts write make draft sketch prepare create`,
)
const reports = stemsOf(
  'analyze analyse summarize summarise review audit describe investigate explain report assess status overview',
)
const works = stemsOf(
  'add implement fix create build migrate convert port refactor rename replace remove update upgrade make complete finish improve extend translate set wire test tests move clean rewrite resolve address repair solve train tune publish deploy extract split switch swap drop delete install configure optimise optimize harden scrape generate enable disable integrate replace introduce correct',
)

/** What the request itself is about is no state of the work: a form that shows what is missing, a server of stubs. */
export function isSubject(words: readonly string[], asked: AskedWords): boolean {
  if (asked.size === 0 || !states().some((state) => asked.has(state)) || endings().some((verb) => asked.has(verb)))
    return false
  return words.some((word) => asked.has(stemOf(word)) && states().includes(stemOf(word)))
}

const states = stemsOf(
  'half partial follow-up no-op noop fake hard-coded missing placeholder stub pending todo unfinished incomplete remaining outstanding empty blank disabled skipped mock dummy deferred draft skeleton scaffold untested open',
)
/** Who wants such a state ended does not want to see it. */
export const isToEnd = ({ asked }: Request): boolean => endings().some((verb) => asked.has(verb))

export const endings = stemsOf(
  'fix finish complete resolve remove replace clean fill eliminate address close green pass',
)

/** Who wants these does not want to see the old. */
export const removals = stemsOf('replace remove migrate drop delete rename convert port move')

/** The verb: "the port" is none. */
const PORTS = /(?:^|[.;:,!?\n] ?|\b(?:and|to|please|then|you|we) )port(?:ing)? (?!(?:is|of|in|to|for)\b)/

/** One of the words was asked for. */
export function names(words: string, { asked }: Request): boolean {
  return wordsOf(words.replace(/([a-z])([A-Z])/g, '$1 $2')).some((word) => word.length > 1 && asked.has(stemOf(word)))
}

/** The stems of things that were asked for, among these words: no verbs of work, and no short words. */
export function thingsAsked(words: string, { asked, text }: Request): readonly string[] {
  return wordsOf(words)
    .filter((word) => word.length > 3 && !LITTLE().has(word))
    .filter((word) => !works().includes(stemOf(word)) || (word === 'tests' && TESTS_WANTED.test(text)))
    .map(stemOf)
    .filter((stem) => asked.has(stem))
}

/** "and tests for all of them"; "make the tests pass" asks for none. */
const TESTS_WANTED =
  /\b(?:and|with|plus|including|add|write|create)\b(?: \w+){0,3}? tests\b(?! (?:pass|green|work|run))/

const LITTLE = lazyWords(
  'with from into that this them then than their there your have should would could when where which what while each every also only make sure more some page file code project using used both after before without support work works working case cases',
)

export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/(?:\d{1,2})?\p{L}[\p{L}'-]{0,40}/gu) ?? []
}

/** "migrate" and "migration", "test" and "tests", "skip" and "skipped" are one. */
export function stemOf(word: string): string {
  if (word === 'doc' || word === 'docs') return stemOf('document')
  const suffix = word.length > 4 ? SUFFIXES.find((ending) => word.endsWith(ending)) : undefined
  let end = word.length - (suffix?.length ?? 0)
  for (let most = 3; most > 0 && 'seiy'.includes(word.charAt(end - 1)) && end > 0; most--) end--
  if (end > 1 && word.charAt(end - 1) === word.charAt(end - 2) && 'bdgmnpt'.includes(word.charAt(end - 1))) end--
  return word.slice(0, Math.min(6, end))
}

/** The longest first. A pattern would be slower: a hook stems hundreds of words, once. */
const SUFFIXES = ['ments', 'ment', 'ings', 'ions', 'ing', 'ion', 'ers', "'s", 'er', 'ed', 'es', 's']
