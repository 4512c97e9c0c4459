// A claim that a person must look at, asked in the agent's own screen by MCP elicitation: each answer, no answer, and the
// clients at which nobody sits.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type {
  CallToolResult,
  ElicitRequestFormParams,
  ElicitResult,
  RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import { type ClaudeSession, claudeSession } from '../fake-agents/claude-session.ts'
import { isVariant, quarterOf, someOf } from '../rounds.ts'
import { binary } from './binary.ts'
import { outcomes, strict } from './checking.ts'
import {
  claudeServerEnv,
  type ClaimArgs,
  maskReceipts,
  type McpServer,
  type Person,
  RECEIPT,
  serve,
  type ServeOptions,
  structured,
  success,
  textOf,
} from './mcp-client.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { maskIds, newRoom, type Room } from './room.ts'

const WAITS = [
  'Claim recorded. A person must look before it counts: every completion needs a person here.',
  'Stop now and tell the user what you did and why they are asked.',
].join('\n')
const STAYS = 'You may stop now; if you change anything more, claim again.'

const ACCOUNT = spawnSync('id', ['-un']).stdout.toString().trim()

/** Every completion needs a person here. */
async function project(room: Room, checks = [{ name: 'answer', run: 'grep -q 4 answer' }]): Promise<Repository> {
  const repository = makeRepository(room, { answer: '42\n' })
  await trustChecks(room, repository, checks, { review: 'always' })
  return repository
}

function serveTo(room: Room, person: Person | undefined, options: ServeOptions = {}): Promise<McpServer> {
  const env = options.program === undefined ? { ...claudeServerEnv('mcp-only'), ...options.env } : {}
  return serve(room, { ...options, env, ...(person ? { person } : {}) })
}

/** Each form has one field: first the answer, then the words for it. */
const says =
  (answer: string, words = ''): Person =>
  ({ requestedSchema: { properties } }) => ({
    action: 'accept',
    content: 'answer' in properties ? { answer } : { words },
  })

/** Each form has its own answer. */
function inTurn(...replies: Person[]): Person {
  return (form, signal, id) => (replies.shift() ?? says('reject'))(form, signal, id)
}

function told(result: CallToolResult): { isError: boolean; text: string } {
  return { isError: result.isError === true, text: textOf(result).replace(`\n${RECEIPT}`, '') }
}

/** What was recorded of reviews, with who answered. */
function answers(room: Room): unknown[] {
  return room.allEvents().flatMap((event) => ('review' in event && 'by' in event ? [[event.kind, event.by]] : []))
}

const claim = (server: McpServer, more: ClaimArgs = {}): Promise<CallToolResult> =>
  server.call('complete_task', success(more))

test('[elicitation] the form says what waits and why, and approve completes the task', async () => {
  using room = newRoom()
  const repository = await project(room)
  const asked: ElicitRequestFormParams[] = []
  await using server = await serveTo(room, (form) => {
    asked.push(form)
    return { action: 'accept', content: { answer: 'approve' } }
  })
  await server.call('update_session_context', {
    original_request: 'Write the answer.',
    summary: 'Looked around.',
    current_status: 'Nothing written yet.',
  })
  repository.write('answer', '43, not 42\n')
  const result = await claim(server, { summary: 'Wrote\nthe answer.' })
  expect(told(result)).toEqual({
    isError: false,
    text: `Task completed successfully.\nReviewed: a person approved the result. ${STAYS}`,
  })
  expect(structured(result)).toMatchObject({ decision: 'accepted', outcome: 'completed', may_stop: true })
  expect(asked.map(({ message, _meta, ...form }) => ({ ...form, message: maskIds(message).split('\n') }))).toEqual([
    {
      mode: 'form',
      message: [
        'Fullstop: this claim counts only if you approve it.',
        'Why: every completion needs a person here',
        'Task: Write the answer.',
        'Claim: Wrote the answer.',
        'Checks: answer passed',
        'Changed files: 1',
        'All of it: fullstop review task_ID',
      ],
      requestedSchema: {
        type: 'object',
        properties: {
          answer: { type: 'string', title: 'Answer', enum: ['request changes', 'approve', 'reject'] },
        },
        required: ['answer'],
      },
    },
  ])
  expect(await outcomes(room)).toEqual(['completed'])
  expect(answers(room)).toEqual([['review.approved', { name: ACCOUNT, by: 'agent-screen' }]])
})

