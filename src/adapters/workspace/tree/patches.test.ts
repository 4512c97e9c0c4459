// Looking patches up by their names, in whatever order they are asked for.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { placesIn } from './patches.ts'

test('the place of each name that is there, and of no other', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '/', '\u00e9'), maxLength: 3 })
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 20 }), fc.array(name, { maxLength: 40 }), (names, asked) => {
      const sorted = names.toSorted()
      const placeOf = placesIn(sorted.map((one) => ({ name: one })))
      for (const one of [...asked, ...sorted, ...asked]) {
        const place = sorted.indexOf(one)
        expect(placeOf(one)).toBe(place === -1 ? undefined : place)
      }
    }),
  )
})
