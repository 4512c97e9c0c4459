// Merges, commits and removals on real repositories, repeated and interrupted.
import { afterEach, describe, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeRepository } from '../workspace/scratch.suite.ts'
import { makeRoom, RESULT, type Room } from './worktrees.fixture.ts'

const made: { end: () => void }[] = []

afterEach(() => {
  for (const one of made.splice(0)) one.end()
})

function room(): Room {
  const here = makeRoom()
  made.push(here)
  return here
}

async function merge(here: Room, path: string, commit: string) {
  const checkout = await here.checkoutHere()
  return here.worktrees.mergeInto({ checkout, path, into: RESULT, commit, message: 'Merge one' })
}

async function move(here: Room, from: string, to: string) {
  return here.worktrees.moveBranch({ checkout: await here.checkoutHere(), branch: RESULT, from, to })
}

test('an item takes few processes of git, from its worktree to its removal', async () => {
  const scratch = makeRepository()
  let started = 0
  const here = makeRoom(scratch, {
    runProgram: (argv, options) => {
      started += 1
      return scratch.door.runProgram(argv, options)
    },
  })
  made.push(here)
  const path = await here.addResult()
  const checkout = await here.checkoutHere()
  const { worktrees } = here
  started = 0
  const branch = 'refs/heads/fullstop/one'
  const own = await worktrees.addWorktree({ checkout, list: 'todo.md', item: 'one', branch, start: checkout.head })
  if (own.kind !== 'made') throw new Error(JSON.stringify(own))
  here.writeIn(own.path, 'new.txt', 'work\n')
  const work = await worktrees.commitWork({ checkout, path: own.path, branch, message: 'One' })
  if (work.kind !== 'committed') throw new Error(JSON.stringify(work))
  const wish = { checkout, path, into: RESULT, commit: work.head, message: 'Merge one' }
  const merged = await worktrees.mergeInto(wish)
  if (merged.kind !== 'merged') throw new Error(JSON.stringify(merged))
  const tick = { checkout, path, file: 'todo.md', text: '- [x] one\n', onto: merged.commit, message: 'Tick' }
  const ticked = await worktrees.commitFile(tick)
  if (ticked.kind !== 'committed') throw new Error(JSON.stringify(ticked))
  const to = ticked.commit
  expect(await worktrees.moveBranch({ checkout, branch: RESULT, from: checkout.head, to })).toEqual({ kind: 'done' })
  const removed = await worktrees.removeWorktree({ checkout, path: own.path, into: RESULT })
  if (removed.kind !== 'removed') throw new Error(JSON.stringify(removed))
  expect(removed.merged).toEqual({ commit: work.head, into: to })
  const gone = await worktrees.removeBranch({ checkout, branch, into: RESULT, merged: removed.merged })
  expect(gone).toEqual({ kind: 'done' })
  // Those that write, a look at the config before each that sees files, and questions.
  expect(started).toBeLessThanOrEqual(39)
})

