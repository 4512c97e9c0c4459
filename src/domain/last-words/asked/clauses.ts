// A sentence as the clauses it is made of, word by word: contractions are spelled out, and names in inline code are
// marked, so that what something is called is never read as a state of the work.
import { lazyWords } from '../../../contract/lazily.ts'
import { isAscii } from '../../text/words-in.ts'

export interface Clause {
  readonly words: readonly string[]
  /** How many of the words stand before a condition, a reason or a relative clause. */
  readonly main: number
}

/** What a clause says of something. */
export interface State {
  /**
   * `own`: only work is spoken of like that. `open`: a product may be, too. `old`: it is as it was.
   * `all` and `rest`: only of what was asked for by name, or of the rest of it. `any`: whatever it is said of.
   */
  readonly kind: 'own' | 'open' | 'old' | 'stand-in' | 'fake' | 'all' | 'rest' | 'any'
  /** The words that say of what. */
  readonly about: readonly string[]
}

export const own = (about: readonly string[]): State => ({ kind: 'own', about })
export const any = (about: readonly string[] = []): State => ({ kind: 'any', about })

/** The agent, as it speaks of itself. */
export const PEOPLE = lazyWords('i we')

/** Ends a word that stood in inline code or quotes. */
const NAME = '·'

export const isName = (word: string): boolean => word.endsWith(NAME)
/** The words of which a name is made: `importExcel` is import excel. */
export const bare = (word: string): readonly string[] => (isName(word) ? word.slice(0, -1).split('·') : [word])

export function clausesOf(sentence: string): readonly Clause[] {
  const read = withNames(sentence.slice(0, 1000)).replace(LEAD_IN, '')
  const told = ARROWS.some((arrow) => read.includes(arrow)) ? read.replace(FORMER, ' ') : read
  const text = told.includes(', in my ') ? told.replace(/, in my (?:view|opinion|eyes|book),/, '') : told
  return text
    .split(BETWEEN)
    .flatMap((part) => splitAt(wordsIn(part)))
    .filter((words) => words.length > 0)
    .map((words) => (CONTRAST().has(words[0] ?? '') || JOINS().has(words[0] ?? '') ? words.slice(1) : words))
    .filter((words) => words.length > 0)
    .map((words) => ({ words, main: mainOf(words) }))
}

/** "Note that …" says nothing by itself. */
const LEAD_IN =
  /^[\s*_-]*(?:please |do |just )?(?:be aware|note|mind|keep in mind|bear in mind|be warned|beware|the catch is|it should be said|i should (?:say|mention|add|note)|one thing to note is|to be clear|that said|heads-up|heads up|caveat|one caveat|one wrinkle)(?: that|:|,)\s/
/** "4 failing → 0 failing": what stands before the arrow is over. */
const ARROWS = ['→', '->', '=>']
const FORMER = /\b\d[\d.,]{0,9}(?: [\w-]{1,20}){0,2} ?(?:→|[-=]>) ?(?:0\b|(?=\d))/g
const BETWEEN =
  /[,;:()–—→|]+(?=\s|$)(?!\s(?:except|other than|apart from|aside from|bar|barring|save for|excluding|not counting|minus|with the (?:\w+ )?exception|just without|only without|not)\s)|\s[-–—→|(]+(?=\s|\S)|\.\s/

function withNames(sentence: string): string {
  const straight = isAscii(sentence) ? sentence : sentence.replace(/[’‘]/g, "'")
  if (!/[`"“„«]/.test(straight)) return straight.toLowerCase()
  return straight
    .replace(/`([^`\n]{1,200})`|["“„«]([^"”“»\n]{1,200})["”“»]/g, (_, code?: string, quoted?: string) => {
      const words = (code ?? quoted ?? '').replace(/([a-z])([A-Z])/g, '$1 $2').match(IN_NAMES) ?? []
      return `${words.slice(0, 4).join(NAME)}${NAME}`
    })
    .toLowerCase()
}

function wordsIn(part: string): readonly string[] {
  return (part.match(WORDS) ?? []).flatMap((word) => spelled(word.replace(/[.'/-]+$/, '')))
}

/** Ranges of letters: a class of all letters takes long to make. */
const WORDS = /[a-z\d\u00c0-\u1fff\u3040-\ud7ff][a-z\d\u00c0-\u1fff\u3040-\ud7ff'·%./-]{0,60}/g
const IN_NAMES = /[a-z\u00c0-\u1fff\u3040-\ud7ff][a-z\u00c0-\u1fff\u3040-\ud7ff'-]{0,40}/gi

/** "hasn't" is has not, "it's" is it is. */
function spelled(word: string): readonly string[] {
  if (!word.includes("'")) return word === 'cannot' ? ['can', 'not'] : [word]
  if (word.endsWith("n't")) return [SHORT[word] ?? word.slice(0, -3), 'not']
  const [head = '', tail = ''] = word.split("'")
  const long = ENDINGS[tail]
  return long !== undefined && (tail !== 's' || BEFORE_IS().has(head)) ? [head, long] : [tail === 's' ? head : word]
}

const SHORT: Readonly<Record<string, string>> = { "can't": 'can', "won't": 'will', "shan't": 'shall' }
const ENDINGS: Readonly<Record<string, string>> = { s: 'is', re: 'are', ve: 'have', ll: 'will', d: 'would', m: 'am' }
const BEFORE_IS = lazyWords('it that there what here he she this everything nothing which')

/** Contrast opens a clause. */
function splitAt(words: readonly string[]): ReadonlyArray<readonly string[]> {
  const at = words.findIndex((word, index) => index > 0 && CONTRAST().has(word) && !isExcept(words, index))
  return at < 0 ? [words] : [words.slice(0, at), ...splitAt(words.slice(at + 1))]
}

/** "everywhere but the calendar", "all targets but one" */
function isExcept(words: readonly string[], at: number): boolean {
  return words[at] === 'but' && words.slice(Math.max(0, at - 3), at).some((word) => EVERY().has(word))
}
const EVERY = lazyWords('all every everywhere everything each')

const CONTRAST = lazyWords('but whereas although though however')
const JOINS = lazyWords('and or also')
const SUBORDINATE = lazyWords(
  'if when whenever unless until till whether because since before once where which who whose so than depending while',
)

function mainOf(words: readonly string[]): number {
  const at = words.findIndex(
    (word, index) =>
      (SUBORDINATE().has(word) && (index > 0 || word !== 'while') && !(word === 'so' && words[index + 1] === 'far')) ||
      (index === 0 && word === 'as' && SUBJECTS().has(words[1] ?? '')) ||
      (word === 'that' && index > 0 && !LATER_THAT().has(words[index - 1] ?? '')),
  )
  return at < 0 ? words.length : at
}

const SUBJECTS = lazyWords('they it these those the this that')
/** The sentence speaks of a case: "If the file is missing, …". */
export const isCase = ({ words }: Clause): boolean =>
  CASES().has(words[0] ?? '') || (words.length < 4 && (words[0] === 'on' || words[0] === 'without'))
const CASES = lazyWords('if when whenever unless should once while')

/** "after that", "of that": then it is no relative clause. */
const LATER_THAT = lazyWords('after of on for with like by to from in at about is was beyond')
