// What a claim by tool is answered, by status, checks and policy: MCP only, so that the answer also ends the task.
import { expect, test } from 'bun:test'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { CheckConfig, Config, Mode } from '../../src/contract/config/config.ts'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { isVariant, quarterOf } from '../rounds.ts'
import { evidences, lastEvidence, outcomes, started, strict, until } from './checking.ts'
import { silent } from './expected.ts'
import {
  blocked,
  claudeServerEnv,
  type McpServer,
  maskReceipts,
  partial,
  RECEIPT,
  saving,
  serve,
  structured,
  success,
  textOf,
} from './mcp-client.ts'
import { makeRepository, type Repository, trustChecks, writeConfig, writeUserConfig } from './repository.ts'
import { newRoom, type Room } from './room.ts'

const answerCheck: CheckConfig = { name: 'answer', run: 'sh check.sh' }
const STAYS = 'You may stop now; if you change anything more, claim again.'

async function project(room: Room, checks: readonly CheckConfig[], more: Config = {}): Promise<Repository> {
  const repository = makeRepository(room, {
    'check.sh': 'test "$(cat answer)" = 42 || { echo "the answer is wrong"; exit 3; }\n',
    answer: '42\n',
  })
  await trustChecks(room, repository, checks, more)
  return repository
}

/** One session of an agent that runs our server and no hook. */
function serveAlone(room: Room, env: Readonly<Record<string, string>> = {}): Promise<McpServer> {
  return serve(room, { env: { ...claudeServerEnv('mcp-only'), ...env } })
}

function told(result: CallToolResult): { isError: boolean; text: string } {
  return { isError: result.isError === true, text: textOf(result).replace(`\n${RECEIPT}`, '') }
}

test('[claim-answers verify-green] success on green checks: completed, with what it rests on', async () => {
  using room = newRoom()
  await project(room, [answerCheck, { name: 'lint', run: 'true' }])
  await using server = await serveAlone(room)
  const result = await server.call('complete_task', success())
  expect(told(result)).toEqual({
    isError: false,
    text: `Task completed successfully.\nVerified: passed: answer, lint. ${STAYS}`,
  })
  expect(structured(result)).toEqual({
    message: expect.stringContaining('Task completed successfully.'),
    status: 'success',
    decision: 'accepted',
    outcome: 'completed',
    may_stop: true,
    task_id: expect.stringMatching(/^task_/),
  })
  expect(structured(result)['message']).toBe((result.content[0] as { text: string }).text)
  expect(await outcomes(room)).toEqual(['completed'])
})

test('[claim-answers verify-red] success on red checks: a tool error with the failing tail, then fixed', async () => {
  using room = newRoom()
  const repository = await project(room, [answerCheck])
  await using server = await serveAlone(room)
  repository.write('answer', '41\n')
  const red = await server.call('complete_task', success())
  expect(red.isError).toBe(true)
  expect(red.structuredContent).toBeUndefined()
  expect(textOf(red)).toBe(
    [
      'FULLSTOP (1/5) Not done: check "answer" failed (exit 3)',
      'Done: re-read the request, check each part, then call complete_task.',
      'Not done: keep working.',
      'Check wrong? Dispute it (disputed_checks); never work around it.',
      'Stuck: call complete_task with status blocked.',
      '| the answer is wrong',
      RECEIPT,
      '',
      '',
      'Claim refused (1 of 5): check "answer" failed: the answer is wrong',
    ].join('\n'),
  )
  expect(await outcomes(room)).toEqual(['open'])
  repository.write('answer', '42\n')
  expect(told(await server.call('complete_task', success())).text).toStartWith('Task completed successfully.\nVerified')
  expect(await outcomes(room)).toEqual(['completed'])
})

test.skipIf(isVariant)('[claim-answers notes] the note says which claim of the task it is', async () => {
  using room = newRoom()
  const repository = await project(room, [answerCheck])
  await using server = await serveAlone(room)
  repository.write('answer', '41\n')
  await server.call('complete_task', success())
  repository.write('answer', '42\n')
  await server.call('complete_task', success())
  expect(lastEvidence(room).notes).toContain('claim 2 of this task')
})

test.skipIf(isVariant)('[claim-answers] attempt_completion is refused and accepted the same way', async () => {
  using room = newRoom()
  const repository = await project(room, [answerCheck])
  await using server = await serveAlone(room)
  repository.write('answer', '41\n')
  expect(told(await server.call('attempt_completion', { result: 'Wrote it.' })).isError).toBe(true)
  repository.write('answer', '42\n')
  expect(structured(await server.call('attempt_completion', { result: 'Wrote it.' }))).toMatchObject({
    status: 'success',
    outcome: 'completed',
  })
})