test('[elicitation] request changes: the call is refused with the words, told once, and the next claim is asked about anew', async () => {
  using room = newRoom()
  await project(room)
  const changes = says('request changes', 'Say it in words, token=hunter2hunter2hunter2')
  await using server = await serveTo(room, inTurn(changes, changes, says('approve')), { env: { USER: 'ada' } })
  const refused = await claim(server)
  expect(told(refused)).toEqual({
    isError: true,
    text: 'Please address this feedback: Say it in words, token=hunter2hunter2hunter2',
  })
  expect((await room.tasks()).map(({ status, title }) => [status, title])).toEqual([['open', 'Write the answer.']])
  // The same words on the same files are a claim of their own: the person has spoken since.
  expect(told(await claim(server)).text).toStartWith('Task completed successfully.\nReviewed: ')
  expect(await outcomes(room)).toEqual(['completed'])
  expect(answers(room)).toEqual([
    ['review.changes-requested', { name: ACCOUNT, by: 'agent-screen' }],
    ['review.approved', { name: ACCOUNT, by: 'agent-screen' }],
  ])
})

test.skipIf(isVariant)('[elicitation] reject ends the task', async () => {
  using room = newRoom()
  await project(room)
  await using server = await serveTo(room, says('reject', 'Not what I asked for'))
  expect(told(await server.call('attempt_completion', { result: 'Wrote it.' }))).toEqual({
    isError: true,
    text: 'A person rejected the result: Not what I asked for.\nYou may stop.',
  })
  expect(await outcomes(room)).toEqual(['rejected'])
  expect(answers(room)).toEqual([['review.rejected', { name: ACCOUNT, by: 'agent-screen' }]])
})

const noAnswer: Readonly<Record<string, Person | undefined>> = {
  declined: () => ({ action: 'decline' }),
  cancelled: () => ({ action: 'cancel' }),
  'accepted without a choice': () => ({ action: 'accept', content: {} }),
  'accepted without a form': () => ({ action: 'accept' }),
  'a choice that is none': says('yes'),
  'declined where the words are asked for': (form, signal, id) =>
    'answer' in form.requestedSchema.properties
      ? says('request changes')(form, signal, id)
      : { action: 'decline', content: {} },
  'a client that fails': () => Promise.reject(new Error('no screen')),
  'a client without the capability': undefined,
}

for (const [name, person] of quarterOf(Object.entries(noAnswer), 0)) {
  test(`[elicitation] ${name}: the review stays open`, async () => {
    using room = newRoom()
    await project(room)
    await using server = await serveTo(room, person)
    const result = await claim(server)
    expect(told(result)).toEqual({ isError: false, text: WAITS })
    expect(structured(result)).toMatchObject({ decision: 'awaiting-review', may_stop: true })
    expect([await outcomes(room), answers(room)]).toEqual([['awaiting-review'], []])
    const [task] = await room.tasks()
    expect((await room.run(['review', task?.id ?? '', 'approve', '--yes'])).code).toBe(0)
    expect(await outcomes(room)).toEqual(['completed'])
  })
}

test('[elicitation] an answer that does not count is said, and the review stays open', async () => {
  using room = newRoom()
  const repository = await project(room)
  await using wordless = await serveTo(room, says('request changes', ' '))
  expect(told(await claim(wordless))).toEqual({
    isError: false,
    text: `${WAITS}\nThe user's answer does not count: say what is to be changed, or comment on lines first.`,
  })
  await using moving = await serveTo(room, () => {
    repository.write('answer', '4\n')
    return { action: 'accept', content: { answer: 'approve' } }
  })
  expect(told(await claim(moving))).toEqual({
    isError: false,
    text: `${WAITS}\nNot approved: the files have changed since they were verified.`,
  })
  expect([await outcomes(room), answers(room)]).toEqual([['awaiting-review'], []])
})

test('[elicitation] no check, and the files change while the form is open: not approved', async () => {
  using room = newRoom()
  const repository = await project(room, [])
  await using server = await serveTo(room, () => {
    repository.write('answer', '4\n')
    return { action: 'accept', content: { answer: 'approve' } }
  })
  expect(told(await claim(server)).text).toBe(
    `${WAITS}\nNot approved: the files have changed since they were verified.`,
  )
  expect([await outcomes(room), answers(room)]).toEqual([['awaiting-review'], []])
})

