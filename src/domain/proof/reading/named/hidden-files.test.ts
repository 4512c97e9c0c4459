// What a line that git does not share hides, and what it may hide.
import { describe, expect, test } from 'bun:test'
import { hiddenFiles } from './hidden-files.ts'

const lists = { shared: 'sub/.gitignore', repository: '.git/info/exclude', user: '/home/ada/.config/git/ignore' }

const rows: readonly (readonly [pattern: string, shared: boolean, own: boolean])[] = [
  ['conftest.py', true, true],
  ['/tests/conftest.py', true, true],
  ['conf*.py', true, true],
  ['*.py', false, true],
  ['*', false, true],
  ['tests/', false, true],
  ['.idea/', false, false],
  ['notes.txt', false, false],
  ['*.log', false, false],
  ['# conftest.py', false, false],
  ['!conftest.py', false, false],
]

describe('hiddenFiles', () => {
  test.each(rows)('%s: in .gitignore %p, in a list of one’s own %p', (pattern, shared, own) => {
    const isFound = (path: string, before = ''): boolean =>
      hiddenFiles({ path, how: 'modified', before, after: `*.pyc\n${pattern}\n` }).length > 0
    expect(Object.values(lists).map((path) => isFound(path))).toEqual([shared, own, own])
    expect(isFound(lists.repository, `${pattern}\n`)).toBe(false)
  })

  test('names its line', () =>
    expect(
      hiddenFiles({ path: lists.repository, how: 'modified', before: '', after: 'a.log\n\nconftest.py\n' }),
    ).toEqual([expect.objectContaining({ kind: 'hidden', file: '.git/info/exclude', line: 3 })]))

  test('other files hide nothing', () =>
    expect(hiddenFiles({ path: 'ignore', how: 'modified', before: '', after: 'conftest.py\n' })).toEqual([]))
})
