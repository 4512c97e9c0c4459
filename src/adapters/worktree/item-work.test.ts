// The work of an item on real repositories: what is committed, what is not, and how other work comes in.
import { afterEach, describe, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BroughtIn, WorkCommitted } from './item-work.ts'
import { makeRoom, type Room } from './worktrees.fixture.ts'

const made: { end: () => void }[] = []

afterEach(() => {
  for (const one of made.splice(0)) one.end()
})

function room(): Room {
  const here = makeRoom()
  made.push(here)
  return here
}

async function commit(here: Room, path: string): Promise<WorkCommitted> {
  return here.worktrees.commitWork({
    checkout: await here.checkoutHere(),
    path,
    branch: 'refs/heads/fullstop/one',
    message: 'Work',
  })
}

async function bring(here: Room, path: string, other: string): Promise<BroughtIn> {
  return here.worktrees.bringIn({
    checkout: await here.checkoutHere(),
    path,
    branch: 'refs/heads/fullstop/one',
    commit: other,
    message: 'Bring in',
  })
}

describe('the work of an item', () => {
  test('is committed whole: changed, new, staged and deleted files, but none that git ignores', async () => {
    const here = room()
    here.write('.gitignore', 'ignored\n')
    here.commitAll()
    const before = here.users()
    const path = await here.add('one')
    here.writeIn(path, 'a.txt', 'changed\n')
    here.writeIn(path, '-new file.txt', 'new\n')
    here.writeIn(path, 'ignored', 'secret\n')
    rmSync(join(path, 'src', 'b.txt'))
    const done = await commit(here, path)
    expect(done).toEqual({ kind: 'committed', head: here.tip('fullstop/one') })
    expect(here.git('diff', '--name-status', 'main', 'fullstop/one').trim().split('\n')).toEqual([
      'A\t-new file.txt',
      'M\ta.txt',
      'D\tsrc/b.txt',
    ])
    expect(here.gitIn(path, 'status', '--porcelain')).toBe('')
    expect(here.users()).toEqual(before)
    expect(await commit(here, path)).toEqual({ kind: 'nothing', head: here.tip('fullstop/one') })
  })

  test('that the agent committed itself is taken as it is', async () => {
    const here = room()
    const path = await here.add('one')
    const head = here.commitIn(path, 'a.txt', 'work\n')
    expect(await commit(here, path)).toEqual({ kind: 'nothing', head })
  })

  test('is not committed to a branch of the user that the agent switched to, nor is other work merged there', async () => {
    const here = room()
    here.git('branch', 'dev')
    const path = await here.add('one')
    here.gitIn(path, 'checkout', '--quiet', 'dev')
    here.writeIn(path, 'a.txt', 'work\n')
    const before = here.users()
    const done = await commit(here, path)
    expect(done).toEqual({ kind: 'committed', head: here.gitIn(path, 'rev-parse', 'HEAD').trim() })
    expect(here.gitIn(path, 'show', 'HEAD:a.txt')).toBe('work\n')
    here.gitIn(path, 'checkout', '--quiet', 'dev')
    const other = here.git('commit-tree', '-m', 'Other', '-p', 'main', 'main^{tree}').trim()
    expect(await bring(here, path, other)).toEqual({ kind: 'merged' })
    expect(here.users()).toEqual(before)
  })

  test.each(['CHERRY_PICK_HEAD', 'REVERT_HEAD'])('concludes what the agent left midway: %s', async (name) => {
    const here = room()
    const path = await here.add('one')
    const first = here.commitIn(path, 'a.txt', 'first\n')
    here.commitIn(path, 'a.txt', 'second\n')
    const begin = name === 'REVERT_HEAD' ? ['revert', '--no-edit', first] : ['cherry-pick', first]
    expect(() => here.gitIn(path, ...begin)).toThrow()
    here.writeIn(path, 'a.txt', 'resolved\n')
    expect(await commit(here, path)).toMatchObject({ kind: 'committed' })
    expect(() => here.gitIn(path, 'rev-parse', '--verify', '--quiet', name)).toThrow()
    expect(here.gitIn(path, 'status', '--porcelain')).toBe('')
  })

  test('is not committed while a process is in its worktree, nor outside one', async () => {
    const here = room()
    const path = await here.add('one')
    here.writeIn(path, 'a.txt', 'work\n')
    const child = spawn('sleep', ['1000'], { cwd: path })
    await once(child, 'spawn')
    expect(await commit(here, path)).toMatchObject({ kind: 'failed', why: expect.stringContaining('still runs in') })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await commit(here, here.root)).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining('is no worktree of this repository'),
    })
    expect(await commit(here, path)).toMatchObject({ kind: 'committed' })
  })
})

