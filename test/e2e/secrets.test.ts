// R5: one secret on each way into the store or out of it, and then a look at everything we keep and send.
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from '../../src/contract/event.ts'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { make } from '../secrets/make.ts'
import { asked, claim, strict, until } from './checking.ts'
import { blocked, claudeServerEnv, partial, saving, serve, success } from './mcp-client.ts'
import { startReceiver } from './receiver.ts'
import { makeRepository, trustChecks, writeUserConfig } from './repository.ts'
import { newRoom, type Room } from './room.ts'
import { finishes, running, writes } from './running.ts'

const DASHES = '-'.repeat(5)
const BODY = Array.from({ length: 24 }, (_, line) => make(`line ${line}`).alnum(64))

/** Another one for each way, so that a leak names its way. */
class Ways {
  readonly used = new Map<string, string>()

  /** A word that a way carries. Its shape alone marks it as a secret. */
  readonly by = (way: string): string => {
    const secret = `pul-${make(way).hex(40)}`
    this.used.set(way, secret)
    return secret
  }

  /** The ways whose secret can be read in a text. */
  readonly readIn = (text: string): string[] =>
    [...this.used].flatMap(([way, secret]) => (text.includes(secret.slice(4, 24)) ? [way] : []))
}

/** All files below FULLSTOP_HOME, as bytes. */
function kept(room: Room): string {
  return readdirSync(room.state, { recursive: true, encoding: 'utf8' })
    .map((name) => bytesOf(join(room.state, name)))
    .join('\n')
}

function bytesOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // A folder, or gone meanwhile.
    return ''
  }
}

test('[secrets] R5: one secret on each way of a session with hooks, tools, checks, a review and notifications', async () => {
  using room = newRoom()
  const ways = new Ways()
  const { by } = ways
  await using receiver = await startReceiver()
  const repository = makeRepository(room, { 'src/api.ts': 'export const limit = 5\n' })
  writeUserConfig(room, { notify: { webhook: receiver.url } })
  const printed = join(room.root, 'printed')
  writeFileSync(printed, `FAIL with ${by('output of a check')}\n${'x'.repeat(80)}\n`.repeat(3))
  const run = `cat ${printed}; test -f ${room.root}/ok`
  await trustChecks(room, repository, [{ name: 'test', run, shell: true }], { review: 'always' })

  const id = crypto.randomUUID()
  await using server = await serve(room, { env: { ...strict, ...claudeServerEnv(id) } })
  const session = claudeSession(room, { pid: server.host, id, env: strict })
  await session.start()
  await session.type(`Write the answer with ${by('prompt')}.`)
  session.use(
    'Bash',
    { command: `curl ${by('command of a tool call')}` },
    { failed: true, text: `401 for ${by('result of a tool call')}` },
  )
  session.use('TodoWrite', { todos: [{ content: `rotate ${by('todo')}`, status: 'pending', activeForm: 'Rotating' }] })
  await session.typeWhileWorking(`Or with ${by('prompt in mid-work')}.`)
  await session.hook('PostToolUse', {
    tool_name: 'Bash',
    tool_input: { command: by('tool hook') },
    tool_response: { stdout: by('tool hook, result') },
  })
  await session.call(
    server,
    'update_session_context',
    saving({
      original_request: by('save: request'),
      summary: by('save: summary'),
      current_status: by('save: status'),
      key_decisions: [by('save: decision')],
      remaining_work: by('save: remaining work'),
      blockers: [by('save: blocker')],
      files_modified: [{ path: `src/${by('save: path')}`, operation: 'modified' }],
    }),
  )
  repository.write('src/api.ts', `export const key = '${by('changed line')}'\n`)
  await session.sayAndStop(`Still at it, with ${by('last words')}.`, {
    background: [
      {
        id: 'b1',
        type: 'shell',
        status: 'running',
        description: by('background task'),
        command: `sleep ${by('background command')}`,
      },
    ],
  })
  await session.sayAndStop(`Shall I use ${by('question')}?`)
  await session.hook('StopFailure', {
    error: 'server_error',
    error_details: by('failed stop'),
    last_assistant_message: by('failed stop, words'),
  })
  await session.type('Go on.')
  session.use('TodoWrite', { todos: [] })
  await session.call(
    server,
    'complete_task',
    partial({ summary: by('partial claim'), remaining_work: by('remaining work') }),
  )
  await session.call(
    server,
    'complete_task',
    blocked({ summary: by('blocked claim'), remaining_work: by('blocked: work'), needs: by('needs') }),
  )
  await session.call(
    server,
    'complete_task',
    success({
      summary: by('claim by tool'),
      original_request_summary: by('request as claimed'),
      command: `echo ${by('command of a claim')}`,
      preexisting_failures: [by('earlier failure')],
    }),
  )
  await session.shell(['claim', 'success', '--summary', by('claim by command')])
  const refusal = await claim(session, `Done with ${by('refused claim')}.`)
  writeFileSync(join(room.root, 'ok'), '')
  await claim(session, `Done with ${by('claim')}.`)

  const [task = { id: '' }] = await room.tasks()
  const review = (...args: readonly string[]) => room.run(['review', task.id, ...args])
  const shown = await review()
  await review('comment', 'src/api.ts:1', `Not ${by('comment')}.`, '--yes')
  await review('request-changes', `Rotate ${by('words of a review')}.`, '--yes')
  await session.type('Go on.')
  const comment = JSON.stringify(room.allEvents()).match(/cmt_[0-9a-z]+/)?.[0] ?? ''
  await session.call(server, 'address_comment', { id: comment, what: `Used ${by('reply to a comment')}.` })
  await claim(session, `- ${comment}: see ${by('reply in words')}\n\nDone.`)
  const brief = await room.run(['brief', task.id])
  const shownTask = await room.run(['show', task.id])
  await until(
    () => receiver.received.length > 0,
    () => 'no notification',
  )
  const printedByUs = [refusal, shown, brief, shownTask].map(({ stdout, stderr }) => stdout + stderr).join('\n')
  expect({
    sent: ways.readIn(receiver.received.map(({ body }) => body).join('\n')),
    printed: ways.readIn(printedByUs),
    kept: ways.readIn(kept(room)),
  }).toEqual({ sent: [], printed: [], kept: [] })
  // Each way was really taken.
  const masked = room.allEvents().filter((event) => JSON.stringify(event).includes('[masked]'))
  expect(new Set(masked.map(({ kind }) => kind))).toEqual(
    new Set<Event['kind']>([
      'request.opened',
      'prompt.joined',
      'context.saved',
      'stop.decided',
      'stop.failed',
      'claim.made',
      'claim.decided',
      'check.finished',
      'claim.verified',
      'comment.drafted',
      'review.changes-requested',
      'comment.addressed',
    ]),
  )
})

