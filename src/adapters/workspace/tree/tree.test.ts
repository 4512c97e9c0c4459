// The tree hash against real repositories: what counts, what does not, and every odd state git can be in.
import { afterEach, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Scratch, makeRepository, makeScratch } from '../scratch.suite.ts'
import { collapse } from './collapse.ts'
import { diffTrees } from './diff-trees.ts'
import { hashTree } from './hash-tree.ts'
import { readTree } from './read-tree.ts'
import { isListed, isUntracked, untrackedId } from './tree.ts'

// Each test starts dozens of processes, on a machine that may be busy.

const made: Scratch[] = []
const repository = (init?: readonly string[]): Scratch => keep(makeRepository(init))
const keep = (scratch: Scratch): Scratch => {
  made.push(scratch)
  return scratch
}

afterEach(() => {
  for (const scratch of made.splice(0)) scratch.end()
})

type Act = (scratch: Scratch) => void

/** A link's target may be anything. */
const link = (scratch: Scratch, target: string, path: string): void => symlinkSync(target, join(scratch.root, path))

const same: ReadonlyArray<readonly [string, Act, Act]> = [
  ['a commit', (s) => s.write('new.txt', 'new'), (s) => s.commitAll()],
  ['adding', (s) => s.write('new.txt', 'new'), (s) => s.git('add', '-A')],
  ['adding a changed file', (s) => s.write('a.txt', 'other'), (s) => s.git('add', '-A')],
  ['taking it out of the index', (s) => s.write('new.txt', 'new'), (s) => (s.git('add', '-A'), s.git('reset', '-q'))],
  ['amending', (s) => s.write('a.txt', 'x'), (s) => s.git('commit', '-q', '-a', '--amend', '-m', 'other')],
  ['a deletion, staged', (s) => s.remove('a.txt'), (s) => s.git('rm', '-q', 'a.txt')],
  ['a deletion, committed', (s) => s.remove('a.txt'), (s) => s.commitAll()],
  ['a mode, committed', (s) => chmodSync(join(s.root, 'a.txt'), 0o755), (s) => s.commitAll()],
  ['a link, committed', (s) => link(s, 'a.txt', 'link'), (s) => s.commitAll()],
  [
    'stash and pop',
    (s) => (s.write('a.txt', 'x'), s.write('new.txt', 'new')),
    (s) => (s.git('stash', '-q', '-u'), s.git('stash', 'pop', '-q')),
  ],
  ['a touch', () => undefined, (s) => utimesSync(join(s.root, 'a.txt'), 1, 1)],
  ['an ignored file', () => undefined, (s) => (s.write('ignored', 'x'), s.write('build/y', 'y'))],
  ['a branch at the same content', () => undefined, (s) => s.git('switch', '-q', '-c', 'other')],
  ['an empty folder', () => undefined, (s) => mkdirSync(join(s.root, 'empty'))],
  ['a change taken back', () => undefined, (s) => (s.write('a.txt', 'x'), s.write('a.txt', 'a\n'))],
  ['no longer tracked', () => undefined, (s) => s.git('rm', '-q', '--cached', 'a.txt')],
  ['assume-unchanged alone', () => undefined, (s) => s.git('update-index', '--assume-unchanged', 'a.txt')],
  ['skip-worktree alone', () => undefined, (s) => s.git('update-index', '--skip-worktree', 'a.txt')],
  ['intent to add', (s) => s.write('new.txt', 'new'), (s) => s.git('add', '-N', 'new.txt')],
  ['another bit of the mode', () => undefined, (s) => chmodSync(join(s.root, 'a.txt'), 0o600)],
  ['repacking', () => undefined, (s) => s.git('gc', '-q')],
  ['a pipe', () => undefined, (s) => spawnSync('mkfifo', [join(s.root, 'pipe')])],
]

describe('the hash stays with', () => {
  for (const [name, before, act] of same)
    test(name, async () => {
      const scratch = repository()
      before(scratch)
      const hash = await scratch.hash()
      act(scratch)
      expect(await scratch.hash()).toBe(hash)
    })
})

