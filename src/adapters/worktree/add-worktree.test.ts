// Worktrees on real repositories of every shape; each test ends with the user's checkout as it was.
import { afterEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeRepository, makeScratch, type Scratch } from '../workspace/scratch.suite.ts'
import { makeRoom, type Room } from './worktrees.fixture.ts'

const made: { end: () => void }[] = []

afterEach(() => {
  for (const one of made.splice(0)) one.end()
})

function room(scratch?: Scratch, more?: Parameters<typeof makeRoom>[1]): Room {
  const here = makeRoom(scratch, more)
  made.push(here)
  return here
}

describe('a worktree', () => {
  test('has the files of its commit and a branch of its own, and the checkout stays', async () => {
    const here = room()
    here.write('a.txt', 'dirty\n')
    here.write('new file.txt', 'untracked\n')
    here.git('add', 'new file.txt')
    const before = here.users()
    const path = await here.add('one')
    expect(path.startsWith(here.home)).toBe(true)
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('a\n')
    expect(existsSync(join(path, 'new file.txt'))).toBe(false)
    expect(here.gitIn(path, 'symbolic-ref', 'HEAD')).toBe('refs/heads/fullstop/one\n')
    expect(here.gitIn(path, 'status', '--porcelain')).toBe('')
    expect(here.users()).toEqual(before)
  })

  test('is found again, with its work', async () => {
    const here = room()
    const path = await here.add('one')
    const head = here.commitIn(path, 'a.txt', 'work\n')
    here.writeIn(path, 'a.txt', 'more work\n')
    const checkout = await here.checkoutHere()
    const wish = { checkout, list: 'todo.md', item: 'one', branch: 'refs/heads/fullstop/one', start: checkout.head }
    expect(await here.worktrees.addWorktree(wish)).toEqual({ kind: 'there', path, unlinked: [], submodules: [] })
    expect(here.gitIn(path, 'rev-parse', 'HEAD').trim()).toBe(head)
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('more work\n')
  })

  test('keeps its files when the agent switched to another branch', async () => {
    const here = room()
    const path = await here.add('one')
    here.gitIn(path, 'switch', '--quiet', '-c', 'mine')
    const head = here.commitIn(path, 'a.txt', 'work\n')
    here.writeIn(path, 'a.txt', 'more work\n')
    const checkout = await here.checkoutHere()
    const wish = { checkout, list: 'todo.md', item: 'one', branch: 'refs/heads/fullstop/one', start: checkout.head }
    expect(await here.worktrees.addWorktree(wish)).toMatchObject({ kind: 'there' })
    expect(here.gitIn(path, 'rev-parse', 'HEAD').trim()).toBe(head)
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('more work\n')
  })

  test.each<[name: string, leave: (here: Room, path: string) => void]>([
    [
      'after its registration',
      (here, path) => void here.git('worktree', 'add', '--no-checkout', '--detach', path, 'HEAD'),
    ],
    [
      'amid its files',
      (here, path) => {
        here.git('worktree', 'add', '--no-checkout', '--detach', path, 'HEAD')
        here.writeIn(path, 'a.txt', 'hal')
        writeFileSync(join(here.root, '.git', 'worktrees', 'one', 'index.lock'), '')
      },
    ],
    ['before its branch', (here, path) => void here.git('worktree', 'add', '--detach', path, 'HEAD')],
    [
      'before it was on its branch',
      (here, path) => {
        here.git('worktree', 'add', '--detach', path, 'HEAD')
        here.git('branch', 'fullstop/one')
      },
    ],
    ['with an empty folder', (_, path) => void mkdirSync(path, { recursive: true })],
  ])('is completed after a kill %s', async (_, leave) => {
    const here = room()
    const checkout = await here.checkoutHere()
    const path = here.worktrees.pathOf(checkout, 'todo.md', 'one')
    leave(here, path)
    expect(await here.add('one')).toBe(path)
    expect(here.gitIn(path, 'symbolic-ref', 'HEAD')).toBe('refs/heads/fullstop/one\n')
    expect(here.gitIn(path, 'status', '--porcelain')).toBe('')
    expect(here.git('worktree', 'list').trim().split('\n').length).toBe(2)
  })

  test('whose folder somebody deleted is made again with its work', async () => {
    const here = room()
    const path = await here.add('one')
    here.commitIn(path, 'a.txt', 'work\n')
    rmSync(path, { recursive: true })
    expect(await here.add('one')).toBe(path)
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('work\n')
    rmSync(path, { recursive: true })
    here.git('worktree', 'prune')
    expect(await here.add('one', { isRepeat: true })).toBe(path)
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('work\n')
  })

  test('of another list or item is another one, whatever their names', async () => {
    const here = room()
    const checkout = await here.checkoutHere()
    const names = [
      ['todo.md', 'a b'],
      ['todo.md', 'a-b'],
      ['todo-md', 'a b'],
      ['../../x', '../../../y'],
      ['todo.md', 'ä'.repeat(300)],
    ] as const
    const paths = names.map(([list, item]) => here.worktrees.pathOf(checkout, list, item))
    expect(new Set(paths).size).toBe(names.length)
    expect(paths.every((path) => path.startsWith(`${here.home}/`) && !path.includes('..'))).toBe(true)
  })

  test('a branch that exists already is not taken', async () => {
    const here = room()
    here.git('branch', 'fullstop/one')
    expect(here.add('one')).rejects.toThrow('the branch fullstop/one exists already: rename or delete it')
    here.git('switch', '--quiet', 'fullstop/one')
    expect(here.add('one', { isRepeat: true })).rejects.toThrow(`is checked out in ${here.root}`)
  })

  test('a folder in the way is left alone', async () => {
    const here = room()
    const path = here.worktrees.pathOf(await here.checkoutHere(), 'todo.md', 'one')
    mkdirSync(path, { recursive: true })
    here.writeIn(path, 'mine.txt', 'mine\n')
    expect(here.add('one')).rejects.toThrow('is in the way')
    expect(readFileSync(join(path, 'mine.txt'), 'utf8')).toBe('mine\n')
  })
})

