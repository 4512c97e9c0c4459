// Checks that last longer than the hook may: it answers in time, and the result comes with `fullstop wait`, the next stop
// or the next prompt.
import { expect, test as inTurn } from 'bun:test'
import { rmSync } from 'node:fs'
import { isVariant } from '../rounds.ts'
import {
  asked,
  claim,
  completed,
  gated,
  letGo,
  outcomes,
  red,
  runnerOf,
  started,
  until,
  verifying,
} from './checking.ts'
import type { ClaudeSession } from '../fake-agents/claude-session.ts'
import { refusal, replied, silent } from './expected.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { masked, newRoom, type Output, type Room } from './room.ts'
import { HOOK_LIMIT } from '../limits.ts'

// They wait for the limit of a hook most of the time.
const test = inTurn.concurrent

async function slow(room: Room, end = 'true'): Promise<Repository> {
  const repository = makeRepository(room, { answer: '41\n' })
  await trustChecks(room, repository, [{ name: 'quick', run: 'true' }, gated(room, end)])
  return repository
}

function sentToWait(session: ClaudeSession, count = '0/5'): Output {
  const reason = [
    `FULLSTOP (${count}) Checks are still running: gated.`,
    'Run `fullstop wait`, then stop again: your claim stands.',
    'If you worked on since: end with this line alone:',
    session.token,
  ].join('\n')
  return { code: 0, stdout: `${JSON.stringify({ decision: 'block', reason })}\n`, stderr: '' }
}

/** As the agent does it, from its own shell. */
async function waitInShell(room: Room, session: ClaudeSession): Promise<Output> {
  const waited = await room.run(['wait'], { env: session.env })
  session.use('Bash', { command: 'fullstop wait' }, { text: waited.stdout, failed: waited.code !== 0 })
  return waited
}

async function settled(room: Room): Promise<void> {
  await until(async () => !(await outcomes(room)).includes('verifying'))
}

test('[within verifying-attended] somebody is there: allowed in time, verifying, and told with the next prompt (passed)', async () => {
  using room = newRoom()
  await slow(room)
  const session = await asked(room, { within: HOOK_LIMIT })
  // The check ends only once it is let go, so an answer comes from the limit alone.
  expect(await claim(session)).toEqual(verifying('gated'))
  expect(await outcomes(room)).toEqual(['verifying'])
  letGo(room)
  const waited = await room.run(['wait'])
  const said = 'All checks passed. The task is completed: nothing is left to do.'
  expect([waited.code, waited.stdout.split('\n').at(-2)]).toEqual([0, said])
  await settled(room)
  expect(await outcomes(room)).toEqual(['completed'])
  const output = await session.type('And now the rest.')
  expect(JSON.parse(output.stdout)).toEqual({
    systemMessage:
      'Fullstop: the checks ended after the last stop: completed (passed: quick, gated). More: fullstop evidence task_ID',
  })
  expect(await session.type('Nothing more to tell.')).toEqual(silent)
})

test.skipIf(isVariant)(
  '[verifying-attended check-could-not-run] the folder is gone when its checks end: unverified, and that is the reason',
  async () => {
    using room = newRoom()
    await slow(room)
    const session = await asked(room, { within: HOOK_LIMIT })
    await claim(session)
    rmSync(room.cwd, { recursive: true })
    letGo(room)
    await until(() => room.allEvents().some(({ kind }) => kind === 'task.ended'))
    const ended = room.allEvents().findLast((event) => event.kind === 'task.ended')
    expect(ended).toMatchObject({ outcome: 'unverified' })
    expect(ended?.kind === 'task.ended' && ended.because[0]?.text).toMatch(/could not run: .*cannot be read/)
  },
)

test('[wait] checks that outlast the call: exit 75, and what to do', async () => {
  using room = newRoom()
  await slow(room)
  const session = await asked(room, { within: HOOK_LIMIT })
  await claim(session)
  const waited = await room.run(['wait', '--within', '1s'])
  expect([waited.code, waited.stdout.split('\n').at(-2)]).toEqual([75, 'Still running. Run `fullstop wait` again.'])
  expect((await room.run(['wait', '--within', 'soon'])).code).toBe(2)
  letGo(room)
  expect((await room.run(['wait'])).code).toBe(0)
})

test.skipIf(isVariant)(
  '[within verifying-attended] … and told with the next prompt, to person and agent (failed)',
  async () => {
    using room = newRoom()
    await slow(room, 'echo "1 test failed"; exit 1')
    const session = await asked(room, { within: HOOK_LIMIT })
    expect(await claim(session)).toEqual(verifying('gated'))
    letGo(room)
    const waited = await room.run(['wait'])
    expect([waited.code, waited.stdout.split('\n').at(-2)]).toEqual([
      1,
      'Not all checks passed: fix that, then claim again.',
    ])
    await settled(room)
    expect(await outcomes(room)).toEqual(['open'])
    const output = await session.type('And now the rest.')
    expect(JSON.parse(output.stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'UserPromptSubmit',
        additionalContext:
          'Fullstop: the checks of your last claim ended after you had stopped, and it did not hold.\ncheck "gated" failed (exit 1)\n| 1 test failed',
      },
      systemMessage:
        'Fullstop: the checks ended after the last stop: check "gated" failed (exit 1). More: fullstop evidence task_ID',
    })
    // The person continues in the same task.
    expect(await room.tasks()).toHaveLength(1)
  },
)

test('[verifying-unattended F9] nobody is there: sent to wait, not counted; the next stop counts without a new claim', async () => {
  using room = newRoom()
  await slow(room)
  const session = await asked(room, { headless: true, within: HOOK_LIMIT })
  session.edit()
  expect(await claim(session)).toEqual(sentToWait(session))
  expect(await session.sayAndStop('Too early.')).toEqual(sentToWait(session))
  letGo(room)
  expect((await waitInShell(room, session)).code).toBe(0)
  expect(await session.sayAndStop('Waited.')).toEqual(completed('quick', 'gated'))
  expect(started(room)).toEqual(['quick', 'gated'])
})

