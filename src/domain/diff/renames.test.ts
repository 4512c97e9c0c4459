// Which file became which, told by their lines.
import { expect, test } from 'bun:test'
import type { FileChange } from '../../contract/change.ts'
import { findRenames } from './renames.ts'

const gone = (path: string, ...lines: string[]): FileChange => ({ path, how: 'deleted', before: lines.join('\n') })
const came = (path: string, ...lines: string[]): FileChange => ({ path, how: 'added', after: lines.join('\n') })
const LICENCE = ['// Licence, line one', '// Licence, line two', '// Licence, line three']
const many = Array.from({ length: 20 }, (_, at) => at)

const rows: readonly (readonly [string, readonly FileChange[], readonly FileChange[], Record<string, string>])[] = [
  ['the most alike first', [gone('a', '1', '2')], [came('c', '1', '2', '3'), came('b', '1', '2')], { a: 'b' }],
  ['half the lines are enough', [gone('a', '1', '2')], [came('b', '1', 'x')], { a: 'b' }],
  ['less than half is another file', [gone('a', '1', '2', '3')], [came('b', '1', 'x', 'y')], {}],
  ['with the same name less is enough', [gone('x/a', '1', '2', '3')], [came('y/a', '1', 'p', 'q')], { 'x/a': 'y/a' }],
  ['the same name alone is not', [gone('x/a', '1', '2')], [came('y/a', 'p', 'q')], {}],
  [
    'two alike, told by their names',
    [gone('x/a', '1'), gone('x/b', '1')],
    [came('y/b', '1'), came('y/a', '1')],
    {
      'x/a': 'y/a',
      'x/b': 'y/b',
    },
  ],
  [
    'indentation does not matter',
    [gone('a', 'if (x) {', 'y()', '}')],
    [came('b', '  if (x) {', '    y()')],
    { a: 'b' },
  ],
  ['empty files are no proof', [gone('a', '', '}')], [came('b', '', '}')], {}],
  [
    'a head that all files have says nothing, the rest does',
    many.map((at) => gone(`old/${at}.ts`, ...LICENCE, `one of ${at}`, `two of ${at}`)),
    many.map((at) => came(`new/f${at}.ts`, ...LICENCE, `one of ${at}`, `more of ${at}`)),
    Object.fromEntries(many.map((at) => [`old/${at}.ts`, `new/f${at}.ts`])),
  ],
]
test.each(rows)('%s', (_, before, after, pairs) =>
  expect(Object.fromEntries(findRenames(before, after))).toEqual(pairs),
)
