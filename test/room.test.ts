// The room itself: a test's processes end with it, whatever the test did.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Event } from '../src/contract/event.ts'
import { childrenOf, isAlive, processesOf } from './processes.ts'
import { until } from './until.ts'
import { fileIn } from './e2e/checking.ts'
import { newStage } from './e2e/crashing.ts'
import { fillStore } from './e2e/filling.ts'
import { makeRepository, storeTrust, trust, writeConfig } from './e2e/repository.ts'
import { newRoom, type Output, type Room } from './e2e/room.ts'

function superviseForever(room: Room): Promise<Output> {
  return room.run(['run', '--agent-command', 'sleep 3600', 'Do it.'])
}

/** Each way of starting something that a test may leave behind on purpose or by a failure. */
const ways: readonly (readonly [string, (room: Room) => void])[] = [
  ['a run with its host and agent that nobody awaits', (room) => void superviseForever(room)],
  [
    'a detached process in a session of its own, in another folder',
    ({ env }) => spawn('sleep', ['3600'], { env, cwd: '/', detached: true, stdio: 'ignore' }).unref(),
  ],
  [
    'a grandchild that has lost its parent and ignores every signal it can',
    ({ env, cwd }) => spawn('sh', ['-c', `setsid sh -c "trap '' TERM HUP INT; sleep 3600" & exit`], { env, cwd }),
  ],
  [
    'a process without our environment, known by its folder alone',
    ({ cwd }) => spawn('sleep', ['3600'], { env: {}, cwd, stdio: 'ignore' }),
  ],
  [
    'one that forks all the while',
    ({ env, cwd }) => spawn('sh', ['-c', 'while :; do sleep 0.01 & sleep 0.005; done'], { env, cwd }),
  ],
]

test.each(ways)('R11: with the room ends %s', async (_name, start) => {
  const room = newRoom()
  start(room)
  await until(() => processesOf(room.root).length > 0)
  room[Symbol.dispose]()
  expect([processesOf(room.root), existsSync(room.root)]).toEqual([[], false])
})

test('R11: a program that the end of the room killed tells nobody, also through a promise that nobody awaits', async () => {
  const heard: unknown[] = []
  const room = newRoom()
  void superviseForever(room).finally(() => heard.push('settled'))
  await until(() => processesOf(room.root).length >= 3)
  const supervisor = childrenOf(process.pid).filter((pid) => processesOf(room.root).includes(pid))
  room[Symbol.dispose]()
  // Its death has been noticed once nothing of it is in the table of processes any more.
  await until(() => !supervisor.some((pid) => childrenOf(process.pid).includes(pid)))
  expect([supervisor.length, heard]).toEqual([1, []])
})

const seen = { id: 'evt_1', at: '2026-01-01T00:00:00.000Z', kind: 'session.ended', session: 'ses_a', why: 'exit' }

const strange: readonly (readonly [string, object, string])[] = [
  ['an unknown kind', { ...seen, kind: 'session.lost' }, 'kind: Invalid discriminator value'],
  ['a key that is not promised', { ...seen, colour: 'red' }, 'Unrecognized key: "colour"'],
  ['a key of another type', { ...seen, why: 7 }, 'why: Invalid input'],
]

test.each(strange)('A9: the end of a room refuses an event in the store with %s', async (_name, event, said) => {
  const room = newRoom()
  await fillStore(room, [event as Event])
  expect(() => room[Symbol.dispose]()).toThrow(said)
  expect(existsSync(room.root)).toBe(false)
})

test.each(strange)('A9: the end of a room refuses an event in the spool with %s', (_name, event, said) => {
  const room = newRoom()
  mkdirSync(join(room.state, 'spool'), { recursive: true })
  writeFileSync(join(room.state, 'spool', '1-late.jsonl'), `${JSON.stringify(seen)}\n${JSON.stringify(event)}\n`)
  expect(() => room[Symbol.dispose]()).toThrow(said)
})

