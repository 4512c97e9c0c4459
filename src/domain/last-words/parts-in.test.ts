// Tests of `parts-in.ts`: the walk finds what looking for one part after the other finds.
import { beforeAll, expect, test } from 'bun:test'
import { type Arbitrary, array, assert, constantFrom, property } from 'fast-check'
import { holdsPart } from '../text/words-in.ts'
import { FEW_LOOKS, partsIn } from './parts-in.ts'

// From then on sentences are walked over.
beforeAll(() => {
  const look = partsIn(() => [['still']])
  for (let count = 0; count < FEW_LOOKS; count++) expect(look('it is still to do')).toEqual([0])
})

// Few letters, so that parts share beginnings and often stand in a sentence; some differ only above the bits that count.
const piece = (most: number): Arbitrary<string> =>
  array(constantFrom('a', 'b', ' ', "'", 'é', 'š', '中'), { maxLength: most }).map((letters) => letters.join(''))

test('a sentence holds parts of exactly those lists of which it includes one', () => {
  const lists = array(array(piece(6), { maxLength: 5 }), { minLength: 1, maxLength: 6 })
  assert(
    property(array(lists, { minLength: 1, maxLength: 3 }), array(piece(20), { maxLength: 6 }), (groups, sentences) => {
      const looks = groups.map((known) => partsIn(() => known))
      for (const sentence of sentences) {
        expect(looks.map((look) => look(sentence))).toEqual(
          groups.map((known) => known.flatMap((list, place) => (holdsPart(sentence, list) ? [place] : []))),
        )
      }
    }),
  )
})

test('parts that are asked for only later are found in the sentence at hand, and in later ones', () => {
  const [first, second] = [partsIn(() => [['still']]), partsIn(() => [['to do', '%'], ['done']])]
  expect(first('it is still to do')).toEqual([0])
  expect(second('it is still to do')).toEqual([0])
  expect(first('it is 90% done')).toEqual([])
  expect(second('it is 90% done')).toEqual([0, 1])
  expect(second('it is done')).toEqual([1])
})
