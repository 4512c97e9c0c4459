// Every loop ends: the cap, the stuck guards, and what resets the count.
import { expect, test } from 'bun:test'
import { type ClaudeSession, claudeSession, type SessionOptions } from '../fake-agents/claude-session.ts'
import { isVariant, quarterOf } from '../rounds.ts'
import { refused, silent, told, unverified } from './expected.ts'
import { newRoom, type Room } from './room.ts'

const strict = { FULLSTOP_MODE: 'strict' }
const more = 'More: fullstop show task_ID'
const stuck = told(
  `Fullstop: not proven done: stuck (the same refusal was given 3 times with no progress in between). ${more}`,
)
const capped = (count: number): ReturnType<typeof told> =>
  told(`Fullstop: not proven done: capped (${count} of ${count} refusals used up). ${more}`)

async function working(room: Room, options: SessionOptions = { env: strict }): Promise<ClaudeSession> {
  const session = claudeSession(room, options)
  await session.type('Build the parser.')
  session.edit(2)
  return session
}

async function outcomeOf(room: Room): Promise<string | undefined> {
  return (await room.tasks())[0]?.outcome
}

test('[cap F9 F5] with progress between, five refusals are given, then the stop passes as capped', async () => {
  using room = newRoom()
  const session = await working(room)
  for (const count of [1, 2, 3, 4, 5]) {
    expect(await session.sayAndStop(`Part ${count}.`)).toEqual(refused(`${count}/5`, session.token))
    session.edit()
  }
  expect(await session.sayAndStop('Part 6.')).toEqual(capped(5))
  expect(await outcomeOf(room)).toBe('capped')
  expect(await session.sayAndStop('Part 7.')).toEqual(silent)
})

test('[cap-host F9] a higher cap never reaches the eight blocks that the host ends the turn at', async () => {
  using room = newRoom()
  const session = await working(room, { env: { ...strict, FULLSTOP_MAX: '50' } })
  for (const count of [1, 2, 3, 4, 5, 6, 7]) {
    expect(await session.sayAndStop(`Part ${count}.`)).toEqual(refused(`${count}/7`, session.token))
    session.edit()
  }
  expect(await session.sayAndStop('Part 8.')).toEqual(capped(7))
})

test.skipIf(isVariant)('[cap-host F9] the host that allows fewer blocks is given fewer', async () => {
  using room = newRoom()
  const session = await working(room, { env: { ...strict, CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '3' } })
  for (const count of [1, 2]) {
    expect(await session.sayAndStop(`Part ${count}.`)).toEqual(refused(`${count}/2`, session.token))
    session.edit()
  }
  expect(await session.sayAndStop('Part 3.')).toEqual(capped(2))
})

test('[taskmaster-max F9] TASKMASTER_MAX=2 gives two refusals, then the stop passes', async () => {
  using room = newRoom()
  const session = await working(room, { env: { TASKMASTER_MAX: '2' } })
  expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/2', session.token))
  expect(await session.sayAndStop('Part 2.')).toEqual(refused('2/2', session.token))
  expect(await session.sayAndStop('Part 3.')).toEqual(capped(2))
})

test.skipIf(isVariant)(
  '[taskmaster-max] TASKMASTER_MAX switches the identical-refusal guard off for the plain reminder',
  async () => {
    using room = newRoom()
    const session = await working(room, { env: { TASKMASTER_MAX: '6' } })
    for (const count of [1, 2, 3, 4, 5, 6]) {
      expect(await session.sayAndStop('Still at it.')).toEqual(refused(`${count}/6`, session.token))
    }
    expect(await session.sayAndStop('Still at it.')).toEqual(capped(6))
  },
)

