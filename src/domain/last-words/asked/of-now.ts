// What a clause says of this moment: broken now, made-up data for now, up next.
import { lazily, lazyWords } from '../../../contract/lazily.ts'
import { any, type Clause, isName, own, type State } from './clauses.ts'
import { type Request, stemOf } from './request-read.ts'
import { CASE_WORDS, joinedHas, next, previous } from './words-around.ts'

const MOMENTS = [
  'at the moment',
  'for the moment',
  'at this moment',
  'right now',
  'for now',
  'at present',
  'at this point',
  'at this stage',
  'for the time being',
  'so far',
  'as of now',
]
const NOW = lazyWords('currently presently')

/** Only work is spoken of like that. */
export function isOfMoment(words: readonly string[]): boolean {
  return words.some((word) => NOW().has(word)) || MOMENTS.some((moment) => joinedHas(words, moment))
}

export const MOCK_CALLS =
  ' true false null true· false· null· ok· everybody everyone everything random sample static simulated values'
const MADE_UP = lazyWords(
  'mock mocks mocked dummy fake sample random static placeholder hard-coded hardcoded hard-wired canned made-up invented simulated faked test',
)
const VALUES = lazyWords(
  'data values value numbers number figures results responses response content entries rows texts text prices images constants',
)
const TRIALS = lazyWords(
  'test tests tested spec specs demo storybook story stories locally fixture fixtures dev development',
)

/** "The numbers are mock data at this point" */
export function mockedNow(words: readonly string[], clause: Clause): State | undefined {
  if (!isOfMoment(words) || clause.words.some((word) => CASE_WORDS().has(word))) return undefined
  const given = words.findIndex((word, index) => GIVES().has(words[index - 1] ?? '') && CONSTANT().has(word))
  if (given > 1 && words.some((word) => EVERY().has(word))) return { kind: 'fake', about: words.slice(0, given - 1) }
  const at = words.findIndex(
    (word, index) =>
      MADE_UP().has(word) &&
      (index === words.length - 1 ||
        VALUES().has(words[index + 1] ?? '') ||
        SAID().has(words[previous(words, index - 1)] ?? '')),
  )
  if (
    at < 0 ||
    words.some((word, index) => index !== at && (TRIALS().has(word) || (isName(word) && word.startsWith('test'))))
  )
    return undefined
  return { kind: 'fake', about: words.slice(0, at) }
}

const GIVES = lazyWords('returns return answers says gives lets')
const CONSTANT = lazyWords('true false null true· false· null· ok· 0 1 everybody everyone everything')
const EVERY = lazyWords('always every each everybody everyone everything any')
const SAID = lazyWords('is are')

export const WRONG_CALLS =
  'broken lost unusable dead wrong failing crashes fails fail freezes flickers disappears vanishes work works working longer'
const WRONG = lazyWords(
  'broken lost unusable dead wrong failing crashes fails fail freezes flickers disappears vanishes',
)
const WORKS = lazyWords('work works working')

/** "Selecting a range is broken at the moment", "deep links no longer work" where they were to be kept. */
export function wrongNow(words: readonly string[], _clause: Clause, request: () => Request): State | undefined {
  if (CASE_WORDS().has(words[0] ?? '') || words.some((word) => PAST().has(word))) return undefined
  const isLate = joinedHas(words, 'no longer work') || joinedHas(words, 'no longer works')
  if (isLate)
    return KEEPS_IT().test(request().text) ? { kind: 'all', about: words.slice(0, words.indexOf('no')) } : undefined
  if (!isOfMoment(words)) return undefined
  const at = words.findIndex((word) => WRONG().has(word) || WORKS().has(word))
  const before = words.slice(0, Math.max(0, at))
  const isNot = before.slice(-4).includes('not')
  if (at < 1 || before.includes('no') || before.includes('never') || isNot !== WORKS().has(words[at] ?? ''))
    return undefined
  return own(before.filter((word) => word !== 'not' && !NOW().has(word)))
}

const PAST = lazyWords('was were had been')
const KEEPS_IT = lazily(
  () => /\b(?:keep|keeping|without (?:breaking|losing)|still works?|compatib\w+|not break|n't break)\b/,
)

/** "The billing service is next in line", "the batch writer is up next", "next on the list is …" */
export function upNext(words: readonly string[], _clause: Clause, request: () => Request): State | undefined {
  const at = words.indexOf('next')
  const [after = '', later = ''] = words.slice(at + 1)
  const isListed = ['on', 'in'].includes(after) && words.some((word, index) => index > at + 1 && NEXT_IN().has(word))
  const isUp = words[at - 1] === 'up' || after === 'up'
  if (!isListed && !isUp) return undefined
  if (WHICH().has(words[0] ?? '') || (later === 'to' && !isUp)) return undefined
  const verbAt = words.findIndex((word) => COMES().has(word))
  const isFirst = at === 0 || (at === 1 && isUp)
  if (isFirst ? verbAt < at : next(words, verbAt + 1) < at - 1 || verbAt < 1 || verbAt > at) return undefined
  return request().asked.has(stemOf('next')) || request().asked.has(stemOf('queue')) ? undefined : any()
}

const NEXT_IN = lazyWords('line list plate queue row turn')
const WHICH = lazyWords('which what who whose how one')
const COMES = lazyWords('is are comes come')