/** A test file of its own, run by a runner of its own, with a time limit that is sure to be met. */
const LEAVES = (room: string, pid: string): string => `
  import { test } from 'bun:test'
  import { writeFileSync } from 'node:fs'
  import { newRoom } from ${JSON.stringify(room)}
  import { processesOf } from ${JSON.stringify(join(import.meta.dirname, 'processes.ts'))}
  test('meets its limit', async () => {
    using room = newRoom()
    const running = room.run(['run', '--agent-command', 'sleep 3600', 'Do it.'])
    while (processesOf(room.root).length === 0) await Bun.sleep(5)
    writeFileSync(${JSON.stringify(pid)}, String(processesOf(room.root)[0]))
    await new Promise(() => undefined)
    await running
  }, 2000)
  test('the next one is not disturbed', () => Bun.sleep(300))
`

test('R11: a test that meets its time limit fails alone: its child is gone, and no error is left over for others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fullstop-room-'))
  try {
    const pid = join(folder, 'pid')
    writeFileSync(join(folder, 'leaves.test.ts'), LEAVES(join(import.meta.dirname, 'e2e', 'room.ts'), pid))
    const runner = Bun.spawn([process.execPath, 'test', './leaves.test.ts'], {
      cwd: folder,
      stderr: 'pipe',
      stdout: 'pipe',
    })
    const said = await new Response(runner.stderr).text()
    await fileIn(pid)
    expect(isAlive(Number(await Bun.file(pid).text()))).toBe(false)
    expect(said).toContain('this test timed out')
    expect(said).toContain('(pass) the next one is not disturbed')
    expect(said).not.toContain('Unhandled error')
    expect(said).toContain(' 1 pass\n 1 fail\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('R11: a stage that cannot be set up gives its place to the next', async () => {
  const broken = { config: { maxContinuations: -1 } }
  const tries = Array.from({ length: 5 }, () => newStage(broken))
  const ends = await Promise.allSettled(tries)
  expect(ends.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
  await using stage = await newStage({ check: false })
  expect(existsSync(stage.room.cwd)).toBe(true)
})

test('a room that is made to trust holds what the command stores', async () => {
  const stored = async (give: (room: Room) => Promise<void>): Promise<unknown> => {
    using room = newRoom()
    makeRepository(room)
    writeConfig(room, { checks: [{ name: 'answer', run: 'true' }] })
    await give(room)
    const paths = readdirSync(room.state, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !/-(?:shm|wal)$/.test(name),
    )
    const modes = paths.sort().map((name) => [name, statSync(join(room.state, name)).mode])
    const files = paths
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(room.state, name), 'utf8'))
    const events = room.allEvents().map((event) => ({ ...event, id: '' }))
    // Apart from where, when and on which machine.
    return JSON.parse(
      JSON.stringify({ modes, files, events })
        .replaceAll(room.root, 'ROOT')
        .replaceAll(/[0-9a-f]{32}\.json/g, 'HASH.json')
        .replaceAll(/mch_[0-9a-z]{16}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…'),
    )
  }
  expect(await stored(storeTrust)).toEqual(await stored(trust))
})

test('a commit that is made without git is the one that git makes, and git goes on from it', () => {
  const files = { 'src/a/one.ts': '1\n', 'src/a.ts': '', 'src/a-b/two.ts': '2\n', 'run.sh': 'true\n', 'ü.txt': 'ü\n' }
  const made = (prepare: (room: Room) => void): unknown => {
    using room = newRoom()
    prepare(room)
    const { git, write, commit } = makeRepository(room, files)
    write('run.sh', 'false\n', 0o755)
    rmSync(join(room.cwd, 'src/a.ts'))
    commit('Second')
    expect(git('fsck', '--strict', '--full', '--no-dangling')).toBe('')
    const clean = git('status', '--porcelain')
    write('src/a/one.ts', '3\n')
    const seen = [
      git('log', '--format=%T %an %ae %cn %ce %s%n%b'),
      git('reflog', '--format=%gs %gn %ge'),
      git('ls-files', '--stage'),
      git('status', '--porcelain', '--branch'),
      git('config', '--list', '--local'),
    ]
    commit('By git')
    write('more.txt', 'more\n')
    commit('And again')
    return [clean, ...seen, git('log', '--format=%T %s'), git('status', '--porcelain')]
  }
  const byGit = made(({ home }) => writeFileSync(join(home, '.gitconfig'), ''))
  expect(made(() => undefined)).toEqual(byGit)
})
