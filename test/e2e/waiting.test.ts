// Stops that are no business of the gate: the agent waits, converses, plans, was cut off, or is not the main agent.
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClaudeSession, claudeSession } from '../fake-agents/claude-session.ts'
import { refused, silent, told, unverified } from './expected.ts'
import { newRoom, type Room } from './room.ts'

const strict = { FULLSTOP_MODE: 'strict' }

async function working(room: Room, options: { headless?: boolean } = {}): Promise<ClaudeSession> {
  const session = claudeSession(room, { env: strict, ...options })
  expect(await session.type('Build the parser.')).toEqual(silent)
  session.edit(2)
  return session
}

const shell = (more: object): object => ({ id: 'b1', type: 'shell', status: 'running', description: 'a job', ...more })

const awaited: ReadonlyArray<readonly [string, object]> = [
  ['a running shell', shell({ command: 'npm test' })],
  ['a running subagent', { id: 'a1', type: 'subagent', status: 'running', description: 'Slow helper' }],
  ['a test run whose name holds "dev"', shell({ command: 'npm test -- dev' })],
  ['a task without a status', { id: 'x', type: 'shell', command: 'make all' }],
]

for (const [name, task] of awaited) {
  test(`[background F10] ${name} lets the stop pass, and the task waits`, async () => {
    using room = newRoom()
    const session = await working(room)
    expect(await session.sayAndStop('It runs in the background.', { background: [task] })).toEqual(silent)
    expect((await room.tasks())[0]?.status).toBe('waiting')
  })
}

const endless: ReadonlyArray<readonly [string, readonly object[]]> = [
  ['a dev server', [shell({ command: 'npm run dev' })]],
  ['a watcher', [shell({ command: 'jest --watch' })]],
  ['a preview server', [shell({ command: 'vite preview' })]],
  ['a stale id of a finished job', [shell({ command: 'npm test', status: 'completed' })]],
  ['stale ids of failed and killed jobs', [shell({ status: 'failed' }), shell({ status: 'killed' })]],
  ['an entry that is no object', ['b1', null] as unknown as object[]],
]

for (const [name, background] of endless) {
  test(`[background-ignored F10] ${name} does not switch the gate off`, async () => {
    using room = newRoom()
    const session = await working(room)
    expect(await session.sayAndStop('Half of it.', { background })).toEqual(refused('1/5', session.token))
  })
}

test('[wake-up F10] a scheduled wake-up lets the stop pass', async () => {
  using room = newRoom()
  const session = await working(room)
  const crons = [{ id: 'c1', schedule: '* * * * *', recurring: false, prompt: 'Look at the build again' }]
  expect(await session.sayAndStop('I look again in a minute.', { crons })).toEqual(silent)
  expect((await room.tasks())[0]?.status).toBe('waiting')
})

test('[waiting-goes-on F10] after the notification the same request goes on, and its refusals are still counted', async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
  const background = [shell({ command: 'npm test' })]
  expect(await session.sayAndStop('The tests run.', { background })).toEqual(silent)
  await session.inject('<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n</task-notification>')
  expect(await session.sayAndStop('The tests are green.')).toEqual(refused('2/5', session.token))
})

test('[conversation F11] an answer without any tool passes, also in strict mode', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Thanks, that was great!')
  expect(await session.sayAndStop('You are welcome.')).toEqual(silent)
})

const reading: ReadonlyArray<readonly [string, object]> = [
  ['Read', { file_path: 'parser.ts' }],
  ['Grep', { pattern: 'brace' }],
  ['Bash', { command: 'git log --oneline | head -5' }],
]

test('[conversation F11] a question answered with reading tools only passes', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Why does the parser fail?')
  for (const [tool, input] of reading) session.use(tool, input)
  expect(await session.sayAndStop('Because of a missing brace.')).toEqual(silent)
})

test('[conversation-not F11] an order that was only read about is no conversation', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Fix the parser.')
  for (const [tool, input] of reading) session.use(tool, input)
  expect(await session.sayAndStop('I looked at it.')).toEqual(refused('1/5', session.token))
})

test('[conversation-not F11] after a refusal nothing in the request is a conversation', async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
  expect(await session.sayAndStop('What else can I say.')).toEqual(refused('2/5', session.token))
})

test('[question] a question to the person as the last words passes where somebody is there', async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop('Two ways are open. Should I use the first one?')).toEqual(silent)
  expect((await room.tasks())[0]?.status).toBe('waiting')
})

test('[question] a courtesy is no question that the agent waits for', async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop('The parser is written. Anything else?')).toEqual(refused('1/5', session.token))
})

