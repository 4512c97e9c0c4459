// Where no folder changed, git is not asked again which files are untracked; whatever could change its answer is seen.
import { expect, onTestFinished, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GitDoor } from '../../git.ts'
import { makeRepository, type Scratch } from '../../scratch.suite.ts'
import { hashTree } from '../hash-tree.ts'
import { type InMemory, keepInMemory, readWith } from './keeping.suite.ts'
import { recordVisits } from './record-visits.ts'
import { decodeVisits } from './visits.ts'

/** Folders of all kinds: tracked, untracked, within one another, ignored. */
function repository(): Scratch {
  const scratch = makeRepository()
  onTestFinished(scratch.end)
  scratch.write('src/deep/er/a.txt', 'a\n')
  scratch.write('src/own/.gitignore', '*.log\n')
  scratch.commitAll()
  scratch.write('new/in/b.txt', 'b\n')
  scratch.write('new/c.txt', 'c\n')
  scratch.write('new/.gitignore', '.gitignore\nhidden\n')
  scratch.write('build/out.txt', 'out\n')
  return scratch
}

/** Read, and recorded while nobody waits. */
async function recorded(scratch: Scratch, now?: () => Date): Promise<InMemory> {
  const keeper = keepInMemory()
  const tree = await readWith(scratch, keeper)
  await recordVisits(scratch.door, tree, { keeper: keeper.visits, now: now ?? keeper.now })
  return keeper
}

/** The hash of the tree as it is read with what was kept, and whether git listed for it. */
async function readAgain({ door, root }: Scratch, keeper: InMemory): Promise<{ hash: string; isListed: boolean }> {
  let isListed = false
  const runProgram: GitDoor['runProgram'] = (argv, options) => {
    isListed ||= argv.includes('ls-files')
    return door.runProgram(argv, options)
  }
  const tree = await readWith({ door: { ...door, runProgram }, root }, keeper)
  return { hash: hashTree(tree), isListed }
}

test('S4: where no folder changed, git does not list the untracked files again', async () => {
  const scratch = repository()
  const kept = await recorded(scratch)
  expect(kept.visitsBytes()).toBeDefined()
  expect(await readAgain(scratch, kept)).toEqual({ hash: await scratch.hash(), isListed: false })
  expect(await readAgain(scratch, kept)).toEqual({ hash: await scratch.hash(), isListed: false })
})

type Act = (scratch: Scratch) => void

const UNSEEN: Readonly<Record<string, Act>> = {
  'a tracked file is written': ({ write }) => write('src/deep/er/a.txt', 'other\n'),
  'an untracked file is written': ({ write }) => write('new/in/b.txt', 'other\n'),
  'an ignored file comes': ({ write }) => write('build/more.txt', 'more\n'),
  'a folder comes among ignored ones': ({ write }) => write('build/deep/er/more.txt', 'more\n'),
}

test.each(Object.entries(UNSEEN))('S4: git does not list again when %s, and the tree is right', async (_, act) => {
  const scratch = repository()
  const kept = await recorded(scratch)
  act(scratch)
  expect(await readAgain(scratch, kept)).toEqual({ hash: await scratch.hash(), isListed: false })
})