test('[claim-answers unverified-told] no check, could not run, skipped: unverified, with the reason', async () => {
  const rows: ReadonlyArray<readonly [readonly CheckConfig[], string]> = [
    [[], 'claimed, but no check can prove it'],
    [[{ name: 'gone', run: './no-such-program' }], 'check "gone" could not run: '],
    [
      [{ name: 'docs', run: 'true', paths: ['docs/**'] }],
      'claimed, but no check applies to what changed (skipped: docs)',
    ],
  ]
  for (const [checks, why] of rows) {
    using room = newRoom()
    const repository = await project(room, checks)
    await using server = await serveAlone(room)
    await server.call('update_session_context', saving())
    repository.write('answer', '43\n')
    const result = await server.call('complete_task', success())
    expect(told(result).isError).toBe(false)
    expect(told(result).text).toStartWith(`Claim recorded as unverified: ${why}`)
    expect(structured(result)).toMatchObject({ decision: 'accepted', outcome: 'unverified', may_stop: true })
    expect(await outcomes(room)).toEqual(['unverified'])
  }
})

test('[claim-answers trust-needed] a project that is not trusted: nothing runs, and the one command that helps is named', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  const ran = join(room.root, 'ran')
  writeConfig(room, { checks: [{ name: 'touch', run: ['touch', ran] }], allowCommands: ['touch *'] })
  repository.commit()
  await using server = await serveAlone(room)
  const result = await server.call('complete_task', success({ command: `touch ${ran}` }))
  expect(told(result).text).toStartWith('Claim recorded as unverified: check "touch" could not run: ')
  expect(told(result).text).toContain('fullstop trust')
  expect(await Bun.file(ran).exists()).toBe(false)
  expect(started(room)).toEqual([])
})

test('[claim-answers] partial: go on; the second one without progress may stop', async () => {
  using room = newRoom()
  await using server = await serveAlone(room)
  const first = await server.call('complete_task', partial())
  expect(told(first)).toEqual({
    isError: false,
    text: 'Task partially completed. Remaining work: the other half\nThis does not end the task: continue with the remaining work, then claim again.',
  })
  expect(structured(first)).toMatchObject({ status: 'partial', decision: 'go-on', may_stop: false })
  const second = await server.call('complete_task', partial({ summary: 'Still half.' }))
  expect(structured(second)).toMatchObject({ decision: 'accepted', outcome: 'partial', may_stop: true })
  expect(told(second).text).toBe(
    'Task partially completed. Remaining work: the other half\nYou may stop. The task is recorded as partial: tell the user what is missing.',
  )
  expect(await outcomes(room)).toEqual(['partial'])
})

test.skipIf(isVariant)('[claim-answers] partial twice with progress between: go on again', async () => {
  using room = newRoom()
  const repository = await project(room, [answerCheck])
  await using server = await serveAlone(room)
  for (const part of ['one', 'two', 'three']) {
    const result = await server.call('complete_task', partial({ summary: `Wrote ${part}.` }))
    expect([part, structured(result)['decision']]).toEqual([part, 'go-on'])
    repository.write(part, 'more\n')
  }
  expect(await outcomes(room)).toEqual(['open'])
})

test.skipIf(isVariant)('[claim-answers] blocked: with needs at once; without, pushed once', async () => {
  for (const needs of quarterOf(['input', 'credentials', 'permission', 'external'], 1)) {
    using room = newRoom()
    await using server = await serveAlone(room)
    const result = await server.call('complete_task', blocked({ needs }))
    expect(told(result)).toEqual({
      isError: false,
      text: `Task blocked. Remaining work: the download\nYou may stop: tell the user what you need (${needs}) and what for.`,
    })
    expect(structured(result)).toMatchObject({ decision: 'accepted', outcome: 'needs-input', may_stop: true })
    expect(await outcomes(room)).toEqual(['needs-input'])
  }
  using room = newRoom()
  await using server = await serveAlone(room)
  expect(structured(await server.call('complete_task', blocked()))).toMatchObject({ decision: 'go-on' })
  expect(structured(await server.call('complete_task', blocked({ summary: 'Tried more.' })))).toMatchObject({
    decision: 'accepted',
    outcome: 'blocked',
  })
})

