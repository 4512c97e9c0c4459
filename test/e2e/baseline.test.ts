// Which checks apply, and how they stood before the agent began.
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../src/contract/config/config.ts'
import {
  asked,
  claim,
  completed,
  lastEvidence,
  needsPerson,
  unverifiedFor,
  outcomes,
  red,
  started,
  strict,
} from './checking.ts'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { silent } from './expected.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

test('[check-paths] a check is skipped, and said so, when nothing under its paths changed', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'src/a.ts': '1\n', 'docs/b.md': 'b\n' })
  await trustChecks(room, repository, [
    { name: 'code', run: 'true', paths: ['src'] },
    { name: 'docs', run: 'true', paths: ['docs/**/*.md'] },
  ])
  const session = await asked(room)
  repository.write('src/a.ts', '2\n')
  expect(await claim(session)).toEqual(completed('code; skipped: docs'))
  expect(started(room)).toEqual(['code'])
  expect(lastEvidence(room).skipped).toEqual([{ name: 'docs', why: 'nothing under docs/**/*.md changed' }])
  expect((await room.run(['evidence'])).stdout).toContain('skipped        docs  nothing under docs/**/*.md changed\n')
})

test('[check-paths F6] where every check is skipped, the claim is unverified', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'src/a.ts': '1\n' })
  await trustChecks(room, repository, [{ name: 'code', run: 'true', paths: ['src'] }])
  const session = await asked(room)
  repository.write('notes.txt', 'n\n')
  expect(await claim(session)).toEqual(unverifiedFor('claimed, but no check applies to what changed (skipped: code)'))
  expect(started(room)).toEqual([])
})

test('[check-paths only-stop] where the start was not seen, nothing is skipped', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'src/a.ts': '1\n' })
  await trustChecks(room, repository, [{ name: 'code', run: 'true', paths: ['src'] }])
  const session = claudeSession(room, { env: strict, hooks: ['Stop'] })
  await session.type('Write it.')
  session.edit()
  expect(await claim(session)).toEqual(completed('code'))
  expect(lastEvidence(room).notes).toEqual([
    'claim 1 of this task',
    'the start of the task was not seen: compared with the last commit',
  ])
})

/** Fails for every file of the folder `bad`, and names each. */
const LIST = {
  name: 'list',
  run: 'for f in bad/*; do test -e "$f" && echo "FAIL $f"; done; test ! -e bad',
  shell: true,
}

async function failingBefore(room: Room, baseline: NonNullable<Config['baseline']>): Promise<Repository> {
  const repository = makeRepository(room, { 'bad/one': '1\n' })
  await trustChecks(room, repository, [LIST], { baseline })
  return repository
}

test('[baseline] record: a failure that was there before is shown to a person, not pushed on the agent', async () => {
  using room = newRoom()
  const repository = await failingBefore(room, 'record')
  const session = await asked(room)
  expect(started(room)).toEqual(['list'])
  repository.write('answer', '42\n')
  expect(await claim(session)).toEqual(needsPerson('check "list" fails, as it did when the task began'))
  expect(await outcomes(room)).toEqual(['awaiting-review'])
  expect(lastEvidence(room).checks).toMatchObject([{ name: 'list', before: 'failed', newFailures: [] }])
})

test('[baseline] must-not-worsen: a new failure is refused and named, without it a person is asked', async () => {
  using room = newRoom()
  const repository = await failingBefore(room, 'must-not-worsen')
  const session = await asked(room)
  repository.write('bad/two', '2\n')
  expect(await claim(session)).toEqual(
    red(
      '1/5',
      session,
      'check "list" failed (exit 1), worse than when the task began',
      'new: FAIL bad/two\nFAIL bad/one\nFAIL bad/two',
    ),
  )
  repository.git('clean', '--force', '--quiet', 'bad')
  repository.write('answer', '42\n')
  expect(await claim(session)).toEqual(needsPerson('check "list" fails, as it did when the task began'))
})

test('[baseline] what passed before and fails now is refused, and said so', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [LIST], { baseline: 'record' })
  const session = await asked(room)
  repository.write('bad/one', '1\n')
  expect(await claim(session)).toEqual(
    red('1/5', session, 'check "list" failed (exit 1), it passed when the task began', 'FAIL bad/one'),
  )
  repository.git('clean', '--force', '--quiet', '-d')
  expect(await claim(session, 'Removed it.')).toEqual(completed('list'))
  // The tree is the one of the baseline again, but only what ran for a claim counts for one.
  expect(started(room)).toEqual(['list', 'list', 'list'])
})

test('[plan-mode baseline] in plan mode nothing runs, neither baseline nor checks', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  const proof = join(room.root, 'proof')
  await trustChecks(room, repository, [{ name: 'test', run: ['touch', proof] }], { baseline: 'record' })
  const session = claudeSession(room, { env: strict })
  await session.hook('UserPromptSubmit', { prompt_id: session.promptId(), permission_mode: 'plan', prompt: 'Plan it.' })
  session.say(`Planned.\n\n${session.token}`)
  expect(await session.stop({ planMode: true })).toEqual(silent)
  expect(existsSync(proof)).toBe(false)
  expect(started(room)).toEqual([])
})
