// Patterns that are compiled only for sentences that may match them: a hook's time is short.
import { lazily } from '../../contract/lazily.ts'
import { holdsWord, isAscii } from '../text/words-in.ts'
import { partsIn } from './parts-in.ts'

/**
 * Patterns that match only in a sentence with one of these parts or words, or with foreign letters. There are dozens of
 * them, and a hook pays some 100 µs for each that is made, so those that nothing in a sentence calls for are not.
 */
export interface PatternGroup {
  readonly parts?: Parts
  /** With nothing of a word before or after them. */
  readonly words?: readonly string[]
  readonly isForeign?: true
  readonly patterns: () => readonly RegExp[]
}

export function matches(group: PatternGroup, plain: string): boolean {
  return isCalledFor(group, plain) && isFormIn(group, plain)
}

/** Where the sentence is known to call for it. */
export function isFormIn({ patterns }: PatternGroup, plain: string): boolean {
  return patterns().some((pattern) => pattern.test(plain))
}

/** The first place in the sentence that one of the patterns matches. */
export function firstMatch(group: PatternGroup, plain: string): RegExpExecArray | undefined {
  return isCalledFor(group, plain) ? matchOf(group, plain) : undefined
}

/** Where the sentence is known to call for it. */
export function matchOf({ patterns }: PatternGroup, plain: string): RegExpExecArray | undefined {
  for (const pattern of patterns()) {
    const match = pattern.exec(plain)
    if (match !== null) return match
  }
  return undefined
}

/** Only then are the patterns worth to be made. */
export function isCalledFor({ parts, words, isForeign }: Omit<PatternGroup, 'patterns'>, plain: string): boolean {
  return (
    (parts !== undefined && parts.areIn(plain)) ||
    (words !== undefined && holdsWord(plain, words)) ||
    (isForeign === true && !isAscii(plain))
  )
}

export interface Parts {
  readonly list: () => readonly string[]
  readonly areIn: (plain: string) => boolean
}

/** Parts written with a bar between them, since some hold a space. */
export function parted(text: string): Parts {
  const list = lazily(() => text.split('|'))
  const found = partsIn(() => [list()])
  return { list, areIn: (plain) => found(plain).length > 0 }
}

export interface Form extends PatternGroup {
  readonly parts: Parts
}

/** One pattern, for sentences with one of these parts. */
export const form = (parts: string, source: () => string): Form => ({
  parts: parted(parts),
  patterns: lazily(() => [new RegExp(source(), 'u')]),
})

/** Of many forms those that a sentence calls for, in their order: few, and mostly none. */
export function formsFor(forms: () => readonly Form[]): (plain: string) => readonly Form[] {
  const all = lazily(forms)
  const found = partsIn(() => all().map(({ parts }) => parts.list()))
  return (plain) => found(plain).flatMap((place) => all()[place] ?? [])
}
