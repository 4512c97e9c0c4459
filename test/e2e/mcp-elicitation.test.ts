// A claim that a person must look at, asked in the agent's own screen by MCP elicitation: each answer, no answer, and the
// clients at which nobody sits.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallToolResult, ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/sdk/types.js'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { binary } from './binary.ts'
import { outcomes, strict } from './checking.ts'
import {
  claudeServerEnv,
  type ClaimArgs,
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

const says =
  (answer: string, words?: string): Person =>
  () => ({ action: 'accept', content: { answer, ...(words === undefined ? {} : { words }) } })

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
  expect(asked.map(({ message, ...form }) => ({ ...form, message: maskIds(message).split('\n') }))).toEqual([
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
          answer: { type: 'string', title: 'Answer', enum: ['approve', 'request changes', 'reject'] },
          words: {
            type: 'string',
            title: 'Words',
            description: 'What is to be changed, or why it is rejected. Required to request changes.',
          },
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
  const replies = [says('request changes', 'Say it in words, token=hunter2hunter2hunter2'), says('approve')]
  await using server = await serveTo(room, (form, signal) => (replies.shift() ?? says('reject'))(form, signal), {
    env: { USER: 'ada' },
  })
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

test('[elicitation] reject ends the task', async () => {
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
  'a client that fails': () => Promise.reject(new Error('no screen')),
  'a client without the capability': undefined,
}

for (const [name, person] of Object.entries(noAnswer)) {
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
  expect(told(await claim(server))).toEqual({
    isError: true,
    text: 'A person rejected the result: Too late.\nYou may stop.',
  })
  expect(answers(room)).toEqual([['review.rejected', { name: ACCOUNT, by: 'script' }]])
})

test('[elicitation] a client that never answers: the question is taken back, and the call answered within its limit', async () => {
  using room = newRoom()
  await project(room)
  const takenBack = Promise.withResolvers<void>()
  await using server = await serveTo(room, (_form, signal) => {
    signal.addEventListener('abort', () => takenBack.resolve())
    return new Promise<ElicitResult>(() => undefined)
  })
  expect(told(await claim(server))).toEqual({ isError: false, text: WAITS })
  await takenBack.promise
  expect([await outcomes(room), answers(room)]).toEqual([['awaiting-review'], []])
})

// Where nobody sits, nobody is asked: these clients would approve.

/** Programs by the name of an agent, each of which runs our server in its own way and tells it of the session. */
function programs(room: Room): { readonly agent: string; readonly headless: string; readonly shell: string } {
  const script = (folder: string, name: string, line: string): string => {
    mkdirSync(join(room.root, folder), { recursive: true })
    const path = join(room.root, folder, name)
    writeFileSync(path, `#!/bin/sh\n${line}\n`, { mode: 0o755 })
    return path
  }
  const session = Object.entries(claudeServerEnv('mcp-only')).map(([name, value]) => `${name}=${value}`)
  const server = `env ${session.join(' ')} '${binary}' mcp`
  const agent = script('agent', 'claude', `${server}\nexit $?`)
  return {
    agent,
    headless: script('headless', 'start', `exec '${agent}' -p`),
    shell: script('shell', 'claude', `sh -c "${server}; exit \\$?"\nexit $?`),
  }
}

const NOBODY: Readonly<Record<string, (room: Room) => ServeOptions>> = {
  'a headless session': () => ({ env: claudeServerEnv('mcp-only', { headless: true }) }),
  'a headless session that says it is not': (room) => ({ program: programs(room).headless }),
  "a client in an agent's shell": () => ({ env: { CLAUDE_PID: `${process.pid}` } }),
  "a client in an agent's shell that hides it": (room) => ({ program: programs(room).shell }),
  'an agent that fullstop run started': () => ({ env: { FULLSTOP_RUN: 'stint_0123456789abcdef' } }),
}

for (const [name, options] of Object.entries(NOBODY)) {
  test.skipIf(process.platform !== 'linux')(`[elicitation] ${name}: nobody is asked`, async () => {
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
  await using server = await serveTo(room, says('approve'), { program: programs(room).agent })
  expect(told(await claim(server)).text).toStartWith('Task completed successfully.\nReviewed: ')
  expect(await outcomes(room)).toEqual(['completed'])
})

test('[elicitation] with hooks the stop opens the review: at the call nobody is asked', async () => {
  using room = newRoom()
  await project(room)
  const session = claudeSession(room, { pid: process.pid, env: strict })
  await session.start()
  await session.type('Write the answer.')
  await using server = await serveTo(room, says('approve'), { env: claudeServerEnv(session.id) })
  expect(told(await claim(server))).toEqual({ isError: false, text: WAITS })
  expect([await outcomes(room), answers(room)]).toEqual([['open'], []])
})