const SEEN: Readonly<Record<string, Act>> = {
  'a file comes at the top': ({ write }) => write('more.txt', 'more\n'),
  'a file comes into a tracked folder': ({ write }) => write('src/deep/more.txt', 'more\n'),
  'a file comes into an untracked folder': ({ write }) => write('new/in/more.txt', 'more\n'),
  'a folder comes': ({ write }) => write('src/deep/other/more.txt', 'more\n'),
  'an untracked file goes': ({ remove }) => remove('new/in/b.txt'),
  'a tracked file goes': ({ remove }) => remove('src/deep/er/a.txt'),
  'a folder goes': ({ root }) => rmSync(join(root, 'new/in'), { recursive: true }),
  'a file gets another name': ({ root }) => renameSync(join(root, 'new/c.txt'), join(root, 'new/d.txt')),
  'a folder gets another name': ({ root }) => renameSync(join(root, 'new/in'), join(root, 'new/on')),
  'a folder takes the place of another one': ({ root, write }) => {
    write('build/in/more.txt', 'more\n')
    renameSync(join(root, 'new/in'), join(root, 'build/old'))
    renameSync(join(root, 'build/in'), join(root, 'new/in'))
  },
  'a file becomes a folder': ({ remove, write }) => {
    remove('new/c.txt')
    write('new/c.txt/more.txt', 'more\n')
  },
  'a folder becomes a link': ({ root }) => {
    renameSync(join(root, 'new/in'), join(root, 'build/was'))
    symlinkSync('../build/was', join(root, 'new/in'))
  },
  'a folder becomes a repository': ({ root, gitIn }) => void gitIn(join(root, 'new/in'), 'init', '-q'),
  'a tracked list ignores more': ({ write }) => write('.gitignore', '*.txt\n'),
  'a tracked list ignores less': ({ write }) => write('.gitignore', ''),
  'a list that ignores itself ignores less': ({ write }) => write('new/.gitignore', '.gitignore\n'),
  'a list of the same size takes its place': ({ write }) => write('new/.gitignore', '.gitignore\nb.txt!\n'),
  'a list goes': ({ remove }) => remove('new/.gitignore'),
  'a list comes': ({ write }) => write('new/in/.gitignore', '*\n'),
  'the own list of the repository ignores more': ({ root }) => appendFileSync(join(root, '.git/info/exclude'), 'new\n'),
  'the own list of the repository goes': ({ root }) => rmSync(join(root, '.git/info/exclude')),
  'the list of the user comes': ({ env, outside }) => {
    expect(env['HOME']).toBe(join(outside, 'home'))
    mkdirSync(join(outside, 'home/.config/git'), { recursive: true })
    writeFileSync(join(outside, 'home/.config/git/ignore'), 'new\n')
  },
  'the config names another list': ({ git, outside }) => {
    writeFileSync(join(outside, 'list'), 'c.txt\n')
    git('config', 'core.excludesFile', join(outside, 'list'))
  },
  'the config tells case apart no more': ({ git }) => void git('config', 'core.ignoreCase', 'true'),
  'a file is put into the index': ({ git }) => void git('add', 'new/c.txt'),
  'a file is taken out of the index': ({ git }) => void git('rm', '-q', '--cached', 'src/deep/er/a.txt'),
  'a folder may be entered by others': ({ root }) => chmodSync(join(root, 'new/in'), 0o700),
}

test.each(Object.entries(SEEN))('S4: git lists again when %s', async (_, act) => {
  const scratch = repository()
  scratch.write('build/in/more.txt', 'more\n')
  scratch.write('.git/info/exclude', '# nothing\n')
  const kept = await recorded(scratch)
  act(scratch)
  expect(await readAgain(scratch, kept)).toEqual({ hash: await scratch.hash(), isListed: true })
})

const LISTS: Readonly<Record<string, readonly [named: (scratch: Scratch) => string, path: string]>> = {
  'a newline in its name': [({ outside }) => join(outside, 'li\nst'), 'li\nst'],
  'its place below the home': [() => '~/list', 'home/list'],
  'a link on the way to it': [() => '~/link/../list', 'other/list'],
}

test.each(Object.entries(LISTS))('S4: git lists again when the list of the user changes that has %s', async (_, at) => {
  const [named, path] = at
  const scratch = repository()
  const { outside } = scratch
  mkdirSync(join(outside, 'other/in'), { recursive: true })
  symlinkSync(join(outside, 'other/in'), join(outside, 'home/link'))
  scratch.git('config', 'core.excludesFile', named(scratch))
  const kept = await recorded(scratch)
  expect(kept.visitsBytes()).toBeDefined()
  writeFileSync(join(outside, path), 'c.txt\n')
  expect(await readAgain(scratch, kept)).toEqual({ hash: await scratch.hash(), isListed: true })
})

test('S4: the index is watched where the path of the repository holds a newline', async () => {
  const main = repository()
  const odd = join(main.outside, 'x\nb')
  mkdirSync(join(main.outside, 'x'))
  renameSync(main.root, odd)
  main.gitIn(odd, 'worktree', 'add', '-q', '../wt')
  const scratch = { ...main, root: join(main.outside, 'wt') }
  const kept = await recorded(scratch)
  writeFileSync(join(scratch.root, 'a.txt'), 'changed\n')
  scratch.gitIn(scratch.root, 'add', 'a.txt')
  expect((await readAgain(scratch, kept)).hash).toBe(await scratch.hash(scratch.root))
})

