// Notes are shown and trigger nothing; warnings and tampering need a person's review; and no progress is named as such.
import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../src/contract/config/config.ts'
import { type ClaudeSession, claudeSession } from '../fake-agents/claude-session.ts'
import { isVariant } from '../rounds.ts'
import {
  asked,
  claim,
  completed,
  evidences,
  lastEvidence,
  needsPerson,
  notProven,
  outcomes,
  red,
  started,
  strict,
} from './checking.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

async function passing(
  room: Room,
  config: Config = {},
  files: Readonly<Record<string, string>> = {},
): Promise<Repository> {
  const repository = makeRepository(room, files)
  await trustChecks(room, repository, [{ name: 'test', run: 'true' }], config)
  return repository
}

test('[notes] uncommitted changes, which claim it is, nothing changed: shown, and nothing triggered', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'test', run: 'test -e answer' }])
  const session = await asked(room)
  await claim(session)
  repository.write('answer', '42\n')
  repository.write('more', '43\n')
  await claim(session)
  await session.type('Anything else?')
  repository.commit()
  session.edit()
  expect(await claim(session)).toEqual(completed('test'))
  expect(evidences(room).map(({ notes }) => notes)).toEqual([
    ['claim 1 of this task', 'nothing changed since the task began'],
    ['claim 2 of this task', 'uncommitted changes: 2 files'],
    ['claim 1 of this task', 'nothing changed since the task began'],
  ])
})

test('[warnings] a last tool that failed brings a person in; with review never it is only shown', async () => {
  using room = newRoom()
  const repository = await passing(room)
  const session = await asked(room)
  repository.write('answer', '42\n')
  session.use('Bash', { command: 'npm run deploy' }, { failed: true, text: 'no' })
  expect(await claim(session)).toEqual(needsPerson('the last tool call failed: Bash (npm run deploy)'))
  expect(await outcomes(room)).toEqual(['awaiting-review'])

  using relaxed = newRoom()
  await passing(relaxed, { review: 'never' })
  const other = await asked(relaxed)
  other.use('Bash', { command: 'npm run deploy' }, { failed: true, text: 'no' })
  expect(await claim(other)).toEqual(completed('test'))
  expect(lastEvidence(relaxed).warnings).toEqual(['the last tool call failed: Bash (npm run deploy)'])
})

function todos(session: ClaudeSession, ...items: readonly (readonly [string, string])[]): void {
  session.use('TodoWrite', { todos: items.map(([content, status]) => ({ content, status, activeForm: content })) })
}

/** As the Task tools write their results. */
function taskTool(session: ClaudeSession, tool: string, result: object): void {
  const id = `toolu_task_${Bun.randomUUIDv7()}`
  session.write(
    {
      type: 'assistant',
      message: {
        role: 'assistant',
        content: [{ type: 'tool_use', id, name: tool, input: {} }],
        stop_reason: 'tool_use',
      },
    },
    {
      type: 'user',
      message: { role: 'user', content: [{ tool_use_id: id, type: 'tool_result', content: 'ok' }] },
      toolUseResult: result,
    },
  )
}

test('[todo-cancelled F24] an open todo that vanishes without a word brings a person in', async () => {
  using room = newRoom()
  await passing(room)
  const session = await asked(room)
  todos(session, ['Write the parser', 'in_progress'], ['Write its tests', 'pending'])
  todos(session, ['Write the parser', 'completed'])
  expect(await claim(session)).toEqual(needsPerson('a todo was cancelled without a word: Write its tests'))
})

test.skipIf(isVariant)('[todo-cancelled] … and one that the agent speaks of does not', async () => {
  using room = newRoom()
  await passing(room)
  const session = await asked(room)
  todos(session, ['Write the parser', 'in_progress'], ['Write its tests', 'pending'])
  todos(session, ['Write the parser', 'completed'])
  expect(await claim(session, 'I left out "write its tests": you have them already.')).toEqual(completed('test'))
})

test.skipIf(isVariant)('[todo-cancelled F24] a task that is deleted by its tool counts the same', async () => {
  using room = newRoom()
  await passing(room)
  const session = await asked(room)
  taskTool(session, 'TaskCreate', { task: { id: '1', subject: 'Write its tests' } })
  expect(await claim(session)).toEqual(
    red('1/5', session, 'open todo: Write its tests. Finish them, or say in the claim what became of each.'),
  )
  expect(started(room)).toEqual([])
  taskTool(session, 'TaskUpdate', { success: true, taskId: '1', statusChange: { from: 'pending', to: 'deleted' } })
  expect(await claim(session)).toEqual(needsPerson('a todo was cancelled without a word: Write its tests'))
})

