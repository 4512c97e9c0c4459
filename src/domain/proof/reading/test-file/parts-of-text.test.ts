// A part is found wherever it stands, and texts that are asked for it often cost no walk for each part that is not there.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { amount } from '../../../../../test/rounds.ts'
import { expectLinear } from '../../../../../test/cost.ts'
import { holds, toSearched } from './parts-of-text.ts'

test('it says what the text itself says', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ß', '😀', '"'), maxLength: 60 })
  fc.assert(
    fc.property(text, text, fc.nat(60), (whole, other, from) => {
      const searched = toSearched(whole)
      const part = whole.slice(from, from + 9)
      expect([holds(searched, part), holds(searched, other)]).toEqual([true, whole.includes(other)])
    }),
    { numRuns: amount(1000) },
  )
})

test('P13: parts that are not there, or seem to be, cost no walk each', () => {
  expectLinear(40_000, (count) => {
    const searched = toSearched(Array.from({ length: count }, (_, nth) => `take${nth}`).join(' '))
    for (let nth = 0; nth < count; nth++) holds(searched, `keep${nth}`)
    for (let nth = 0; nth < count; nth++) holds(searched, `take${nth}take`)
  })
})