test('[run-secrets] R5: one secret in all that an agent under fullstop run says, does and asks', async () => {
  using at = await running()
  const ways = new Ways()
  const { by } = ways
  at.script(
    [
      [
        { do: 'shell', line: `echo ${by('command')}; false` },
        { do: 'todos', items: [{ text: `rotate ${by('todo')}` }] },
        { do: 'say', text: `I begin with ${by('words')}.` },
      ],
      [{ do: 'say', text: `Shall I use ${by('question')}?` }],
      [{ do: 'exit', code: 3, errors: `cannot log in with ${by('error output')}` }],
      [writes('41\n'), { do: 'say', text: `Done with ${by('refused claim')}.\n\n{token}` }],
    ],
    [{ do: 'todos', items: [{ text: `rotate ${by('todo')}`, done: true }] }, ...finishes],
  )
  const { code, stdout } = await at.run(['--answer', 'Yes.'], {
    prompt: `Log in with ${by('prompt')} and write the answer.`,
  })
  expect({ code, printed: ways.readIn(stdout), kept: ways.readIn(kept(at.room)) }).toEqual({
    code: 0,
    printed: [],
    kept: [],
  })
})

const KIB = 1024

test.each([
  [
    'a key block',
    (pad: string) =>
      `${pad}${DASHES}BEGIN ${'PRIVATE'} KEY${DASHES}\n${BODY.join('\n')}\n${DASHES}END ${'PRIVATE'} KEY${DASHES}\n`,
  ],
  ['a token', (pad: string) => `${pad}PASSWORD=${BODY.join('')}\n`],
])('[check-log secrets] R5: %s that the cut of a log goes through is not kept in part', async (_, secretAfter) => {
  using room = newRoom()
  const repository = makeRepository(room)
  const printed = join(room.root, 'printed')
  // The secret begins 600 bytes before the first cut; another one ends 600 bytes after the second.
  const secret = secretAfter('')
  const first = `${'first line\n'.repeat(64 * KIB).slice(0, 64 * KIB - 600)}\n${secret}`
  const last = `${secret}${'last line\n'.repeat(64 * KIB).slice(0, 64 * KIB - 600)}\n`
  writeFileSync(printed, `${first}${'middle\n'.repeat(40_000)}${last}`)
  await trustChecks(room, repository, [{ name: 'test', run: `cat ${printed}; exit 1`, shell: true }])
  const session = await asked(room)
  repository.write('a', '1\n')
  await claim(session)
  const all = kept(room)
  expect(all.includes('bytes left out')).toBe(true)
  expect(BODY.filter((line) => all.includes(line.slice(0, 20)) || all.includes(line.slice(-20)))).toEqual([])
})

test('[secrets verify-read] R5: secrets of changed files are told by no suspicion, note, review or range', async () => {
  using room = newRoom()
  const ways = new Ways()
  const { by } = ways
  const text = (value: string, setUp = ''): string =>
    [
      "import assert from 'node:assert'",
      "import test from 'node:test'",
      "import { limit } from '../src/api.mjs'",
      setUp,
      `test('limits', () => assert.notEqual(limit, '${value}'))`,
      `test('asks', () => assert.ok(limit))`,
      '',
    ].join('\n')
  const repository = makeRepository(room, {
    'src/api.mjs': 'export const limit = 5\n',
    'test/api.test.mjs': text(by('expected, before')),
  })
  await trustChecks(room, repository, [{ name: 'test', run: 'node --test test/api.test.mjs' }])
  const session = await asked(room)
  const setUp = `const password = '${by('named')}'\nif (process.env.CI) process.exit(0)`
  repository.write('test/api.test.mjs', text(by('expected, now'), setUp).replace("test('asks'", "test.skip('asks'"))
  repository.write('src/api.mjs', `export const limit = 5\nif (limit) process.exit(0) // ${by('product code')}\n`)
  expect((await claim(session)).stdout).toContain('a person must look at this')
  const range = await room.run(['verify', 'HEAD', '--read', '--json'])
  expect([range.code, (JSON.parse(range.stdout) as { suspicions: unknown[] }).suspicions.length > 1]).toEqual([9, true])
  const shown = await Promise.all(
    [['show'], ['show', '--json'], ['evidence'], ['log'], ['review', '--json'], ['verify', 'HEAD', '--read']].map(
      async (args) => (await room.run(args)).stdout,
    ),
  )
  expect(shown.every((each) => each.length > 0)).toBe(true)
  expect(ways.readIn([kept(room), range.stdout, ...shown].join('\n'))).toEqual([])
})
