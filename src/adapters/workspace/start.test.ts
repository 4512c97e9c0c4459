// The start of a task and what changed since, in real repositories, whatever the agent did with git meanwhile.
import { afterEach, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileChange } from '../../contract/change.ts'
import {
  type Scratch,
  makeRepository,
  makeScratch,
  readChanges,
  readStart,
  readUncommitted,
  toOrder,
} from './scratch.suite.ts'
import { type Start, changesIn, startIn, toReading } from './start.ts'
import { LARGE_TEXTS, SMALL_TEXTS } from './texts.ts'

// Each test starts dozens of processes, on a machine that may be busy.

const made: Scratch[] = []
const keep = (scratch: Scratch): Scratch => {
  made.push(scratch)
  return scratch
}
const repository = (init?: readonly string[]): Scratch => keep(makeRepository(init))
const all: (path: string) => boolean = () => true

afterEach(() => {
  for (const scratch of made.splice(0)) scratch.end()
})

async function startOf({ door, root }: Scratch, keeps = all): Promise<Start> {
  const start = await readStart(door, root, keeps)
  if (!start) throw new Error('no start')
  return start
}

/** Through JSON, as it is stored. */
async function changesOf({ door, root }: Scratch, start: Start, keeps = all): Promise<FileChange[]> {
  const read = await readChanges(door, root, JSON.parse(JSON.stringify(start)) as Start, keeps)
  if (!read.ok) throw new Error(read.why)
  return read.changes
}

type Act = (scratch: Scratch) => void