describe('a merge', () => {
  test('is a commit with two parents; the branch moves when it is told to, the checkout never', async () => {
    const here = room()
    here.write('a.txt', 'dirty\n')
    here.git('stash', '--quiet')
    here.write('src/b.txt', 'dirty\n')
    const before = here.users()
    const [one, result] = [await here.add('one'), await here.addResult()]
    const commit = here.commitIn(one, 'new.txt', 'work\n')
    const start = here.tip(RESULT)
    const merged = await merge(here, result, commit)
    if (merged.kind !== 'merged') throw new Error(JSON.stringify(merged))
    expect(here.git('log', '-1', '--format=%P|%s|%an|%ae', merged.commit).trim()).toBe(
      `${start} ${commit}|Merge one|T|t@example.com`,
    )
    expect(readFileSync(join(result, 'new.txt'), 'utf8')).toBe('work\n')
    expect(here.tip(RESULT)).toBe(start)
    expect(await move(here, start, merged.commit)).toEqual({ kind: 'done' })
    expect(await move(here, start, merged.commit)).toEqual({ kind: 'nothing' })
    expect(here.tip(RESULT)).toBe(merged.commit)
    expect(await merge(here, result, commit)).toEqual({ kind: 'nothing', tip: merged.commit })
    expect(here.users()).toEqual(before)
  })

  test('that is there already is made anew: another may have made it, of other files', async () => {
    const here = room()
    const [one, result] = [await here.add('one'), await here.addResult()]
    const commit = here.commitIn(one, 'new.txt', 'work\n')
    const tip = here.tip(RESULT)
    const forged = here.git('commit-tree', '-p', tip, '-p', commit, '-m', 'Merge', `${tip}^{tree}`).trim()
    here.gitIn(result, 'checkout', '--quiet', forged)
    here.writeIn(result, 'built.txt', 'of a check\n')
    const merged = await merge(here, result, commit)
    if (merged.kind !== 'merged') throw new Error(JSON.stringify(merged))
    expect(here.git('ls-tree', '--name-only', merged.commit, 'new.txt').trim()).toBe('new.txt')
    expect(here.git('log', '-1', '--format=%P', merged.commit).trim()).toBe(`${tip} ${commit}`)
    expect(existsSync(join(result, 'built.txt'))).toBe(false)
  })

  test('that was cut off is begun again', async () => {
    const here = room()
    const [one, result] = [await here.add('one'), await here.addResult()]
    const commit = here.commitIn(one, 'new.txt', 'work\n')
    here.gitIn(result, 'merge', '--no-ff', '--no-commit', commit)
    writeFileSync(join(here.root, '.git', 'worktrees', 'result', 'index.lock'), '')
    here.writeIn(result, 'a.txt', 'half')
    expect(await merge(here, result, commit)).toMatchObject({ kind: 'merged' })
    expect(here.gitIn(result, 'status', '--porcelain')).toBe('')
  })

  test('waits for a git that is still at work there', async () => {
    const here = room()
    const [one, result] = [await here.add('one'), await here.addResult()]
    const commit = here.commitIn(one, 'new.txt', 'work\n')
    const git = spawn('git', ['cat-file', '--batch'], {
      cwd: result,
      env: here.env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    git.stdin.write('HEAD\n')
    await once(git.stdout, 'data')
    const merging = merge(here, result, commit)
    git.stdin.end()
    expect(await merging).toMatchObject({ kind: 'merged' })
  })

  test('of two that changed the same lines is a conflict with both sides; the worktree is clean again', async () => {
    const here = room()
    const [one, two, result] = [await here.add('one'), await here.add('two'), await here.addResult()]
    const start = here.tip(RESULT)
    const first = await merge(here, result, here.commitIn(one, 'a.txt', 'one\n'))
    if (first.kind !== 'merged') throw new Error(JSON.stringify(first))
    await move(here, start, first.commit)
    here.gitIn(two, 'rm', '--quiet', 'src/c.txt')
    const other = here.commitIn(two, 'a.txt', 'two\n')
    expect(await merge(here, result, other)).toEqual({
      kind: 'conflict',
      files: [
        {
          path: 'a.txt',
          kind: 'both-changed',
          hunks: [{ line: 1, text: `<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> ${other}` }],
        },
      ],
    })
    expect(here.gitIn(result, 'rev-parse', 'HEAD').trim()).toBe(first.commit)
    expect(here.gitIn(result, 'status', '--porcelain')).toBe('')
  })

  test('of a file that one side deleted', async () => {
    const here = room()
    const [one, two, result] = [await here.add('one'), await here.add('two'), await here.addResult()]
    const start = here.tip(RESULT)
    here.gitIn(one, 'rm', '--quiet', 'a.txt')
    const first = await merge(here, result, here.commitIn(one, 'src/b.txt', 'one\n'))
    if (first.kind !== 'merged') throw new Error(JSON.stringify(first))
    await move(here, start, first.commit)
    expect(await merge(here, result, here.commitIn(two, 'a.txt', 'two\n'))).toEqual({
      kind: 'conflict',
      files: [{ path: 'a.txt', kind: 'deleted-here', hunks: [] }],
    })
  })

  test('into a branch that moved meanwhile goes on top of it, and the old value does not pass', async () => {
    const here = room()
    const [one, two, result] = [await here.add('one'), await here.add('two'), await here.addResult()]
    const start = here.tip(RESULT)
    const first = await merge(here, result, here.commitIn(one, 'one.txt', '1\n'))
    if (first.kind !== 'merged') throw new Error(JSON.stringify(first))
    const by = here.commitIn(two, 'two.txt', '2\n')
    here.git('update-ref', RESULT, by)
    expect(await move(here, start, first.commit)).toMatchObject({ kind: 'refused' })
    expect(here.tip(RESULT)).toBe(by)
    expect(await merge(here, result, here.tip('fullstop/one'))).toMatchObject({ kind: 'merged', from: by })
  })

  test('of a history of its own, or of a commit that is gone, fails with the reason', async () => {
    const here = room()
    const result = await here.addResult()
    const stranger = here.git('commit-tree', '-m', 'x', `${here.tip('HEAD')}^{tree}`).trim()
    expect(await merge(here, result, stranger)).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining('unrelated'),
    })
    expect(await merge(here, result, '0'.repeat(40))).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining('is gone'),
    })
  })

  test('a branch that is checked out does not move', async () => {
    const here = room()
    const [one, start] = [await here.add('one'), here.tip('HEAD')]
    const commit = here.commitIn(one, 'new.txt', 'work\n')
    const checkout = await here.checkoutHere()
    const moved = await here.worktrees.moveBranch({ checkout, branch: 'refs/heads/main', from: start, to: commit })
    expect(moved).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining(`main is checked out in ${here.root}`),
    })
    expect(here.tip('main')).toBe(start)
  })

  test('needs a user whom git knows', async () => {
    const here = room()
    const [one, result] = [await here.add('one'), await here.addResult()]
    const commit = here.commitIn(one, 'new.txt', 'work\n')
    writeFileSync(here.env['GIT_CONFIG_GLOBAL'] ?? '', '')
    expect(await merge(here, result, commit)).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining('git config --global user.name'),
    })
    expect(here.gitIn(result, 'status', '--porcelain')).toBe('')
  })
})

