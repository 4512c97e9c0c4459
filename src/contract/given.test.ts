// Keys without a value are left out; every other value stays, also an empty one.
import { expect, test } from 'bun:test'
import { given } from './given.ts'

const rows: readonly (readonly [string, object, object])[] = [
  ['nothing', {}, {}],
  ['a value', { a: 1 }, { a: 1 }],
  ['no value', { a: undefined }, {}],
  ['some of both', { a: undefined, b: 'x', c: undefined, d: [] }, { b: 'x', d: [] }],
  ['empty values are values', { a: '', b: 0, c: false, d: null }, { a: '', b: 0, c: false, d: null }],
]

test.each(rows)('%s', (_name, values, expected) => {
  expect(given(values)).toStrictEqual(expected)
})

test('what is given is made into a value; what is not given is never asked about', () => {
  const asked: string[] = []
  const loud = (word: string): string => {
    asked.push(word)
    return word.toUpperCase()
  }
  const missing: string | undefined = undefined
  expect(given({ a: 'x', b: missing, c: '' }, loud)).toStrictEqual({ a: 'X', c: '' })
  expect(asked).toEqual(['x', ''])
})
