// Disputes: an agent that finds a check itself wrong says so, and a person decides instead of the agent working around it.
import { expect, test } from 'bun:test'
import type { ClaudeSession } from '../fake-agents/claude-session.ts'
import { isVariant } from '../rounds.ts'
import { asked, needsPerson, outcomes } from './checking.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { newRoom, type Output, type Room } from './room.ts'

const WHY = 'It forbids the name that was asked for'
const ASKED = `check "lint" failed (exit 1), and the agent says that it is wrong: ${WHY}`

async function prepared(room: Room): Promise<{ repository: Repository; session: ClaudeSession }> {
  const repository = makeRepository(room, { 'lint.sh': 'exit 1\n', 'test.sh': 'test -e answer\n' })
  await trustChecks(room, repository, [
    { name: 'test', run: 'sh test.sh' },
    { name: 'lint', run: 'sh lint.sh' },
  ])
  return { repository, session: await asked(room) }
}

/** The agent disputes the check by its shell, and stops. */
async function dispute(session: ClaudeSession): Promise<Output> {
  const args = ['claim', 'success', '--summary', 'Written.', '--dispute', 'lint', '--why', WHY]
  const claimed = await session.shell(args)
  expect([claimed.code, claimed.stderr]).toEqual([0, ''])
  return session.stop()
}

const reasonOf = ({ stdout }: Output): string => (JSON.parse(stdout) as { reason: string }).reason

test('[dispute] P12: heard once the rest passes; then a person is asked at once and may approve despite it', async () => {
  using room = newRoom()
  const { repository, session } = await prepared(room)
  const [first, ...rest] = reasonOf(await dispute(session)).split('\n')
  expect(first).toBe('FULLSTOP (1/5) Not done: check "test" failed (exit 1)')
  expect(rest).toContain('Your dispute is heard once the rest is done.')
  repository.write('answer', '42\n')
  expect(await dispute(session)).toEqual(needsPerson(ASKED))
  expect(await outcomes(room)).toEqual(['awaiting-review'])
  const [task] = await room.tasks()
  const page = await room.run(['review', task?.id ?? ''])
  expect(page.stdout).toContain(`answer  fullstop review ${task?.id} stands\n`)
  expect((await room.run(['review', task?.id ?? '', 'approve', '--yes'])).code).toBe(0)
  expect(await outcomes(room)).toEqual(['completed'])
  const ended = room.allEvents().findLast(({ kind }) => kind === 'task.ended')
  expect(ended).toMatchObject({ because: [{ code: 'approved-despite', text: `approved despite: ${ASKED}` }] })
})

test.skipIf(isVariant)(
  '[dispute] P12: "the check stands" reaches the agent, and the same dispute is not heard twice',
  async () => {
    using room = newRoom()
    const { repository, session } = await prepared(room)
    repository.write('answer', '42\n')
    expect(await dispute(session)).toEqual(needsPerson(ASKED))
    const [task] = await room.tasks()
    const stood = await room.run(['review', task?.id ?? '', 'stands', 'The linter is right.', '--yes'])
    expect([stood.code, stood.stderr]).toEqual([0, ''])
    expect(reasonOf(await session.stop())).toBe(
      'Please address this feedback: The check "lint" stands: make the work pass, do not change the check. The linter is right.',
    )
    const [first] = reasonOf(await dispute(session)).split('\n')
    expect(first).toBe('FULLSTOP (1/5) Not done: check "lint" failed (exit 1), and a person said that it stands')
    repository.write('lint.sh', 'true\n')
    expect((await dispute(session)).stdout).not.toContain('"decision":"block"')
    expect(await outcomes(room)).not.toContain('completed')
  },
)

test('[dispute] a check that the agent names and that is none is told at once, by what name there are some', async () => {
  using room = newRoom()
  const { repository, session } = await prepared(room)
  repository.write('answer', '42\n')
  const claimed = await session.shell(['claim', 'success', '--summary', 'Written.', '--dispute', 'lnt', '--why', WHY])
  expect([claimed.code, claimed.stdout]).toEqual([
    0,
    expect.stringContaining(
      'No check is called "lnt" (there are "test", "lint"): what you say of it counts for nothing.\n',
    ) as never,
  ])
})

test('[dispute] P12: a refusal after a red check offers it; without a dispute there is nothing that could stand', async () => {
  using room = newRoom()
  const { session } = await prepared(room)
  await session.shell(['claim', 'success', '--summary', 'Done.'])
  expect(reasonOf(await session.stop())).toContain('Check wrong? ')
  const [task] = await room.tasks()
  const answered = await room.run(['review', task?.id ?? '', 'stands', '--yes'])
  expect(answered.code).toBe(1)
  for (const args of [
    ['--dispute', 'lint'],
    ['--why', WHY],
    ['--dispute', '', '--why', WHY],
  ]) {
    const bad = await room.run(['claim', 'success', '--summary', 'x', ...args])
    expect(bad.code).toBe(2)
  }
})