test('[question-unattended] where nobody is there a question is pushed once, then ends as needs-input', async () => {
  using room = newRoom()
  const session = await working(room, { headless: true })
  expect(await session.sayAndStop('Should I use the first way?')).toEqual(
    refused('1/5', session.token, 'Nobody is there to answer. Decide it yourself if the request allows that.'),
  )
  expect(await session.sayAndStop('Should I use the first way?')).toEqual(
    told(
      'Fullstop: not proven done: needs-input (nobody is there to answer: Should I use the first way?). More: fullstop show task_ID',
    ),
  )
  expect((await room.tasks())[0]?.outcome).toBe('needs-input')
})

test('[plan-mode] in plan mode the stop passes', async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop('Here is my plan.', { planMode: true })).toEqual(silent)
})

test("[vendor-goal] while the agent's own goal feature is active it decides", async () => {
  using room = newRoom()
  const session = await working(room)
  const goal = (met: boolean): object => ({ type: 'attachment', attachment: { type: 'goal_status', met } })
  session.write(goal(false))
  expect(await session.sayAndStop('Working.')).toEqual(silent)
  session.write(goal(true))
  await session.type('Now write the docs.')
  session.edit()
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
})

test('[subagent F12] a subagent that stops passes, is recorded and not counted', async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.hook('SubagentStop', session.stopInput({ more: { agent_id: 'a1' } }))).toEqual(silent)
  const inside = { last: session.token, more: { agent_id: 'a2' } }
  expect(await session.hook('Stop', session.stopInput(inside))).toEqual(silent)
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
  const [task] = await room.tasks()
  expect({ stops: task?.stops, refusals: task?.refusals }).toEqual({ stops: 1, refusals: 1 })
  const subagents = (await room.events()).filter((event) => event.kind === 'subagent.stopped')
  expect(subagents.map((event) => event.subagent)).toEqual(['a1', 'a2'])
})

test("[subagent F12] a subagent's tool use and text in the transcript are not the main agent's", async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Why does the parser fail?')
  session.write({
    type: 'assistant',
    isSidechain: true,
    message: { role: 'assistant', content: [{ type: 'tool_use', id: 's1', name: 'Write', input: {} }] },
  })
  expect(await session.sayAndStop('Because of a brace.')).toEqual(silent)
})

const failures: ReadonlyArray<readonly [string, string]> = [
  ['rate_limit', 'usage-limit'],
  ['authentication_failed', 'auth'],
  ['server_error', 'api-error'],
  ['max_output_tokens', 'output-cut'],
]

for (const [error, cause] of failures) {
  test(`[stop-failure] StopFailure ${error} is recorded as ${cause} and answered with nothing`, async () => {
    using room = newRoom()
    const session = await working(room)
    const fields = { prompt_id: session.promptId(), error, last_assistant_message: 'API Error: 429' }
    expect(await session.hook('StopFailure', fields)).toEqual(silent)
    const failed = (await room.events()).find((event) => event.kind === 'stop.failed')
    expect({ cause: failed?.cause, detail: failed?.detail }).toEqual({ cause, detail: error })
  })
}

test("[stop-failure secrets] R5: a value of the project's .env in what the provider says is not kept", async () => {
  using room = newRoom()
  writeFileSync(join(room.cwd, '.env'), 'SHOP_PASSWORD=plum-harbour-cedar-41\n')
  const session = await working(room)
  await session.hook('StopFailure', {
    prompt_id: session.promptId(),
    error: 'login plum-harbour-cedar-41 was rejected',
  })
  const failed = (await room.events()).find((event) => event.kind === 'stop.failed')
  expect(failed?.detail).toBe('login [masked] was rejected')
})

test('[involuntary] a stop after an API error line is not held', async () => {
  using room = newRoom()
  const session = await working(room)
  const text = 'API Error: Request rejected (429)'
  session.write({
    type: 'assistant',
    isApiErrorMessage: true,
    error: 'rate_limit',
    message: { role: 'assistant', content: [{ type: 'text', text }], stop_reason: 'stop_sequence' },
  })
  expect(await session.stop({ last: text })).toEqual(silent)
  const stop = (await room.events()).find((event) => event.kind === 'stop.decided')
  expect(stop?.decision).toMatchObject({ kind: 'allow', rule: 2 })
})

test("[involuntary F16] the words of an API error in the assistant's own text change nothing", async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop('API Error: Request rejected (429) is what the log said.')).toEqual(
    refused('1/5', session.token),
  )
})

test('[involuntary] an interruption by the person lets the next stop pass', async () => {
  using room = newRoom()
  const session = await working(room)
  session.write({
    type: 'user',
    promptId: session.promptId(),
    message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] },
  })
  expect(await session.stop({ last: 'Half of it.' })).toEqual(silent)
})

test('[interrupted-new] the prompt after an interruption opens a new request with a fresh count', async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
  session.write({
    type: 'user',
    promptId: session.promptId(),
    message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] },
  })
  await session.type('Do it in another way.')
  session.edit()
  expect(await session.sayAndStop('Half of that.')).toEqual(refused('1/5', session.token))
  expect(await session.sayAndStop(session.token)).toEqual(unverified)
})