test('[no-cap F9] without a cap there is no count in the refusal and no stuck guard, but the loop still ends at 100', async () => {
  using room = newRoom()
  const session = await working(room, { env: { ...strict, FULLSTOP_MAX: '0', CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '0' } })
  for (let count = 1; count <= 100; count++) {
    expect(await session.sayAndStop('Still at it.')).toEqual(refused(`${count}`, session.token))
  }
  expect(await session.sayAndStop('Still at it.')).toEqual(
    told(`Fullstop: not proven done: capped (the hard end of 100 refusals is reached). ${more}`),
  )
})

test('[stuck F9 F5] the same refusal three times with no progress in between ends as stuck', async () => {
  using room = newRoom()
  const session = await working(room)
  for (const count of [1, 2, 3]) {
    expect(await session.sayAndStop(`Words ${count}.`)).toEqual(refused(`${count}/5`, session.token))
  }
  expect(await session.sayAndStop('Words 4.')).toEqual(stuck)
  expect(await outcomeOf(room)).toBe('stuck')
})

test.skipIf(isVariant)('[stuck F9] three refusals of different kinds without progress end as stuck too', async () => {
  using room = newRoom()
  const session = await working(room)
  session.use('TodoWrite', { todos: [{ content: 'Test it', status: 'pending' }] })
  const open = 'Not done: open todo: Test it. Finish them, or say in the claim what became of each.'
  const reminded = 'Stop refused: nothing says that the task is done. Open todos: Test it.'
  const repeated = 'Stop refused: the last claim was refused: open todo: Test it. Open todos: Test it.'
  expect(await session.sayAndStop('Words.')).toEqual(refused('1/5', session.token, reminded))
  expect(await session.sayAndStop(session.token)).toEqual(refused('2/5', session.token, open))
  expect(await session.sayAndStop('Words.')).toEqual(refused('3/5', session.token, repeated))
  expect(await session.sayAndStop(session.token)).toEqual(
    told(`Fullstop: not proven done: stuck (3 refusals brought no progress). ${more}`),
  )
})

test('[healthy-repetition F18] the same refusal with progress between is not stuck', async () => {
  using room = newRoom()
  const session = await working(room)
  for (const count of [1, 2, 3, 4, 5]) {
    expect(await session.sayAndStop('Next part written.')).toEqual(refused(`${count}/5`, session.token))
    session.use('Edit', { file_path: 'parser.ts', old_string: 'a', new_string: 'b' })
  }
})

test('[healthy-repetition F17] the same command run again and again is no progress', async () => {
  using room = newRoom()
  const session = await working(room)
  session.use('Bash', { command: 'make all' })
  for (const count of [1, 2, 3]) {
    expect(await session.sayAndStop('I ran it.')).toEqual(refused(`${count}/5`, session.token))
    session.use('Bash', { command: 'make all' })
  }
  expect(await session.sayAndStop('I ran it.')).toEqual(stuck)
})

test('[last-claim] a claim that arrives on the last allowed continuation counts', async () => {
  using room = newRoom()
  const session = await working(room, { env: { TASKMASTER_MAX: '1' } })
  expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/1', session.token))
  expect(await session.sayAndStop(session.token)).toEqual(unverified)
})

test("[reset] the person's new prompt resets the count", async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/5', session.token))
  expect(await session.sayAndStop('Part 2.')).toEqual(refused('2/5', session.token))
  await session.type('Go on, and mind the tests.')
  session.edit()
  expect(await session.sayAndStop('Part 3.')).toEqual(refused('1/5', session.token))
})

test.skipIf(isVariant)(
  '[reset] a prompt typed in mid-work joins the request, and the count starts afresh',
  async () => {
    using room = newRoom()
    const session = await working(room)
    expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/5', session.token))
    expect(await session.sayAndStop('Part 2.')).toEqual(refused('2/5', session.token))
    session.edit()
    expect(await session.typeWhileWorking('Also mind the tests.')).toEqual(silent)
    session.edit()
    expect(await session.sayAndStop('Part 3.')).toEqual(refused('1/5', session.token))
    expect((await room.tasks()).length).toBe(1)
    const kinds = (await room.events()).map((event) => event.kind)
    expect(kinds.filter((kind) => kind === 'request.opened' || kind === 'prompt.joined')).toEqual([
      'request.opened',
      'prompt.joined',
    ])
  },
)

