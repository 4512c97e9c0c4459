// The start of a task is read beside the hook, and says what was there when the prompt was given.
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../../src/adapters/platform/processes/process.ts'
import { readingOrder } from '../../src/domain/proof/yardstick/reading-order.ts'
import { readOwnExcludes } from '../../src/adapters/workspace/own-excludes.ts'
import { type Start, startIn, toReading } from '../../src/adapters/workspace/start.ts'
import { readTree } from '../../src/adapters/workspace/tree/read-tree.ts'
import { type ClaudeSession, claudeSession } from '../fake-agents/claude-session.ts'
import { claim, completed, lastEvidence, needsPerson, strict, until } from './checking.ts'
import { type GitLog, logGit } from './git-log.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

const check = { name: 'check', run: 'true' }
const LOST = 'what changed since the task began can no longer be told: '

interface Prepared {
  readonly repository: Repository
  readonly log: GitLog
  readonly session: ClaudeSession
}

/** What the person left uncommitted: a changed file, a new test, a deleted one. */
async function prepared(room: Room): Promise<Prepared> {
  const repository = makeRepository(room, {
    changed: '1\n',
    'gone/deleted': '1\n',
    'gone/kept': '1\n',
    answer: '41\n',
    'old.txt': 'old\n',
  })
  await trustChecks(room, repository, [check])
  repository.write('changed', '2\n')
  repository.write('test/own.test.js', "test('one', () => expect(1).toBe(1))\n")
  rmSync(join(room.cwd, 'gone', 'deleted'))
  const log = logGit(room)
  return { repository, log, session: claudeSession(room, { env: { ...strict, ...log.env } }) }
}

/** Unlike `session.type` it does not wait for the start. */
async function prompt(session: ClaudeSession): Promise<void> {
  await session.hook('UserPromptSubmit', {
    prompt_id: session.promptId(),
    permission_mode: 'bypassPermissions',
    prompt: 'Write the answer.',
  })
}

function startsIn(room: Room, ending: string): string[] {
  const folder = join(room.state, 'starts')
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => (name.endsWith(ending) ? [join(folder, name)] : []))
}

async function begun(room: Room): Promise<number> {
  let key = ''
  await until(() => {
    const [path] = startsIn(room, '.request')
    key = path === undefined ? '' : ((JSON.parse(readFileSync(path, 'utf8')) as { by?: string }).by ?? '')
    return key !== ''
  })
  return Number.parseInt(key, 10)
}

function notes(room: Room): readonly string[] {
  return lastEvidence(room).notes
}

test('S7: at a prompt the hook itself runs no git that looks at files', async () => {
  using room = newRoom()
  const { session, log } = await prepared(room)
  log.reset()
  await session.type('Write the answer.')
  expect(log.commandsOfHook()).toEqual(['rev-parse'])
  expect(log.commands()).toContain('ls-files')
})

test('S7: the start that is kept is the one that was there', async () => {
  using room = newRoom()
  const { session } = await prepared(room)
  const door = { runProgram, env: room.env }
  const read = await readTree(door, room.cwd)
  if (!read.ok) throw new Error(read.why)
  const there = await startIn(toReading(door, read.tree), readingOrder)
  await session.type('Write the answer.')
  const [path = ''] = startsIn(room, '.json')
  const excludes = await readOwnExcludes(door, room.cwd)
  if (!excludes) throw new Error('git failed')
  expect(excludes.lists).toContainEqual(expect.objectContaining({ shown: '.git/info/exclude' }))
  expect(JSON.parse(readFileSync(path, 'utf8')) as Start).toEqual({ ...(there as Start), named: {}, excludes })
  expect(startsIn(room, '')).toEqual([path])
})

test("S7: work that begins before the start is read is the agent's, whatever it does with git", async () => {
  using room = newRoom()
  const { repository, session, log } = await prepared(room)
  log.hold()
  await prompt(session)
  session.edit(2)
  repository.write('answer', '42\n')
  repository.write('new.txt', 'new\n')
  rmSync(join(room.cwd, 'old.txt'))
  repository.git('add', 'answer', 'new.txt')
  repository.git('commit', '--quiet', '--message', 'Answer')
  log.letGo()
  expect(await claim(session)).toEqual(completed('check'))
  expect(lastEvidence(room).changed).toMatchObject([
    { path: 'answer', how: 'modified' },
    { path: 'new.txt', how: 'added' },
    { path: 'old.txt', how: 'deleted' },
  ])
  expect(notes(room)).toContain('the start of the task was read while git was at work: it may lack changes')
})

