// Values of classes that compare in their own way: what such a class may well take for the same, and what it may not.
import { expect, test } from 'bun:test'
import { compareValues } from './values.ts'

test.each([
  ['1.0', '1.0.0', 'same'],
  ['v2.1', '2.1.0', 'same'],
  ['007', '7', 'same'],
  ['1.50 EUR', '1.5 EUR', 'same'],
  ['Big Blue', 'big-blue', 'same'],
  ['1.0', '1.0.1', 'other'],
  ['100', '1', 'other'],
  ['1.10', '1.1.0.1', 'other'],
  ['+49 89', '+49 30', 'other'],
] as const)('%s for %s: %s', (one, two, told) => {
  expect(compareValues(['c', ['s', one]], ['s', two], false)).toBe(told)
  expect(compareValues(['s', one], ['s', two], false)).toBe('other')
})
