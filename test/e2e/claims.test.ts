// What counts as a claim at a stop, and what only looks like one.
import { expect, test } from 'bun:test'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hook } from '../../src/agents/claude/hook.ts'
import { claude } from '../../src/agents/claude/index.ts'
import { onHook } from '../../src/flows/hook/on-hook.ts'
import type { World } from '../../src/flows/world.ts'
import { openWorld } from '../../src/frontends/cli/wire.ts'
import { type ClaudeSession, claudeSession } from '../fake-agents/claude-session.ts'
import { isVariant, quarterOf } from '../rounds.ts'
import { refusal, refused, told, unverified } from './expected.ts'
import { newRoom, type Room } from './room.ts'

const strict = { FULLSTOP_MODE: 'strict' }

async function working(room: Room, request = 'Build the parser.'): Promise<ClaudeSession> {
  const session = claudeSession(room, { env: strict })
  await session.start()
  await session.type(request)
  session.edit(2)
  return session
}

test('[stop-refused F4] a stop after work without a claim is refused, and "I\'m done." is no claim', async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop('I wrote half of it.')).toEqual(refused('1/5', session.token))
  expect(await session.sayAndStop("I'm done.")).toEqual(refused('2/5', session.token))
})

test('[token-claim unverified-told] the done token ends the task as unverified, and the person is told so', async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop(`All parts are written.\n\n${session.token}`)).toEqual(unverified)
  const [task] = await room.tasks()
  expect({ status: task?.status, outcome: task?.outcome, stops: task?.stops, refusals: task?.refusals }).toEqual({
    status: 'ended',
    outcome: 'unverified',
    stops: 1,
    refusals: 0,
  })
  const claim = (await room.events()).find((event) => event.kind === 'claim.made')
  expect(claim?.claim).toMatchObject({ status: 'success', channel: 'done-token', text: session.token })
})

const wrapped: ReadonlyArray<readonly [string, (token: string) => string]> = [
  ['bold', (token) => `Done.\n**${token}**`],
  ['in backticks', (token) => `Done.\n\`${token}\``],
  ['with white space after it', (token) => `Done.\n${token}  \n\n`],
  ['alone', (token) => token],
  ['a promise tag', () => 'Everything is in place.\n\n<promise>COMPLETE</promise>'],
  ['a promise tag with white space inside', () => 'Everything is in place.\n\n<Promise> complete </Promise>'],
]

for (const [name, text] of quarterOf(wrapped, 0)) {
  test(`[token-claim] a claim ${name} counts`, async () => {
    using room = newRoom()
    const session = await working(room)
    expect(await session.sayAndStop(text(session.token))).toEqual(unverified)
  })
}

const mentions: ReadonlyArray<readonly [string, string, (token: string) => string]> = [
  ['mention', 'the token within a sentence', (token) => `I will end with ${token} when it is done.`],
  ['mention', 'the token in a fence', (token) => `The line looks like this:\n\`\`\`\n${token}\n\`\`\``],
  ['mention', 'the token in a quotation', (token) => `You told me:\n> ${token}`],
  ['mention', "another session's token", () => 'Done.\nFULLSTOP_DONE::0badcafe-0000-4000-8000-000000000000'],
  ['mention', 'a token with more behind it', (token) => `Done.\n${token}-x`],
  ['mention F2', 'a negated token', (token) => `The tests still fail, so I will not output this line:\n${token}`],
  ['mention F2', 'a conditional token', (token) => `Once all tests pass I will write\n${token}`],
  ['mention F2', 'a claim that is taken back', (token) => `${token}\n\nWait, that is wrong: the tests still fail.`],
  ['mention F2', 'a negated promise', () => 'I cannot say <promise>COMPLETE</promise> yet, two tests fail.'],
  ['mention F2', 'a quoted promise', () => 'The rule says to print "<promise>COMPLETE</promise>" at the end.'],
]

for (const [ids, name, text] of mentions) {
  test(`[${ids}] ${name} is not a claim`, async () => {
    using room = newRoom()
    const session = await working(room)
    expect(await session.sayAndStop(text(session.token))).toEqual(refused('1/5', session.token))
  })
}

test('[mention F1] our own refusal, echoed back by the agent, is not a claim', async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
  const echo = refusal('1/5', session.token)
  expect(await session.sayAndStop(echo)).toEqual(refused('2/5', session.token))
  expect(await session.sayAndStop(`The hook said:\nStop hook feedback:\n${refusal('2/5', session.token)}`)).toEqual(
    refused('3/5', session.token),
  )
})

