// A list of paths for a sentence.
import { expect, test } from 'bun:test'
import { listed } from './listed.ts'

const rows: readonly (readonly [name: string, paths: readonly string[], expected: string])[] = [
  ['none', [], ''],
  ['one', ['a.ts'], 'a.ts'],
  ['five', ['a', 'b', 'c', 'd', 'e'], 'a, b, c, d, e'],
  ['one more than five', ['a', 'b', 'c', 'd', 'e', 'f'], 'a, b, c, d, e and 1 more'],
]
test.each(rows)('%s', (_name, paths, expected) => expect(listed(paths)).toBe(expected))