describe('a repository', () => {
  test('with a detached checkout, in a subfolder, or a worktree itself', async () => {
    const here = room()
    here.git('worktree', 'add', '--quiet', join(here.outside, 'my tree'), '-b', 'mine')
    here.git('checkout', '--quiet', '--detach')
    const head = here.tip('HEAD')
    expect(await here.checkoutHere(join(here.root, 'src'))).toEqual({
      top: here.root,
      common: join(here.root, '.git'),
      head,
    })
    const checkout = await here.checkoutHere(join(here.outside, 'my tree'))
    expect(checkout).toMatchObject({ top: join(here.outside, 'my tree'), branch: 'refs/heads/mine' })
    const answer = await here.worktrees.addWorktree({
      checkout,
      list: 'l',
      item: 'i',
      branch: 'refs/heads/fullstop/i',
      start: head,
    })
    if (answer.kind !== 'made') throw new Error(JSON.stringify(answer))
    expect(here.gitIn(answer.path, 'rev-parse', 'HEAD').trim()).toBe(head)
  })

  test('without a commit, a bare one, and none at all', async () => {
    const empty = room(makeScratch())
    expect(await empty.worktrees.checkout(empty.root)).toEqual({
      ok: false,
      why: `${empty.root} has no commit yet: make the first one, then start the list again`,
    })
    const bare = room(makeScratch(['--bare']))
    expect(await bare.worktrees.checkout(bare.root)).toMatchObject({ ok: false, why: expect.stringContaining('bare') })
    const none = room(makeScratch('no repository'))
    expect(await none.worktrees.checkout(none.root)).toMatchObject({
      ok: false,
      why: expect.stringContaining('not a git repository'),
    })
  })

  test('with submodules: their folders are empty, and they are named', async () => {
    const here = room(withSubmodule())
    const checkout = await here.checkoutHere()
    const answer = await here.worktrees.addWorktree({ checkout, list: 'l', item: 'i', start: checkout.head })
    expect(answer).toMatchObject({ kind: 'made', submodules: ['sub'] })
  })

  test('of a user whom git does not know', async () => {
    const here = room()
    const checkout = await here.checkoutHere()
    expect(await here.worktrees.whyNobody(checkout)).toBeUndefined()
    writeFileSync(here.env['GIT_CONFIG_GLOBAL'] ?? '', '')
    expect(await here.worktrees.whyNobody(checkout)).toStartWith('git does not know who you are: git config --global')
  })
})

function withSubmodule(): Scratch {
  const scratch = makeRepository()
  const source = join(scratch.outside, 'source')
  mkdirSync(source)
  scratch.gitIn(source, 'init', '--quiet')
  writeFileSync(join(source, 'in.txt'), 'in\n')
  scratch.gitIn(source, 'add', '-A')
  scratch.gitIn(source, 'commit', '--quiet', '-m', 'in')
  scratch.git('submodule', '--quiet', 'add', source, 'sub')
  scratch.commitAll()
  return scratch
}