describe('other work', () => {
  test('comes in as a merge, and once', async () => {
    const here = room()
    const [one, two] = [await here.add('one'), await here.add('two')]
    const other = here.commitIn(two, 'two.txt', 'two\n')
    const own = here.commitIn(one, 'one.txt', 'one\n')
    expect(await bring(here, one, other)).toEqual({ kind: 'merged' })
    expect(here.git('log', '-1', '--format=%P|%s', 'fullstop/one').trim()).toBe(`${own} ${other}|Bring in`)
    expect(await bring(here, one, other)).toEqual({ kind: 'nothing' })
  })

  async function inConflict(): Promise<{ here: Room; one: string; other: string; own: string }> {
    const here = room()
    const [one, two] = [await here.add('one'), await here.add('two')]
    const other = here.commitIn(two, 'a.txt', 'theirs\n')
    const own = here.commitIn(one, 'a.txt', 'ours\n')
    expect(await bring(here, one, other)).toEqual({ kind: 'conflict', files: ['a.txt'] })
    return { here, one, other, own }
  }

  test('that conflicts stands in the files with its marks; asked again, nothing changes', async () => {
    const { here, one, other, own } = await inConflict()
    const marked = readFileSync(join(one, 'a.txt'), 'utf8')
    expect(marked).toMatch(/^<{7} .*\nours\n={7}\ntheirs\n>{7} /)
    here.writeIn(one, 'a.txt', `${marked}half resolved\n`)
    expect(await bring(here, one, other)).toEqual({ kind: 'conflict', files: ['a.txt'] })
    expect(readFileSync(join(one, 'a.txt'), 'utf8')).toBe(`${marked}half resolved\n`)
    expect(await commit(here, one)).toEqual({ kind: 'unresolved', files: ['a.txt'] })
    expect(here.tip('fullstop/one')).toBe(own)
  })

  test('that is resolved is committed with both parents', async () => {
    const { here, one, other, own } = await inConflict()
    here.writeIn(one, 'a.txt', 'both\n')
    expect(await commit(here, one)).toMatchObject({ kind: 'committed' })
    expect(here.git('log', '-1', '--format=%P', 'fullstop/one').trim()).toBe(`${own} ${other}`)
    expect(here.git('show', 'fullstop/one:a.txt')).toBe('both\n')
  })

  test('resolved to the own side is a merge all the same, so that it does not come back', async () => {
    const { here, one, other } = await inConflict()
    here.writeIn(one, 'a.txt', 'ours\n')
    expect(await commit(here, one)).toMatchObject({ kind: 'committed' })
    expect(await bring(here, one, other)).toEqual({ kind: 'nothing' })
  })

  test('a file that was resolved by its removal, or by a link, is not looked into', async () => {
    const { here, one } = await inConflict()
    const marked = readFileSync(join(one, 'a.txt'), 'utf8')
    writeFileSync(join(here.outside, 'marked'), marked)
    rmSync(join(one, 'a.txt'))
    symlinkSync(join(here.outside, 'marked'), join(one, 'a.txt'))
    expect(await commit(here, one)).toMatchObject({ kind: 'committed' })
    expect(readFileSync(join(here.outside, 'marked'), 'utf8')).toBe(marked)
  })

  test('a file that shows such marks for reasons of its own is no conflict', async () => {
    const here = room()
    const path = await here.add('one')
    here.writeIn(path, 'merge.md', '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> side\n')
    expect(await commit(here, path)).toMatchObject({ kind: 'committed' })
  })
})