const cases: ReadonlyArray<{ name: string; before?: Act; act: Act; changes: readonly FileChange[] }> = [
  { name: 'nothing', act: () => undefined, changes: [] },
  { name: 'a touch', act: (s) => utimesSync(join(s.root, 'a.txt'), 1, 1), changes: [] },
  {
    name: 'a clean file is changed',
    act: (s) => s.write('a.txt', 'b\n'),
    changes: [{ path: 'a.txt', how: 'modified', before: 'a\n', after: 'b\n' }],
  },
  {
    name: 'a change is committed',
    act: (s) => (s.write('a.txt', 'b\n'), s.commitAll()),
    changes: [{ path: 'a.txt', how: 'modified', before: 'a\n', after: 'b\n' }],
  },
  {
    name: 'a file that was changed before is not the agent’s',
    before: (s) => (s.write('a.txt', 'mine\n'), s.write('new.txt', 'mine\n'), s.remove('src/c.txt')),
    act: () => undefined,
    changes: [],
  },
  {
    name: 'committing what was changed before changes nothing',
    before: (s) => (s.write('a.txt', 'mine\n'), s.write('new.txt', 'mine\n'), s.remove('src/c.txt')),
    act: (s) => s.commitAll(),
    changes: [],
  },
  {
    name: 'a file changed before is changed again',
    before: (s) => (s.write('a.txt', 'mine\n'), s.write('new.txt', 'mine\n'), s.git('add', 'a.txt')),
    act: (s) => (s.write('a.txt', 'theirs\n'), s.remove('new.txt'), s.commitAll()),
    changes: [
      { path: 'a.txt', how: 'modified', before: 'mine\n', after: 'theirs\n' },
      { path: 'new.txt', how: 'deleted', before: 'mine\n' },
    ],
  },
  {
    name: 'a change of before is taken back',
    before: (s) => (s.write('a.txt', 'mine\n'), s.remove('src/c.txt')),
    act: (s) => s.git('checkout', '-q', '--', '.'),
    changes: [
      { path: 'a.txt', how: 'modified', before: 'mine\n', after: 'a\n' },
      { path: 'src/c.txt', how: 'added', after: 'c\n' },
    ],
  },
  {
    name: 'files come, go and move',
    act: (s) => (s.write('new.txt', 'new\n'), s.remove('src/b.txt'), s.git('mv', 'src/c.txt', 'd.txt')),
    changes: [
      { path: 'd.txt', how: 'added', after: 'c\n' },
      { path: 'new.txt', how: 'added', after: 'new\n' },
      { path: 'src/b.txt', how: 'deleted', before: 'b\n' },
      { path: 'src/c.txt', how: 'deleted', before: 'c\n' },
    ],
  },
  {
    name: 'a mode',
    act: (s) => chmodSync(join(s.root, 'a.txt'), 0o755),
    changes: [{ path: 'a.txt', how: 'modified', before: 'a\n', after: 'a\n' }],
  },
  {
    name: 'a file that became a link has no text',
    act: (s) => (s.remove('a.txt'), symlinkSync('src/b.txt', join(s.root, 'a.txt'))),
    changes: [{ path: 'a.txt', how: 'modified', before: 'a\n', bytes: { before: 2 } }],
  },
  {
    name: 'binary content has no text',
    act: (s) => s.write('a.txt', Buffer.of(0, 1, 2)),
    changes: [{ path: 'a.txt', how: 'modified', before: 'a\n', bytes: { before: 2, after: 3 } }],
  },
  {
    name: 'a stash with what was changed before',
    before: (s) => s.write('a.txt', 'mine\n'),
    act: (s) => s.git('stash', '-q'),
    changes: [{ path: 'a.txt', how: 'modified', before: 'mine\n', after: 'a\n' }],
  },
  {
    name: 'another branch',
    before: (s) => {
      s.git('switch', '-q', '-c', 'other')
      s.write('other.txt', 'other\n')
      s.commitAll()
      s.git('switch', '-q', 'main')
    },
    act: (s) => s.git('switch', '-q', 'other'),
    changes: [{ path: 'other.txt', how: 'added', after: 'other\n' }],
  },
  {
    name: 'history written anew',
    act: (s) => {
      s.write('a.txt', 'b\n')
      s.git('commit', '-q', '-a', '--amend', '-m', 'other')
      s.git('commit', '-q', '--allow-empty', '-m', 'more')
    },
    changes: [{ path: 'a.txt', how: 'modified', before: 'a\n', after: 'b\n' }],
  },
  {
    name: 'a branch without history',
    act: (s) => (s.git('checkout', '-q', '--orphan', 'orphan'), s.write('a.txt', 'b\n')),
    changes: [{ path: 'a.txt', how: 'modified', before: 'a\n', after: 'b\n' }],
  },
  {
    name: 'ignored files do not matter',
    act: (s) => (s.write('ignored', 'x'), s.write('build/y', 'y')),
    changes: [],
  },
  {
    name: 'a change that git is told not to see',
    act: (s) => {
      s.git('update-index', '--assume-unchanged', 'a.txt')
      s.git('update-index', '--skip-worktree', 'src/b.txt')
      s.write('a.txt', 'b\n')
      s.remove('src/b.txt')
    },
    changes: [
      { path: 'a.txt', how: 'modified', before: 'a\n', after: 'b\n' },
      { path: 'src/b.txt', how: 'deleted', before: 'b\n' },
    ],
  },
  {
    name: 'intent to add is no change',
    before: (s) => s.write('new.txt', 'new\n'),
    act: (s) => s.git('add', '-N', 'new.txt'),
    changes: [],
  },
  {
    name: 'a new file, announced',
    act: (s) => (s.write('new.txt', 'new\n'), s.git('add', '-N', 'new.txt')),
    changes: [{ path: 'new.txt', how: 'added', after: 'new\n' }],
  },
  {
    name: 'a conflict',
    before: (s) => {
      s.git('switch', '-q', '-c', 'other')
      s.write('a.txt', 'theirs\n')
      s.commitAll()
      s.git('switch', '-q', 'main')
      s.write('a.txt', 'ours\n')
      s.commitAll()
    },
    act: (s) => {
      expect(() => s.git('merge', '-q', 'other')).toThrow()
      s.write('a.txt', 'half\n')
    },
    changes: [{ path: 'a.txt', how: 'modified', before: 'ours\n', after: 'half\n' }],
  },
  {
    name: 'line ends alone show in no text',
    act: (s) => s.write('a.txt', 'a\r\n'),
    changes: [{ path: 'a.txt', how: 'modified', before: 'a\n', after: 'a\n' }],
  },
  {
    name: 'line ends that git converts are no change',
    before: (s) => (s.write('.gitattributes', '* text=auto\n'), s.commitAll()),
    act: (s) => s.write('a.txt', 'a\r\n'),
    changes: [],
  },
  {
    name: 'odd names',
    before: (s) => s.write('was "odd"\n', 'x\n'),
    act: (s) => (s.write('was "odd"\n', 'y\n'), s.write('--is odd\t', 'z\n')),
    changes: [
      { path: '--is odd\t', how: 'added', after: 'z\n' },
      { path: 'was "odd"\n', how: 'modified', before: 'x\n', after: 'y\n' },
    ],
  },
]

