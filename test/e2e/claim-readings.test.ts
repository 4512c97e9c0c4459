// How often a claim reads the files of the workspace: once for each check, and once more.
import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import {
  asked,
  claim,
  completed,
  evidences,
  gated,
  lastEvidence,
  letGo,
  runnerOf,
  started,
  strict,
  until,
} from './checking.ts'
import { type GitLog, logGit, readings } from './git-log.ts'
import { claudeServerEnv, serve, success } from './mcp-client.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

function checks(count: number): { name: string; run: string }[] {
  return Array.from({ length: count }, (_, index) => ({ name: `check-${index + 1}`, run: 'true' }))
}

function names(count: number): string[] {
  return checks(count).map(({ name }) => name)
}

async function prepared(room: Room, count: number): Promise<{ repository: Repository; log: GitLog }> {
  const repository = makeRepository(room)
  await trustChecks(room, repository, checks(count))
  repository.write('notes/untracked.txt', 'a note\n')
  return { repository, log: logGit(room) }
}

for (const count of [1, 2, 3]) {
  test(`S4: a claim at a stop with ${count} checks reads the tree ${count + 1} times`, async () => {
    using room = newRoom()
    const { repository, log } = await prepared(room, count)
    const session = await asked(room, { env: log.env })
    repository.write('answer', '42\n')
    log.reset()
    expect(await claim(session)).toEqual(completed(...names(count)))
    expect(readings(log.commands())).toBe(count + 1)
    // Four for a reading, one for the attributes of what differs, two to compare with a commit.
    expect(log.commands().length).toBeLessThanOrEqual((count + 1) * 5 + 2)
    expect(lastEvidence(room)).toMatchObject({ changedCount: 1 })
  })
}

test('S4: a claim whose results are known reads the tree once', async () => {
  using room = newRoom()
  const { repository, log } = await prepared(room, 2)
  const session = await asked(room, { env: log.env })
  repository.write('answer', '42\n')
  await claim(session)
  await session.type('Once more.')
  log.reset()
  expect(await claim(session)).toEqual(completed(...names(2)))
  expect(readings(log.commands())).toBe(1)
  expect(started(room)).toEqual(names(2))
})

test('S4: a claim by tool reads the tree no more often', async () => {
  using room = newRoom()
  const { repository, log } = await prepared(room, 2)
  const session = claudeSession(room, { pid: process.pid, env: { ...strict, ...log.env } })
  await session.start()
  await using server = await serve(room, { env: { ...strict, ...log.env, ...claudeServerEnv(session.id) } })
  await session.type('Write the answer.')
  session.edit(2)
  repository.write('answer', '42\n')
  log.reset()
  const { texts } = await session.call(server, 'complete_task', success())
  expect(texts.join('\n')).toContain('check-1, check-2')
  expect(readings(log.commands())).toBe(3)
})

test('S4: a file that changes while a check runs still voids the result', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { answer: '41\n' })
  const once = join(room.root, 'once')
  const change = `test -e ${once} || { touch ${once}; echo 42 > answer; }`
  await trustChecks(room, repository, [{ name: 'change', run: change, shell: true }])
  const log = logGit(room)
  const session = await asked(room, { env: log.env })
  session.edit()
  expect(await claim(session)).toEqual(completed('change'))
  expect(started(room)).toEqual(['change', 'change'])
  expect(lastEvidence(room).notes).toContain('check "change" changed tracked files: answer')
})

test('S4: a run that waited for another one does not go by the tree that was read before', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { answer: '41\n' })
  await trustChecks(room, repository, [gated(room)])
  const [one, other] = [await asked(room), await asked(room)]
  const first = claim(one)
  await runnerOf(room)
  const second = claim(other)
  await until(() => runsBegun(room) === 2)
  repository.write('answer', '42\n')
  letGo(room)
  expect(await Promise.all([first, second])).toEqual([completed('gated'), completed('gated')])
  // The tree moved under the first, so that ran twice; the second is the claim of another task.
  expect(started(room)).toEqual(['gated', 'gated', 'gated'])
  const trees = new Set(evidences(room).map(({ tree }) => tree))
  expect([...trees]).toEqual([treeOfLastCheck(room)])
})

test('S4: in a large repository a claim has git list the untracked files only where a folder changed', async () => {
  using room = newRoom()
  const deep = `${'a'.repeat(120)}/${'b'.repeat(60)}`
  const many = Array.from({ length: 1300 }, (_, index) => [`${deep}/${index % 20}/${index}.txt`, '41\n'])
  const repository = makeRepository(room, { answer: '41\n', ...Object.fromEntries(many) })
  await trustChecks(room, repository, checks(2))
  repository.write('notes/untracked.txt', 'a note\n')
  // Times tell nothing of what changed less than two seconds ago.
  await Bun.sleep(2500)
  const log = logGit(room)
  const session = await asked(room, { env: log.env })
  await until(() => readdirSync(join(room.state, 'ids')).some((name) => name.endsWith('.visits')))
  repository.write(`${deep}/7/7.txt`, '42\n')
  repository.write('notes/untracked.txt', 'another note\n')
  log.reset()
  expect(await claim(session)).toEqual(completed(...names(2)))
  expect(log.commands()).toContain('diff-files')
  expect(readings(log.commands())).toBe(0)
  expect(lastEvidence(room)).toMatchObject({ changedCount: 2 })
  await session.type('Once more.')
  session.edit()
  repository.write(`${deep}/7/new.txt`, '42\n')
  log.reset()
  expect(await claim(session)).toEqual(completed(...names(2)))
  expect(readings(log.commandsOfHook())).toBe(1)
})

function runsBegun(room: Room): number {
  const runs = join(room.state, 'runs')
  return readdirSync(runs).filter((run) => existsSync(join(runs, run, 'pid'))).length
}

function treeOfLastCheck(room: Room): string | undefined {
  const last = room.allEvents().findLast((event) => event.kind === 'check.finished')
  return last?.kind === 'check.finished' ? last.check.tree : undefined
}