test.skipIf(isVariant)('[claim-answers] needs on a success claim changes nothing', async () => {
  using room = newRoom()
  await using server = await serveAlone(room)
  expect(structured(await server.call('complete_task', success({ needs: 'input' })))).toMatchObject({
    decision: 'accepted',
    outcome: 'unverified',
  })
})

test('[claim-answers tamper] tampering: a person must look; under refuse it is an error', async () => {
  for (const [tamper, isError, words] of [
    ['ask-human', false, 'Claim recorded. A person must look before it counts: '],
    ['refuse', true, 'FULLSTOP (1/5) Not done: '],
  ] as const) {
    using room = newRoom()
    const repository = await project(room, [{ name: 'test', run: 'true' }], { tamper })
    repository.write('a.test.ts', "test('adds', () => {\n  expect(1 + 1).toBe(2)\n})\n")
    repository.commit('Tests')
    await using server = await serveAlone(room)
    await server.call('update_session_context', saving())
    rmSync(join(room.cwd, 'a.test.ts'))
    const result = await server.call('complete_task', success())
    expect([told(result).isError, told(result).text]).toEqual([isError, expect.stringMatching(/^[\s\S]*a\.test\.ts/)])
    expect(told(result).text).toStartWith(words)
    expect(await outcomes(room)).toEqual([tamper === 'refuse' ? 'open' : 'awaiting-review'])
  }
})

test('[claim-answers review-always] review always: recorded, a person must look, and the agent may stop', async () => {
  using room = newRoom()
  await project(room, [answerCheck], { review: 'always' })
  await using server = await serveAlone(room)
  const result = await server.call('complete_task', success())
  expect(told(result)).toEqual({
    isError: false,
    text: 'Claim recorded. A person must look before it counts: every completion needs a person here.\nStop now and tell the user what you did and why they are asked.',
  })
  expect(structured(result)).toMatchObject({ decision: 'awaiting-review', may_stop: true })
  expect(await outcomes(room)).toEqual(['awaiting-review'])
  const again = await server.call('complete_task', success({ summary: 'Please.' }))
  expect(structured(again)).toMatchObject({ decision: 'awaiting-review' })
})

test('[claim-answers baseline] preexisting_failures: a person is asked instead of pushing the agent', async () => {
  using room = newRoom()
  const repository = await project(room, [answerCheck])
  await using server = await serveAlone(room)
  repository.write('answer', '41\n')
  const result = await server.call('complete_task', success({ preexisting_failures: ['answer'] }))
  expect(told(result).text).toBe(
    'Claim recorded. A person must look before it counts: the agent says "answer" failed before it began.\nStop now and tell the user what you did and why they are asked.',
  )
  const other = await server.call('complete_task', success({ preexisting_failures: ['another'], summary: 'x' }))
  expect([structured(other)['decision'], told(other).isError]).toEqual(['awaiting-review', false])
})

test.skipIf(isVariant)(
  '[claim-answers baseline] preexisting_failures that name another check excuse nothing',
  async () => {
    using room = newRoom()
    const repository = await project(room, [answerCheck])
    await using server = await serveAlone(room)
    repository.write('answer', '41\n')
    const result = await server.call('complete_task', success({ preexisting_failures: ['lint'] }))
    expect([result.isError, textOf(result).split('\n')[0]]).toEqual([
      true,
      'FULLSTOP (1/5) Not done: check "answer" failed (exit 3)',
    ])
  },
)

// The agent's own command

test('[claim-command] equal to a check: run once; extended by plain arguments: one more check; else proposed, not run', async () => {
  using room = newRoom()
  await project(room, [{ name: 'args', run: ['sh', 'check.sh'] }], { allowCommands: ['echo *'] })
  await using server = await serveAlone(room)
  const results: unknown[] = []
  const ran = join(room.root, 'ran')
  for (const command of [
    'sh check.sh',
    'sh check.sh src/answer.ts',
    `touch ${ran}`,
    'sh check.sh; rm -rf /tmp/x',
    'echo hi',
  ]) {
    const result = await server.call('complete_task', success({ command, summary: `With ${command}.` }))
    results.push([
      command,
      structured(result)['outcome'],
      evidences(room)
        .at(-1)
        ?.checks.map(({ name }) => name),
    ])
  }
  expect(results).toEqual([
    ['sh check.sh', 'completed', ['args']],
    ['sh check.sh src/answer.ts', 'completed', ['args', 'command: sh check.sh src/answer.ts']],
    [`touch ${ran}`, 'completed', ['args']],
    ['sh check.sh; rm -rf /tmp/x', 'completed', ['args']],
    ['echo hi', 'completed', ['args', 'command: echo hi']],
  ])
  expect(await Bun.file(ran).exists()).toBe(false)
  const notes = evidences(room).map((evidence) => evidence.notes.find((note) => note.includes('not run')))
  expect(notes.map((note) => note !== undefined)).toEqual([false, false, true, true, false])
})