describe('what changed since the start', () => {
  for (const { name, before, act, changes } of cases)
    test(name, async () => {
      const scratch = repository()
      before?.(scratch)
      const start = await startOf(scratch)
      act(scratch)
      expect(await changesOf(scratch, start)).toEqual([...changes])
    })
})

test('a name that is no UTF-8', async () => {
  const scratch = repository()
  const path = Buffer.concat([Buffer.from(`${scratch.root}/caf`), Buffer.of(0xe9)])
  writeFileSync(path, 'x\n')
  const start = await startOf(scratch)
  expect(await changesOf(scratch, start)).toEqual([])
  writeFileSync(path, 'y\n')
  scratch.commitAll()
  expect(await changesOf(scratch, start)).toEqual([
    { path: '"caf\\351"', how: 'modified', before: 'x\n', after: 'y\n' },
  ])
  const later = await startOf(scratch)
  unlinkSync(path)
  expect(await changesOf(scratch, later)).toEqual([{ path: '"caf\\351"', how: 'deleted', before: 'y\n' }])
})

test('texts only of files that somebody reads', async () => {
  const scratch = repository()
  const keeps = (path: string): boolean => path === 'a.txt'
  scratch.write('new.txt', 'new\n')
  const start = await startOf(scratch, keeps)
  expect(start.dirty).toEqual([{ path: 'new.txt', id: expect.stringMatching(/^100644 [0-9a-f]{40}$/) }])
  scratch.write('a.txt', 'b\n')
  scratch.write('src/b.txt', 'c\n')
  scratch.write('new.txt', 'newer\n')
  expect(await changesOf(scratch, start, keeps)).toEqual([
    { path: 'a.txt', how: 'modified', before: 'a\n', after: 'b\n' },
    { path: 'new.txt', how: 'modified' },
    { path: 'src/b.txt', how: 'modified' },
  ])
})

test('large texts are left away, larger ones where a person looks', async () => {
  const scratch = repository()
  scratch.write('large.txt', 'x'.repeat(300_000))
  scratch.commitAll()
  const start = await startOf(scratch)
  scratch.write('large.txt', 'small\n')
  scratch.write('new.txt', 'y'.repeat(300_000))
  expect(await changesOf(scratch, start)).toEqual([
    { path: 'large.txt', how: 'modified', after: 'small\n', bytes: { before: 300_000, after: 6 } },
    { path: 'new.txt', how: 'added', bytes: { after: 300_000 } },
  ])
  scratch.write('new.txt', 'y'.repeat(6_000_000))
  const reading = toReading(scratch.door, await scratch.read())
  expect(await changesIn(reading, start, toOrder(all), LARGE_TEXTS)).toEqual({
    ok: true,
    changes: [
      { path: 'large.txt', how: 'modified', before: 'x'.repeat(300_000), after: 'small\n' },
      { path: 'new.txt', how: 'added', bytes: { after: 6_000_000 } },
    ],
  })
})

test('a start before the first commit', async () => {
  const scratch = keep(makeScratch())
  scratch.write('staged.txt', 'staged\n')
  scratch.git('add', '-A')
  scratch.write('loose.txt', 'loose\n')
  const start = await startOf(scratch)
  expect(start.head).toBeUndefined()
  expect(start.dirty.map(({ path }) => path)).toEqual(['loose.txt', 'staged.txt'])
  scratch.commitAll()
  expect(await changesOf(scratch, start)).toEqual([])
  scratch.write('staged.txt', 'other\n')
  scratch.write('new.txt', 'new\n')
  scratch.remove('loose.txt')
  scratch.commitAll()
  expect(await changesOf(scratch, start)).toEqual([
    { path: 'loose.txt', how: 'deleted', before: 'loose\n' },
    { path: 'new.txt', how: 'added', after: 'new\n' },
    { path: 'staged.txt', how: 'modified', before: 'staged\n', after: 'other\n' },
  ])
})