describe('links', () => {
  function withIgnored(): Room {
    const here = room()
    here.write('.gitignore', 'node_modules/\n.env\nout\n')
    here.write('packages/own/index.js', 'old\n')
    here.commitAll()
    here.write('.env', 'KEY=1\n')
    here.write('node_modules/dep/index.js', 'dep\n')
    here.write('node_modules/@scope/dep/index.js', 'scoped\n')
    symlinkSync('../packages/own', join(here.root, 'node_modules', 'own'))
    mkdirSync(join(here.outside, 'elsewhere'))
    return here
  }

  test('bring files and folders along; the folder is ignored by a pattern for folders', async () => {
    const here = withIgnored()
    const path = await here.add('one', { links: ['node_modules', '.env'] })
    expect(readFileSync(join(path, '.env'), 'utf8')).toBe('KEY=1\n')
    expect(lstatSync(join(path, '.env')).isFile()).toBe(true)
    expect(readlinkSync(join(path, 'node_modules', 'dep'))).toBe(join(here.root, 'node_modules', 'dep'))
    expect(readFileSync(join(path, 'node_modules', '@scope', 'dep', 'index.js'), 'utf8')).toBe('scoped\n')
    expect(readlinkSync(join(path, 'node_modules', 'own'))).toBe('../packages/own')
    expect(here.gitIn(path, 'status', '--porcelain')).toBe('')
  })

  test('that are not there, not ignored, or lead out are said', async () => {
    const here = withIgnored()
    symlinkSync(join(here.outside, 'elsewhere'), join(here.root, 'out'))
    symlinkSync(join(here.outside, 'elsewhere'), join(here.root, 'node_modules', 'linked'))
    const checkout = await here.checkoutHere()
    const links = ['missing', 'src', 'out', '../x', '/etc', '.git/config', '.', 'node_modules']
    const answer = await here.worktrees.addWorktree({ checkout, list: 'l', item: 'i', start: checkout.head, links })
    expect(answer.kind === 'refused' ? [] : answer.unlinked.map(({ path, why }) => `${path}: ${why}`)).toEqual([
      'missing: it is not in the checkout',
      'src: git does not ignore it, so it would be committed: add it to .gitignore',
      'out: it leads out of the repository',
      '../x: it is not a relative path inside the repository',
      '/etc: it is not a relative path inside the repository',
      '.git/config: it is not a relative path inside the repository',
      '.: it is not a relative path inside the repository',
      'node_modules: 1 of its entries lead out of the repository and were left out',
    ])
  })

  test('do not follow a link that the repository holds in their place', async () => {
    const here = withIgnored()
    symlinkSync(join(here.outside, 'elsewhere'), join(here.root, 'deep'))
    here.commitAll()
    const checkout = await here.checkoutHere()
    rmSync(join(here.root, 'deep'))
    here.write('deep/.env', 'KEY=2\n')
    const answer = await here.worktrees.addWorktree({
      checkout,
      list: 'l',
      item: 'i',
      start: checkout.head,
      links: ['deep/.env'],
    })
    expect(answer).toMatchObject({ unlinked: [{ path: 'deep/.env', why: 'its place leads out of the worktree' }] })
    expect(existsSync(join(here.outside, 'elsewhere', '.env'))).toBe(false)
  })
})

describe('a setup', () => {
  test('runs once in the worktree, again after it failed, and says what it said', async () => {
    const here = room()
    const path = await here.add('one')
    const checkout = await here.checkoutHere()
    const run = (line: string) => here.worktrees.setUp({ checkout, path, argv: ['sh', '-c', line] })
    expect(await run('echo no network >&2; exit 3')).toEqual({
      kind: 'failed',
      why: `worktree.setup ended with exit 3 in ${path}: no network`,
    })
    expect(await run('pwd >> build.log')).toEqual({ kind: 'done' })
    expect(await run('pwd >> build.log')).toEqual({ kind: 'nothing' })
    expect(readFileSync(join(path, 'build.log'), 'utf8')).toBe(`${path}\n`)
    expect(await here.worktrees.setUp({ checkout, path: here.root, argv: ['true'] })).toMatchObject({ kind: 'failed' })
  })
})

describe('room on the disk', () => {
  test('a worktree beyond the limit is not made', async () => {
    const here = room()
    here.write('big.bin', 'x'.repeat(3_000_000))
    here.commitAll()
    await here.add('one', { maxDisk: 5_000_000 })
    expect(here.add('two', { maxDisk: 5_000_000 })).rejects.toThrow(
      `another worktree needs 4 MB, and those in ${here.home} take 4 MB of the 5 MB that worktree.maxDisk allows`,
    )
    expect(here.git('worktree', 'list').trim().split('\n').length).toBe(2)
  })

  test('nor one that the disk has no room for', async () => {
    const here = room(undefined, { freeBytes: () => 1 })
    expect(here.add('one', { maxDisk: 5_000_000 })).rejects.toThrow('are free on the disk')
  })
})