const different: ReadonlyArray<readonly [string, Act]> = [
  ['other content', (s) => s.write('a.txt', 'b\n')],
  ['other content, staged', (s) => (s.write('a.txt', 'b\n'), s.git('add', '-A'))],
  ['a byte of the same length and time', (s) => keepTimes(s, 'a.txt', () => s.write('a.txt', 'z\n'))],
  ['a mode', (s) => chmodSync(join(s.root, 'a.txt'), 0o755)],
  [
    'a mode where git is told to ignore it',
    (s) => (s.git('config', 'core.fileMode', 'false'), chmodSync(join(s.root, 'a.txt'), 0o755)),
  ],
  [
    'a name in another case where git is told to ignore it',
    (s) => (s.git('config', 'core.ignoreCase', 'true'), s.write('A.TXT', 'x'), s.write('SRC/new', 'x')),
  ],
  ['a rename', (s) => renameSync(join(s.root, 'a.txt'), join(s.root, 'z.txt'))],
  ['a deletion', (s) => s.remove('a.txt')],
  ['a deleted folder', (s) => s.remove('src')],
  ['a new file', (s) => s.write('new.txt', '')],
  ['a new file in a new folder', (s) => s.write('new/deep/file.txt', '')],
  ['a new link', (s) => link(s, 'nowhere', 'new')],
  ['a tracked file that is ignored', (s) => (s.write('.git/info/exclude', '*\n'), s.write('a.txt', 'x'))],
  [
    'a change under assume-unchanged',
    (s) => (s.git('update-index', '--assume-unchanged', 'a.txt'), s.write('a.txt', 'x')),
  ],
  ['a change under skip-worktree', (s) => (s.git('update-index', '--skip-worktree', 'a.txt'), s.write('a.txt', 'x'))],
  ['a deletion under skip-worktree', (s) => (s.git('update-index', '--skip-worktree', 'a.txt'), s.remove('a.txt'))],
  [
    'a deletion under both',
    (s) => (s.git('update-index', '--skip-worktree', '--assume-unchanged', 'a.txt'), s.remove('a.txt')),
  ],
  ['a file that became a link', (s) => (s.remove('a.txt'), link(s, 'src/b.txt', 'a.txt'))],
  ['a file that became a folder', (s) => (s.remove('a.txt'), s.write('a.txt/inner', 'a\n'))],
  ['a folder that became a file', (s) => (s.remove('src'), s.write('src', 'b\n'))],
  [
    'a folder that became a link to its like',
    (s) => (renameSync(join(s.root, 'src'), join(s.outside, 'src')), link(s, join(s.outside, 'src'), 'src')),
  ],
  ['a folder that became a link to itself', (s) => (s.remove('src'), link(s, 'src', 'src'))],
  ['a file that became a pipe', (s) => (s.remove('a.txt'), spawnSync('mkfifo', [join(s.root, 'a.txt')]))],
  ['a repository inside', (s) => (s.write('inside/x', 'x'), s.gitIn(join(s.root, 'inside'), 'init', '-q'))],
  [
    'a repository inside that is broken',
    (s) => (s.write('inside/x', 'x'), s.write('inside/.git', 'gitdir: /nowhere\n')),
  ],
]

describe('the hash changes with', () => {
  for (const [name, act] of different)
    test(name, async () => {
      const scratch = repository()
      const before = await scratch.hash()
      act(scratch)
      const after = await scratch.hash()
      expect(after).not.toBe(before)
      expect(await scratch.hash()).toBe(after)
    })
})

function keepTimes(scratch: Scratch, path: string, act: () => void): void {
  const file = join(scratch.root, path)
  const past = new Date('2020-01-01')
  utimesSync(file, past, past)
  scratch.git('update-index', '--refresh')
  nextSecond(file)
  act()
  utimesSync(file, past, past)
}

/** Git keeps the time of the last change of a file's state, which nobody can set, in seconds. */
function nextSecond(file: string): void {
  const second = (): number => {
    writeFileSync(`${file}.probe`, '')
    return Math.floor(statSync(`${file}.probe`).ctimeMs / 1000)
  }
  const now = second()
  while (second() === now) Bun.sleepSync(10)
  rmSync(`${file}.probe`)
}

test('modes mean nothing where every file is executable', async () => {
  const scratch = repository()
  scratch.git('config', 'core.fileMode', 'false')
  const hash = await scratch.hash()
  chmodSync(join(scratch.root, '.git', 'index'), 0o755)
  chmodSync(join(scratch.root, 'a.txt'), 0o755)
  expect(await scratch.hash()).toBe(hash)
  scratch.write('new.txt', 'x', 0o755)
  const added = await scratch.read()
  expect(untrackedId(added, 'new.txt')).toMatch(/^100644 /)
})

test('a link counts by its target, not by what is there', async () => {
  const scratch = repository()
  link(scratch, 'a.txt', 'link')
  scratch.commitAll()
  const hash = await scratch.hash()
  unlinkSync(join(scratch.root, 'link'))
  link(scratch, 'src/b.txt', 'link')
  expect(await scratch.hash()).not.toBe(hash)
})