const UNKNOWN: Readonly<Record<string, Act>> = {
  'a folder is empty': ({ root }) => void mkdirSync(join(root, 'empty')),
  'a folder holds nothing but ignored files': ({ write }) => write('src/own/logs/a.log', 'a\n'),
  'an ignored folder holds a tracked file': ({ git }) => void git('add', '-f', 'build/out.txt'),
  // As many folders are known as git looked into, but not the same.
  'an ignored folder holds a tracked file, and another one is empty': ({ git, root }) => {
    git('add', '-f', 'build/out.txt')
    mkdirSync(join(root, 'empty'))
  },
  // Git goes by what the index has of it.
  'a list is not to be looked at': ({ root, git, remove, write }) => {
    write('src/own/.gitignore', 'er\n')
    write('src/own/er/a.txt', 'a\n')
    git('add', '-f', 'src/own')
    git('commit', '-q', '-m', 'list')
    git('update-index', '--skip-worktree', 'src/own/.gitignore')
    remove('src/own/.gitignore')
    mkdirSync(join(root, 'empty'))
  },
  'a submodule is a folder as well': ({ root, git }) => {
    const id = git('rev-parse', 'HEAD').trim()
    const blob = git('rev-parse', 'HEAD:a.txt').trim()
    const lines = `160000 ${id} 2\tsub\n100644 ${blob} 3\tsub/x\n`
    spawnSync('git', ['update-index', '--index-info'], { cwd: root, input: lines })
    mkdirSync(join(root, 'sub'))
    mkdirSync(join(root, 'empty'))
  },
  'a list of the user has a name that is no text': ({ root, outside }) =>
    appendFileSync(join(root, '.git/config'), Buffer.from(`[core]\nexcludesFile = ${outside}/l\xe9\n`, 'latin1')),
  'a repository lies inside': ({ root, gitIn, write }) => {
    write('inner/a.txt', 'a\n')
    gitIn(join(root, 'inner'), 'init', '-q')
  },
  'a folder is half a repository': ({ root }) => void mkdirSync(join(root, 'new/in/.git')),
  'a tracked folder is away': ({ root }) => rmSync(join(root, 'src/deep'), { recursive: true }),
  'a list of the user is named by what only git knows': ({ git }) =>
    void git('config', 'core.excludesFile', '~root/list'),
}

test.each(Object.entries(UNKNOWN))('S4: nothing is recorded where %s', async (_, act) => {
  const scratch = repository()
  act(scratch)
  const kept = await recorded(scratch)
  expect(kept.visitsBytes()).toBeUndefined()
  expect(await readAgain(scratch, kept)).toEqual({ hash: await scratch.hash(), isListed: true })
})

test('S4: nothing is recorded of a folder that changed a moment ago, nor of a part of a repository', async () => {
  const scratch = repository()
  expect((await recorded(scratch, () => new Date())).visitsBytes()).toBeUndefined()
  const part = await recorded({ ...scratch, root: join(scratch.root, 'src') })
  expect(part.visitsBytes()).toBeUndefined()
})

const COMPLAINTS: Readonly<Record<string, (stderr: string) => string>> = {
  'could not open a folder': (stderr) => `warning: could not open directory 'x/': Permission denied\n${stderr}`,
  'said something that begins like a step': (stderr) => `warning: x}\n{"event":': Permission denied\n${stderr}`,
  'said more than is kept': (stderr) => stderr.slice(20),
}

test.each(Object.entries(COMPLAINTS))('S4: nothing is recorded where git %s', async (_, said) => {
  const scratch = repository()
  const runProgram: GitDoor['runProgram'] = async (argv, options) => {
    const ran = await scratch.door.runProgram(argv, options)
    return ran.kind === 'ended' && argv.includes('ls-files') ? { ...ran, stderr: said(ran.stderr) } : ran
  }
  expect((await recorded({ ...scratch, door: { ...scratch.door, runProgram } })).visitsBytes()).toBeUndefined()
})

test('S4: what was recorded is not read again while it holds, and is not believed when it is damaged', async () => {
  const scratch = repository()
  const kept = await recorded(scratch)
  const bytes = kept.visitsBytes() ?? Buffer.alloc(0)
  const tree = await readWith(scratch, kept)
  const started: string[] = []
  const runProgram: GitDoor['runProgram'] = (argv, options) => {
    started.push(argv.join(' '))
    return scratch.door.runProgram(argv, options)
  }
  await recordVisits({ ...scratch.door, runProgram }, tree, { keeper: kept.visits, now: kept.now })
  expect(started.filter((line) => /ls-files|check-ignore/.test(line))).toEqual([])
  const stamp = tree.parts[0]?.stamp ?? ''
  expect(decodeVisits(bytes, stamp)).toBeDefined()
  expect(decodeVisits(bytes, `${stamp} `)).toBeUndefined()
  for (const damaged of [
    bytes.subarray(0, bytes.length - 1),
    Buffer.concat([bytes, bytes]),
    Buffer.alloc(bytes.length),
  ])
    expect(decodeVisits(damaged, stamp)).toBeUndefined()
  for (let at = 0; at < bytes.length; at += 97) {
    const other = Buffer.from(bytes)
    other[at] = (other[at] ?? 0) ^ 1
    expect(decodeVisits(other, stamp)).toBeUndefined()
  }
})
