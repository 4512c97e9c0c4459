// Steps from word to word in a clause, and the words that mark a state as one of the moment.
import { lazyWords } from '../../../contract/lazily.ts'
import type { State } from './clauses.ts'

export const open = (about: readonly string[]): State => ({ kind: 'open', about })
export const ADVERBS = lazyWords(
  `yet been being be even really fully quite entirely completely currently actually ever properly still also now so far all
  just only simply merely already today deliberately mostly largely both either partly partially to-date presently then here
  again kind of sort explicitly generally themselves itself both`,
)

/** The place of the next word that is no adverb. */
export function next(words: readonly string[], from: number): number {
  let at = from
  while (at < words.length && ADVERBS().has(words[at] ?? '')) at++
  return at
}

export function previous(words: readonly string[], from: number): number {
  let at = from
  while (at >= 0 && ADVERBS().has(words[at] ?? '')) at--
  return at
}

/** What somebody does, who stands there: "I have also opened …". */
export function deedOf(words: readonly string[], doer: number): string {
  return words[next(words, words[doer + 1] === 'have' ? doer + 2 : doer + 1)] ?? ''
}

export const isParticiple = (word: string): boolean => (word.length > 3 && word.endsWith('ed')) || irregular().has(word)
const irregular = lazyWords(
  `done written built begun drawn taken made run met set put cut gone hooked rewritten redone found brought given shown sent
  split spun proven dealt begun gotten got tried rebuilt rerun thought bound fed kept`,
)

export const KEEPS = lazyWords('stays stay remains remain')
/** What comes after them bounds what was said: a rule of the product. */
export const BOUNDS = lazyWords('until till unless if when while')
export const CASE_WORDS = lazyWords('if when whenever unless once where while')
export const joinedHas = (words: readonly string[], phrase: string): boolean =>
  ` ${words.join(' ')} `.includes(` ${phrase} `)
const MARKS = lazyWords(`yet still currently presently meanwhile merely continues continue`)
const MARK_PHRASES = [
  'so far',
  'for now',
  'at the moment',
  'for the moment',
  'at present',
  'at this stage',
  'at this point',
  'for the time being',
  'time being',
  'right now',
  'in the meantime',
  'as before',
  'as is',
  'as it is',
  'as it was',
  'to begin with',
  'to start with',
  'until i',
  'until we',
  'this version',
  'this pass',
  'this change',
  'this round',
  'one day',
  'as yet',
]

/** It is so at this time, and is to be otherwise. */
export function hasMark(words: readonly string[]): boolean {
  if (words.some((word) => MARKS().has(word))) return true
  const text = ` ${words.join(' ')} `
  return MARK_PHRASES.some((phrase) => text.includes(` ${phrase} `))
}