test('[file-change] a success on an unchanged tree is a warning where the strategy is on', async () => {
  using room = newRoom()
  const repository = await passing(room, { detect: { strategies: ['done-token', 'file-change'] } })
  const session = await asked(room)
  const unchanged = 'success is claimed on a tree that is unchanged since the task began'
  expect(await claim(session)).toEqual(needsPerson(unchanged))
  await session.type('Then change something.')
  repository.write('answer', '42\n')
  expect(await claim(session)).toEqual(completed('test'))
})

test('[review-always review-waits] review always: no completion without a person', async () => {
  using room = newRoom()
  await passing(room, { review: 'always' })
  const session = await asked(room)
  expect(await claim(session)).toEqual(needsPerson('every completion needs a person here'))
  expect(await outcomes(room)).toEqual(['awaiting-review'])
})

const TEST_FILE = `import { expect, it } from 'bun:test'

it('adds', () => {
  expect(1 + 1).toBe(2)
})

it('multiplies', () => {
  expect(2 * 3).toBe(7)
})
`

test('[tamper F24] a deleted failing test is held for a person, with file and line', async () => {
  using room = newRoom()
  await passing(room, {}, { 'src/sum.test.ts': TEST_FILE })
  const session = await asked(room)
  rmSync(join(room.cwd, 'src/sum.test.ts'))
  const { stdout } = await claim(session)
  expect(stdout).toStartWith('{"systemMessage":"Fullstop: a person must look at this (src/sum.test.ts:1 ')
  expect(await outcomes(room)).toEqual(['awaiting-review'])
  expect(lastEvidence(room).tampering).toMatchObject([{ file: 'src/sum.test.ts', line: 1 }])
})

test('[tamper] refuse: sent back with file and line; undone, it completes', async () => {
  using room = newRoom()
  const repository = await passing(room, { tamper: 'refuse' }, { 'src/sum.test.ts': TEST_FILE })
  const session = await asked(room)
  repository.write('src/sum.test.ts', TEST_FILE.replace("it('multiplies'", "it.skip('multiplies'"))
  const { stdout } = await claim(session)
  expect(stdout).toStartWith('{"decision":"block","reason":"FULLSTOP (1/5) Not done: src/sum.test.ts:7 ')
  expect(stdout).toContain('Undo that: the yardstick is not yours to change.')
  repository.git('checkout', '--quiet', 'src/sum.test.ts')
  expect(await claim(session, 'Undone.')).toEqual(completed('test'))
})

test.skipIf(isVariant)('[tamper] warn with review never: completed, and the finding stays on record', async () => {
  using room = newRoom()
  await passing(room, { tamper: 'warn', review: 'never' }, { 'src/sum.test.ts': TEST_FILE })
  const session = await asked(room)
  rmSync(join(room.cwd, 'src/sum.test.ts'))
  expect(await claim(session)).toEqual(completed('test'))
  expect(lastEvidence(room).tampering).toMatchObject([{ file: 'src/sum.test.ts', line: 1 }])
  expect((await room.run(['evidence'])).stdout).toContain('tamper   src/sum.test.ts:1 ')
})

test.skipIf(isVariant)("[tamper] what was there before the task began is not the agent's", async () => {
  using room = newRoom()
  const repository = await passing(room, {}, { 'src/sum.test.ts': TEST_FILE })
  repository.write('src/sum.test.ts', TEST_FILE.replace("it('multiplies'", "it.skip('multiplies'"))
  const session = await asked(room)
  repository.write('answer', '42\n')
  expect(await claim(session)).toEqual(completed('test'))
})

test('[tamper only-stop] a session known only from its stops is compared with the last commit', async () => {
  using room = newRoom()
  await passing(room, {}, { 'src/sum.test.ts': TEST_FILE })
  const session = claudeSession(room, { env: strict, hooks: ['Stop'] })
  await session.type('Make it pass.')
  session.edit()
  rmSync(join(room.cwd, 'src/sum.test.ts'))
  expect((await claim(session)).stdout).toContain('a person must look at this (src/sum.test.ts:1 ')
})

test.skipIf(isVariant)('[stuck F17] the same red check without any change ends as stuck', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'test', run: 'test -e answer' }])
  const session = await asked(room)
  for (const count of [1, 2, 3]) {
    expect(await claim(session, `Done ${count}.`)).toEqual(red(`${count}/5`, session, 'check "test" failed (exit 1)'))
  }
  expect(await claim(session, 'Done 4.')).toEqual(
    notProven('stuck', 'the same refusal was given 3 times with no progress in between'),
  )
})

test('[healthy-repetition F18] … but not while the tree moves by a way that the transcript does not show', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'test', run: 'test -e answer' }])
  const session = await asked(room)
  for (const count of [1, 2, 3, 4, 5]) {
    repository.write('progress', `${count}\n`)
    expect(await claim(session, `Done ${count}.`)).toEqual(red(`${count}/5`, session, 'check "test" failed (exit 1)'))
  }
  repository.write('answer', '42\n')
  expect(await claim(session, 'Done at last.')).toEqual(completed('test'))
})
