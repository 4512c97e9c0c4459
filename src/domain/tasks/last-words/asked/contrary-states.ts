// Facts that are the contrary of what was asked for, told without a word for undone work: a part has none of it, the old
// is in use where it was to go, a call does one thing whatever it is given.
import { lazily, lazyWords } from '../../../../contract/lazily.ts'
import { any, bare, type Clause, own, PEOPLE, type State } from './clauses.ts'
import { isToEnd, type Request, stemOf } from './request-read.ts'
import { joinedHas } from './words-around.ts'

/** "Disk alerts have no thresholds", "It ships without tests", where those were asked for. */
export function withNone(words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  const at = words.findIndex(
    (word, index) => (word === 'no' && HAVING().has(words[index - 1] ?? '')) || word === 'without',
  )
  if (at < 0 || clause.main < clause.words.length || words.length - at > 4 || at > 7) return undefined
  if (words[at] === 'without' && !SHIPS().has(words[at - 1] ?? '')) return undefined
  const { asked, wantsItGone, text } = request()
  if (isToEnd(request()) || wantsItGone || faults().some((stem) => asked.has(stem)) || / no |without/.test(text))
    return undefined
  const thing = words.slice(at + 1)
  return thing.some((word) => NOT_LACKED().has(word)) ? undefined : { kind: 'all', about: thing }
}

const HAVING = lazyWords('has have is are with but got gets and')
const SHIPS = lazyWords('ships ship comes come is are exists goes runs')
const NOT_LACKED = lazyWords('more other further longer extra additional new change changes')
const faults = lazily(() =>
  ['fix', 'bug', 'fail', 'error', 'reduce', 'avoid', 'prevent', 'stop', 'cut', 'violation'].map(stemOf),
)

/** "Two filters import moment", where moment was to go. */
export function usesOld(words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  if (!request().wantsItGone && !request().text.includes(' from ')) return undefined
  const at = words.findIndex(
    (word, index) => index > 0 && (OLD_VERBS().has(word) || (IS().has(word) && PLAIN().has(words[index + 1] ?? ''))),
  )
  if (at < 0 || clause.main < clause.words.length || words.some((word) => NOT_USED().has(word))) return undefined
  const former = formerIn(request().text)
  if (
    former.length === 0 ||
    words
      .slice(0, at)
      .flatMap(bare)
      .some((word) => former.includes(word))
  )
    return undefined
  return words
    .slice(at + 1, at + 5)
    .flatMap(bare)
    .some((word) => former.includes(word))
    ? any()
    : undefined
}

/** "replace moment with date-fns", "migrate from RabbitMQ to Kafka": the names of what is to go. */
function formerIn(text: string): readonly string[] {
  return [
    ...text
      .slice(0, 2000)
      .matchAll(
        /\b(?:(?:replace|swap(?: out)?|get rid of|migrate off|move off) (?:the |our |all )?|(?:migrate|convert|move|switch|port|upgrade)\b[^.;\n]{0,40}? from (?:the )?)`?([a-z][\w.-]{2,30})`?(?= (?:with|by|to|in|throughout|everywhere)\b)/g,
      ),
  ].flatMap(([, name = '']) => (COMMON().has(name) ? [] : [name.replace(/\.js$/, '')]))
}

const OLD_VERBS = lazyWords(
  'use uses import imports talk talks go goes call calls rely relies run runs depend depends need needs speak speaks require requires',
)
const IS = lazyWords('is are')
const PLAIN = lazyWords('plain pure in on still')
const NOT_USED = lazyWords(
  'no not nothing none never was were had used longer instead only if when older before previously can could may',
)
const COMMON = lazyWords('the old current this that all every our your their its legacy manual')

/** "It just logs the amount", "always returns true": the same whatever it is given. */
export function regardless(words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  const at = words.findIndex((word, index) => index > 0 && ALWAYS().has(word) && DOES().has(words[index + 1] ?? ''))
  if (at < 0 || clause.main < clause.words.length || CONDITION().has(words[0] ?? '')) return undefined
  if (words.some((word) => EXEMPT().has(word)) || request().asked.has(stemOf(words[at + 1] ?? ''))) return undefined
  const what = words.slice(at + 2, at + 6)
  const isLog = LOGS().has(words[at + 1] ?? '')
  return isLog || what.some((word) => SAME().has(word)) ? { kind: 'stand-in', about: words.slice(0, at) } : undefined
}