test.skipIf(isVariant)(
  '[claim-command verify-red] an allowed command that fails refuses the claim with its output',
  async () => {
    using room = newRoom()
    await project(room, [{ name: 'ok', run: 'true' }], { allowCommands: ['sh *'] })
    await using server = await serveAlone(room)
    const result = await server.call('complete_task', success({ command: 'sh no-such-script.sh' }))
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('no-such-script.sh')
  },
)

// What the person ordered

async function working(room: Room, mode: Mode): Promise<ReturnType<typeof claudeSession>> {
  writeUserConfig(room, { mode })
  const session = claudeSession(room, { pid: process.pid })
  await session.start()
  await session.type('Write the answer.')
  session.edit(2)
  return session
}

test.skipIf(isVariant)(
  '[claim-answers cancel-wins] a cancelled task: told so, nothing is recorded, and the stop passes',
  async () => {
    using room = newRoom()
    const session = await working(room, 'strict')
    await using server = await serve(room, { env: claudeServerEnv(session.id) })
    await session.typeWhileWorking('fullstop cancel')
    const result = await session.call(server, 'complete_task', success())
    expect([result.isError, maskReceipts(result.texts.join('\n'))]).toEqual([
      false,
      'No task is open here: task_ID has ended (cancelled), and the user asked for nothing since. You may stop.',
    ])
    expect(await session.sayAndStop('Done.')).toEqual(silent)
    expect(await outcomes(room)).toEqual(['cancelled'])
  },
)

test('[claim-answers cancel-wins] a task cancelled while its checks run stays cancelled', async () => {
  using room = newRoom()
  const open = join(room.root, 'open')
  const begun = join(room.root, 'begun')
  await project(room, [
    { name: 'gated', run: `touch ${begun}; until test -e ${open}; do sleep 0.2; done`, shell: true },
  ])
  const session = await working(room, 'strict')
  await using server = await serve(room, { env: claudeServerEnv(session.id) })
  const call = session.call(server, 'complete_task', success())
  await until(() => existsSync(begun))
  await session.hook('UserPromptSubmit', { prompt_id: 'p2', prompt: 'fullstop cancel' })
  writeFileSync(open, '')
  const { texts } = await call
  expect(await session.sayAndStop('Done.')).toEqual(silent)
  expect(await outcomes(room)).toEqual(['cancelled'])
  expect(texts.join('\n')).toContain('cancelled')
})

test.skipIf(isVariant)('[claim-answers] a paused task: the agent may stop, and the task stays paused', async () => {
  using room = newRoom()
  const session = await working(room, 'strict')
  await using server = await serve(room, { env: claudeServerEnv(session.id) })
  await session.typeWhileWorking('fullstop pause')
  const result = await session.call(server, 'complete_task', success())
  expect([result.isError, result.texts[0]?.split('\n')[0]]).toEqual([false, 'You may stop: the user paused the task.'])
  expect(await session.sayAndStop('Done.')).toEqual(silent)
  expect(await outcomes(room)).toEqual(['paused'])
})

test('[claim-answers watch F5] watch refuses nothing, but calls nothing done that is not', async () => {
  using room = newRoom()
  const repository = await project(room, [answerCheck])
  const session = await working(room, 'watch')
  await using server = await serve(room, { env: claudeServerEnv(session.id) })
  repository.write('answer', '41\n')
  const result = await session.call(server, 'complete_task', success())
  expect(result.isError).toBe(false)
  const text = result.texts.join('\n')
  expect(text).toContain('check "answer" failed (exit 3)')
  expect(text).not.toStartWith('Task completed successfully.')
  expect((await session.sayAndStop('Done.')).stdout).not.toContain('"block"')
})

