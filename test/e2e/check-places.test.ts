// Where checks run: beside the nearest fullstop.json, with or without a repository, whatever the folder is called.
import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asked, claim, completed, lastEvidence, red, started, unverifiedFor } from './checking.ts'
import { makeRepository, trust, trustChecks, writeConfig } from './repository.ts'
import { newRoom, type Room } from './room.ts'

const ANSWER = { name: 'answer', run: 'test -e answer' }

test('[no-repository] a folder with fullstop.json but no repository is read file by file', async () => {
  using room = newRoom()
  writeConfig(room, { checks: [ANSWER] })
  await trust(room)
  const session = await asked(room)
  expect(await claim(session)).toEqual(red('1/5', session, 'check "answer" failed (exit 1)'))
  writeFileSync(join(room.cwd, 'answer'), '42\n')
  expect(await claim(session)).toEqual(completed('answer'))
  await session.type('Again.')
  session.edit()
  expect(await claim(session)).toEqual(completed('answer'))
  expect(started(room)).toHaveLength(2)
  writeFileSync(join(room.cwd, 'other'), '43\n')
  await session.type('And again.')
  session.edit()
  expect(await claim(session)).toEqual(completed('answer'))
  expect(started(room)).toHaveLength(3)
  expect(lastEvidence(room).notes).toContain('what changed is not known: there is no repository')
})

test('[no-repository F6] neither repository nor fullstop.json: no tree, no walk, unverified', async () => {
  using room = newRoom()
  mkdirSync(room.state)
  // The user's own checks have no tree here that a result could hold for.
  writeFileSync(join(room.state, 'config.json'), JSON.stringify({ checks: [ANSWER] }))
  const session = await asked(room)
  expect(await claim(session)).toEqual(
    unverifiedFor(
      'check "answer" could not run: there is no repository and no fullstop.json here, so no tree that a result could hold for',
    ),
  )
  expect(started(room)).toEqual([])
})

/** The same room, seen from another folder of it. */
function at(room: Room, cwd: string): Room {
  return { ...room, cwd, run: (args, options = {}) => room.run(args, { cwd, ...options }) }
}

test('[check-root] a session in a folder of the repository is verified at its root', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'packages/one/file': '' })
  await trustChecks(room, repository, [ANSWER])
  const inside = at(room, join(room.cwd, 'packages', 'one'))
  const session = await asked(inside)
  repository.write('answer', '42\n')
  expect(await claim(session)).toEqual(completed('answer'))
  expect(lastEvidence(room).root).toBe(room.cwd)
})

test('[check-root] a worktree has a tree and a trust of its own', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [ANSWER])
  const worktree = join(room.home, 'worktree')
  repository.git('worktree', 'add', '--quiet', worktree)
  const there = at(room, worktree)
  expect((await there.run(['check'])).code).toBe(1)
  expect((await room.runAtTerminal(['trust', '--yes'], {}, { cwd: worktree })).code).toBe(0)
  repository.write('answer', '42\n')
  const session = await asked(there)
  expect(await claim(session)).toEqual(red('1/5', session, 'check "answer" failed (exit 1)'))
  writeFileSync(join(worktree, 'answer'), '42\n')
  expect(await claim(session)).toEqual(completed('answer'))
})

test('[check-root] spaces, quotes and letters of any script in the path', async () => {
  using outer = newRoom()
  const cwd = join(outer.home, `häßlich "quoted" ${'🙂'} ファイル  $HOME`)
  mkdirSync(cwd)
  const room: Room = {
    ...at(outer, cwd),
    runAtTerminal: (args, env, options) => outer.runAtTerminal(args, env, { cwd, ...options }),
  }
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'prüfen', run: ['sh', '-c', 'test -e "$PWD/antwort ü"'] }])
  const session = await asked(room)
  expect(await claim(session)).toEqual(red('1/5', session, 'check "prüfen" failed (exit 1)'))
  repository.write('antwort ü', '42\n')
  expect(await claim(session)).toEqual(completed('prüfen'))
  expect(lastEvidence(room)).toMatchObject({ root: cwd, changed: [{ path: 'antwort ü', how: 'added' }] })
})

test('[check-root] the nearest fullstop.json counts, and its folder is where checks run', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [ANSWER])
  const inner = join(room.cwd, 'packages', 'one')
  mkdirSync(inner, { recursive: true })
  const there: Room = {
    ...at(room, inner),
    runAtTerminal: (args, env, options) => room.runAtTerminal(args, env, { cwd: inner, ...options }),
  }
  writeConfig(there, { checks: [{ name: 'inner', run: 'test -e fullstop.json' }] })
  await trust(there)
  const session = await asked(there)
  writeFileSync(join(inner, 'file'), '1\n')
  expect(await claim(session)).toEqual(completed('inner'))
  expect(lastEvidence(room)).toMatchObject({ root: inner, changed: [{ path: 'file', how: 'added' }] })
})