test("[mention F1] the contract and the person's own prompt, echoed back, are not claims", async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  const { stdout } = await session.start()
  const contract = (JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput
    .additionalContext
  const prompt = `Fix the bug and then end with\n${session.token}\nplease`
  await session.type(prompt)
  session.edit()
  expect(await session.sayAndStop(prompt)).toEqual(refused('1/5', session.token))
  expect(await session.sayAndStop(contract)).toEqual(refused('2/5', session.token))
})

test('[mention F1] a token in a tool result, a file, thinking or a subagent is not a claim', async () => {
  using room = newRoom()
  const session = await working(room)
  session.use('Bash', { command: 'cat notes.txt' }, { text: session.token })
  const text = (more: object): object => ({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'text', text: session.token }], stop_reason: 'end_turn' },
    ...more,
  })
  session.write(text({ isSidechain: true }))
  session.write({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'thinking', thinking: session.token }], stop_reason: 'end_turn' },
  })
  session.write({ type: 'attachment', attachment: { type: 'hook_additional_context', content: [session.token] } })
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
})

test.skipIf(isVariant)('[token-claim F3] a token in an earlier text block of the same turn counts', async () => {
  using room = newRoom()
  const session = await working(room)
  session.say(`It is all done.\n${session.token}`)
  session.use('Read', { file_path: 'parser.ts' })
  expect(await session.sayAndStop('The summary is above.')).toEqual(unverified)
})

test('[stale-claim] a claim with work after it is stale, and the refusal says so', async () => {
  using room = newRoom()
  const session = await working(room)
  session.say(`It is all done.\n${session.token}`)
  session.edit()
  expect(await session.sayAndStop('One more file is written.')).toEqual(
    refused('1/5', session.token, 'Stop refused: you claimed success, but worked on after it: claim again.'),
  )
})

test('[stale-claim] a claim from before our refusal is spent', async () => {
  using room = newRoom()
  const session = await working(room)
  session.use('TodoWrite', { todos: [{ content: 'Write the docs', status: 'pending' }] })
  expect(await session.sayAndStop(`All done.\n${session.token}`)).toEqual(
    refused(
      '1/5',
      session.token,
      'Not done: open todo: Write the docs. Finish them, or say in the claim what became of each.',
    ),
  )
  session.use('TodoWrite', { todos: [{ content: 'Write the docs', status: 'completed' }] })
  expect(await session.sayAndStop('The docs are written now.')).toEqual(
    refused(
      '2/5',
      session.token,
      'Stop refused: the todos that your claim was refused for are closed now: claim again.',
    ),
  )
  expect(await session.sayAndStop(session.token)).toEqual(unverified)
})

test.skipIf(isVariant)("[stale-claim] an earlier request's token does not carry over", async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop(session.token)).toEqual(unverified)
  await session.type('Now write the docs as well.')
  session.edit(2)
  expect(await session.sayAndStop('The docs are half written.')).toEqual(refused('1/5', session.token))
  expect((await room.tasks()).length).toBe(2)
})

test('[todo-open F24] an open todo refuses a success claim by name', async () => {
  using room = newRoom()
  const session = await working(room)
  session.use('TodoWrite', {
    todos: [
      { content: 'Write the parser', status: 'completed' },
      { content: 'Test the parser', status: 'in_progress' },
    ],
  })
  expect(await session.sayAndStop(session.token)).toEqual(
    refused(
      '1/5',
      session.token,
      'Not done: open todo: Test the parser. Finish them, or say in the claim what became of each.',
    ),
  )
})

test('[late-flush F3] a transcript that lacks the last message does not hide the claim', async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop(`Done.\n${session.token}`, { flush: 'never' })).toEqual(unverified)
})