test.skipIf(isVariant)(
  '[claim-answers off-silent] mode off: the claim is still verified, red and green, and the stop passes',
  async () => {
    using room = newRoom()
    const repository = await project(room, [answerCheck])
    const session = await working(room, 'off')
    await using server = await serve(room, { env: claudeServerEnv(session.id) })
    repository.write('answer', '41\n')
    const red = await session.call(server, 'complete_task', success())
    expect([red.isError, red.texts[0]?.split('\n')[0]]).toEqual([
      true,
      'FULLSTOP (1/5) Not done: check "answer" failed (exit 3)',
    ])
    expect(await session.sayAndStop('Half.')).toEqual(silent)
    repository.write('answer', '42\n')
    const green = await session.call(server, 'complete_task', success())
    expect(green.texts[0]).toStartWith('Task completed successfully.\nVerified: passed: answer.')
    expect(await session.sayAndStop('Done.')).toEqual(silent)
    expect(await outcomes(room)).toEqual(['completed'])
  },
)

// The guards

test('[claim-answers F9 stuck] the same refusal again and again, MCP only: ends as stuck, as an error, never as success', async () => {
  using room = newRoom()
  const repository = await project(room, [answerCheck])
  await using server = await serveAlone(room)
  repository.write('answer', '41\n')
  const texts: string[] = []
  for (const nth of [1, 2, 3, 4]) {
    const result = await server.call('complete_task', success({ summary: `Try ${nth}.` }))
    expect(result.isError).toBe(true)
    texts.push(textOf(result))
  }
  expect(texts[3]).toStartWith('Not proven done: stuck (')
  expect(texts[3]).toContain('You may stop. Tell the user plainly what is not done.')
  expect(await outcomes(room)).toEqual(['stuck'])
})

test.skipIf(isVariant)('[claim-answers F9 cap] five refusals with progress between: ends as capped', async () => {
  using room = newRoom()
  const repository = await project(room, [answerCheck])
  await using server = await serveAlone(room)
  const heads: string[] = []
  for (const nth of [1, 2, 3, 4, 5, 6]) {
    repository.write('answer', `${nth}\n`)
    heads.push(textOf(await server.call('complete_task', success())).slice(0, 25))
  }
  expect(heads.slice(0, 5).map((text) => text.slice(0, 14))).toEqual(
    [1, 2, 3, 4, 5].map((nth) => `FULLSTOP (${nth}/5)`.slice(0, 14)),
  )
  expect(heads[5]).toBe('Not proven done: capped (')
  expect(await outcomes(room)).toEqual(['capped'])
})

test.skipIf(isVariant)('[claim-answers last-claim] a claim on the last allowed continuation counts', async () => {
  using room = newRoom()
  const repository = await project(room, [answerCheck])
  await using server = await serveAlone(room)
  for (const nth of [1, 2, 3, 4, 5]) {
    repository.write('answer', `${nth}\n`)
    await server.call('complete_task', success())
  }
  repository.write('answer', '42\n')
  expect(structured(await server.call('complete_task', success()))).toMatchObject({ outcome: 'completed' })
})

test('[claim-answers secrets] secrets in a claim are masked in the store', async () => {
  using room = newRoom()
  writeFileSync(join(room.cwd, '.env'), 'SERVICE_PASSWORD=plain-words-of-mine\n')
  await using server = await serveAlone(room)
  const secret = 'sk-ant-api03-QUFBQUFBQUFBQUFBQUFBQUFB'
  await server.call('complete_task', success({ summary: `Used ${secret} and plain-words-of-mine.` }))
  const events = JSON.stringify(room.allEvents())
  expect([events.includes(secret), events.includes('plain-words-of-mine')]).toEqual([false, false])
  expect(events).toContain('[masked]')
})

test('[claim-answers context-tool] a completed task keeps no context, an unverified one keeps it', async () => {
  for (const [checks, kept] of [
    [[answerCheck], false],
    [[], true],
  ] as const) {
    using room = newRoom()
    await project(room, checks)
    await using server = await serveAlone(room)
    await server.call('update_session_context', saving({ summary: 'Only in the context.' }))
    await server.call('complete_task', success())
    expect(structured(await server.call('get_session_context', {}))['has_context']).toBe(kept)
    expect(JSON.stringify(room.allEvents()).includes('Only in the context.')).toBe(kept)
  }
})

test.skipIf(isVariant)('[claim-answers] strict or balanced, a claim is answered the same', async () => {
  for (const env of [strict, { FULLSTOP_MODE: 'balanced' }]) {
    using room = newRoom()
    const repository = await project(room, [answerCheck])
    await using server = await serveAlone(room, env)
    repository.write('answer', '41\n')
    expect((await server.call('complete_task', success())).isError).toBe(true)
  }
})
