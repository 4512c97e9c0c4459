// Patterns that are compiled only for sentences that may match them: a hook's time is short.
import { lazily } from '../../../contract/lazily.ts'
import { holdsPart, holdsWord, isAscii } from '../../text/words-in.ts'

/**
 * Patterns that match only in a sentence with one of these parts or words, or with foreign letters. There are dozens of
 * them, and a hook pays some 100 µs for each that is made, so those that nothing in a sentence calls for are not.
 */
export interface PatternGroup {
  readonly parts?: () => readonly string[]
  /** With nothing of a word before or after them. */
  readonly words?: readonly string[]
  readonly isForeign?: true
  readonly patterns: () => readonly RegExp[]
}

export function matches({ parts, words, isForeign, patterns }: PatternGroup, plain: string): boolean {
  const isCalledFor =
    (parts !== undefined && holdsPart(plain, parts())) ||
    (words !== undefined && holdsWord(plain, words)) ||
    (isForeign === true && !isAscii(plain))
  return isCalledFor && patterns().some((pattern) => pattern.test(plain))
}

/** Parts written with a bar between them, since some hold a space. */
export const parted = (text: string): (() => readonly string[]) => lazily(() => text.split('|'))
