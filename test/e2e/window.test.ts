// The request window where it is easy to get wrong: plain prompts in mid-work, long requests, reviews, failed todo calls.
import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { refused, silent, unverified, unverifiedAgain } from './expected.ts'
import { newRoom } from './room.ts'

const strict = { FULLSTOP_MODE: 'strict' }

test('[joined-once] with only Stop registered, a second prompt line in mid-work loses nothing of the request', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict, hooks: ['Stop'] })
  await session.type('Build the parser.')
  session.edit(3)
  await session.type('Is it fast?')
  expect(await session.sayAndStop('Yes.')).toEqual(refused('1/5', session.token))
  const prompts = (await room.events()).flatMap((event) =>
    event.kind === 'request.opened' || event.kind === 'prompt.joined' ? [`${event.kind} ${event.prompt}`] : [],
  )
  expect(prompts).toEqual(['request.opened Build the parser.', 'prompt.joined Is it fast?'])
})

test('[joined-once] with only Stop registered, the same words typed again after the end open a new task', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict, hooks: ['Stop'] })
  for (const round of [1, 2]) {
    await session.type('Go on.')
    session.edit()
    expect(await session.sayAndStop(`Part ${round}.`)).toEqual(refused('1/5', session.token))
    expect(await session.sayAndStop(session.token)).toEqual(round === 1 ? unverified : unverifiedAgain)
  }
  expect(await room.tasks()).toHaveLength(2)
})

test('[todo-open F8] a todo list whose call failed does not count, in either direction', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  session.edit()
  session.use(
    'TodoWrite',
    { todos: [{ content: 'Test it', status: 'pending' }] },
    { failed: true, text: 'No such tool' },
  )
  expect(await session.sayAndStop(session.token)).toEqual(unverified)
})

test('[way-out F8] once refused for a todo, an agent may say in the claim what became of it', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  session.edit()
  session.use('TodoWrite', { todos: [{ content: 'Write the docs', status: 'pending' }] })
  const open = 'Not done: open todo: Write the docs. Finish them, or say in the claim what became of each.'
  expect(await session.sayAndStop(`"Write the docs" is dropped.\n\n${session.token}`)).toEqual(
    refused('1/5', session.token, open),
  )
  const explained = `The item "Write the docs" fell away: they exist already. All is done.\n\n${session.token}`
  expect(await session.sayAndStop(explained)).toEqual(unverified)
})

test('[review-waits] a claim that waits for a person is neither forgotten nor pushed on', async () => {
  using room = newRoom()
  writeFileSync(join(room.cwd, 'fullstop.json'), '{ "review": "always" }')
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  session.edit()
  const first = await session.sayAndStop(session.token)
  expect(first.stdout).toContain('a person must look at this (every completion needs a person here)')
  await session.inject('<task-notification>\n<status>completed</status>\n</task-notification>')
  expect((await session.sayAndStop('The job is over.')).stdout).toContain('a person has not answered the review yet')
  expect((await room.tasks())[0]?.status).toBe('awaiting-review')
  // A person's prompt takes it up again.
  await session.type('Now the docs, please.')
  session.edit()
  expect(await session.sayAndStop('Half of them.')).toEqual(refused('1/5', session.token))
})

test('[same-stop] the same stop delivered by four processes at once counts once, also without a transcript', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  const input = JSON.stringify({
    ...session.stopInput({ last: 'Half of it.' }),
    transcript_path: join(room.home, 'none.jsonl'),
  })
  const run = (): ReturnType<typeof room.run> => room.run(['hook', 'claude'], { input, env: session.env })
  const answers = await Promise.all([run(), run(), run(), run()])
  expect(answers.map(({ stdout }) => stdout.includes('FULLSTOP (1/5)'))).toEqual([true, true, true, true])
})

test("[off-silent] where the gate is off our own failure is nobody's business", async () => {
  using room = newRoom()
  mkdirSync(room.database, { recursive: true })
  const session = claudeSession(room, { headless: true })
  expect(await session.sayAndStop('Done.')).toEqual(silent)
})

test('[order-fails] an order that cannot be obeyed is answered with the reason, not passed to the model', async () => {
  using room = newRoom()
  mkdirSync(room.database, { recursive: true })
  const session = claudeSession(room, { env: strict })
  const answer = JSON.parse((await session.type('fullstop cancel')).stdout) as { decision: string; reason: string }
  expect(answer.decision).toBe('block')
  expect(answer.reason).toContain('Fullstop: could not obey "cancel", because the store')
})

test('[orders] with only Stop registered, an order in the transcript holds for the stop after it', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict, hooks: ['Stop'] })
  await session.type('Build the parser.')
  session.edit()
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
  await session.type('fullstop cancel')
  const answer = JSON.parse((await session.sayAndStop('I stop.')).stdout) as {
    decision?: string
    systemMessage: string
  }
  expect(answer.decision).toBeUndefined()
  expect(answer.systemMessage).toStartWith('Fullstop: Cancelled task_')
  expect((await room.tasks())[0]?.outcome).toBe('cancelled')
})

test('[orders] with only Stop registered, "fullstop off" in the transcript switches the gate off', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict, hooks: ['Stop'] })
  await session.type('Build the parser.')
  session.edit()
  await session.type('fullstop off')
  expect((await session.sayAndStop('Half of it.')).stdout).toContain('The gate is off in this session')
  session.edit()
  expect(await session.sayAndStop('More of it.')).toEqual(silent)
})

test('[balanced] a transcript in which no prompt can be found holds nobody after little work', async () => {
  using room = newRoom()
  const session = claudeSession(room, { hooks: ['Stop'] })
  session.edit(2)
  expect(await session.sayAndStop('A small thing.')).toEqual(silent)
})
