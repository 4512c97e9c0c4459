// Manifests with comments and trailing commas, and texts that are none.
import { expect, test } from 'bun:test'
import { expectLinear } from '../../../../test/cost.ts'
import { parseJson } from './parse-json.ts'

test('comments and trailing commas are passed over, but not inside strings', () => {
  expect(parseJson('\ufeff{ // a\n "a": "x // y, }", /* b, */ "b": [1, 2, ], }')).toEqual({ a: 'x // y, }', b: [1, 2] })
})

test('everything else is nothing', () => {
  for (const text of ['', '[]', '1', 'null', '{', '{"a": }', '"', '/*', '{} x', '['.repeat(100_000)])
    expect(parseJson(text)).toBeUndefined()
})

test('hostile texts take no long time', () => {
  for (const unit of ['/*', '"\\"', ',', ', ', '//', '/*/', '\\'])
    expectLinear(200_000, (size) => parseJson(unit.repeat(size)))
})
