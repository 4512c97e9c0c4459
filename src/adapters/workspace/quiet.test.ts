// Reading leaves no trace: every file of the repository, with its times and content, is the same after as before.
import { afterEach, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { type Scratch, makeRepository, readChanges, readStart, readUncommitted } from './scratch.suite.ts'
import { hashTree } from './tree/hash-tree.ts'

// Each test starts dozens of processes, on a machine that may be busy.

const made: Scratch[] = []

afterEach(() => {
  for (const scratch of made.splice(0)) {
    spawnSync('chmod', ['-R', 'u+w', scratch.outside])
    scratch.end()
  }
})

/** Names, modes, times of change of content and of state, and content. Not the times of reading. */
function listAll(folder: string): string[] {
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].sort()
  return names.map((name) => {
    const stats = lstatSync(join(folder, name), { bigint: true })
    const content = stats.isFile()
      ? createHash('sha1')
          .update(readFileSync(join(folder, name)))
          .digest('hex')
      : ''
    return [name, stats.mode, stats.ino, stats.mtimeNs, stats.ctimeNs, content].join(' ')
  })
}

/** Everything that makes git want to write: stale times, staged and unmerged files, missing extensions. */
function unrest(): Scratch {
  const scratch = makeRepository()
  made.push(scratch)
  scratch.git('config', 'core.untrackedCache', 'true')
  scratch.git('config', 'feature.manyFiles', 'true')
  scratch.write('.gitattributes', '*.txt text=auto\n')
  scratch.write('crlf.txt', 'x\r\n')
  scratch.git('add', 'crlf.txt')
  utimesSync(join(scratch.root, 'a.txt'), 1, 1)
  scratch.write('src/b.txt', 'changed\n')
  scratch.write('new/file.txt', 'new\r\n')
  scratch.git('init', '-q', 'inner')
  scratch.write('inner/x.txt', 'x')
  return scratch
}

async function everything({ door, root, read }: Scratch): Promise<string> {
  const all = (): boolean => true
  const hash = hashTree(await read())
  await read(join(root, 'src'))
  const start = await readStart(door, root, all)
  if (!start) throw new Error('no start')
  const changes = await readChanges(door, root, { ...start, tree: '', dirty: [] }, all)
  const uncommitted = await readUncommitted(door, root)
  return JSON.stringify([hash, start, changes, uncommitted])
}

test('nothing is written', async () => {
  const scratch = unrest()
  const before = listAll(scratch.outside)
  await everything(scratch)
  expect(listAll(scratch.outside)).toEqual(before)
})

test('a repository that cannot be written is read alike', async () => {
  const scratch = unrest()
  const free = await everything(scratch)
  spawnSync('chmod', ['-R', 'a-w', scratch.outside])
  const before = listAll(scratch.outside)
  expect(await everything(scratch)).toBe(free)
  expect(listAll(scratch.outside)).toEqual(before)
})

test('a lock that somebody holds stops nobody', async () => {
  const scratch = unrest()
  const free = await everything(scratch)
  scratch.write('.git/index.lock', '')
  expect(await everything(scratch)).toBe(free)
})