test('a root below the top of the repository', async () => {
  const scratch = repository()
  const inside = { ...scratch, root: join(scratch.root, 'src') }
  scratch.write('src/new.txt', 'new\n')
  const start = await startOf(inside)
  expect(start.dirty.map(({ path }) => path)).toEqual(['new.txt'])
  scratch.write('a.txt', 'outside\n')
  scratch.write('src/b.txt', 'inside\n')
  scratch.commitAll()
  expect(await changesOf(inside, start)).toEqual([{ path: 'b.txt', how: 'modified', before: 'b\n', after: 'inside\n' }])
})

test('SHA-256 ids', async () => {
  const scratch = repository(['--object-format=sha256'])
  const start = await startOf(scratch)
  scratch.write('a.txt', 'b\n')
  expect(await changesOf(scratch, start)).toEqual([{ path: 'a.txt', how: 'modified', before: 'a\n', after: 'b\n' }])
})

describe('a sparse checkout', () => {
  const sparse = (): Scratch => {
    const scratch = repository()
    for (let index = 0; index < 30; index++) scratch.write(`deep/in/${index}.txt`, `${index}\n`)
    scratch.commitAll()
    scratch.git('sparse-checkout', 'set', 'src')
    return scratch
  }

  test('is a start with whole folders left out', async () => {
    const scratch = sparse()
    const start = await startOf(scratch)
    expect(start.dirty).toEqual([{ path: 'deep/', id: '' }])
    expect(await changesOf(scratch, start)).toEqual([])
    expect(await readUncommitted(scratch.door, scratch.root)).toEqual([])
    scratch.write('deep/in/3.txt', '3\n')
    expect(await changesOf(scratch, start)).toEqual([{ path: 'deep/in/3.txt', how: 'added', after: '3\n' }])
  })

  test('sees what is put back just as the index knows it', async () => {
    const scratch = sparse()
    const start = await startOf(scratch)
    scratch.git('sparse-checkout', 'disable')
    const changes = await changesOf(scratch, start)
    expect(changes.map(({ path, how }) => `${how} ${path}`)).toEqual(
      Array.from({ length: 30 }, (_, index) => `added deep/in/${index}.txt`).sort(),
    )
  })

  test('cannot hide a deletion', async () => {
    const scratch = repository()
    const start = await startOf(scratch)
    scratch.git('sparse-checkout', 'set', '--no-cone', '/a.txt')
    expect((await changesOf(scratch, start)).map(({ path, how }) => `${how} ${path}`)).toEqual([
      'deleted .gitignore',
      'deleted run.sh',
      'deleted src/b.txt',
      'deleted src/c.txt',
    ])
  })
})

test.each(['with', 'without'])('S4: what differs as before is no change, %s a commit', async (commit) => {
  const scratch = commit === 'with' ? repository() : keep(makeScratch())
  for (const name of ['b', 'c', 'd', 'e', '\u00e9']) scratch.write(`new/${name}`, name)
  for (const name of ['staged', 'both', 'announced', 'gone']) scratch.write(name, name)
  scratch.git('add', 'staged', 'both', 'gone')
  scratch.git('add', '-N', 'announced')
  scratch.write('both', 'changed')
  scratch.remove('gone')
  const start = await startOf(scratch)
  expect(await changesOf(scratch, start)).toEqual([])
  scratch.write('new/c', 'changed')
  scratch.remove('new/d')
  scratch.write('new/cc', 'x')
  scratch.write('both', 'both')
  scratch.git('add', 'new/b', 'announced')
  expect((await changesOf(scratch, start)).map(({ path, how }) => `${how} ${path}`)).toEqual([
    'modified both',
    'modified new/c',
    'added new/cc',
    'deleted new/d',
  ])
})