test('swapping a file for a folder and back leaves no trace', async () => {
  const scratch = repository()
  const hash = await scratch.hash()
  scratch.remove('a.txt')
  scratch.write('a.txt/inner', 'x')
  scratch.commitAll()
  scratch.remove('a.txt')
  scratch.write('a.txt', 'a\n')
  expect(await scratch.hash()).toBe(hash)
  scratch.commitAll()
  expect(await scratch.hash()).toBe(hash)
})

test('a conflict counts by what is on disk, and so does its solution', async () => {
  const scratch = repository()
  scratch.git('switch', '-q', '-c', 'other')
  scratch.write('a.txt', 'theirs\n')
  scratch.commitAll()
  scratch.git('switch', '-q', 'main')
  scratch.write('a.txt', 'ours\n')
  scratch.commitAll()
  const ours = await scratch.hash()
  expect(() => scratch.git('merge', '-q', 'other')).toThrow()
  const conflict = await scratch.hash()
  expect(conflict).not.toBe(ours)
  scratch.write('a.txt', 'ours\n')
  expect(await scratch.hash()).toBe(ours)
  scratch.git('add', 'a.txt')
  expect(await scratch.hash()).toBe(ours)
})

const ODD_NAMES: ReadonlyArray<readonly [string, string | Buffer]> = [
  ['spaces', ' a b '],
  ['a line break', 'a\nb'],
  ['a tab', 'src\tb.txt'],
  ['quotes', '"quoted" \\ \'name\''],
  ['a leading dash', '--help'],
  ['a pathspec', ':(attr:x)*'],
  ['a tag', 'H 160000 x'],
  ['no UTF-8', Buffer.concat([Buffer.from('caf'), Buffer.of(0xe9)])],
  ['letters beyond ASCII', 'größe-文.txt'],
  ['a replacement character', 'odd-\uFFFD'],
]

describe('a name with', () => {
  for (const [name, file] of ODD_NAMES)
    test(name, async () => {
      const scratch = repository()
      const path = Buffer.concat([Buffer.from(`${scratch.root}/`), Buffer.from(file)])
      const none = await scratch.hash()
      writeFileSync(path, 'one')
      const one = await scratch.hash()
      expect((await scratch.read()).untracked.size).toBe(1)
      scratch.commitAll()
      expect(await scratch.hash()).toBe(one)
      writeFileSync(path, 'two')
      const two = await scratch.hash()
      scratch.commitAll()
      expect(await scratch.hash()).toBe(two)
      rmSync(path as unknown as string)
      expect(await scratch.hash()).toBe(none)
      expect(new Set([none, one, two]).size).toBe(3)
    })
})

test('a repository with SHA-256 ids', async () => {
  const scratch = repository(['--object-format=sha256'])
  scratch.write('new.txt', 'new')
  scratch.write('a.txt', 'other')
  const hash = await scratch.hash()
  scratch.commitAll()
  expect(await scratch.hash()).toBe(hash)
  expect((await scratch.read()).head).toHaveLength(64)
})

test('only files under the root count, with paths relative to it', async () => {
  const scratch = repository()
  const src = join(scratch.root, 'src')
  scratch.write('src/new.txt', 'new')
  scratch.write('src/b.txt', 'other')
  const hash = await scratch.hash(src)
  expect([...(await scratch.read(src)).untracked.keys()]).toEqual(['new.txt'])
  scratch.write('a.txt', 'other')
  scratch.write('elsewhere.txt', 'other')
  expect(await scratch.hash(src)).toBe(hash)
  scratch.commitAll()
  expect(await scratch.hash(src)).toBe(hash)
  scratch.write('src/b.txt', 'third')
  expect(await scratch.hash(src)).not.toBe(hash)
})

test('a linked worktree is read like its repository', async () => {
  const scratch = repository()
  const tree = join(scratch.outside, 'linked')
  scratch.git('worktree', 'add', '-q', tree)
  expect(await scratch.hash(tree)).toBe(await scratch.hash())
  writeFileSync(join(tree, 'a.txt'), 'other')
  expect(await scratch.hash(tree)).not.toBe(await scratch.hash())
})

test('a root given by a link', async () => {
  const scratch = repository()
  symlinkSync(join(scratch.root, 'src'), join(scratch.outside, 'link'))
  scratch.write('.gitattributes', '* text=auto\n')
  scratch.write('src/new.txt', 'x\r\n')
  const hash = await scratch.hash(join(scratch.outside, 'link'))
  expect(hash).toBe(await scratch.hash(join(scratch.root, 'src')))
  scratch.commitAll()
  expect(await scratch.hash(join(scratch.outside, 'link'))).toBe(hash)
})

