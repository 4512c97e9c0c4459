// Where texts are cut.
import { describe, expect, test } from 'bun:test'
import { grouped, headOf, tailOf } from './cut.ts'

describe('headOf', () => {
  test.each([
    ['what fits stays', 'One. Two.', 9, 'One. Two.'],
    ['after a sentence', 'One two. Three four five', 15, 'One two.'],
    ['exactly at its end', 'One two. Three', 8, 'One two.'],
    ['after a sentence in brackets', '(One two.) Three four', 14, '(One two.)'],
    ['after a line', 'one two\nthree four five', 12, 'one two'],
    ['a dot inside a name ends nothing', 'edit src/main.ts and more', 15, 'edit'],
    ['a sentence too far back is no end', 'A. bbbb cccc dddd eeee', 18, 'A. bbbb cccc dddd'],
    ['after a sentence without spaces', '修好登录。然后写日志吧', 7, '修好登录。'],
    ['anywhere, if there is no other place', 'abcdefghij', 4, 'abcd'],
    ['not inside a pair', 'ab😀cd', 3, 'ab'],
  ])('%s', (_name, text, room, expected) => {
    expect(headOf(text, room)).toBe(expected)
  })
})

describe('tailOf', () => {
  test.each([
    ['what fits stays', 'one\ntwo', 7, 'one\ntwo'],
    ['from a line on', 'first line\nsecond\nthird', 15, 'second\nthird'],
    ['from a word on', 'one two three four', 12, 'three four'],
    ['anywhere, if there is no other place', 'abcdefghij', 4, 'ghij'],
    ['not inside a pair', 'ab😀cd', 3, 'cd'],
  ])('%s', (_name, text, room, expected) => {
    expect(tailOf(text, room)).toBe(expected)
  })
})

test.each([
  [0, '0'],
  [999, '999'],
  [4210, '4,210'],
  [1234567, '1,234,567'],
])('%d is written %s', (count, expected) => {
  expect(grouped(count)).toBe(expected)
})