test('S7: a file of the person that changes too early is compared with the commit, and that is said', async () => {
  using room = newRoom()
  const { repository, session, log } = await prepared(room)
  log.hold()
  await prompt(session)
  session.edit(2)
  repository.write('changed', '3\n')
  repository.write('test/own.test.js', '')
  log.letGo()
  expect(await claim(session)).toEqual(completed('check'))
  expect(lastEvidence(room).changed).toMatchObject([
    { path: 'changed', how: 'modified' },
    { path: 'test/own.test.js', how: 'added' },
  ])
  expect(notes(room)).toContain('changed before the start of the task was read, compared with its commit: 2 files')
})

test('S7: a claim waits for a start that is still being read', async () => {
  using room = newRoom()
  const { repository, session, log } = await prepared(room)
  log.hold()
  await prompt(session)
  await begun(room)
  repository.write('answer', '42\n')
  session.edit(2)
  const claimed = claim(session)
  log.letGo()
  expect(await claimed).toEqual(completed('check'))
  expect(lastEvidence(room).changed).toMatchObject([{ path: 'answer', how: 'modified' }])
})

test('S7: a start whose process was killed is not known, and that is said', async () => {
  using room = newRoom()
  const { repository, session, log } = await prepared(room)
  log.hold()
  await prompt(session)
  process.kill(await begun(room), 'SIGKILL')
  log.letGo()
  repository.write('answer', '42\n')
  session.edit(2)
  expect(await claim(session)).toEqual(needsPerson(`${LOST}what was kept of it is gone`))
  expect(notes(room)).toContain('the start of the task was not seen: compared with the last commit')
  expect(lastEvidence(room).changed).toMatchObject([
    { path: 'answer', how: 'modified' },
    { path: 'changed', how: 'modified' },
    { path: 'gone/deleted', how: 'deleted' },
    { path: 'test/own.test.js', how: 'added' },
  ])
})

test('S7: a task that is forgotten while its start is read leaves none behind', async () => {
  using room = newRoom()
  const { session, log } = await prepared(room)
  log.hold()
  await prompt(session)
  await begun(room)
  const [task] = await room.tasks()
  const { code } = await room.runAtTerminal(['forget', task?.id ?? '', '--yes'])
  expect(code).toBe(0)
  log.letGo()
  await until(() => log.commands().includes('diff-index') && startsIn(room, '').length === 0)
  expect(startsIn(room, '')).toEqual([])
})

test.each([
  [
    'the repository is removed',
    (room: Room) => rmSync(join(room.cwd, '.git'), { recursive: true }),
    'the git repository is gone',
  ],
  [
    'a new one takes its place',
    (room: Room, { git }: Repository) => {
      rmSync(join(room.cwd, '.git'), { recursive: true })
      git('init', '--quiet')
      git('add', '--all')
      git('commit', '--quiet', '--message', 'All')
    },
    'the commit that the task began at is gone: ',
  ],
  [
    'its commit is amended and collected',
    (_room: Room, { git }: Repository) => {
      git('add', '--all')
      git('commit', '--quiet', '--amend', '--message', 'All')
      git('reflog', 'expire', '--expire=now', '--all')
      git('gc', '--quiet', '--prune=now')
    },
    'the commit that the task began at is gone: ',
  ],
  [
    'what we kept of it is removed',
    (room: Room) => rmSync(join(room.state, 'starts'), { recursive: true }),
    'what was kept of it is gone',
  ],
])('P4: the start of the task can no longer be compared, and a person is asked: %s', async (_how, lose, why) => {
  using room = newRoom()
  const { repository, session } = await prepared(room)
  await session.type('Write the answer.')
  repository.write('test/own.test.js', '\n')
  lose(room, repository)
  expect((await claim(session)).stdout).toContain(`a person must look at this (${LOST}${why}`)
})