test.skipIf(isVariant)('[verifying-unattended] a check that failed meanwhile refuses the carried claim', async () => {
  using room = newRoom()
  const repository = await slow(room, 'test "$(cat answer)" = 42')
  const session = await asked(room, { headless: true, within: HOOK_LIMIT })
  session.edit()
  expect(await claim(session)).toEqual(sentToWait(session))
  letGo(room)
  expect((await waitInShell(room, session)).code).toBe(1)
  expect(await session.sayAndStop('Waited.')).toEqual(red('1/5', session, 'check "gated" failed (exit 1)'))
  repository.write('answer', '42\n')
  session.edit()
  expect(await claim(session, 'Mended.')).toEqual(completed('quick', 'gated'))
})

test('[verifying-stale] a tree that changed after the checks had ended makes the carried claim stale', async () => {
  using room = newRoom()
  const repository = await slow(room)
  const session = await asked(room, { headless: true, within: HOOK_LIMIT })
  session.edit()
  expect(await claim(session)).toEqual(sentToWait(session))
  letGo(room)
  await waitInShell(room, session)
  repository.write('answer', '43\n')
  const { stdout } = await session.sayAndStop('Waited.')
  expect(stdout).toStartWith('{"decision":"block","reason":"FULLSTOP (1/5) Stop refused: ')
  expect(await claim(session, 'Now.')).toEqual(completed('quick', 'gated'))
})

test.skipIf(isVariant)('[verifying-attended] … also where the session was resumed in between, once', async () => {
  using room = newRoom()
  await slow(room)
  const session = await asked(room, { within: HOOK_LIMIT })
  expect(await claim(session)).toEqual(verifying('gated'))
  letGo(room)
  await settled(room)
  await session.start('resume')
  const { stdout } = await session.type('Go on.')
  expect((JSON.parse(stdout) as { systemMessage: string }).systemMessage).toBe(
    'Fullstop: the checks ended after the last stop: completed (passed: quick, gated). More: fullstop evidence task_ID',
  )
  expect(await session.type('Nothing more to tell.')).toEqual(silent)
})

test.skipIf(isVariant)(
  '[verifying-attended] an agent that wakes up after its checks had failed is held to its claim',
  async () => {
    using room = newRoom()
    await slow(room, 'exit 1')
    const session = await asked(room, { within: HOOK_LIMIT })
    session.edit()
    expect(await claim(session)).toEqual(verifying('gated'))
    letGo(room)
    await settled(room)
    await session.inject('<task-notification>A task ended.</task-notification>')
    const { stdout } = await session.sayAndStop('Noted.')
    expect(JSON.parse(stdout)).toEqual({
      decision: 'block',
      reason: refusal(
        '1/5',
        session.token,
        'Stop refused: the last claim did not hold: check "gated" failed (exit 1).',
      ),
      systemMessage:
        'Fullstop: the checks ended after the last stop: check "gated" failed (exit 1). More: fullstop evidence task_ID',
    })
  },
)

test.skipIf(isVariant)('[wait] 0 passed, 1 failed, and --json tells which', async () => {
  using room = newRoom()
  await slow(room, 'exit 3')
  const session = await asked(room, { within: HOOK_LIMIT })
  expect(await room.run(['wait', '--json'])).toEqual({
    code: 0,
    stdout: `${JSON.stringify({ state: 'none', checks: [] })}\n`,
    stderr: '',
  })
  await claim(session)
  letGo(room)
  const waited = await room.run(['wait', '--json'])
  expect(waited.code).toBe(1)
  expect(JSON.parse(waited.stdout)).toMatchObject({
    task: expect.stringMatching(/^task_/),
    state: 'ended',
    checks: [
      { name: 'quick', result: 'passed' },
      { name: 'gated', result: 'failed', exitCode: 3 },
    ],
  })
  expect(masked(await room.run(['wait', 'task_none'])).code).toBe(1)
})

test('[cap-host within] waits and refusals together stay below the block cap of the host while checks run', async () => {
  using room = newRoom()
  await slow(room)
  const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '2' }
  const session = await asked(room, { headless: true, within: HOOK_LIMIT, env })
  session.edit()
  expect(await claim(session)).toEqual(sentToWait(session, '0/1'))
  expect(await session.sayAndStop('Still waiting.')).toEqual(verifying('gated'))
  letGo(room)
  await settled(room)
  expect(await outcomes(room)).toEqual(['completed'])
})

test.skipIf(isVariant)('[cancel-wins] the person cancels while the checks run', async () => {
  using room = newRoom()
  await slow(room)
  const session = await asked(room)
  const answer = claim(session)
  await runnerOf(room)
  const [task] = await room.tasks()
  expect((await room.runAtTerminal(['cancel', task?.id ?? ''])).code).toBe(0)
  letGo(room)
  expect(await answer).toEqual(silent)
  expect(await outcomes(room)).toEqual(['cancelled'])
})

test('[cancel-wins] the person cancels a claim that is still being verified', async () => {
  using room = newRoom()
  await slow(room)
  const session = await asked(room, { within: HOOK_LIMIT })
  expect(await claim(session)).toEqual(verifying('gated'))
  const { stdout } = await session.type('fullstop cancel')
  expect(stdout.startsWith(replied('').stdout.slice(0, 30))).toBe(true)
  letGo(room)
  await until(() => room.allEvents().some(({ kind }) => kind === 'checks.finished'))
  expect(await outcomes(room)).toEqual(['cancelled'])
})
