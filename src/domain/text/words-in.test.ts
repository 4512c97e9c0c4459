// Quick looks at a text, against the patterns that they stand for.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { holdsPart, holdsWord, isAscii, leadingWord } from './words-in.ts'

const piece = fc.constantFrom('if', 'iff', 'so', ' ', ',', '_', '-', '9', 'ö', "'", 'If', '。')
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))

test('words are found where the pattern finds them', () => {
  fc.assert(
    fc.property(text, (one) => {
      expect(holdsWord(one, ['if', 'so'])).toBe(/\b(?:if|so)\b/.test(one))
      expect(leadingWord(one)).toBe(/^\w*/.exec(one)?.[0] ?? '')
      expect(isAscii(one)).toBe(!/[^\0-\x7f]/.test(one))
      expect(holdsPart(one, ['ff', '_-'])).toBe(/ff|_-/.test(one))
    }),
  )
})