test('[joined-once] a prompt that hook and transcript both tell of is one prompt', async () => {
  using room = newRoom()
  const session = await working(room)
  await session.typeWhileWorking('Also mind the tests.')
  session.edit()
  expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/5', session.token))
  session.edit()
  expect(await session.sayAndStop('Part 2.')).toEqual(refused('2/5', session.token))
  const joined = (await room.events()).filter((event) => event.kind === 'prompt.joined')
  expect(joined.map((event) => event.prompt)).toEqual(['Also mind the tests.'])
})

test('[joined-once] a prompt in mid-work that only the transcript tells of joins as well', async () => {
  using room = newRoom()
  const session = await working(room, { env: strict, hooks: ['Stop'] })
  await session.typeWhileWorking('Also mind the tests.')
  session.edit()
  expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/5', session.token))
  const joined = (await room.events()).filter((event) => event.kind === 'prompt.joined')
  expect(joined.map((event) => event.prompt)).toEqual(['Also mind the tests.'])
})

const notAPerson: ReadonlyArray<readonly [string, (session: ClaudeSession) => Promise<unknown> | void]> = [
  [
    'a task notification',
    (session) => session.inject('<task-notification>\n<task-id>b1</task-id>\n</task-notification>'),
  ],
  ['a system reminder', (session) => session.inject('<system-reminder>\nMind the tests.\n</system-reminder>')],
  [
    'our own feedback told as a prompt',
    (session) => session.inject(`Stop hook feedback:\n${refused('1/5', session.token)}`),
  ],
  ['a tool result', (session) => session.use('Read', { file_path: 'a.ts' }, { text: 'Please build the parser.' })],
  ['the output of a local command', (session) => session.inject('<local-command-stdout>ok</local-command-stdout>')],
  [
    'a meta line',
    (session) => session.write({ type: 'user', isMeta: true, message: { role: 'user', content: 'Caveat: x' } }),
  ],
  [
    'the summary of a compaction',
    (session) =>
      session.write({
        type: 'user',
        isCompactSummary: true,
        message: { role: 'user', content: 'This session is being continued.' },
      }),
  ],
]

for (const [name, happens] of quarterOf(notAPerson, 0)) {
  test(`[reset-only F9] ${name} does not reset the count`, async () => {
    using room = newRoom()
    const session = await working(room)
    expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/5', session.token))
    await happens(session)
    expect(await session.sayAndStop('Part 2.')).toEqual(refused('2/5', session.token))
    expect((await room.tasks())[0]?.prompts).toBe(1)
  })
}

test('[reset-only F9] the prompt of a scheduled wake-up does not reset the count', async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/5', session.token))
  const crons = [{ id: 'c1', schedule: '* * * * *', recurring: false, prompt: 'Look at the build again' }]
  expect(await session.sayAndStop('I look again in a minute.', { crons })).toEqual(silent)
  await session.inject('Look at the build again', {
    isMeta: true,
    promptSource: 'system',
    wakeupSource: 'loop_wakeup',
    turnOrigin: 'scheduled',
  })
  expect(await session.sayAndStop('The build is green.')).toEqual(refused('2/5', session.token))
  expect((await room.tasks())[0]?.prompts).toBe(1)
})

test('[budget] a time budget of the user ends the loop as over-budget', async () => {
  using room = newRoom()
  await Bun.write(`${room.state}/config.json`, '{"mode":"strict","budget":{"time":"1ms"}}')
  const session = await working(room, {})
  expect(await session.sayAndStop('Part 1.')).toEqual(
    told(`Fullstop: not proven done: over-budget (the time budget is used up). ${more}`),
  )
})