test('[elicitation] somebody else answers while the form is open: theirs counts, for the agent too', async () => {
  using room = newRoom()
  await project(room)
  await using server = await serveTo(room, async () => {
    const [task] = await room.tasks()
    await room.run(['review', task?.id ?? '', 'reject', 'Too late', '--yes'], { env: { USER: 'bob' } })
    return { action: 'accept', content: { answer: 'approve' } }
  })
  const { isError, text } = told(await claim(server))
  // The second person is told who answered what, and when.
  expect([isError, text.replace(/\d+ seconds? ago|just now/, 'AGE')]).toEqual([
    true,
    [
      'A person rejected the result: Too late.',
      'You may stop.',
      `Tell the user that their answer came too late: ${ACCOUNT} (by script) rejected it AGE: Too late.`,
    ].join('\n'),
  ])
  expect(answers(room)).toEqual([['review.rejected', { name: ACCOUNT, by: 'script' }]])
})

test('[elicitation] a client that never answers: the question is taken back, and the call answered within its limit', async () => {
  using room = newRoom()
  await project(room)
  const takenBack = Promise.withResolvers<RequestId>()
  const tooLate = Promise.withResolvers<string>()
  await using server = await serveTo(room, ({ message, requestedSchema: { properties } }, signal, id) => {
    if ('read' in properties) {
      tooLate.resolve(message)
      return { action: 'accept', content: { read: 'ok' } }
    }
    signal.addEventListener('abort', () => takenBack.resolve(id))
    return new Promise<ElicitResult>(() => undefined)
  })
  expect(told(await claim(server))).toEqual({
    isError: false,
    text: `${WAITS}\nThe user did not answer the form in time. It was taken back: an answer there does not count any more.`,
  })
  const id = await takenBack.promise
  expect([await outcomes(room), answers(room)]).toEqual([['awaiting-review'], []])

  // Somebody else answers; then the form is sent after all, and its person is told who was first.
  const [task] = await room.tasks()
  await room.run(['review', task?.id ?? '', 'reject', 'Not this way', '--yes'])
  const late = { action: 'accept', content: { answer: 'approve' } }
  await server.client.transport?.send({ jsonrpc: '2.0', id, result: late })
  expect((await tooLate.promise).replace(/\d+ seconds? ago|just now/, 'AGE')).toBe(
    `Fullstop: your answer "approve" came too late and does not count: ${ACCOUNT} (by script) rejected it AGE: Not this way.`,
  )
  expect(answers(room)).toEqual([['review.rejected', { name: ACCOUNT, by: 'script' }]])
})

// Where nobody sits, nobody is asked: these clients would approve.

/** An agent's own process: it starts what it is told to and passes on what its client says. */
const AGENT = `const child = Bun.spawn(['bash', '-c', process.env.LINE], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
void (async () => {
  for await (const chunk of Bun.stdin.stream()) { child.stdin.write(chunk); await child.stdin.flush() }
  child.stdin.end()
})()
for await (const chunk of child.stdout) process.stdout.write(chunk)
`

/** A program by the name of an agent that runs this line, in which `$SERVER` is our server. */
function agentProgram(room: Room, line: string, args = ''): string {
  const folder = join(room.root, 'agent')
  mkdirSync(folder, { recursive: true })
  symlinkSync(process.execPath, join(folder, 'claude'))
  writeFileSync(join(folder, 'agent.ts'), AGENT)
  const told = Object.entries(claudeServerEnv('mcp-only')).map(([name, value]) => `${name}=${value}`)
  const server = `env ${told.join(' ')} '${binary}' mcp`
  writeFileSync(
    join(folder, 'start'),
    `#!/bin/bash\nexport LINE='${line.replaceAll('$SERVER', server).replaceAll("'", String.raw`'\''`)}'\nexec '${folder}/claude' '${folder}/agent.ts'${args}\n`,
    { mode: 0o755 },
  )
  return join(folder, 'start')
}

/** Our server as a real agent starts it. */
const OWN = 'exec $SERVER'

/** Each tells the one before it once more. */
const AGAIN: readonly string[] = [
  'a headless session that says it is not',
  "a client in an agent's shell that hides it",
  "a client in the place of an agent's shell, by pipes",
]

