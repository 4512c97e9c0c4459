// Ways by which a claim once counted, or did not, against what its checks could know.
import { expect, test as inTurn } from 'bun:test'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckConfig } from '../../src/contract/config/config.ts'
import { HOOK_LIMIT } from '../limits.ts'
import { isVariant } from '../rounds.ts'
import {
  asked,
  claim,
  completed,
  gated,
  letGo,
  nothingLeft,
  notProven,
  red,
  runnerOf,
  started,
  until,
} from './checking.ts'
import { refused } from './expected.ts'
import { logGit } from './git-log.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

// They wait for the limit of a hook most of the time.
const test = inTurn.concurrent

/** Looks first, and then takes its time. */
function looks(room: Room): CheckConfig {
  const { run, ...rest } = gated(room)
  return { ...rest, name: 'test', run: `test ! -e broken.ts || exit 1; ${run}` }
}

async function ended(room: Room): Promise<void> {
  await until(() => room.allEvents().some(({ kind }) => kind === 'checks.finished'))
}

test('[artefacts F6] a file that the agent made while a slow baseline ran is no artefact of it', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [looks(room)], { baseline: 'record' })
  const session = await asked(room, { within: HOOK_LIMIT })
  await runnerOf(room)
  repository.write('broken.ts', '1\n')
  letGo(room)
  await ended(room)
  expect(await claim(session)).toEqual(
    red('1/5', session, 'check "test" failed (exit 1), it passed when the task began'),
  )
})

test.skipIf(isVariant)('[artefacts verifying-stale] nor is one that an agent made instead of waiting', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [looks(room)])
  const session = await asked(room, { headless: true, within: HOOK_LIMIT })
  session.edit()
  await claim(session)
  repository.write('broken.ts', '1\n')
  letGo(room)
  await ended(room)
  expect(await session.sayAndStop('Waited.')).toEqual(
    refused(
      '1/5',
      session.token,
      'Stop refused: you claimed success, but the tree changed before its checks had ended: claim again.',
    ),
  )
})

test.skipIf(isVariant)(
  '[artefacts] a server that writes its log all the while does not keep the tree from standing still',
  async () => {
    using room = newRoom()
    const repository = makeRepository(room)
    await trustChecks(room, repository, [{ name: 'test', run: 'sleep 0.2' }])
    const timer = setInterval(() => appendFileSync(join(room.cwd, 'server.log'), 'x\n'), 10)
    try {
      const session = await asked(room)
      expect(await claim(session)).toEqual(completed('test'))
    } finally {
      clearInterval(timer)
    }
  },
)

test.skipIf(isVariant)('[check-formats] two checks that each change a tracked file cost one rerun each', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { a: '1', b: '1' })
  await trustChecks(room, repository, [
    { name: 'first', run: 'true' },
    { name: 'format', run: 'echo A > a', shell: true },
    { name: 'generate', run: 'echo B > b', shell: true },
  ])
  const session = await asked(room)
  expect(await claim(session)).toEqual(completed('first', 'format', 'generate'))
  expect(started(room)).toEqual(['first', 'format', 'generate', 'first', 'format', 'generate'])
})

test.skipIf(isVariant)(
  '[runner-killed] a carried claim whose run was killed is sent back with that, though nothing was worked on',
  async () => {
    using room = newRoom()
    const repository = makeRepository(room)
    await trustChecks(room, repository, [gated(room)])
    const session = await asked(room, { headless: true, within: HOOK_LIMIT })
    await claim(session)
    process.kill(await runnerOf(room), 'SIGKILL')
    await nothingLeft(room)
    expect(await session.sayAndStop('Waited.')).toEqual(
      refused(
        '1/5',
        session.token,
        'Stop refused: you claimed success, but the process that ran its checks is gone without a result: claim again.',
      ),
    )
  },
)

test.skipIf(isVariant)('[cap-host] after two waits and a cap of three, a failure no longer refuses', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [gated(room, 'exit 1')])
  const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '3' }
  const session = await asked(room, { headless: true, within: HOOK_LIMIT, env })
  session.edit()
  await claim(session)
  await session.sayAndStop('Waiting.')
  letGo(room)
  await ended(room)
  expect(await session.sayAndStop('Waited.')).toEqual(notProven('capped', '2 refusals, and the host honours no more'))
})

test('[verify-green] a claim made while the run of an earlier one goes on gets what that run does not answer', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'src/a': '1', 'docs/b': '1' })
  await trustChecks(room, repository, [
    { ...gated(room), paths: ['src'] },
    { name: 'docs', run: 'true', paths: ['docs'] },
  ])
  const git = logGit(room)
  const session = await asked(room, { headless: true, within: HOOK_LIMIT, env: git.env })
  repository.write('src/a', '2')
  session.edit()
  await claim(session)
  await runnerOf(room)
  repository.write('docs/b', '2')
  session.edit()
  git.reset()
  const answer = claim(session, 'Now.')
  // It has looked at the tree, and now waits for the run.
  await until(() => git.commandsOfHook().includes('ls-files'))
  letGo(room)
  expect(await answer).toEqual(completed('gated', 'docs'))
})

test('[check-timed-out] a limit of thirty days is no limit of a millisecond', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'test', run: 'sleep 0.2', timeout: '30d' }])
  const session = await asked(room)
  expect(await claim(session)).toEqual(completed('test'))
})

test('[checks-write] what is added stands after the comment of the last check, and that one stays as it is', async () => {
  using room = newRoom()
  makeRepository(room, { 'package.json': JSON.stringify({ scripts: { lint: 'eslint .' } }), 'package-lock.json': '{}' })
  mkdirSync(join(room.cwd, 'src'))
  const file = join(room.cwd, 'fullstop.json')
  writeFileSync(file, '{\n  "checks": [\n    { "name": "test", "run": "true" } // keep\n  ]\n}\n')
  expect((await room.run(['checks', 'find', '--write'])).code).toBe(0)
  expect(await Bun.file(file).text()).toBe(
    '{\n  "checks": [\n    { "name": "test", "run": "true" }, // keep\n    {\n      "name": "lint",\n      "run": "npm run lint",\n      "timeout": "10m"\n    }\n  ]\n}\n',
  )
})
