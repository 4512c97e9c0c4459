// Unchanged files are not hashed again, and a changed file is always hashed.
import { afterEach, expect, test } from 'bun:test'
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { decodeTree, encodeTree } from '../encode-tree.ts'
import { decodeLines, encodeLines } from './kept-lines.ts'
import { isTelling } from '../stamp.ts'
import { type IdKeeper, collectIds } from './known-ids.ts'
import { type Scratch, makeRepository, makeScratch } from '../../scratch.suite.ts'
import type { FileStamps, Stamp } from '../stamp.ts'
import { diffTrees } from '../diff-trees.ts'
import { hashTree } from '../hash-tree.ts'
import { readTree } from '../read-tree.ts'
import type { Tree } from '../tree.ts'

const made: Scratch[] = []

afterEach(() => {
  for (const scratch of made.splice(0)) scratch.end()
})

function repository(): Scratch {
  const scratch = makeRepository()
  made.push(scratch)
  return scratch
}

interface Kept extends IdKeeper {
  content: Uint8Array | undefined
  saves: number
}

/** As if so much time had gone by since the files were written. */
function keeping(laterMs = 10_000): Kept {
  const kept: Kept = {
    content: undefined,
    saves: 0,
    now: () => new Date(Date.now() + laterMs),
    load: () => kept.content,
    save: (content) => {
      kept.content = content
      kept.saves += 1
    },
  }
  return kept
}

async function hashBy({ door, root }: Scratch, keeper?: IdKeeper): Promise<string> {
  const read = await readTree(door, root, keeper)
  if (!read.ok) throw new Error(read.why)
  return hashTree(read.tree)
}

/** By what is kept, and by the content of all files: they must agree. */
async function hashBoth(scratch: Scratch, keeper: IdKeeper): Promise<string> {
  const [known, whole] = [await hashBy(scratch, keeper), await hashBy(scratch)]
  expect(known).toBe(whole)
  return known
}

test('S4: untracked and changed files that stay as they are are hashed once', async () => {
  const scratch = repository()
  for (let file = 0; file < 50; file++) scratch.write(`new/${file}.txt`, `${file}\n`)
  scratch.write('a.txt', 'changed\n')
  const keeper = keeping()
  const first = await hashBoth(scratch, keeper)
  expect(keeper.saves).toBe(1)
  expect(await hashBoth(scratch, keeper)).toBe(first)
  expect(keeper.saves).toBe(1)
})

test('of many untracked files each that changed is seen, and no other is hashed again', async () => {
  const scratch = repository()
  for (let file = 0; file < 600; file++) scratch.write(`new/${file}.txt`, `${file}\n`)
  const keeper = keeping()
  const seen = new Set([await hashBoth(scratch, keeper)])
  expect(keeper.saves).toBe(1)
  const stays = join(scratch.root, 'new/7.txt')
  const { atime, mtime } = statSync(stays)
  const acts: ReadonlyArray<() => void> = [
    () => scratch.write('new/300.txt', 'abc\n'),
    () => scratch.remove('new/299.txt'),
    () => chmodSync(join(scratch.root, 'new/0.txt'), 0o755),
    () => renameSync(join(scratch.root, 'new/1.txt'), join(scratch.root, 'new/1000.txt')),
    () => {
      scratch.remove('new/5.txt')
      symlinkSync('6.txt', join(scratch.root, 'new/5.txt'))
    },
    () => {
      // The same size and the same time: only the time of change tells.
      scratch.write('new/7.txt', '8\n')
      utimesSync(stays, atime, mtime)
    },
    () => scratch.write('a.txt', 'tracked\n'),
    () => scratch.git('add', 'new/8.txt'),
  ]
  for (const act of acts) {
    act()
    seen.add(await hashBoth(scratch, keeper))
  }
  // Staging a file changes no content.
  expect(seen.size).toBe(acts.length)
})

/** Reads, and tells whether the index was listed for it. */
async function readAgain({ door, root }: Scratch, keeper: IdKeeper, earlier?: Tree): Promise<Again> {
  const commands: string[] = []
  const runProgram: typeof door.runProgram = (argv, options) => {
    commands.push(argv.join(' '))
    return door.runProgram(argv, options)
  }
  const read = await readTree({ ...door, runProgram }, root, keeper, earlier)
  if (!read.ok) throw new Error(read.why)
  return { tree: read.tree, isListed: commands.some((command) => /\bls-files -s\b/.test(command)) }
}

interface Again {
  readonly tree: Tree
  readonly isListed: boolean
}

