// What the agent says that it left behind: traces of its own search, an issue in the place of the work, parts that it took
// for another matter or passed over for others.
import { lazily, lazyWords } from '../../../contract/lazily.ts'
import { any, bare, type Clause, isName, own, PEOPLE, type State } from './clauses.ts'
import { isToEnd, type Request, stemsOf } from './request-read.ts'
import { ADVERBS, CASE_WORDS, deedOf, joinedHas, next } from './words-around.ts'

export const TRACE_CALLS = 'debug debugging temporary logging print prints statements'
const DEBUG = lazyWords('debug debugging')
const TEMPORARY = lazyWords('temporary print extra')
const TRACES = lazyWords(
  'route routes logging log logs code flag flags endpoint endpoints file files script hack output outputs statement statements print prints line lines',
)
const IN = lazyWords('in there here inside')
const GOING = lazyWords('go removed deleted out cleaned reverted')

/** "My debug output is still in `sum.ts`", "the temporary route still needs to go" */
export function traceLeft(_words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  const { words } = clause
  if (!isTrace(words) || words.some((word) => CASE_WORDS().has(word) || TOLD().has(word))) return undefined
  const stillAt = words.indexOf('still')
  const isThere =
    stillAt > 0 &&
    (IN().has(words[stillAt + 1] ?? '') || joinedHas(words, 'still in place') || (stillAt < 3 && words[0] === 'there'))
  const toGo = words.findIndex((word, at) => GOING().has(word) && DUE().has(dueBefore(words, at)))
  const [first = ''] = words
  const isLeft = PEOPLE().has(first) && words.indexOf('left') > 0 && words.indexOf('left') < 3
  if (!isThere && toGo < 0 && !isLeft) return undefined
  const { asked } = request()
  return traces().some((stem) => asked.has(stem)) && !isToEnd(request()) ? undefined : any()
}

function isTrace(words: readonly string[]): boolean {
  const parts = words.flatMap(bare)
  if (parts.some((part) => part === 'console')) return true
  return (
    (parts.some((part) => DEBUG().has(part)) && words.some((word) => TRACES().has(word) || isName(word))) ||
    words.some((word, at) => TEMPORARY().has(word) && TRACES().has(words[at + 1] ?? ''))
  )
}

function dueBefore(words: readonly string[], at: number): string {
  return words.slice(0, at).findLast((word) => !BETWEEN().has(word) && !ADVERBS().has(word)) ?? ''
}
const BETWEEN = lazyWords('to be come taken')
const DUE = lazyWords('have has need needs must should ought')
const TOLD = lazyWords('was were had gone shows prints you')
const traces = stemsOf('debug debugging log logging trace')

export const ISSUE_CALLS = 'issue ticket story card follow-up todo separate different matter topic'
const ISSUES = lazyWords('issue issues ticket tickets story card follow-up todo task')
const TRACKED = lazyWords('tracked captured recorded described noted covered')
const FILED = lazyWords('opened filed created raised logged added wrote recorded made registered')
const ABOUT = lazyWords('for about on covering')
const PLACES = lazyWords('in under at on to so with')

/** "I've opened an issue for the upload queue", where that queue was to be built. */
export function filed(words: readonly string[], _clause: Clause, request: () => Request): State | undefined {
  const tracked = words.findIndex((word, at) => TRACKED().has(word) && ['is', 'are'].includes(words[at - 1] ?? ''))
  if (tracked > 0 && words[tracked + 1] === 'in' && words.slice(tracked).some((word) => ISSUES().has(word)))
    return issues().some((stem) => request().asked.has(stem))
      ? undefined
      : { kind: 'all', about: words.slice(0, tracked - 1) }
  const doer = words.findIndex((word) => PEOPLE().has(word))
  if (doer < 0) return undefined
  const issue = words.findIndex((word, at) => at > doer && ISSUES().has(word))
  const forAt = words.findIndex((word, at) => at > issue && ABOUT().has(word))
  if (!FILED().has(deedOf(words, doer)) || issue < 0 || forAt < 0 || forAt > issue + 2) return undefined
  const { asked } = request()
  if (issues().some((stem) => asked.has(stem))) return undefined
  const thing = words.slice(forAt + 1)
  const end = thing.findIndex((word) => PLACES().has(word))
  return { kind: 'all', about: end < 0 ? thing : thing.slice(0, end) }
}
const issues = stemsOf('issue ticket story card todo task file')

/** "I consider the customers page a separate topic" */
export function setApart(_words: readonly string[], { words }: Clause): State | undefined {
  const doer = words.findIndex((word) => PEOPLE().has(word))
  const at = words.findIndex((word, index) => index > doer && APART().has(word))
  if (doer < 0 || at < 0 || !THINKS().has(words[next(words, doer + 1)] ?? '')) return undefined
  const thing = words.slice(next(words, doer + 1) + 1, at)
  return own(thing.filter((word) => !['a', 'an', 'as', 'its', 'to', 'be'].includes(word)))
}
const THINKS = lazyWords('consider see regard view treat count deem class think')
const APART = lazyWords('separate different own')

export const PASSED_CALLS = 'concentrated focused focussed limited restricted confined prioritised prioritized old'
const CHOSE = lazyWords('concentrated focused focussed limited restricted confined prioritised prioritized')

/** "I focused on the booking screens" where all screens were asked for; "reports use the old one". */
export function passedOver(words: readonly string[], clause: Clause, request: () => Request): State | undefined {
  if (clause.words.some((word) => NEVER().has(word))) return undefined
  const chose = words.findIndex((word, at) => CHOSE().has(word) && words.slice(Math.max(0, at - 3), at).some(isDoer))
  if (chose >= 0) {
    const on = words.findIndex((word, at) => at > chose && ['on', 'to'].includes(word))
    const isDirect = words[chose]?.startsWith('priori') === true
    if (!request().wantsAll || (!isDirect && (on < 0 || on > chose + 2))) return undefined
    return own(words.slice(isDirect ? chose + 1 : on + 1))
  }
  const old = words.findIndex((word) => OLD().has(word))
  const useAt = words.findLastIndex((word, at) => at < old && USES().has(word))
  if (useAt < 1 || old - useAt > 2 || words.some((word) => BEFORE().has(word))) return undefined
  const { wantsAll, wantsItGone, text } = request()
  const isOfIt = ONES().has(words[old + 1] ?? '')
  if (!isOfIt && wantsAll && wantsItGone && words.length === old + 2) return own(words.slice(0, useAt))
  return isOfIt && wantsAll && (wantsItGone || brings().test(text))
    ? { kind: 'any', about: words.slice(0, useAt) }
    : undefined
}
const isDoer = (word: string): boolean => PEOPLE().has(word)
const OLD = lazyWords('old previous former legacy')
const USES = lazyWords('carry carries say says bear bears use uses have has keep keeps kept show shows run')
const ONES = lazyWords('one ones version')
const NEVER = lazyWords('none no nothing never longer not without until if when you')
const BEFORE = lazyWords('was were had used')
const brings = lazily(() => /\b(?:new|use|switch|adopt)\b/)