describe('a commit of one file', () => {
  async function commit(here: Room, path: string, file: string, text: string) {
    const checkout = await here.checkoutHere()
    const onto = here.gitIn(path, 'rev-parse', 'HEAD').trim()
    return here.worktrees.commitFile({ checkout, path, file, text, onto, message: 'Tick one\n\nItem: one' })
  }

  test('is not made where a check has moved the worktree to another commit', async () => {
    const here = room()
    const result = await here.addResult()
    const onto = here.tip(RESULT)
    here.commitIn(result, 'never checked.txt', 'x\n')
    const wish = { checkout: await here.checkoutHere(), path: result, file: 'list.md', text: 'x\n', onto }
    expect(await here.worktrees.commitFile({ ...wish, message: 'Tick' })).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining(`was moved from ${onto} to `),
    })
  })

  test('holds that file alone, byte by byte, and is not made twice', async () => {
    const here = room()
    const result = await here.addResult()
    here.writeIn(result, 'built.txt', 'of a check\n')
    const text = '- [x] a\r\n\t- [ ] b'
    const done = await commit(here, result, 'docs/my list.md', text)
    expect(done.kind).toBe('committed')
    expect(here.gitIn(result, 'show', 'HEAD:docs/my list.md')).toBe(text)
    expect(here.gitIn(result, 'show', '--name-only', '--format=%s', 'HEAD').trim()).toBe('Tick one\n\ndocs/my list.md')
    expect(await commit(here, result, 'docs/my list.md', text)).toEqual({ ...done, kind: 'nothing' } as never)
  })

  test('is made after a kill between staging and committing', async () => {
    const here = room()
    const result = await here.addResult()
    here.writeIn(result, 'a.txt', 'ticked\n')
    here.gitIn(result, 'add', 'a.txt')
    expect((await commit(here, result, 'a.txt', 'ticked\n')).kind).toBe('committed')
  })

  test('takes nothing else that is staged along', async () => {
    const here = room()
    const result = await here.addResult()
    here.writeIn(result, 'src/b.txt', 'x\n')
    here.gitIn(result, 'add', '-A')
    expect(await commit(here, result, 'a.txt', 'ticked\n')).toMatchObject({ kind: 'failed' })
  })

  test('does not leave the worktree', async () => {
    const here = room()
    symlinkSync(here.outside, join(here.root, 'away'))
    symlinkSync(join(here.outside, 'todo.md'), join(here.root, 'todo.md'))
    here.commitAll()
    const result = await here.addResult()
    for (const file of ['away/todo.md', 'todo.md', '../todo.md', '/tmp/todo.md', '.git/todo.md'])
      expect(await commit(here, result, file, 'x\n')).toMatchObject({ kind: 'failed' })
    expect(existsSync(join(here.outside, 'todo.md'))).toBe(false)
  })

  test('of a file that git ignores fails with the reason', async () => {
    const here = room()
    expect(await commit(here, await here.addResult(), 'ignored', 'x\n')).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining('ignored'),
    })
  })
})

