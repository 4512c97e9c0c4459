// Changed files of a review: kinds, renames, what has no text, what measures the work, what was generated.
import { expect, test } from 'bun:test'
import type { FileChange } from '../../contract/change.ts'
import { toDiffFiles } from './diff-files.ts'

const plain = { isOpaque: false, isYardstick: false, isGenerated: false }
const isTest = (path: string): boolean => path.includes('.test.')

const cases: readonly (readonly [string, readonly FileChange[], readonly unknown[]])[] = [
  ['nothing', [], []],
  [
    'each kind',
    [
      { path: 'a.ts', how: 'added', after: 'a' },
      { path: 'b.ts', how: 'modified', before: 'b', after: 'B' },
      { path: 'c.ts', how: 'deleted', before: 'c' },
    ],
    [
      { path: 'a.ts', kind: 'added', after: 'a', ...plain },
      { path: 'b.ts', kind: 'modified', before: 'b', after: 'B', ...plain },
      { path: 'c.ts', kind: 'deleted', before: 'c', ...plain },
    ],
  ],
  [
    'without text',
    [
      { path: 'a.png', how: 'added' },
      { path: 'b.png', how: 'modified', after: 'x' },
      { path: 'c.png', how: 'deleted' },
    ],
    [
      { path: 'a.png', kind: 'added', ...plain, isOpaque: true },
      { path: 'b.png', kind: 'modified', after: 'x', ...plain, isOpaque: true },
      { path: 'c.png', kind: 'deleted', ...plain, isOpaque: true },
    ],
  ],
  [
    'a lock file',
    [{ path: 'sub/Cargo.lock', how: 'modified', before: 'a', after: 'b' }],
    [{ path: 'sub/Cargo.lock', kind: 'modified', before: 'a', after: 'b', ...plain, isGenerated: true }],
  ],
  [
    'tests first',
    [
      { path: 'a.ts', how: 'added', after: 'a' },
      { path: 'b.test.ts', how: 'added', after: 'b' },
    ],
    [
      { path: 'b.test.ts', kind: 'added', after: 'b', ...plain, isYardstick: true },
      { path: 'a.ts', kind: 'added', after: 'a', ...plain },
    ],
  ],
  [
    'a test that is renamed away is still about the yardstick',
    [
      { path: 'a.test.ts', how: 'deleted', before: 'same' },
      { path: 'a.ts', how: 'added', after: 'same' },
    ],
    [
      {
        path: 'a.ts',
        oldPath: 'a.test.ts',
        kind: 'renamed',
        before: 'same',
        after: 'same',
        ...plain,
        isYardstick: true,
      },
    ],
  ],
  [
    'a file that was moved and edited',
    [
      { path: 'new/a.ts', how: 'added', after: 'one\ntwo\n3\n' },
      { path: 'old/a.ts', how: 'deleted', before: 'one\ntwo\nthree\n' },
    ],
    [
      {
        path: 'new/a.ts',
        oldPath: 'old/a.ts',
        kind: 'renamed',
        before: 'one\ntwo\nthree\n',
        after: 'one\ntwo\n3\n',
        ...plain,
      },
    ],
  ],
  [
    'two alike, one gone: one was renamed, one is new; empty files are no proof',
    [
      { path: 'old', how: 'deleted', before: 'same' },
      { path: 'one', how: 'added', after: 'same' },
      { path: 'two', how: 'added', after: 'same' },
      { path: 'empty', how: 'deleted', before: '' },
      { path: 'other', how: 'added', after: '' },
    ],
    [
      { path: 'one', oldPath: 'old', kind: 'renamed', before: 'same', after: 'same', ...plain },
      { path: 'two', kind: 'added', after: 'same', ...plain },
      { path: 'empty', kind: 'deleted', before: '', ...plain },
      { path: 'other', kind: 'added', after: '', ...plain },
    ],
  ],
]
test.each(cases)('%s', (_name, changes, files) => expect<unknown>(toDiffFiles(changes, isTest)).toEqual([...files]))