test('S4: an index that stays as it is is listed once', async () => {
  const scratch = repository()
  scratch.write('new.txt', 'new\n')
  const keeper = keeping()
  const first = await readAgain(scratch, keeper)
  expect(first.isListed).toBe(true)
  scratch.write('a.txt', 'changed\n')
  scratch.write('newer.txt', 'newer\n')
  const handed = decodeTree(encodeTree(first.tree))
  const second = await readAgain(scratch, keeper, handed)
  expect(second.isListed).toBe(false)
  expect(hashTree(second.tree)).toBe(await hashBy(scratch))
  expect(diffTrees(first.tree, second.tree)).toEqual({ tracked: ['a.txt'], untracked: ['newer.txt'] })
})

/** Lines kept as bytes, as a process leaves them to the next one. */
function keepingLines(): Kept & { bytes: Buffer | undefined } {
  const kept = {
    ...keeping(),
    bytes: undefined as Buffer | undefined,
    lines: {
      load: (stamp: string) => kept.bytes && decodeLines(kept.bytes, stamp),
      save: (stamp: string, lines: Buffer) => {
        kept.bytes = encodeLines(stamp, lines)
        return true
      },
    },
  }
  return kept
}

test('S4: an index that stays as it is is listed once for several processes', async () => {
  const scratch = repository()
  const keeper = keepingLines()
  const first = await readAgain(scratch, keeper)
  scratch.write('a.txt', 'changed\n')
  const second = await readAgain(scratch, keeper)
  expect([first.isListed, second.isListed]).toEqual([true, false])
  expect(hashTree(second.tree)).toBe(await hashBy(scratch))
  const handed = decodeTree(encodeTree(second.tree), keeper.lines)
  const third = await readAgain(scratch, keeper, handed)
  expect(third.isListed).toBe(false)
  expect(diffTrees(second.tree, third.tree)).toEqual({ tracked: [], untracked: [] })
  scratch.git('add', 'a.txt')
  const fourth = await readAgain(scratch, keeper, handed)
  expect(fourth.isListed).toBe(true)
  expect(hashTree(fourth.tree)).toBe(hashTree(third.tree))
  // What was handed over named lines that are not kept any more.
  expect(decodeTree(encodeTree(second.tree), keeper.lines)).toBeUndefined()
})

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['half of it', (bytes) => bytes.subarray(0, -20)],
  ['one byte', (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.of(1)])],
  ['nothing', () => Buffer.alloc(0)],
])('S4: a damaged listing is not believed: %s', async (_, damage) => {
  const scratch = repository()
  const keeper = keepingLines()
  await readAgain(scratch, keeper)
  keeper.bytes = keeper.bytes && damage(keeper.bytes)
  const again = await readAgain(scratch, keeper)
  expect(again.isListed).toBe(true)
  expect(hashTree(again.tree)).toBe(await hashBy(scratch))
})

test.each(['add new.txt', 'rm --quiet --cached a.txt', 'update-index --assume-unchanged a.txt'])(
  'S4: an index that changed is listed again: git %s',
  async (command) => {
    const scratch = repository()
    scratch.write('new.txt', 'new\n')
    const keeper = keeping()
    const first = await readAgain(scratch, keeper)
    scratch.git(...command.split(' '))
    scratch.write('a.txt', 'changed\n')
    const second = await readAgain(scratch, keeper, first.tree)
    expect(second.isListed).toBe(true)
    expect(hashTree(second.tree)).toBe(await hashBy(scratch))
  },
)

test('S4: so is an index as young as its reading, and that of a sparse checkout', async () => {
  const scratch = repository()
  const young = keeping(0)
  const first = await readAgain(scratch, young)
  expect((await readAgain(scratch, young, first.tree)).isListed).toBe(true)
  scratch.git('config', 'core.sparseCheckout', 'true')
  scratch.git('update-index', '--skip-worktree', 'a.txt')
  const keeper = keeping()
  // Git takes the flag from a file that is there, and gives it back when it is gone.
  const there = await readAgain(scratch, keeper)
  rmSync(join(scratch.root, 'a.txt'))
  const gone = await readAgain(scratch, keeper, there.tree)
  expect(hashTree(gone.tree)).toBe(await hashBy(scratch))
  expect(diffTrees(there.tree, gone.tree).tracked).toEqual(['a.txt'])
})

test('S4: so are files that git would convert, until an attribute changes', async () => {
  const scratch = repository()
  scratch.write('.gitattributes', '*.crlf text\n')
  scratch.commitAll()
  scratch.write('new.crlf', 'one\r\ntwo\r\n')
  const keeper = keeping()
  await hashBoth(scratch, keeper)
  await hashBoth(scratch, keeper)
  expect(keeper.saves).toBe(1)
  scratch.write('.gitattributes', '*.crlf -text\n')
  await hashBoth(scratch, keeper)
  scratch.git('config', 'core.autocrlf', 'true')
  scratch.write('.gitattributes', '')
  await hashBoth(scratch, keeper)
})