function withSubmodule(scratch: Scratch): string {
  const source = join(scratch.outside, 'source')
  mkdirSync(source)
  scratch.gitIn(source, 'init', '-q')
  writeFileSync(join(source, 'in.txt'), 'in\n')
  scratch.gitIn(source, 'add', '-A')
  scratch.gitIn(source, 'commit', '-q', '-m', 'in')
  scratch.git('submodule', '--quiet', 'add', source, 'sub')
  scratch.commitAll()
  return join(scratch.root, 'sub')
}

describe('a submodule', () => {
  test('counts with its files', async () => {
    const scratch = repository()
    withSubmodule(scratch)
    const hash = await scratch.hash()
    scratch.write('sub/in.txt', 'other\n')
    const changed = await scratch.hash()
    expect(changed).not.toBe(hash)
    scratch.write('sub/in.txt', 'in\n')
    scratch.write('sub/new.txt', 'new\n')
    const added = await scratch.read()
    expect(hashTree(added)).not.toBe(hash)
    expect(isUntracked(added, 'sub/new.txt')).toBe(true)
    scratch.remove('sub/new.txt')
    expect(await scratch.hash()).toBe(hash)
  })

  test('counts with its commit, and committing that alone changes nothing', async () => {
    const scratch = repository()
    const sub = withSubmodule(scratch)
    const before = await scratch.read()
    scratch.gitIn(sub, 'commit', '-q', '--allow-empty', '-m', 'next')
    const after = await scratch.read()
    expect(hashTree(after)).not.toBe(hashTree(before))
    expect(diffTrees(before, after)).toEqual({ tracked: ['sub'], untracked: [] })
    scratch.commitAll()
    expect(await scratch.hash()).toBe(hashTree(after))
  })

  test('hides nothing when it is not checked out', async () => {
    const scratch = repository()
    withSubmodule(scratch)
    scratch.git('submodule', '--quiet', 'deinit', '-f', 'sub')
    const hash = await scratch.hash()
    scratch.write('sub/planted.txt', 'x')
    expect(await scratch.hash()).not.toBe(hash)
    scratch.remove('sub')
    const gone = await scratch.hash()
    scratch.write('sub', 'a file')
    expect(await scratch.hash()).not.toBe(gone)
  })
})

describe('a repository inside that nobody tracks', () => {
  const make = (scratch: Scratch): string => {
    const inner = join(scratch.root, 'inner')
    mkdirSync(inner)
    scratch.gitIn(inner, 'init', '-q')
    writeFileSync(join(inner, 'x.txt'), 'x\n')
    return inner
  }

  test('counts with files and commit, tracked or not', async () => {
    const scratch = repository()
    const none = await scratch.hash()
    const inner = make(scratch)
    const unborn = await scratch.hash()
    scratch.gitIn(inner, 'add', '-A')
    expect(await scratch.hash()).toBe(unborn)
    scratch.gitIn(inner, 'commit', '-q', '-m', 'x')
    const committed = await scratch.hash()
    writeFileSync(join(inner, 'x.txt'), 'y\n')
    const changed = await scratch.hash()
    expect(new Set([none, unborn, committed, changed]).size).toBe(4)
    scratch.git('-c', 'advice.addEmbeddedRepo=false', 'add', '-A')
    expect(await scratch.hash()).toBe(changed)
  })

  test('can be left out as a whole', async () => {
    const scratch = repository()
    const before = await scratch.read()
    const inner = make(scratch)
    scratch.gitIn(inner, 'add', '-A')
    scratch.gitIn(inner, 'commit', '-q', '-m', 'x')
    const after = await scratch.read()
    expect(diffTrees(before, after)).toEqual({ tracked: [], untracked: ['inner/.git', 'inner/x.txt'] })
    expect(hashTree(after, (path) => path.startsWith('inner/'))).toBe(hashTree(before))
    expect(hashTree(after, () => false)).toBe(hashTree(after))
    expect(hashTree(after, (path) => path === 'inner/.git')).not.toBe(hashTree(after))
  })

  test('with a name that is no UTF-8', async () => {
    const scratch = repository()
    const inner = Buffer.concat([Buffer.from(`${scratch.root}/caf`), Buffer.of(0xe9)])
    renameSync(make(scratch), inner)
    const hash = await scratch.hash()
    writeFileSync(Buffer.concat([inner, Buffer.from('/x.txt')]), 'other\n')
    expect(await scratch.hash()).not.toBe(hash)
  })

  test('deep ones are read file by file', async () => {
    const scratch = repository()
    let folder = scratch.root
    for (let depth = 0; depth < 6; depth++) {
      folder = join(folder, 'in')
      mkdirSync(folder)
      scratch.gitIn(folder, 'init', '-q')
    }
    writeFileSync(join(folder, 'deep.txt'), 'x')
    const hash = await scratch.hash()
    writeFileSync(join(folder, 'deep.txt'), 'y')
    expect(await scratch.hash()).not.toBe(hash)
  })
})