describe('a repository inside', () => {
  const make = (scratch: Scratch): string => {
    const inner = join(scratch.root, 'inner')
    mkdirSync(inner)
    scratch.gitIn(inner, 'init', '-q')
    writeFileSync(join(inner, 'x.txt'), 'x\n')
    scratch.gitIn(inner, 'add', '-A')
    scratch.gitIn(inner, 'commit', '-q', '-m', 'x')
    return inner
  }

  test('is one path, by commit and files', async () => {
    const scratch = repository()
    const inner = make(scratch)
    const start = await startOf(scratch)
    expect(await changesOf(scratch, start)).toEqual([])
    writeFileSync(join(inner, 'x.txt'), 'y\n')
    expect(await changesOf(scratch, start)).toEqual([{ path: 'inner', how: 'modified' }])
    expect(await readUncommitted(scratch.door, scratch.root)).toEqual(['inner'])
    rmSync(inner, { recursive: true })
    expect(await changesOf(scratch, start)).toEqual([{ path: 'inner', how: 'deleted' }])
  })

  test('as a submodule too', async () => {
    const scratch = repository()
    const inner = make(scratch)
    scratch.git('-c', 'advice.addEmbeddedRepo=false', 'add', '-A')
    scratch.commitAll()
    expect(await readUncommitted(scratch.door, scratch.root)).toEqual([])
    const start = await startOf(scratch)
    expect(await changesOf(scratch, start)).toEqual([])
    scratch.gitIn(inner, 'commit', '-q', '--allow-empty', '-m', 'y')
    expect(await changesOf(scratch, start)).toEqual([{ path: 'inner', how: 'modified' }])
    expect(await readUncommitted(scratch.door, scratch.root)).toEqual(['inner'])
    scratch.commitAll()
    expect(await changesOf(scratch, start)).toEqual([{ path: 'inner', how: 'modified' }])
  })
})

