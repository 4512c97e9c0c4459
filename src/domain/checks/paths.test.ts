// Which changed paths concern a check.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../test/cost.ts'
import * as fc from 'fast-check'
import { toPathMatcher } from './paths.ts'

const matchesPaths = (path: string, patterns: readonly string[]): boolean => toPathMatcher(patterns)(path)

const rows: ReadonlyArray<readonly [patterns: string[], matching: string[], others: string[]]> = [
  [['src/'], ['src/a.ts', 'src/a/b/c.ts', 'packages/x/src/a.ts'], ['src', 'srcs/a.ts', 'a/src.ts']],
  [['src'], ['src', 'src/a.ts', 'packages/x/src/a.ts'], ['srcs/a.ts', 'asrc/a.ts', 'src.ts']],
  [['/src'], ['src', 'src/a.ts'], ['packages/x/src/a.ts']],
  [['./src/'], ['src/a.ts'], ['packages/x/src/a.ts', 'src']],
  [['src/**'], ['src/a.ts', 'src/a/b.ts', 'src/.hidden'], ['src', 'lib/src/a.ts']],
  [['**/*.ts'], ['a.ts', 'src/a.ts', 'src/a/b/c.ts'], ['a.tsx', 'a.js', 'src/ats']],
  [['*.md'], ['README.md', 'docs/a/b.md', '.md'], ['README.mdx', 'md']],
  [['docs/*.md'], ['docs/a.md'], ['docs/a/b.md', 'x/docs/a.md', 'a.md']],
  [
    ['packages/*/src/**'],
    ['packages/a/src/x.ts', 'packages/a/src/b/x.ts'],
    ['packages/a/b/src/x.ts', 'packages/src/x.ts'],
  ],
  [['a/**/b'], ['a/b', 'a/x/b', 'a/x/y/b', 'a/x/b/below'], ['a/xb', 'b', 'x/a/b']],
  [['**/test/**'], ['test/a', 'x/test/a', 'x/y/test/a/b'], ['test', 'x/tests/a']],
  [['{src,test}/**'], ['src/a', 'test/a/b'], ['lib/a', '{src,test}/a']],
  [['*.{ts,tsx}'], ['a.ts', 'x/a.tsx'], ['a.js', 'a.t']],
  [['{a,b{c,d}}.txt'], ['a.txt', 'bc.txt', 'x/bd.txt'], ['b.txt', 'ad.txt']],
  [['src/{a/**,b.ts}'], ['src/a/x/y', 'src/b.ts'], ['src/c.ts']],
  [['{src}'], ['{src}', '{src}/a'], ['src']],
  [['{src'], ['{src'], ['src']],
  [['file?.ts'], ['file1.ts', 'x/fileA.ts'], ['file.ts', 'file12.ts', 'file/.ts']],
  [['src/**', '!src/**/*.md'], ['src/a.ts'], ['src/a.md', 'src/b/c.md', 'a.ts']],
  [['!src/**/*.md', 'src/**'], ['src/a.ts', 'src/a.md'], ['a.ts']],
  [['src/**', '!src/gen/', 'src/gen/keep.ts'], ['src/a.ts', 'src/gen/keep.ts'], ['src/gen/x.ts']],
  [['!docs/'], ['a.ts', 'src/docs.ts'], ['docs/a.md', 'x/docs/a.md']],
  [[], ['a', 'b/c'], []],
  [[' ', ''], ['a', 'b/c'], []],
  [['src', '!', ' ! '], ['src/a'], ['b/c']],
  [['.'], ['a', 'b/c'], []],
  [['./'], ['a', 'b/c'], []],
  [['**'], ['a', 'b/c'], []],
  [['*'], ['a', 'b/c'], []],
  [['/*'], ['a', 'b/c'], []],
  [['/*.json'], ['package.json'], ['x/package.json']],
  [['app/[id]/page.tsx'], ['app/[id]/page.tsx', 'app/i/page.tsx'], ['app/x/page.tsx', 'app/id/page.tsx']],
  [['*.py[co]'], ['a.pyc', 'a.pyo'], ['a.py', 'a.pyd']],
  [['v[0-9].txt'], ['v1.txt'], ['va.txt']],
  [['v[!0-9].txt'], ['va.txt'], ['v1.txt', 'v/.txt']],
  [['[a'], ['[a'], ['a']],
  [['\\*.txt'], ['*.txt'], ['a.txt']],
  [['\\!a'], ['!a'], ['a']],
  [['a**b'], ['ab', 'axxb'], ['a/b']],
  [['Src/'], ['Src/a'], ['src/a']],
  [['a.b'], ['a.b'], ['axb']],
  [['Grüße/🙂*'], ['Grüße/🙂.ts'], ['Gruesse/🙂.ts']],
  [['src//a'], ['src/a', 'src//a', 'src/a/b'], ['a']],
  [['//src'], ['src/a'], ['x/src/a']],
  [[' src '], ['src/a', 'x/src/a'], ['lib/a']],
  [['\tsrc/**\r\n', ' ! src/*.md '], ['src/a.ts'], ['src/a.md']],
  [['a\\ '], ['a '], ['a']],
  [['a\\  '], ['a '], ['a']],
  [
    ['src/?.ts'],
    ['src/a.ts', 'src/é.ts', 'src/e\u0301.ts', 'src/😀.ts', 'src/❤\ufe0f.ts', 'src/👍🏽.ts'],
    ['src/ab.ts', 'src/.ts', 'src/😀😀.ts'],
  ],
  [['src/[😀x].ts'], ['src/😀.ts', 'src/x.ts'], ['src/😁.ts']],
  [['\\😀'], ['😀'], ['😁']],
  [['Gr\u00fc\u00dfe'], ['Gru\u0308\u00dfe/a'], ['Grusse/a']],
]

describe('toPathMatcher', () => {
  for (const [patterns, matching, others] of rows) {
    test(patterns.join(' ') || '(none)', () => {
      expect(matching.filter((path) => !matchesPaths(path, patterns))).toEqual([])
      expect(others.filter((path) => matchesPaths(path, patterns))).toEqual([])
    })
  }

  test('a path may start with ./', () => expect(matchesPaths('./src/a.ts', ['src/*.ts'])).toBe(true))

  test('a path matches itself as a pattern', () => {
    const name = fc.stringMatching(/^[a-z.]{1,6}$/).filter((part) => !/^\.+$/.test(part))
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (parts) => {
        const path = parts.join('/')
        expect(matchesPaths(path, [path])).toBe(true)
        expect(matchesPaths(path, [path, `!${path}`])).toBe(false)
        expect(matchesPaths(`${path}/below`, [path])).toBe(true)
      }),
    )
  })

  test('any pattern is read', () => {
    const pattern = fc.string({ unit: fc.constantFrom(...'ab/*?{},[]!\\.'.split('')), maxLength: 12 })
    fc.assert(
      fc.property(pattern, fc.string(), (glob, path) => expect(typeof matchesPaths(path, [glob])).toBe('boolean')),
    )
  })

  test('no pattern is slow', () => {
    const path = `${'a/'.repeat(500)}${'a'.repeat(1000)}`
    for (const unit of ['**/', '*a', '{a,b}', '{*,**/}'])
      expectLinear(40, (size) => expect(matchesPaths(path, [`${unit.repeat(size)}z`])).toBe(false))
  })
})