test('S4: so are the files of a folder without a repository', async () => {
  const scratch = makeScratch('no repository')
  made.push(scratch)
  scratch.write('a.txt', 'a\n')
  const keeper = keeping()
  await hashBoth(scratch, keeper)
  await hashBoth(scratch, keeper)
  expect(keeper.saves).toBe(1)
})

test('S4: a file that was rewritten with its old size and times is another one', async () => {
  const scratch = repository()
  scratch.write('new.txt', 'aaaa')
  const keeper = keeping()
  const before = await hashBoth(scratch, keeper)
  const { atime, mtime } = statSync(join(scratch.root, 'new.txt'))
  scratch.write('new.txt', 'bbbb')
  utimesSync(join(scratch.root, 'new.txt'), atime, mtime)
  expect(await hashBoth(scratch, keeper)).not.toBe(before)
})

test('S4: a file that another one was moved onto is another one', async () => {
  const scratch = repository()
  scratch.write('one.txt', 'aaaa')
  scratch.write('other.txt', 'bbbb')
  const keeper = keeping()
  const before = await hashBoth(scratch, keeper)
  renameSync(join(scratch.root, 'one.txt'), join(scratch.root, 'third.txt'))
  renameSync(join(scratch.root, 'other.txt'), join(scratch.root, 'one.txt'))
  renameSync(join(scratch.root, 'third.txt'), join(scratch.root, 'other.txt'))
  expect(await hashBoth(scratch, keeper)).not.toBe(before)
})

test('S4: the mode is never taken from what is kept', async () => {
  const scratch = repository()
  scratch.write('new.sh', '#!/bin/sh\n')
  const keeper = keeping()
  const before = await hashBoth(scratch, keeper)
  chmodSync(join(scratch.root, 'new.sh'), 0o755)
  expect(await hashBoth(scratch, keeper)).not.toBe(before)
})

test('S4: a file as young as the reading is not kept: it could change within the tick of a clock', async () => {
  const scratch = repository()
  scratch.write('new.txt', 'aaaa')
  const keeper = keeping(0)
  await hashBoth(scratch, keeper)
  expect(keeper.saves).toBe(0)
})

test('S4: times in whole seconds, and inodes that are no exact numbers, tell nothing', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const old = now.getTime() - 60_000
  const stamp = { dev: 1, ino: 2, size: 3, mtimeMs: old, ctimeMs: old + 0.25 }
  expect(isTelling(stamp, now)).toBe(true)
  expect(isTelling({ ...stamp, ctimeMs: old }, now)).toBe(false)
  expect(isTelling({ ...stamp, ino: 2 ** 60 }, now)).toBe(false)
  expect(isTelling({ ...stamp, ctimeMs: now.getTime() - 1999.5 }, now)).toBe(false)
  expect(isTelling({ ...stamp, mtimeMs: now.getTime() + 5000 }, now)).toBe(false)
})

test('S4: what is damaged, cut off or not ours is ignored', async () => {
  const scratch = repository()
  for (let file = 0; file < 5; file++) scratch.write(`${file}.txt`, `${file}\n`)
  const keeper = keeping()
  await hashBoth(scratch, keeper)
  const { content = new Uint8Array() } = keeper
  const damages: readonly Uint8Array[] = [
    content.map((byte, at) => (at === content.length - 40 ? byte ^ 1 : byte)),
    content.subarray(0, -112),
    content.subarray(0, 20),
    new Uint8Array(),
    Buffer.from('not ours'),
  ]
  for (const damaged of damages) {
    keeper.content = damaged
    keeper.saves = 0
    await hashBoth(scratch, keeper)
    expect(keeper.saves).toBe(1)
    expect(keeper.content).toHaveLength(content.length)
  }
})

test('S4: files that are gone are not kept', async () => {
  const scratch = repository()
  for (let file = 0; file < 10; file++) scratch.write(`new/${file}.txt`, `${file}\n`)
  const keeper = keeping()
  await hashBoth(scratch, keeper)
  const all = keeper.content?.length ?? 0
  scratch.remove('new/3.txt')
  await hashBoth(scratch, keeper)
  expect(keeper.content?.length).toBe(all - 106)
  scratch.remove('new')
  await hashBoth(scratch, keeper)
  await hashBoth(scratch, keeper)
  expect(keeper.saves).toBe(3)
})

test('S4: an id is found only by its own stamp and way of conversion', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const stamp = { dev: 1, ino: 2, size: 3, mtimeMs: 1.5, ctimeMs: 2.5 }
  const [plain, converted, long] = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(64)]
  const first = collectIds(() => undefined, now)
  first.add(stamp, '', plain)
  first.add(stamp, 'text', converted)
  first.add(stamp, 'sha256', long)
  const later = collectIds(() => first.toKeep(), now)
  expect(['', 'text', 'sha256', 'eol'].map((how) => later.find(stamp, how))).toEqual([
    plain,
    converted,
    long,
    undefined,
  ])
  const others = [{ dev: 9 }, { ino: 9 }, { size: 9 }, { mtimeMs: 9 }, { ctimeMs: 9 }]
  expect(others.map((other) => later.find({ ...stamp, ...other }, ''))).toEqual(others.map(() => undefined))
  expect(later.toKeep()).toBeUndefined()
})