test('no commit yet', async () => {
  const scratch = keep(makeScratch())
  const empty = await scratch.hash()
  scratch.write('a.txt', 'a')
  const tree = await scratch.read()
  expect(tree.head).toBeUndefined()
  expect(hashTree(tree)).not.toBe(empty)
  scratch.git('add', '-A')
  expect(await scratch.hash()).toBe(hashTree(tree))
  scratch.commitAll()
  expect(await scratch.hash()).toBe(hashTree(tree))
})

describe('line ends', () => {
  const attributes: ReadonlyArray<readonly [string, Act]> = [
    ['text=auto', (s) => s.write('.gitattributes', '* text=auto\n')],
    ['eol=crlf', (s) => s.write('.gitattributes', '*.txt text eol=crlf\n')],
    ['core.autocrlf', (s) => s.git('config', 'core.autocrlf', 'true')],
    [
      'core.autocrlf and -text',
      (s) => (s.git('config', 'core.autocrlf', 'input'), s.write('.gitattributes', '* -text\n')),
    ],
    ['an encoding', (s) => s.write('.gitattributes', '*.txt text working-tree-encoding=UTF-16LE eol=crlf\n')],
    ['ident', (s) => s.write('.gitattributes', '*.txt ident\n')],
  ]
  for (const [name, set] of attributes)
    test(name, async () => {
      const scratch = repository()
      set(scratch)
      scratch.commitAll()
      const text = Buffer.from('one\r\ntwo $Id: x $\r\n', name === 'an encoding' ? 'utf16le' : 'utf8')
      scratch.write('new.txt', text)
      scratch.write('src/b.txt', text)
      const hash = await scratch.hash()
      scratch.commitAll()
      expect(await scratch.hash()).toBe(hash)
      utimesSync(join(scratch.root, 'new.txt'), 1, 1)
      expect(await scratch.hash()).toBe(hash)
      scratch.write('new.txt', Buffer.from('other\r\n', name === 'an encoding' ? 'utf16le' : 'utf8'))
      expect(await scratch.hash()).not.toBe(hash)
    })

  test('a file committed with CRLF before the attribute came', async () => {
    const scratch = repository()
    scratch.write('dos.txt', 'x\r\n')
    scratch.commitAll()
    scratch.write('.gitattributes', '* text=auto\n')
    scratch.commitAll()
    const hash = await scratch.hash()
    utimesSync(join(scratch.root, 'dos.txt'), 1, 1)
    expect(await scratch.hash()).toBe(hash)
  })
})