describe('bounds', () => {
  const many = (count: number): Scratch => {
    const scratch = repository()
    for (let index = 0; index < count; index++) scratch.write(`many/${String(index).padStart(5, '0')}.txt`, 'x')
    return scratch
  }
  const keeps = (path: string): boolean => path.endsWith('.test')

  test('more than 20,000 files: what is kept comes first, what was not seen is not judged', async () => {
    const scratch = many(20_100)
    scratch.write('zz.test', 'was\n')
    const start = await startOf(scratch, keeps)
    expect(start.seen).toBe(false)
    expect(start.dirty).toHaveLength(20_000)
    expect(start.dirty[0]).toMatchObject({ path: 'zz.test', text: 'was\n' })
    scratch.write('zz.test', 'is\n')
    scratch.write('yy.test', 'new\n')
    scratch.write('many/00001.txt', 'y')
    scratch.write('many/20099.txt', 'y')
    scratch.write('a.txt', 'b\n')
    expect((await changesOf(scratch, start, keeps)).map(({ path, how }) => `${how} ${path}`)).toEqual([
      'modified a.txt',
      'modified many/00001.txt',
      'added yy.test',
      'modified zz.test',
    ])
  })

  test('several places: the bound falls on the last one', async () => {
    const scratch = many(20_100)
    const order = (path: string): number | undefined =>
      path.endsWith('.test') ? 0 : path.endsWith('.code') ? 1 : undefined
    scratch.write('zz.test', 'was\n')
    scratch.write('zz.code', 'was\n')
    const start = await startIn(toReading(scratch.door, await scratch.read()), order)
    if (!start) throw new Error('no start')
    expect(start.dirty.slice(0, 3).map(({ path, text }) => [path, text])).toEqual([
      ['zz.test', 'was\n'],
      ['zz.code', 'was\n'],
      ['many/00000.txt', undefined],
    ])
    for (const path of ['zz.test', 'yy.test', 'zz.code', 'yy.code', 'zz.txt', 'a.txt']) scratch.write(path, 'is\n')
    const paths = async (of: Start): Promise<string[]> => {
      const read = await changesIn(toReading(scratch.door, await scratch.read()), of, order, SMALL_TEXTS)
      return read.ok ? read.changes.map(({ path, how }) => `${how} ${path}`) : [read.why]
    }
    const all = ['modified a.txt', 'added yy.code', 'added yy.test', 'modified zz.code', 'modified zz.test']
    expect(await paths(start)).toEqual(all)
    // As fullstop 0.1 wrote it: code came with all others, after the tests.
    const { isRanked: _, ...older } = start
    const [test, code, ...others] = start.dirty
    if (!test || !code) throw new Error('no files')
    expect(await paths({ ...older, dirty: [test, ...others] })).toEqual([
      'modified a.txt',
      'added yy.test',
      'modified zz.test',
    ])
  })

  test('texts are read in their order, and listed by path', async () => {
    const scratch = repository()
    const order = (path: string): number => (path.endsWith('.test') ? 0 : 1)
    const start = await startOf(scratch)
    for (let index = 0; index < 40; index++) scratch.write(`${index}.txt`, 'x'.repeat(250_000))
    scratch.write('zz.test', 'y'.repeat(250_000))
    const read = await changesIn(toReading(scratch.door, await scratch.read()), start, order, SMALL_TEXTS)
    if (!read.ok) throw new Error(read.why)
    expect(read.changes.at(-1)).toEqual({ path: 'zz.test', how: 'added', after: 'y'.repeat(250_000) })
    expect(read.changes.filter(({ after }) => after === undefined)).toHaveLength(8)
  })

  test('names alone, where nobody reads the texts', async () => {
    const scratch = repository()
    const start = await startOf(scratch)
    scratch.write('a.txt', 'b\n')
    const read = await changesIn(toReading(scratch.door, await scratch.read()), start, toOrder(all), undefined)
    expect(read).toEqual({ ok: true, changes: [{ path: 'a.txt', how: 'modified' }] })
  })

  test('texts of eight MiB in all', async () => {
    const scratch = repository()
    for (let index = 0; index < 50; index++) scratch.write(`${index}.txt`, 'x'.repeat(250_000))
    const start = await startOf(scratch)
    expect(start.dirty).toHaveLength(50)
    const kept = start.dirty.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
    expect(kept).toBe(33 * 250_000)
  })

  test('a thousand uncommitted paths', async () => {
    const scratch = many(1100)
    expect(await readUncommitted(scratch.door, scratch.root)).toHaveLength(1000)
  })
})

describe('what goes wrong is said', () => {
  test('no repository', async () => {
    const scratch = keep(makeScratch('no repository'))
    scratch.write('a.txt', 'a')
    expect(await readStart(scratch.door, scratch.root, all)).toBeUndefined()
    expect(await readUncommitted(scratch.door, scratch.root)).toEqual([])
    expect(await readChanges(scratch.door, scratch.root, { dirty: [], seen: true }, all)).toEqual({
      ok: false,
      why: 'the git repository is gone',
    })
  })

  test('the commit is gone', async () => {
    const scratch = repository()
    const start = { ...(await startOf(scratch)), head: 'a'.repeat(40), tree: '' }
    expect(await readChanges(scratch.door, scratch.root, start, all)).toEqual({
      ok: false,
      why: 'the commit that the task began at is gone: aaaaaaaaaaaa',
    })
  })

  test('a start that names an option', async () => {
    const scratch = repository()
    const start = { dirty: [], seen: true, head: '--output=/tmp/x' }
    expect(await readChanges(scratch.door, scratch.root, start, all)).toEqual({
      ok: false,
      why: 'the start of the task names no commit',
    })
  })
})

test('uncommitted paths', async () => {
  const scratch = repository()
  expect(await readUncommitted(scratch.door, scratch.root)).toEqual([])
  scratch.write('a.txt', 'b\n')
  scratch.write('src/b.txt', 'staged\n')
  scratch.git('add', 'src/b.txt')
  scratch.write('new/file.txt', 'x')
  scratch.remove('src/c.txt')
  utimesSync(join(scratch.root, 'run.sh'), 1, 1)
  expect(await readUncommitted(scratch.door, scratch.root)).toEqual(['a.txt', 'new/file.txt', 'src/b.txt', 'src/c.txt'])
})