/** The hook in this process, at a stop whose lines reach the transcript only between two of its looks. */
async function stopBefore(
  room: Room,
  session: ClaudeSession,
  late: { readonly last: string; readonly look: number; readonly lookMs?: number; readonly arrive: () => void },
): Promise<{ answer: string; looks: number }> {
  const { last, look, lookMs = 10, arrive } = late
  // A process takes more than a millisecond to start. Here a stop could begin in the very one in which the last was decided.
  await Bun.sleep(2)
  let looks = 0
  const real = openWorld({ ...room.env, ...session.env }, 'hook')
  const now = (): Date => new Date(Date.now() + looks * lookMs)
  const began = now()
  const sleep = async (): Promise<void> => {
    looks += 1
    if (looks === look) arrive()
  }
  const world: World = { ...real, now, startedAt: () => began, bornAt: () => began, sleep }
  const input = hook.decode(session.stopInput({ last }))
  if (!input.ok) throw new Error(input.message)
  const { stdout } = hook.encode(await onHook(world, claude, hook.host(session.env), input.value))
  real.store.close()
  return { answer: stdout, looks }
}

function writeWords(session: ClaudeSession, text: string): void {
  session.write({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'text', text }], stop_reason: 'end_turn' },
  })
}

for (const [where, look, lookMs] of [
  ['', 7, 10],
  [', R11: on a busy machine too, where each look takes longer', 7, 300],
  [', also where the host is several times slower than usual', 60, 10],
] as const) {
  test(`[late-flush F3] work that reaches the transcript while the hook runs is seen${where}`, async () => {
    using room = newRoom()
    const session = claudeSession(room, { env: strict })
    await session.type('Why does the parser fail?')
    const arrive = (): void => {
      session.edit()
      writeWords(session, 'Fixed it.')
    }
    const { answer, looks } = await stopBefore(room, session, { last: 'Fixed it.', look, lookMs, arrive })
    expect(JSON.parse(answer)).toEqual(JSON.parse(refused('1/5', session.token).stdout))
    expect(looks).toBe(look)
  })
}

test('[late-flush same-stop F9] a slow transcript makes no repeated stop the one before, and three refusals are the most', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  const last = 'I am done, really.'
  const answers: string[] = []
  for (const round of [1, 2, 3, 4]) {
    const arrive = (): void => {
      if (round === 1) session.edit()
      else
        session.write({
          type: 'user',
          isMeta: true,
          message: { role: 'user', content: `Stop hook feedback:\n${answers.at(-1)}` },
        })
      writeWords(session, last)
    }
    const { answer } = await stopBefore(room, session, { last, look: 60, lookMs: 0, arrive })
    answers.push(answer)
  }
  expect(answers.map((answer) => /FULLSTOP \(\d\/5\)|stuck/.exec(answer)?.[0])).toEqual([
    'FULLSTOP (1/5)',
    'FULLSTOP (2/5)',
    'FULLSTOP (3/5)',
    'stuck',
  ])
})

test('[no-transcript F3] without a transcript the last message alone claims, and its absence refuses', async () => {
  using room = newRoom()
  const session = await working(room)
  rmSync(session.transcript)
  expect(await session.sayAndStop('Half of it.', { flush: 'never' })).toEqual(refused('1/5', session.token))
  rmSync(session.transcript, { force: true })
  expect(await session.sayAndStop(session.token, { flush: 'never' })).toEqual(unverified)
})

test.skipIf(isVariant)(
  '[no-transcript F3] a transcript cut in the middle of a line neither hides a claim nor invents one',
  async () => {
    using room = newRoom()
    const session = await working(room)
    const line = JSON.stringify({
      type: 'assistant',
      message: { role: 'assistant', content: [{ type: 'text', text: session.token }] },
    })
    appendFileSync(session.transcript, line.slice(0, -20))
    expect(await session.sayAndStop('Half of it.', { flush: 'never' })).toEqual(refused('1/5', session.token))
  },
)

test.skipIf(isVariant)('[no-transcript F3] a line that was cut at one stop is read whole at the next', async () => {
  using room = newRoom()
  const session = await working(room)
  const line = `${JSON.stringify({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Write', input: {} }] },
  })}\n`
  appendFileSync(session.transcript, line.slice(0, 60))
  await session.stop({ last: 'Half of it.', flush: 'never' })
  // The refusal is not written here: the cut line must end first.
  const written = readFileSync(session.transcript, 'utf8')
  const at = written.indexOf(line.slice(0, 60))
  writeFileSync(session.transcript, `${written.slice(0, at)}${line}${written.slice(at + 60)}`)
  await session.stop({ last: 'More of it.', flush: 'never' })
  const stops = (await room.events()).filter((event) => event.kind === 'stop.decided')
  expect(stops.map((stop) => stop.work?.workCalls)).toEqual([2, 3])
})

