// A reading that sees what the last one saw takes over what was found out then; any change is seen.
import { expect, onTestFinished, test } from 'bun:test'
import { chmodSync, renameSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { makeRepository, type Scratch } from '../../scratch.suite.ts'
import { statFiles } from '../../../platform/files/stat-files.ts'
import { decodeTree, encodeTree } from '../encode-tree.ts'
import { hashTree } from '../hash-tree.ts'
import type { IdKeeper } from './known-ids.ts'
import { readTree } from '../read-tree.ts'
import type { Tree } from '../tree.ts'

/** So many untracked files that they are looked at together, and a tracked one that was changed. */
function repository(): Scratch {
  const scratch = makeRepository()
  onTestFinished(scratch.end)
  for (let file = 0; file < 600; file++) scratch.write(`new/${file}.txt`, `${file}\n`)
  scratch.write('a.txt', 'changed\n')
  return scratch
}

/** As if so much time had gone by since the files were written. */
function keeping(laterMs = 10_000): IdKeeper {
  let kept: Uint8Array | undefined
  return {
    now: () => new Date(Date.now() + laterMs),
    load: () => kept,
    save: (content) => void (kept = content),
  }
}

async function read({ door, root }: Scratch, keeper?: IdKeeper, earlier?: Tree): Promise<Tree> {
  const found = await readTree(door, root, keeper, earlier)
  if (!found.ok) throw new Error(found.why)
  return found.tree
}

/** All untracked files are known by their stamps from the first reading, as they are at most claims. */
async function readTwice(scratch: Scratch, keeper: IdKeeper): Promise<Tree> {
  await read(scratch, keeper)
  return handed(await read(scratch, keeper))
}

/** As another process is given it. */
function handed(tree: Tree): Tree {
  const decoded = decodeTree(encodeTree(tree))
  if (!decoded) throw new Error('not decoded')
  return decoded
}

test('S4: where nothing happened, the patches of the last reading are taken over, as often as it is read', async () => {
  const scratch = repository()
  const keeper = keeping()
  const first = await readTwice(scratch, keeper)
  const second = await read(scratch, keeper, first)
  const third = await read(scratch, keeper, second)
  expect(second.parts[0]?.patches).toBe(first.parts[0]?.patches)
  expect(third.parts[0]?.patches).toBe(first.parts[0]?.patches)
  expect(hashTree(third)).toBe(hashTree(await read(scratch)))
  // What is kept of all files is still there.
  expect((await read(scratch, keeper)).parts[0]?.patches).toEqual(first.parts[0]?.patches ?? [])
})

const ACTS: Readonly<Record<string, (scratch: Scratch) => void>> = {
  'an untracked file is written': ({ write }) => write('new/300.txt', 'abc\n'),
  'one is written with its old size and time': ({ root, write }) => {
    const path = join(root, 'new/7.txt')
    const { atime, mtime } = statSync(path)
    write('new/7.txt', '8\n')
    utimesSync(path, atime, mtime)
  },
  'one is removed': ({ remove }) => remove('new/299.txt'),
  'one is added': ({ write }) => write('new/more.txt', 'more\n'),
  'one can be run': ({ root }) => chmodSync(join(root, 'new/0.txt'), 0o755),
  'one gets another name': ({ root }) => renameSync(join(root, 'new/1.txt'), join(root, 'new/1000.txt')),
  'one becomes a link': ({ root, remove }) => {
    remove('new/5.txt')
    symlinkSync('6.txt', join(root, 'new/5.txt'))
  },
  'the changed file is written again': ({ write }) => write('a.txt', 'CHANGED\n'),
  'the changed file is removed': ({ remove }) => remove('a.txt'),
  'the changed file is as it was committed': ({ git }) => void git('checkout', '--quiet', 'a.txt'),
  'a file is ignored': ({ write }) => write('.gitignore', 'new/9.txt\n'),
  'a repository is made inside': ({ root, git }) => void git('init', '--quiet', join(root, 'new', 'inner')),
  'an attribute converts the changed file': ({ write }) => {
    write('a.txt', 'one\r\ntwo\r\n')
    write('.gitattributes', '* text\n')
  },
}

test.each(Object.keys(ACTS))('S4: it is seen if %s', async (name) => {
  const scratch = repository()
  const keeper = keeping()
  const first = await readTwice(scratch, keeper)
  ACTS[name]?.(scratch)
  const second = await read(scratch, keeper, first)
  const whole = hashTree(await read(scratch))
  expect(hashTree(second)).toBe(whole)
  expect(whole).not.toBe(hashTree(first))
})

test('S4: times as young as the reading vouch for nothing', async () => {
  const scratch = repository()
  const keeper = keeping(0)
  const first = await readTwice(scratch, keeper)
  expect((await read(scratch, keeper, first)).parts[0]?.patches).not.toBe(first.parts[0]?.patches)
})

test('S4: nor does a look at what is no regular file', async () => {
  const scratch = repository()
  symlinkSync('6.txt', join(scratch.root, 'new/link'))
  const keeper = keeping()
  const first = await readTwice(scratch, keeper)
  expect((await read(scratch, keeper, first)).parts[0]?.patches).not.toBe(first.parts[0]?.patches)
})

test('S4: files that had to be read may have been others when they were looked at', async () => {
  const scratch = repository()
  const keeper = keeping()
  const first = handed(await read(scratch, keeper))
  const second = await read(scratch, keeper, first)
  expect(second.parts[0]?.patches).not.toBe(first.parts[0]?.patches)
  const third = await read(scratch, keeper, second)
  expect(third.parts[0]?.patches).toBe(second.parts[0]?.patches)
})

test('S4: a folder that was away for a moment is seen when it is back', async () => {
  const scratch = repository()
  const keeper = keeping()
  const [here, away] = [join(scratch.root, 'new'), join(scratch.root, '.git', 'away')]
  // Gone between the look at the stamps and the reading of the files.
  const door: Scratch['door'] = {
    ...scratch.door,
    statFiles: async (folder, names) => {
      const looked = await statFiles(folder, names)
      renameSync(here, away)
      return looked
    },
  }
  const torn = await read({ ...scratch, door }, keeper)
  renameSync(away, here)
  const second = await read(scratch, keeper, handed(torn))
  expect(hashTree(second)).toBe(hashTree(await read(scratch)))
})