describe('filters, which are never run', () => {
  test('Git LFS: the pointer is written by us', async () => {
    const scratch = repository()
    scratch.git('config', 'filter.lfs.clean', 'node -e "process.exit(1)" --')
    scratch.git('config', 'filter.lfs.required', 'true')
    scratch.write('.gitattributes', '*.bin filter=lfs -text\n')
    scratch.write('big.bin', 'content\n')
    const hash = await scratch.hash()
    const id = '434728a410a78f56fc1b5899c3593436e61ab0c731e9072d95e96db290205e53'
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${id}\nsize 8\n`
    writeFileSync(join(scratch.outside, 'pointer'), pointer)
    const blob = scratch.git('hash-object', '-w', '--no-filters', join(scratch.outside, 'pointer')).trim()
    scratch.git('add', '.gitattributes')
    scratch.git('update-index', '--add', '--cacheinfo', `100644,${blob},big.bin`)
    expect(await scratch.hash()).toBe(hash)
    scratch.write('big.bin', 'other\n')
    expect(await scratch.hash()).not.toBe(hash)
    scratch.write('big.bin', pointer)
    expect(await scratch.hash()).toBe(hash)
  })

  test('any other: those files count by their bytes, committed or not', async () => {
    const scratch = repository()
    scratch.git('config', 'filter.upper.clean', 'tr a-z A-Z')
    scratch.git('config', 'filter.upper.smudge', 'tr A-Z a-z')
    scratch.write('.gitattributes', '*.low filter=upper\n')
    scratch.write('x.low', 'low\n')
    const hash = await scratch.hash()
    scratch.commitAll()
    expect(scratch.git('show', 'HEAD:x.low')).toBe('LOW\n')
    expect(await scratch.hash()).toBe(hash)
    scratch.write('x.low', 'lower\n')
    expect(await scratch.hash()).not.toBe(hash)
  })

  test('a filter whose name cannot be switched off is said', async () => {
    const scratch = repository()
    appendFileSync(join(scratch.root, '.git', 'config'), '[filter "a=b"]\nclean = touch proof\n')
    expect(await readTree(scratch.door, scratch.root)).toEqual({
      ok: false,
      why: 'the git config names a filter that cannot be switched off: a=b',
    })
  })
})

test('a large file is read in pieces', async () => {
  const scratch = repository()
  const large = Buffer.alloc(5_000_000, 'large')
  scratch.write('large.bin', large)
  const hash = await scratch.hash()
  scratch.commitAll()
  expect(await scratch.hash()).toBe(hash)
  large[4_999_999] = 0
  scratch.write('large.bin', large)
  expect(await scratch.hash()).not.toBe(hash)
})

/** Root may read everything: there the reading is done by nobody, who must be able to get at the runtime and the sources. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const canRead = spawnSync(process.execPath, ['-e', `import '${join(import.meta.dirname, 'read-tree.ts')}'`], {
  ...nobody,
  cwd: '/',
  env: { PATH: process.env['PATH'] ?? '', HOME: '/' },
})

test.skipIf(canRead.status !== 0)(
  'a file that may not be read counts as such (skipped where nobody may run us)',
  () => {
    const scratch = repository()
    scratch.write('secret.txt', 'x')
    const run = (): string => {
      const script = `
      import { readTree } from '${join(import.meta.dirname, 'read-tree.ts')}'
      import { hashTree } from '${join(import.meta.dirname, 'hash-tree.ts')}'
      import { runProgram } from '${join(import.meta.dirname, '..', '..', 'platform', 'processes', 'process.ts')}'
      const read = await readTree({ runProgram, env: process.env }, '${scratch.root}')
      console.log(read.ok ? hashTree(read.tree) + JSON.stringify([...read.tree.untracked]) : read.why)`
      const env = { ...scratch.env, GIT_CONFIG_GLOBAL: join(scratch.outside, 'config') }
      writeFileSync(env.GIT_CONFIG_GLOBAL, '[safe]\ndirectory = *\n')
      return spawnSync(process.execPath, ['-e', script], { ...nobody, env, cwd: '/', encoding: 'utf8' }).stdout.trim()
    }
    chmodSync(scratch.outside, 0o755)
    const readable = run()
    expect(readable).toMatch(/^[0-9a-f]{64}\[\["secret\.txt","100644 [0-9a-f]{40}"\]\]$/)
    chmodSync(join(scratch.root, 'secret.txt'), 0)
    const first = run()
    expect(first).toMatch(/^[0-9a-f]{64}\[\["secret\.txt","100644 unreadable"\]\]$/)
    expect(first.slice(0, 64)).not.toBe(readable.slice(0, 64))
    expect(run()).toBe(first)
    chmodSync(join(scratch.root, 'src'), 0)
    const [closed, again] = [run(), run()]
    // What cannot be entered cannot be removed either.
    chmodSync(join(scratch.root, 'src'), 0o755)
    expect(closed.slice(64)).toBe(first.slice(64))
    expect(closed).not.toBe(first)
    expect(again).toBe(closed)
  },
)

test('files that come and go meanwhile do no harm', async () => {
  const scratch = repository()
  for (let index = 0; index < 300; index++) scratch.write(`many/${index}.txt`, `${index}`)
  const readings = [scratch.read(), scratch.read(), scratch.read()]
  for (let index = 0; index < 300; index++) {
    scratch.remove(`many/${index}.txt`)
    if (index % 25 === 0) await Promise.resolve()
  }
  await Promise.all(readings)
  expect((await scratch.read()).untracked.size).toBe(0)
})

test('a sparse checkout counts by what is there', async () => {
  const scratch = repository()
  for (let index = 0; index < 30; index++) scratch.write(`deep/folder/${index}.txt`, `${index}`)
  scratch.commitAll()
  const whole = await scratch.hash()
  scratch.git('sparse-checkout', 'set', 'src')
  const sparse = await scratch.hash()
  expect(sparse).not.toBe(whole)
  scratch.git('sparse-checkout', 'reapply', '--sparse-index')
  expect(await scratch.hash()).toBe(sparse)
  scratch.write('deep/folder/3.txt', '3')
  expect(await scratch.hash()).not.toBe(sparse)
  scratch.git('sparse-checkout', 'disable')
  expect(await scratch.hash()).toBe(whole)
})

describe('no repository', () => {
  test('all files are untracked, and folders of tools are passed over', async () => {
    const scratch = keep(makeScratch('no repository'))
    scratch.write('a.txt', 'a')
    scratch.write('src/b.txt', 'b')
    scratch.write('node_modules/x/index.js', 'x')
    spawnSync('mkfifo', [join(scratch.root, 'pipe')])
    writeFileSync(Buffer.concat([Buffer.from(`${scratch.root}/caf`), Buffer.of(0xe9)]), 'x')
    const tree = await scratch.read()
    expect(tree.isRepository).toBe(false)
    expect([...tree.untracked.keys()]).toEqual(['a.txt', '"caf\\351"', 'src/b.txt'])
    scratch.write('a.txt', 'b')
    expect(await scratch.hash()).not.toBe(hashTree(tree))
  })

  test('a huge folder is refused with advice', async () => {
    const scratch = keep(makeScratch('no repository'))
    for (let folder = 0; folder < 21; folder++) {
      mkdirSync(join(scratch.root, `${folder}`))
      for (let index = 0; index < 1000; index++) writeFileSync(join(scratch.root, `${folder}`, `${index}`), '')
    }
    const read = await readTree(scratch.door, scratch.root)
    expect(read.ok ? '' : read.why).toContain('`git init`')
  })
})

describe('what goes wrong is said', () => {
  test('git is not installed', async () => {
    const scratch = repository()
    const door = { ...scratch.door, env: { ...scratch.env, PATH: scratch.outside } }
    expect(await readTree(door, scratch.root)).toEqual({ ok: false, why: 'git is not installed' })
  })

  test('a relative folder in PATH is not searched', async () => {
    const scratch = repository()
    scratch.write('git', '#!/bin/sh\ntouch proof\n', 0o755)
    const door = { ...scratch.door, env: { ...scratch.env, PATH: `.::${scratch.env['PATH']}` } }
    expect((await readTree(door, scratch.root)).ok).toBe(true)
    expect([...(await scratch.read()).untracked.keys()]).toEqual(['git'])
  })

  test('R7: a folder of the repository in PATH is not searched, by whatever name', async () => {
    const scratch = repository()
    scratch.write('bin/git', '#!/bin/sh\ntouch proof\n', 0o755)
    symlinkSync(join(scratch.root, 'bin'), join(scratch.outside, 'link'))
    const folders = [join(scratch.root, 'bin'), join(scratch.outside, 'link'), scratch.env['PATH']]
    const door = { ...scratch.door, env: { ...scratch.env, PATH: folders.join(':') } }
    for (const cwd of [scratch.root, join(scratch.root, 'bin')]) expect((await readTree(door, cwd)).ok).toBe(true)
    expect([...(await scratch.read()).untracked.keys()]).toEqual(['bin/git'])
  })

  test('the folder is gone', async () => {
    const scratch = repository()
    const gone = join(scratch.root, 'gone')
    expect(await readTree(scratch.door, gone)).toEqual({ ok: false, why: `there is no folder ${gone}` })
  })

  test('somebody else owns it', async () => {
    if (process.getuid?.() !== 0) return
    const scratch = repository()
    spawnSync('chown', ['-R', '65534', scratch.root])
    const read = await readTree(scratch.door, scratch.root)
    expect(read.ok ? '' : read.why).toContain('dubious ownership')
  })

  test('a broken index', async () => {
    const scratch = repository()
    scratch.write('.git/index', 'broken')
    expect((await readTree(scratch.door, scratch.root)).ok).toBe(false)
  })

  test('a work tree elsewhere', async () => {
    const scratch = repository()
    scratch.git('config', 'core.worktree', scratch.outside + '/home')
    const read = await readTree(scratch.door, scratch.root)
    expect(read.ok ? '' : read.why).toContain('core.worktree')
  })

  test('a bare repository', async () => {
    const scratch = keep(makeScratch(['--bare']))
    expect((await readTree(scratch.door, scratch.root)).ok).toBe(false)
  })
})

describe('variables of git around us', () => {
  test('do not redirect it', async () => {
    const scratch = repository()
    const hash = await scratch.hash()
    const env = {
      ...scratch.env,
      GIT_DIR: '/nowhere',
      GIT_WORK_TREE: '/nowhere',
      GIT_INDEX_FILE: '/nowhere/index',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.bare',
      GIT_CONFIG_VALUE_0: 'true',
    }
    const read = await readTree({ ...scratch.door, env }, scratch.root)
    expect(read.ok && hashTree(read.tree)).toBe(hash)
  })
})

test('an index that changes while it is read is read again', async () => {
  const scratch = repository()
  scratch.write('a.txt', 'other')
  let isFirst = true
  const door = {
    ...scratch.door,
    runProgram: async (...args: Parameters<typeof scratch.door.runProgram>) => {
      const ran = await scratch.door.runProgram(...args)
      if (isFirst && args[0].includes('ls-files')) {
        isFirst = false
        scratch.git('add', '-A')
      }
      return ran
    },
  }
  const read = await readTree(door, scratch.root)
  expect(read.ok && hashTree(read.tree)).toBe(await scratch.hash())
})

test('untracked files can be left out, tracked ones cannot', async () => {
  const scratch = repository()
  const hash = await scratch.hash()
  scratch.write('coverage/index.html', 'x')
  scratch.write('report.xml', 'y')
  const tree = await scratch.read()
  const all = (): boolean => true
  expect(hashTree(tree, all)).toBe(hash)
  expect(hashTree(tree, (path) => path === 'report.xml')).not.toBe(hash)
  scratch.write('a.txt', 'other')
  expect(hashTree(await scratch.read(), all)).not.toBe(hash)
})

test('a file is listed if it is there and git does not ignore it', async () => {
  const scratch = repository()
  scratch.write('new/one.txt', '1')
  scratch.write('ignored', 'x')
  scratch.write('gone.txt', 'x')
  scratch.commitAll()
  scratch.write('new/two.txt', '2')
  scratch.remove('gone.txt')
  const tree = await scratch.read()
  const listed = ['a.txt', 'new/one.txt', 'new/two.txt', 'gone.txt', 'ignored', 'new', 'none'].filter((path) =>
    isListed(tree, path),
  )
  expect(listed).toEqual(['a.txt', 'new/one.txt', 'new/two.txt'])
})

test('ids of untracked files and folders', async () => {
  const scratch = repository()
  scratch.write('out/one', '1')
  scratch.write('out/two', '2')
  const tree = await scratch.read()
  expect(untrackedId(tree, 'out/one')).toMatch(/^100644 /)
  expect(untrackedId(tree, 'a.txt')).toBeUndefined()
  expect(untrackedId(tree, 'none/')).toBeUndefined()
  expect(isUntracked(tree, 'out/one')).toBe(true)
  expect(isUntracked(tree, 'a.txt')).toBe(false)
  const before = untrackedId(tree, 'out/')
  scratch.write('out/two', '3')
  expect(untrackedId(await scratch.read(), 'out/')).not.toBe(before)
})

test('what differs between two readings', async () => {
  const scratch = repository()
  scratch.write('old', 'x')
  scratch.write('kept', 'x')
  scratch.write('moved/in', 'x')
  const before = await scratch.read()
  scratch.write('a.txt', 'other')
  scratch.remove('src/c.txt')
  scratch.remove('old')
  scratch.write('new', 'x')
  const same = await scratch.read()
  const expected = { tracked: ['a.txt', 'src/c.txt'], untracked: ['new', 'old'] }
  expect(diffTrees(before, same)).toEqual(expected)
  expect(diffTrees(same, same)).toEqual({ tracked: [], untracked: [] })
  scratch.commitAll()
  const committed = await scratch.read()
  expect(diffTrees(same, committed)).toEqual({ tracked: [], untracked: [] })
  expect(diffTrees(before, committed)).toEqual({ tracked: ['a.txt', 'new', 'src/c.txt'], untracked: ['old'] })
  scratch.gitIn(join(scratch.root, 'src'), 'init', '-q')
  expect(diffTrees(committed, await scratch.read())).toEqual({ tracked: [], untracked: [] })
})

test('folders full of untracked files are named as one', async () => {
  const scratch = repository()
  const many = (folder: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${folder}/${index}.txt`)
  const files = [
    ...many('out/html', 15),
    ...many('out/js', 15),
    ...many('few', 20),
    ...many('src', 30),
    ...many('part', 30),
  ]
  for (const file of files) scratch.write(file, 'x')
  const tree = await scratch.read()
  const listed = [...files.filter((file) => file !== 'part/3.txt'), 'report.xml']
  expect(collapse(tree, listed)).toEqual(
    [
      'out/',
      ...many('few', 20),
      ...many('src', 30),
      ...many('part', 30).filter((f) => f !== 'part/3.txt'),
      'report.xml',
    ].sort(),
  )
})

test('the file that was read is the file on disk', async () => {
  const scratch = repository()
  scratch.write('new', 'text')
  const id = scratch.git('hash-object', 'new').trim()
  expect(untrackedId(await scratch.read(), 'new')).toBe(`100644 ${id}`)
  expect(readFileSync(join(scratch.root, 'new'), 'utf8')).toBe('text')
})