const NOBODY: Readonly<Record<string, (room: Room) => ServeOptions>> = {
  'a headless session': () => ({ env: claudeServerEnv('mcp-only', { headless: true }) }),
  'a headless session that says it is not': (room) => ({ program: agentProgram(room, OWN, ' -p') }),
  "a client in an agent's shell": () => ({ env: { CLAUDE_PID: `${process.pid}` } }),
  "a client in an agent's shell that hides it": (room) => ({ program: agentProgram(room, '$SERVER; exit $?') }),
  "a client in the place of an agent's shell, by files": (room) => ({
    program: agentProgram(room, 'mkfifo in out; exec 3<&0; cat <&3 > in & cat out & exec $SERVER < in > out'),
  }),
  "a client in the place of an agent's shell, by pipes": (room) => ({
    program: agentProgram(room, 'exec 3<&0 4>&1; exec $SERVER < <(cat <&3) > >(cat >&4)'),
  }),
  'an agent that fullstop run started': () => ({ env: { FULLSTOP_RUN: 'stint_0123456789abcdef' } }),
}

for (const [name, options] of Object.entries(NOBODY)) {
  const isAgain = isVariant && AGAIN.includes(name)
  test.skipIf(isAgain || process.platform !== 'linux')(`[elicitation] ${name}: nobody is asked`, async () => {
    using room = newRoom()
    await project(room)
    await using server = await serveTo(room, says('approve'), options(room))
    expect(told(await claim(server)).text).toStartWith('Claim recorded. A person must look before it counts: ')
    expect([await outcomes(room), answers(room)]).toEqual([['awaiting-review'], []])
  })
}

test("[elicitation] an agent's own process at a screen is asked", async () => {
  using room = newRoom()
  await project(room)
  await using server = await serveTo(room, says('approve'), { program: agentProgram(room, OWN) })
  expect(told(await claim(server)).text).toStartWith('Task completed successfully.\nReviewed: ')
  expect(await outcomes(room)).toEqual(['completed'])
})

// In a session with hooks the stop ends the task: what the person answered at the call is kept for it.

interface Hooked extends AsyncDisposable {
  readonly repository: Repository
  readonly session: ClaudeSession
  readonly server: McpServer
  /** The claim, and what the agent is told. */
  readonly claim: (more?: object) => Promise<string>
}