describe('S7: a start that is read later', () => {
  /** Changed, staged, new, deleted files, and a repository inside. */
  const unrest = (): Scratch => {
    const scratch = repository()
    scratch.write('a.txt', 'mine\n')
    scratch.write('new.txt', 'mine\n')
    scratch.write('staged.txt', 'mine\n')
    scratch.git('add', 'staged.txt')
    scratch.remove('src/c.txt')
    scratch.git('init', '-q', 'inner')
    scratch.write('inner/x.txt', 'x')
    return scratch
  }

  const startAt = async ({ door, root, read }: Scratch, at: Date, head?: string): Promise<Start> => {
    const tree = await read(root)
    const start = await startIn(toReading(door, tree), toOrder(all), { opened: { head: head ?? tree.head, at } })
    if (!start) throw new Error('no start')
    return start
  }

  test('is the one that was there, if nothing changed meanwhile', async () => {
    const scratch = unrest()
    const there = await startOf(scratch)
    expect(await startAt(scratch, new Date(Date.now() + 1000))).toEqual(there)
  })

  test('holds what changed meanwhile as the commit has it', async () => {
    const scratch = unrest()
    const { dirty, tree, isUnsure } = await startAt(scratch, new Date(Date.now() - 60_000))
    const listed = (name: string): string => scratch.git('ls-tree', 'HEAD', name).replace(/ blob (\w+)\t.*\n/s, ' $1')
    expect(dirty).toEqual([
      { path: 'a.txt', id: listed('a.txt'), isLate: true },
      { path: 'inner', id: '', isLate: true },
      { path: 'new.txt', id: '', isLate: true },
      { path: 'src/c.txt', id: listed('src/c.txt'), isLate: true },
      { path: 'staged.txt', id: '', isLate: true },
    ])
    expect([tree, isUnsure]).toEqual([undefined, true])
  })

  test('belongs to the commit of its moment', async () => {
    const scratch = repository()
    const head = scratch.git('rev-parse', 'HEAD').trim()
    scratch.write('a.txt', 'b\n')
    scratch.commitAll()
    const start = await startAt(scratch, new Date(Date.now() - 60_000), head)
    expect(start.head).toBe(head)
    expect(await changesOf(scratch, start)).toEqual([{ path: 'a.txt', how: 'modified', before: 'a\n', after: 'b\n' }])
  })
})

test('a text that was written over after the reading is not taken for the one that was read', async () => {
  const scratch = repository()
  const start = await startOf(scratch)
  for (const path of ['a.txt', 'src/b.txt', 'new.txt']) scratch.write(path, 'by the agent\n')
  const reading = toReading(scratch.door, await scratch.read())
  // A check does so while what changed is looked at.
  scratch.write('a.txt', 'by a checks\n')
  scratch.write('new.txt', 'by a checks\n')
  const read = await changesIn(reading, start, toOrder(all), SMALL_TEXTS)
  expect(read).toEqual({
    ok: true,
    changes: [
      { path: 'a.txt', how: 'modified', before: 'a\n', bytes: { before: 2, after: 12 } },
      { path: 'new.txt', how: 'added', bytes: { after: 12 } },
      { path: 'src/b.txt', how: 'modified', before: 'b\n', after: 'by the agent\n' },
    ],
  })
})

test.each([
  ['line ends', '*.txt text eol=crlf\n', 'one\r\ntwo\r\n'],
  ['an ident', '*.txt ident\n', '$Id: something $\n'],
  ['LFS', '*.txt filter=lfs\n', 'large\n'],
])('a text is known again through a conversion: %s', async (_, attributes, text) => {
  const scratch = repository()
  scratch.write('.gitattributes', attributes)
  for (const command of ['clean', 'smudge']) scratch.git('config', `filter.lfs.${command}`, 'cat')
  scratch.commitAll()
  const start = await startOf(scratch)
  scratch.write('src/new.txt', text)
  const changes = await changesOf(scratch, start)
  expect(changes).toEqual([{ path: 'src/new.txt', how: 'added', after: text.replaceAll('\r\n', '\n') }])
})