const ALWAYS = lazyWords('just only simply always merely')
const DOES = lazyWords('returns return logs prints answers resolves yields gives echoes writes')
const LOGS = lazyWords('logs prints echoes')
const SAME = lazyWords('true false null undefined empty fixed constant dummy random hard-coded hardcoded canned static')
const CONDITION = lazyWords('in if when on for with without during by unless')
const EXEMPT = lazyWords('test tests spec otherwise if when now')

/** "I documented the most important endpoints", where all were asked for. */
export function selected(words: readonly string[], _: Clause, request: () => Request): State | undefined {
  if (!request().wantsAll || words.some((word) => WHOLE().has(word))) return undefined
  const text = ` ${words.join(' ')} `
  const phrase = SELECTIONS().find((each) => text.includes(each))
  if (phrase === undefined) return undefined
  const rest = text
    .slice(text.indexOf(phrase) + phrase.length)
    .trim()
    .split(' ')
  const isDone =
    PEOPLE().has(words[0] ?? '') || ['is', 'are', 'have', 'has'].some((verb) => joinedHas(rest.slice(0, 5), verb))
  return isDone && !['one', 'ones'].includes(rest[0] ?? '') ? own(rest.slice(0, 2)) : undefined
}

const WHOLE = lazyWords('all every everything rest others was were')
const SELECTIONS = lazily(() =>
  [
    'a subset of',
    'a selection of',
    'the most important',
    'the most common',
    'the most used',
    'the critical',
    'the key',
    'the easy',
    'the obvious',
    'the biggest',
    'the busiest',
    'a sample of',
    'a cross section of',
  ].map((each) => ` ${each} `),
)

/** "The npm release is blocked by a missing token", "The filters are coming along". */
export function underway(words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  const text = ` ${words.join(' ')} `
  const phrase = UNDERWAY().find((each) => text.includes(each))
  if (phrase === undefined || clause.words.some((word) => TOLD().has(word))) return undefined
  if (
    phrase
      .trim()
      .split(' ')
      .some((word) => request().asked.has(stemOf(word)) && word.length > 4)
  )
    return undefined
  return own(text.slice(0, text.indexOf(phrase)).trim().split(' '))
}

const TOLD = lazyWords('shows show how was were if when')
const UNDERWAY = lazily(() =>
  'is blocked by|are blocked by|is blocked on|are blocked on|is held up|are held up|hinges on|hinge on|is stuck|are stuck|is waiting on|are waiting on|is coming along|are coming along|is taking shape|are taking shape|is shaping up|are shaping up|could do with|could use some|could use another|would benefit from|needs some love|need some love|is not fleshed out|is light on|are light on|is thin on|are thin on|is sketchy|are sketchy|is a first cut|is rough|are rough'
    .split('|')
    .map((each) => ` ${each} `),
)

const BAD_WORDS =
  'crashes crash throws throw overlaps overlap blank silent garbled misaligned unreadable vanish vanishes disappear disappears 404 500 nothing nowhere bypasses bypass'
const BAD = lazyWords(BAD_WORDS)

/** "Phone and desktop look right. On tablets the sidebar overlaps the content": of a part of several. */
export function misbehaves(words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  const at = words.findIndex((word) => BAD().has(word))
  const { asked, text } = request()
  if (at < 1 || clause.words.some((word) => IN_CASE().has(word)) || asked.has(stemOf(words[at] ?? ''))) return undefined
  if (!/,| and /.test(text) || faults().some((stem) => asked.has(stem))) return undefined
  const isOn = words[0] === 'on' || words[0] === 'in'
  const end = isOn ? words.findIndex((word, index) => index > 1 && ARTICLES().has(word)) : at
  return { kind: 'all', about: words.slice(isOn ? 1 : 0, end < 0 ? at : end) }
}

const IN_CASE = lazyWords(
  'if when whenever unless once now was were longer instead so while that which who not no never',
)
const ARTICLES = lazyWords('the a an it its they')

/** The words without one of which these readings find nothing. */
export const WITH_NONE_CALLS = 'no without'
export const USES_OLD_CALLS =
  'use uses import imports talk talks go goes call calls rely relies run runs depend depends need needs speak speaks require requires'
export const REGARDLESS_CALLS = 'just only simply always merely'
export const SELECTED_CALLS =
  'subset selection important common used critical key easy obvious biggest busiest sample section'
export const BAD_CALLS = BAD_WORDS
export const UNDERWAY_CALLS =
  'blocked held hinges hinge stuck waiting along shape shaping could benefit love fleshed light thin sketchy cut rough'
