// Copies of a whole workspace: the command for each system, the limits, and what would lead back to the original.
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureTree, planFileClone, planTreeCopy, toCopyPath } from './tree-copy.ts'

const paths = { from: '/w', to: '/s/copy' }

const rows: readonly (readonly [string, string[], string[]])[] = [
  [
    'Linux, a clone',
    planTreeCopy('clone', 'linux', paths),
    ['/bin/cp', '-a', '--reflink=always', '--', '/w/.', '/s/copy'],
  ],
  [
    'Linux, a copy',
    planTreeCopy('copy', 'linux', paths),
    ['/bin/cp', '-a', '--reflink=never', '--', '/w/.', '/s/copy'],
  ],
  ['macOS, a clone', planTreeCopy('clone', 'darwin', paths), ['/bin/cp', '-cRp', '/w/.', '/s/copy']],
  ['macOS, a copy', planTreeCopy('copy', 'darwin', paths), ['/bin/cp', '-Rp', '/w/.', '/s/copy']],
  ['Linux, one file', planFileClone('linux', paths), ['/bin/cp', '--reflink=always', '--', '/w', '/s/copy']],
  ['macOS, one file', planFileClone('darwin', paths), ['/bin/cp', '-c', '/w', '/s/copy']],
]
test.each(rows)('%s', (_name, planned, expected) => expect(planned).toEqual(expected))

function inFolder(act: (root: string) => void): void {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fullstop-tree-')))
  try {
    act(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}

test('a tree is measured by what it takes on the disk, and given up when it is too large or takes too long', () =>
  inFolder((root) => {
    mkdirSync(join(root, 'a', 'b'), { recursive: true })
    writeFileSync(join(root, 'a', 'b', 'file'), 'x'.repeat(100_000))
    const bytes = measureTree(root, 1e9, () => false)?.bytes ?? 0
    expect(bytes).toBeGreaterThanOrEqual(100_000)
    expect(measureTree(root, bytes - 1, () => false)).toBeUndefined()
    expect(measureTree(root, bytes, () => true)).toBeUndefined()
  }))

const links: readonly (readonly [string, string, boolean])[] = [
  ['a link to a file beside it', 'other', false],
  ['a link by the whole path', 'ROOT/other', true],
  ['a link to somewhere else', '/usr/bin/env', false],
]
test.each(links)('%s', (_name, target, isBack) =>
  inFolder((root) => {
    symlinkSync(target.replace('ROOT', root), join(root, 'link'))
    expect(measureTree(root, 1e9, () => false)?.leadingBack).toBe(isBack ? join(root, 'link') : undefined)
  }),
)

const gitFiles: readonly (readonly [string, string, boolean])[] = [
  ['a submodule whose git folder is in the workspace', 'gitdir: ../.git/modules/sub\n', false],
  ['a submodule named by the whole path', 'gitdir: ROOT/.git/modules/sub\n', true],
  ['a git folder outside the workspace', 'gitdir: ../../else/.git\n', true],
]
test.each(gitFiles)('%s', (_name, text, isBack) =>
  inFolder((root) => {
    mkdirSync(join(root, 'sub'))
    writeFileSync(join(root, 'sub', '.git'), text.replace('ROOT', root))
    expect(measureTree(root, 1e9, () => false)?.leadingBack).toBe(isBack ? join(root, 'sub', '.git') : undefined)
  }),
)

test('paths of the workspace lead into the copy, others stay', () => {
  expect(['/w', '/w/a', '/wx', '/usr/bin'].map((path) => toCopyPath(path, '/w', '/s/copy'))).toEqual([
    '/s/copy',
    '/s/copy/a',
    '/wx',
    '/usr/bin',
  ])
})