describe('removal', () => {
  async function remove(here: Room, path: string) {
    return here.worktrees.removeWorktree({ checkout: await here.checkoutHere(), path, into: RESULT })
  }

  async function merged(): Promise<{ here: Room; one: string; result: string }> {
    const here = room()
    const [one, result] = [await here.add('one'), await here.addResult()]
    const start = here.tip(RESULT)
    const done = await merge(here, result, here.commitIn(one, 'new.txt', 'work\n'))
    if (done.kind !== 'merged') throw new Error(JSON.stringify(done))
    await move(here, start, done.commit)
    return { here, one, result }
  }

  test('of finished work leaves nothing behind; what was linked stays', async () => {
    const { here, one } = await merged()
    here.write('build/kept.txt', 'kept\n')
    mkdirSync(join(one, 'build'))
    symlinkSync(join(here.root, 'build'), join(one, 'build', 'link'))
    expect(await remove(here, one)).toMatchObject({ kind: 'removed' })
    expect(await remove(here, one)).toEqual({ kind: 'nothing' })
    expect(existsSync(one)).toBe(false)
    expect(readFileSync(join(here.root, 'build', 'kept.txt'), 'utf8')).toBe('kept\n')
    const checkout = await here.checkoutHere()
    const branch = 'refs/heads/fullstop/one'
    expect(await here.worktrees.isMerged({ checkout, commit: branch, into: RESULT })).toBe(true)
    expect(await here.worktrees.removeBranch({ checkout, branch, into: RESULT })).toEqual({ kind: 'done' })
    expect(await here.worktrees.removeBranch({ checkout, branch, into: RESULT })).toEqual({ kind: 'nothing' })
    expect(here.git('worktree', 'list').trim().split('\n').length).toBe(2)
  })

  test.each<[name: string, spoil: (here: Room, one: string) => void, why: string]>([
    [
      'unmerged commits',
      (here, one) => void here.commitIn(one, 'a.txt', 'more\n'),
      'holds commits that fullstop/result does not',
    ],
    [
      'unmerged commits on no branch',
      (here, one) => {
        here.gitIn(one, 'checkout', '--quiet', '--detach')
        here.commitIn(one, 'a.txt', 'more\n')
      },
      'holds commits that fullstop/result does not',
    ],
    ['a changed file', (here, one) => here.writeIn(one, 'a.txt', 'x\n'), 'a.txt is not committed in'],
    [
      'new files',
      (here, one) => (here.writeIn(one, 'x y', ''), here.writeIn(one, 'z', '')),
      'x y and 1 more are not committed in',
    ],
    [
      'a .git that leads elsewhere',
      (here, one) => writeFileSync(join(one, '.git'), `gitdir: ${join(here.root, '.git')}\n`),
      'is no worktree of this repository any more',
    ],
  ])('is refused with %s', async (_, spoil, why) => {
    const { here, one } = await merged()
    spoil(here, one)
    expect(await remove(here, one)).toMatchObject({ kind: 'kept', why: expect.stringContaining(why) })
    expect(existsSync(join(one, 'new.txt'))).toBe(true)
  })

  test('is refused while a process works there', async () => {
    const { here, one } = await merged()
    const living = spawn('cat', { cwd: join(one, 'src'), stdio: ['pipe', 'ignore', 'ignore'] })
    await once(living, 'spawn')
    expect(await remove(here, one)).toMatchObject({
      kind: 'kept',
      why: expect.stringContaining(`cat (process ${living.pid})`),
    })
    living.stdin.end()
    await once(living, 'exit')
    expect(await remove(here, one)).toMatchObject({ kind: 'removed' })
  })

  test.each<[name: string, leave: (here: Room, one: string) => void]>([
    [
      'once it was moved aside',
      (_, one) => void (rmSync(`${one}.removed`, { recursive: true, force: true }), renameSync(one, `${one}.removed`)),
    ],
    [
      'once git forgot it',
      (here, one) => void (here.git('worktree', 'remove', '--force', one), mkdirSync(`${one}.removed`)),
    ],
  ])('is completed after a kill %s', async (_, leave) => {
    const { here, one } = await merged()
    leave(here, one)
    await remove(here, one)
    expect([existsSync(one), existsSync(`${one}.removed`)]).toEqual([false, false])
    expect(here.git('worktree', 'list').trim().split('\n').length).toBe(2)
  })

  test('of a branch with work of its own, of the result, or of one that is checked out is refused', async () => {
    const { here, one } = await merged()
    const checkout = await here.checkoutHere()
    const remove = (branch: string) => here.worktrees.removeBranch({ checkout, branch, into: RESULT })
    expect(await remove('refs/heads/fullstop/one')).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('is checked out'),
    })
    here.commitIn(one, 'a.txt', 'more\n')
    expect(await remove('refs/heads/fullstop/one')).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('holds work'),
    })
    expect(await remove(RESULT)).toMatchObject({ kind: 'refused' })
  })
})