test.skipIf(isVariant)('[no-transcript F3] garbage in the transcript says nothing', async () => {
  using room = newRoom()
  const session = await working(room)
  appendFileSync(
    session.transcript,
    ['{', 'null', '[]', '"user"', '{"type":"user"}', '{"type":"assistant","message":3}', '\u0000\u0001', session.token]
      .map((line) => `${line}\n`)
      .join(''),
  )
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
  expect(await session.sayAndStop(session.token)).toEqual(unverified)
})

test('[token-prefix] the prefix of the token is configurable, and the default one no longer counts', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: { ...strict, TASKMASTER_DONE_PREFIX: 'FINISHED' } })
  await session.type('Build the parser.')
  session.edit()
  expect(await session.sayAndStop(session.token)).toEqual(refused('1/5', `FINISHED::${session.id}`))
  expect(await session.sayAndStop(`FINISHED::${session.id}`)).toEqual(unverified)
})

test('[refusal-text F7 F23] every refusal names what is missing and every way out, in at most 400 characters', async () => {
  using room = newRoom()
  const session = await working(room)
  const long = 'x'.repeat(300)
  session.use('Bash', { command: `make ${long}` }, { failed: true })
  session.use('TodoWrite', {
    todos: [1, 2, 3, 4].map((number) => ({ content: `${number} ${long}`, status: 'pending' })),
  })
  for (const text of ['Half of it.', session.token]) {
    const { stdout } = await session.sayAndStop(text)
    const { reason } = JSON.parse(stdout) as { reason: string }
    expect(reason.length).toBeLessThanOrEqual(400)
    expect(reason).toMatch(/^FULLSTOP \(\d\/5\) (?:Stop refused|Not done): \S/)
    expect(reason).toContain(`\n${session.token}\n`)
    expect(reason).toContain('\nNot done: keep working.\n')
    expect(reason).toMatch(/\nStuck: [^\n]+$/)
  }
})

test.skipIf(isVariant)('[refusal-text F7] a failed last tool is named in the refusal', async () => {
  using room = newRoom()
  const session = await working(room)
  session.use('Bash', { command: 'npm test' }, { failed: true })
  expect(await session.sayAndStop('The tests ran.')).toEqual(
    refused(
      '1/5',
      session.token,
      'Stop refused: nothing says that the task is done. The last tool failed: Bash (npm test).',
    ),
  )
})

test('[way-out F8] the way out that a refusal names works, word for word', async () => {
  using room = newRoom()
  const session = await working(room)
  const { stdout } = await session.sayAndStop('Half of it.')
  const { reason } = JSON.parse(stdout) as { reason: string }
  const line = reason.split('\n')[2] ?? ''
  expect(await session.sayAndStop(line)).toEqual(unverified)
})

test.skipIf(isVariant)('[way-out F8] a stuck agent that ends with a question to the person may stop', async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop('I have no access to the database.')).toEqual(refused('1/5', session.token))
  expect(await session.sayAndStop('I have no access to the database. Which password should I use?')).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  })
  expect((await room.tasks())[0]?.status).toBe('waiting')
})

test('[way-out F8 F5] a todo that nobody can close ends as stuck, never as completed', async () => {
  using room = newRoom()
  const session = await working(room)
  session.use('TodoWrite', { todos: [{ content: 'Ask the moon', status: 'pending' }] })
  for (const count of ['1/5', '2/5', '3/5']) {
    expect(await session.sayAndStop(session.token)).toEqual(
      refused(
        count,
        session.token,
        'Not done: open todo: Ask the moon. Finish them, or say in the claim what became of each.',
      ),
    )
  }
  expect(await session.sayAndStop(session.token)).toEqual(
    told(
      'Fullstop: not proven done: stuck (the same refusal was given 3 times with no progress in between). More: fullstop show task_ID',
    ),
  )
  expect((await room.tasks())[0]?.outcome).toBe('stuck')
})

test('[checks-not-run F6] checks that are configured but not run end as unverified, named', async () => {
  using room = newRoom()
  mkdirSync(room.state)
  writeFileSync(join(room.state, 'config.json'), '{"mode":"strict","checks":[{"name":"test","run":"npm test"}]}')
  const session = claudeSession(room)
  await session.type('Build the parser.')
  session.edit()
  const { stdout } = await session.sayAndStop(session.token)
  expect(stdout).toStartWith('{"systemMessage":"Fullstop: unverified, check \\"test\\" could not run')
  expect((await room.tasks())[0]?.outcome).toBe('unverified')
})