/** Five numbers for each file, small enough to be alike now and then. */
const stamps = fc.array(
  fc.record({
    dev: fc.constantFrom(1, 2),
    ino: fc.integer({ min: 1, max: 30 }),
    size: fc.constantFrom(5, 6),
    mtimeMs: fc.constantFrom(1.5, 2.5),
    ctimeMs: fc.constantFrom(3.5, 4.5),
  }),
  { maxLength: 25 },
)

function lookedAt(files: readonly Stamp[]): FileStamps {
  return {
    modes: Uint16Array.from(files, () => 0o100644),
    stamps: Float64Array.from(
      files.flatMap(({ dev, ino, size, mtimeMs, ctimeMs }) => [dev, ino, size, mtimeMs, ctimeMs]),
    ),
  }
}

test('many files together get the ids that each gets by itself, wherever they were added, removed or changed', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const edits = fc.array(fc.record({ at: fc.nat(25), less: fc.nat(3), more: stamps }), { maxLength: 3 })
  fc.assert(
    fc.property(stamps, edits, fc.boolean(), (before, changes, isConverted) => {
      const first = collectIds(() => undefined, now)
      for (const [at, stamp] of before.entries()) {
        first.add(stamp, '', `${at}`.padStart(40, '0'))
        if (isConverted && at % 3 === 0) first.add(stamp, 'text', `${at}`.padStart(40, 'a'))
      }
      const after = changes.reduce((files, { at, less, more }) => files.toSpliced(at, less, ...more), [...before])
      const kept = first.toKeep()
      for (const how of ['', 'text']) {
        const each = collectIds(() => kept, now)
        expect(collectIds(() => kept, now).findAll(lookedAt(after), how)).toEqual(
          after.map((one) => each.find(one, how)),
        )
      }
    }),
  )
})

test('a clock that was set back leaves no file known by times that lie ahead', () => {
  const stamp = { dev: 1, ino: 2, size: 3, mtimeMs: 10_000.5, ctimeMs: 10_000.5 }
  const first = collectIds(() => undefined, new Date(60_000))
  first.add(stamp, '', 'a'.repeat(40))
  const kept = first.toKeep()
  expect(collectIds(() => kept, new Date(60_000)).findAll(lookedAt([stamp]), '')).toEqual(['a'.repeat(40)])
  expect(collectIds(() => kept, new Date(11_000)).findAll(lookedAt([stamp]), '')).toEqual([undefined])
})

test('what is no file any more is not known, whatever stamp it had', () => {
  const stamp = { dev: 1, ino: 2, size: 3, mtimeMs: 1.5, ctimeMs: 2.5 }
  const first = collectIds(() => undefined, new Date(60_000))
  first.add(stamp, '', 'a'.repeat(40))
  const looked = { modes: new Uint16Array(2), stamps: new Float64Array(10) }
  expect(collectIds(() => first.toKeep(), new Date(60_000)).findAll(looked, '')).toEqual([undefined, undefined])
})

test('S4: whatever is done to the files, what is kept and what lies there agree', async () => {
  const names = ['a.txt', 'src/b.txt', 'x', 'y', 'new/z']
  const act = fc.record({
    name: fc.constantFrom(...names),
    do: fc.constantFrom('write', 'rewrite', 'remove', 'move', 'touch', 'mode', 'nothing'),
    text: fc.constantFrom('aa', 'bb', 'cc\r\n', 'dddd'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
      const scratch = makeRepository()
      try {
        const keeper = keeping()
        for (const { name, do: what, text } of acts) {
          const path = join(scratch.root, name)
          const stats = lstatSync(path, { throwIfNoEntry: false })
          if (what === 'write') scratch.write(name, text)
          if (what === 'remove') rmSync(path, { force: true })
          if (stats && what === 'rewrite') {
            scratch.write(name, text)
            utimesSync(path, stats.atime, stats.mtime)
          }
          if (stats && what === 'touch') utimesSync(path, 1, 1)
          if (stats && what === 'mode') chmodSync(path, (stats.mode & 0o777) ^ 0o100)
          if (stats && what === 'move') {
            mkdirSync(join(scratch.root, 'new'), { recursive: true })
            renameSync(path, join(scratch.root, 'new', 'z'))
          }
          await hashBoth(scratch, keeper)
        }
      } finally {
        scratch.end()
      }
    }),
    { numRuns: 15 },
  )
})
