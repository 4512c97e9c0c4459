// Globs of a config against paths, and those that are not tried.
import { expect, test } from 'bun:test'
import { findsNothing, toPattern } from './found-files.ts'

test('a glob is held against whole paths', () => {
  const paths = ['src/a.ts', 'src/deep/b.ts', 'src/deep/b.test.ts', 'docs/a.md']
  const found = (glob: string): string[] => paths.filter((path) => toPattern(glob)?.test(path))
  expect(found('src/*.ts')).toEqual(['src/a.ts'])
  expect(found('src/**/*.ts')).toEqual(['src/a.ts', 'src/deep/b.ts', 'src/deep/b.test.ts'])
  expect(found('**/*.{md,test.ts}')).toEqual(['src/deep/b.test.ts', 'docs/a.md'])
})

test('P13: a glob that could take long is not tried, and counts as one that finds something', () => {
  for (const glob of ['*a*a*a*a*a*b.ts', 'a/**/a/**/a/**/x']) {
    expect(toPattern(glob)).toBeUndefined()
    expect(findsNothing(glob, ['a'.repeat(200), 'a/'.repeat(100)], [])).toBe(false)
  }
})