async function hooked(
  room: Room,
  person: Person | undefined,
  { config = {}, pid = process.pid }: { config?: object; pid?: number } = {},
): Promise<Hooked> {
  const repository = makeRepository(room, { answer: '42\n' })
  await trustChecks(room, repository, [{ name: 'answer', run: 'grep -q 4 answer' }], { review: 'always', ...config })
  const session = claudeSession(room, { pid, env: strict })
  await session.start()
  await session.type('Write the answer.')
  const server = await serveTo(room, person, { env: claudeServerEnv(session.id) })
  return {
    repository,
    session,
    server,
    claim: async (more = {}) => {
      const { texts } = await session.call(server, 'complete_task', { ...success(), ...more })
      return maskReceipts(texts.join('\n')).replace(`\n${RECEIPT}`, '')
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const APPROVED = `Task completed successfully.\nReviewed: a person approved the result. ${STAYS}`
const counted = (person: Person): { person: Person; times: () => number } => {
  let asked = 0
  const counting: Person = (form, signal, id) => {
    asked += 1
    return person(form, signal, id)
  }
  return { person: counting, times: () => asked }
}

test('[elicitation] with hooks: what is approved at the call completes the task at the stop', async () => {
  using room = newRoom()
  const { person, times } = counted(says('approve'))
  await using agent = await hooked(room, person)
  expect(await agent.claim()).toBe(APPROVED)
  // The same call again is answered the same, and nobody is asked twice.
  expect(await agent.claim()).toBe(APPROVED)
  expect([times(), await outcomes(room), answers(room)]).toEqual([
    1,
    ['open'],
    [['review.approved', { name: ACCOUNT, by: 'agent-screen' }]],
  ])
  expect((await room.run(['review'])).stdout).toContain('Nothing waits for you.')
  expect((await agent.session.sayAndStop('It is written.')).stdout).toContain('a person approved the result')
  expect(await outcomes(room)).toEqual(['completed'])
})

test('[elicitation] with hooks: files that change between the approval and the stop are not approved', async () => {
  using room = newRoom()
  const { person, times } = counted(says('approve'))
  await using agent = await hooked(room, person)
  expect(await agent.claim()).toBe(APPROVED)
  agent.repository.write('answer', '4\n')
  expect((await agent.session.sayAndStop('It is written.')).stdout).toContain('the tree changed after it')
  expect(await outcomes(room)).toEqual(['open'])
  expect(await agent.claim()).toBe(APPROVED)
  await agent.session.sayAndStop('Now it is.')
  expect([times(), await outcomes(room)]).toEqual([2, ['completed']])
})

test.skipIf(isVariant)(
  '[elicitation] with hooks: a prompt between the approval and the stop takes the claim back',
  async () => {
    using room = newRoom()
    await using agent = await hooked(room, says('approve'))
    expect(await agent.claim()).toBe(APPROVED)
    await agent.session.typeWhileWorking('And the question.')
    expect((await agent.session.sayAndStop('It is written.')).stdout).toContain('the user spoke after it: claim again')
    expect(await outcomes(room)).toEqual(['open'])
  },
)

test.skipIf(isVariant)(
  '[elicitation] with hooks: what must be changed is told at once, and the claim is spent',
  async () => {
    using room = newRoom()
    const changes = says('request changes', 'Say it in words')
    await using agent = await hooked(room, inTurn(changes, changes, says('approve')))
    expect(await agent.claim()).toBe('Please address this feedback: Say it in words')
    expect((await agent.session.sayAndStop('It is written.')).stdout).toContain('the user spoke after it: claim again')
    expect(await outcomes(room)).toEqual(['open'])
    expect(await agent.claim()).toBe(APPROVED)
    await agent.session.sayAndStop('Now it is.')
    expect(await outcomes(room)).toEqual(['completed'])
    expect(answers(room)).toEqual([
      ['review.changes-requested', { name: ACCOUNT, by: 'agent-screen' }],
      ['review.approved', { name: ACCOUNT, by: 'agent-screen' }],
    ])
  },
)

test.skipIf(isVariant)('[elicitation] with hooks: reject ends the task at once, and the stop passes', async () => {
  using room = newRoom()
  await using agent = await hooked(room, says('reject', 'Not what I asked for'))
  expect(await agent.claim()).toBe('A person rejected the result: Not what I asked for.\nYou may stop.')
  expect([await outcomes(room), answers(room)]).toEqual([
    ['rejected'],
    [['review.rejected', { name: ACCOUNT, by: 'agent-screen' }]],
  ])
  expect((await agent.session.sayAndStop('A pity.')).stdout).toBe('')
})

test.skipIf(isVariant)(
  '[elicitation] with hooks: "the check stands" can be answered where one is disputed',
  async () => {
    using room = newRoom()
    await using agent = await hooked(room, says('the check stands'), { config: { review: 'on-warning' } })
    agent.repository.write('answer', 'none\n')
    expect(await agent.claim()).toContain('check "answer" failed (exit 1)')
    const disputed_checks = [{ check: 'answer', why: 'There are other numbers.' }]
    expect(await agent.claim({ disputed_checks })).toBe(
      'Please address this feedback: The check "answer" stands: make the work pass, do not change the check.',
    )
    expect(await agent.claim({ disputed_checks, summary: 'Again.' })).toContain('and a person said that it stands')
  },
)

test.skipIf(isVariant).each([
  ['declined', (): ElicitResult => ({ action: 'decline' })],
  ['a client without the capability', undefined],
])('[elicitation] with hooks: %s: the stop opens the review', async (_name, person) => {
  using room = newRoom()
  await using agent = await hooked(room, person)
  expect(await agent.claim()).toBe(WAITS)
  expect(await outcomes(room)).toEqual(['open'])
  expect((await agent.session.sayAndStop('It is written.')).stdout).toContain('a person must look at this')
  expect([await outcomes(room), answers(room)]).toEqual([['awaiting-review'], []])
})

test("[elicitation] with hooks: what a client approves that is not the session's own process does not count", async () => {
  using room = newRoom()
  const other = Bun.spawn(['sleep', '600'])
  try {
    await using agent = await hooked(room, says('approve'), { pid: other.pid })
    await agent.claim()
    expect((await agent.session.sayAndStop('It is written.')).stdout).toContain('a person must look at this')
    expect((await room.tasks()).map(({ status }) => status)).toContain('awaiting-review')
  } finally {
    other.kill()
    await other.exited
  }
})

test.skipIf(isVariant)("[elicitation] with hooks: the session's own process has ended: nobody is asked", async () => {
  using room = newRoom()
  const { person, times } = counted(says('approve'))
  const other = Bun.spawn(['sleep', '600'])
  await using agent = await hooked(room, person, { pid: other.pid })
  other.kill()
  await other.exited
  await agent.claim()
  expect([times(), answers(room)]).toEqual([0, []])
})

test("[elicitation claim-subagent] with hooks: a subagent's claim asks nobody", async () => {
  using room = newRoom()
  const { person, times } = counted(says('approve'))
  await using agent = await hooked(room, person)
  const { session, server } = agent
  await session.call(server, 'complete_task', success(), { subagent: 'a1313f18567eb0a1c' })
  expect([times(), answers(room), await outcomes(room)]).toEqual([0, [], ['open']])
  expect(await agent.claim()).toBe(APPROVED)
  expect(times()).toBe(1)
})

test.skipIf(isVariant)('[elicitation] with hooks: switched off by the person, nobody is asked', async () => {
  using room = newRoom()
  const { person, times } = counted(says('approve'))
  await using agent = await hooked(room, person)
  await agent.session.type('fullstop off')
  await agent.claim()
  expect([times(), answers(room)]).toEqual([0, []])
})

// A client may have hooks that fill in forms: what they say is not the person's word.

const hooksOn = (event: string): string =>
  JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', command: 'sh approve.sh' }] }] } })

const FILLED: Readonly<Record<string, (room: Room) => readonly [file: string, text: string]>> = {
  'of the project': ({ cwd }) => [join(cwd, '.claude', 'settings.json'), hooksOn('Elicitation')],
  'that the agent wrote': ({ cwd }) => [join(cwd, '.claude', 'settings.local.json'), hooksOn('Elicitation')],
  'of the user': ({ home }) => [join(home, '.claude', 'settings.json'), hooksOn('ElicitationResult')],
  'in other letters': ({ cwd }) => [
    join(cwd, '.claude', 'settings.json'),
    hooksOn('Elicitation').replace('Elicitation', String.raw`\u0045licitation`),
  ],
}

function writeDeep(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

for (const [name, settings] of someOf(Object.entries(FILLED))) {
  test(`[elicitation-filled] a hook ${name} could fill in the form: nobody is asked, and the review waits`, async () => {
    using room = newRoom()
    await project(room)
    writeDeep(...settings(room))
    const { person, times } = counted(says('approve'))
    await using server = await serveTo(room, person, { env: claudeServerEnv('mcp-only') })
    expect(told(await claim(server)).text).toContain(`a hook in ${settings(room)[0]} may fill in the form`)
    expect([times(), await outcomes(room), answers(room)]).toEqual([0, ['awaiting-review'], []])
  })
}

test('[elicitation-filled] a hook that comes while the form is open: the answer does not count', async () => {
  using room = newRoom()
  await project(room)
  const file = join(room.cwd, '.claude', 'settings.local.json')
  const person: Person = (form, signal, id) => {
    writeDeep(file, hooksOn('ElicitationResult'))
    return says('approve')(form, signal, id)
  }
  await using server = await serveTo(room, person, { env: claudeServerEnv('mcp-only') })
  expect(told(await claim(server)).text).toContain(`a hook in ${file} may fill in the form`)
  expect([await outcomes(room), answers(room)]).toEqual([['awaiting-review'], []])
})

test('[elicitation-filled] with hooks: what a filled form approved does not end the task at the stop', async () => {
  using room = newRoom()
  const { person, times } = counted(says('approve'))
  await using agent = await hooked(room, person)
  const file = join(room.cwd, '.claude', 'settings.local.json')
  writeDeep(file, hooksOn('Elicitation'))
  expect(await agent.claim()).toContain(`a hook in ${file} may fill in the form`)
  expect((await agent.session.sayAndStop('It is written.')).stdout).toContain('a person must look at this')
  expect([times(), await outcomes(room), answers(room)]).toEqual([0, ['awaiting-review'], []])
})
