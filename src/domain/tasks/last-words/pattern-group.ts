// Patterns that are compiled only for sentences that may match them: a hook's time is short.
import { lazily } from '../../../contract/lazily.ts'
import { holdsWord, isAscii } from '../../text/words-in.ts'
import { partsIn } from './parts-in.ts'

/**
 * Patterns that match only in a sentence with one of these parts or words, or with foreign letters. There are dozens of
 * them, and a hook pays some 100 µs for each that is made, so those that nothing in a sentence calls for are not.
 */
export interface PatternGroup {
  readonly parts?: (plain: string) => boolean
  /** With nothing of a word before or after them. */
  readonly words?: readonly string[]
  readonly isForeign?: true
  readonly patterns: () => readonly RegExp[]
}

export function matches(group: PatternGroup, plain: string): boolean {
  return isCalledFor(group, plain) && group.patterns().some((pattern) => pattern.test(plain))
}

/** The first place in the sentence that one of the patterns matches. */
export function firstMatch(group: PatternGroup, plain: string): RegExpExecArray | undefined {
  if (!isCalledFor(group, plain)) return undefined
  for (const pattern of group.patterns()) {
    const match = pattern.exec(plain)
    if (match !== null) return match
  }
  return undefined
}

function isCalledFor({ parts, words, isForeign }: PatternGroup, plain: string): boolean {
  return (
    (parts !== undefined && parts(plain)) ||
    (words !== undefined && holdsWord(plain, words)) ||
    (isForeign === true && !isAscii(plain))
  )
}

/** Parts written with a bar between them, since some hold a space. */
export const parted = (text: string): ((plain: string) => boolean) => partsIn(() => text.split('|'))

/** One pattern, for sentences with one of these parts. */
export const form = (parts: string, source: () => string): PatternGroup => ({
  parts: parted(parts),
  patterns: lazily(() => [new RegExp(source(), 'u')]),
})
