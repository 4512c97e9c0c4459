// Random edits: two trees have one hash exactly if a plain walk finds the same files, and commits never change it.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { rounds } from '../../../../test/rounds.ts'
import { type Scratch, makeRepository, readChanges, readStart } from '../scratch.suite.ts'
import { diffTrees } from './diff-trees.ts'
import { hashTree } from './hash-tree.ts'
import { keepInMemory, readWith } from './kept/keeping.suite.ts'
import { recordVisits } from './kept/record-visits.ts'

const PATHS = [
  'a.txt',
  'src',
  'src/b.txt',
  'src/c.txt',
  'src/c.txt/in',
  'new',
  'new/x',
  'run.sh',
  'odd "name"\n',
  'ignored',
]

const path = fc.constantFrom(...PATHS)

const edit = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    path,
    text: fc.constantFrom<string>('', 'a\n', 'b\n', 'a\r\n', '\0'),
  }),
  fc.record({ kind: fc.constant('remove' as const), path }),
  fc.record({ kind: fc.constant('chmod' as const), path, mode: fc.constantFrom(0o644, 0o755) }),
  fc.record({ kind: fc.constant('link' as const), path, target: fc.constantFrom('a.txt', 'src', 'nowhere') }),
  fc.record({
    kind: fc.constant('hide' as const),
    path,
    flag: fc.constantFrom('--assume-unchanged', '--skip-worktree'),
  }),
  fc.record({
    kind: fc.constant('git' as const),
    args: fc.constantFrom(
      ['add', '-A'],
      ['reset', '-q'],
      ['stash', '-q', '-u'],
      ['commit', '-q', '-m', 'x'],
      ['add', '-N', 'new'],
      ['rm', '-q', '-r', '--cached', 'src'],
    ),
  }),
)
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

function apply(scratch: Scratch, step: Edit): void {
  try {
    applyStrictly(scratch, step)
  } catch {
    // Many random steps are impossible: a file in a file, nothing to commit, no such name in the index.
  }
}

function applyStrictly(scratch: Scratch, step: Edit): void {
  if (step.kind === 'git') return void scratch.git(...step.args)
  const file = join(scratch.root, step.path)
  if (step.kind === 'hide') return void scratch.git('update-index', step.flag, step.path)
  if (step.kind === 'chmod') return lstatSync(file).isFile() ? chmodSync(file, step.mode) : undefined
  if (step.kind !== 'write' || !lstatSync(file, { throwIfNoEntry: false })?.isFile())
    rmSync(file, { recursive: true, force: true })
  if (step.kind === 'remove') return undefined
  mkdirSync(dirname(file), { recursive: true })
  return step.kind === 'link' ? symlinkSync(step.target, file) : writeFileSync(file, step.text)
}

/** Path, mode and content of all files that are not ignored. */
function walk(root: string): string {
  const lines: string[] = []
  const visit = (folder: string): void => {
    for (const name of readdirSync(join(root, folder)).sort()) {
      const inner = folder === '' ? name : `${folder}/${name}`
      if (inner === '.git' || name === 'ignored' || name === 'build') continue
      const stats = lstatSync(join(root, inner))
      if (stats.isDirectory()) visit(inner)
      else if (stats.isSymbolicLink()) lines.push(JSON.stringify([inner, 'link', readlinkSync(join(root, inner))]))
      else lines.push(JSON.stringify([inner, (stats.mode & 0o100) !== 0, readFileSync(join(root, inner), 'latin1')]))
    }
  }
  visit('')
  return lines.sort().join('\n')
}

test('the hash is a walk, and a commit does not change it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 6 }), fc.array(edit, { maxLength: 6 }), async (first, second) => {
      const scratch = makeRepository()
      try {
        for (const step of first) apply(scratch, step)
        const one = { walk: walk(scratch.root), tree: await scratch.read() }
        const start = await readStart(scratch.door, scratch.root, () => true)
        for (const step of second) apply(scratch, step)
        const two = { walk: walk(scratch.root), tree: await scratch.read() }
        const isSame = one.walk === two.walk
        expect(hashTree(one.tree) === hashTree(two.tree)).toBe(isSame)
        const { tracked, untracked } = diffTrees(one.tree, two.tree)
        expect(tracked.length + untracked.length === 0).toBe(isSame)
        const read = start && (await readChanges(scratch.door, scratch.root, { ...start, tree: '' }, () => true))
        expect(read?.ok && read.changes.map((change) => change.path)).toEqual([...tracked, ...untracked].sort())
        scratch.commitAll()
        expect(await scratch.hash()).toBe(hashTree(two.tree))
      } finally {
        scratch.end()
      }
    }),
    { numRuns: rounds(60) },
  )
})

const inAnyFolder = fc.constantFrom('', 'src/', 'new/', 'new/deep/', 'build/', 'empty/')
const listEdit = fc.oneof(
  edit,
  fc.record({
    kind: fc.constant('write' as const),
    path: inAnyFolder.map((folder) => `${folder}.gitignore`),
    text: fc.constantFrom<string>('', '*\n', 'x\n', '.gitignore\nignored\n', '!build/\n'),
  }),
  fc.record({
    kind: fc.constant('write' as const),
    path: inAnyFolder.map((folder) => `${folder}x`),
    text: fc.constant<string>('x\n'),
  }),
)

test('S4: a listing that git is not asked for again is the one that it would print', async () => {
  let held = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(listEdit, { maxLength: 4 }),
      fc.array(listEdit, { maxLength: 2 }),
      async (first, second) => {
        const scratch = makeRepository()
        try {
          for (const step of first) apply(scratch, step)
          const keeper = keepInMemory()
          const { now, visits } = keeper
          const tree = await readWith(scratch, keeper)
          await recordVisits(scratch.door, tree, { keeper: visits, now })
          for (const step of second) apply(scratch, step)
          const kept = visits.load(tree.parts[0]?.stamp ?? '')
          const again = await readWith(scratch, keeper)
          if (kept) held += 1
          expect(hashTree(again)).toBe(await scratch.hash())
        } finally {
          scratch.end()
        }
      },
    ),
    { numRuns: rounds(400) },
  )
  expect(held).toBeGreaterThan(0)
})
