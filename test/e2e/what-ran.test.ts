// A pass must show what ran: no tests, fewer than before, none of what the check expects, and checks that never end.
import { expect, test } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { isVariant } from '../rounds.ts'
import { asked, claim, completed, couldNotRun, lastEvidence, needsPerson, unverifiedFor } from './checking.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom } from './room.ts'

const TEST = "import test from 'node:test'\n"
const ONE = `${TEST}test('one', () => {})\n`
const TWO = `${ONE}test('two', () => {})\n`
const NO_TESTS =
  'correct the command so that it finds the tests, or allow it with "expect": {"tests": 0} if there are none yet'

test('[what-ran P6] a check that runs no test could not run', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'a.js': '1\n' })
  await trustChecks(room, repository, [{ name: 'test', run: 'node --test' }])
  const session = await asked(room)
  session.edit()
  expect(await claim(session)).toEqual(couldNotRun('test', `0 tests ran: ${NO_TESTS}`))
  expect(lastEvidence(room).checks[0]?.ran).toEqual({ tests: 0, failed: 0, skipped: 0, finished: true })
})

test.skipIf(isVariant)('[what-ran P6] what ran is stored and shown', async () => {
  using room = newRoom()
  const skipped = `${TWO}test.skip('three', () => {})\n`
  const repository = makeRepository(room, { 'a.test.mjs': skipped })
  await trustChecks(room, repository, [{ name: 'test', run: 'node --test' }])
  const session = await asked(room)
  session.edit()
  expect(await claim(session)).toEqual(completed('test'))
  expect(lastEvidence(room).checks[0]?.ran).toEqual({ tests: 2, failed: 0, skipped: 1, finished: true })
  expect((await room.run(['evidence'])).stdout).toContain(', exit 0, 2 tests, 1 skipped\n')
  expect((await room.run(['check'])).stdout).toContain(', exit 0, 2 tests, 1 skipped\n')
  expect((await room.run(['show', '--all'])).stdout).toContain('(exit 0, 2 tests, 1 skipped)')
})

test('[what-ran P6] fewer tests than before the task ask a person', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'a.test.mjs': TWO })
  await trustChecks(room, repository, [{ name: 'test', run: 'node --test' }], { proof: { when: 'read' } })
  expect((await room.run(['check'])).code).toBe(0)
  const session = await asked(room)
  repository.write('b.js', '1\n')
  repository.write('a.test.mjs', TWO.replace("test('two'", "if (process.env.NEVER) test('two'"))
  const said = 'check "test" passed, but 1 test ran, and 2 tests ran before the task'
  expect((await claim(session)).stdout).toContain('a person must look')
  expect((await room.run(['review', '--json'])).stdout).toContain(JSON.stringify(said).slice(1, -1))
})

test('[what-ran P6] a runner that ends early asks a person', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'run.sh': 'echo "TAP version 13"; echo "ok 1 - one"; exit 0\n' })
  await trustChecks(room, repository, [{ name: 'test', run: 'sh run.sh' }])
  const session = await asked(room)
  session.edit()
  expect(await claim(session)).toEqual(
    needsPerson('check "test" passed, but a test runner began and printed no summary, so that it may have ended early'),
  )
})

test('[check-expect P6] a pass that shows too little is a failure', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'a.test.mjs': ONE })
  await trustChecks(room, repository, [
    { name: 'test', run: 'node --test', expect: { tests: 2 } },
    { name: 'size', run: 'echo 12 files', expect: { output: '^\\d+ files$' } },
  ])
  const session = await asked(room)
  session.edit()
  const refusal = await claim(session)
  expect(refusal.stdout).toContain(
    JSON.stringify('check "test" failed (passed, but only 1 test ran, and at least 2 are expected)').slice(1, -1),
  )
  repository.write('a.test.mjs', TWO)
  expect(await claim(session)).toEqual(completed('test', 'size'))
})

test('[check-expect P6] a pattern that could be slow is refused with the file', async () => {
  using room = newRoom()
  const repository = makeRepository(room, {})
  repository.write('fullstop.json', '{"checks":[{"name":"a","run":"true","expect":{"output":"(a)\\\\1"}}]}')
  const { stderr } = await room.run(['checks'])
  expect(stderr).toContain('the pattern cannot be used: "\\1" is not known here')
})

test('[check-cwd] a check runs in its folder, and never outside of the root', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'packages/web/here': '', 'a.js': '1\n' })
  mkdirSync(join(room.root, 'outside'))
  symlinkSync(join(room.root, 'outside'), join(room.cwd, 'out'))
  await trustChecks(room, repository, [
    { name: 'inside', run: 'test -e here', cwd: 'packages/web' },
    { name: 'outside', run: 'true', cwd: 'out' },
    { name: 'nowhere', run: 'true', cwd: 'packages/none' },
  ])
  expect((await room.run(['checks'])).stdout).toContain('test -e here (in packages/web)')
  const { stdout } = await room.run(['check', '--json'])
  const { checks } = JSON.parse(stdout) as { checks: readonly { name: string; result: string; why: string }[] }
  expect(checks.map(({ name, result, why }) => [name, result, why])).toEqual([
    ['inside', 'passed', 'exit 0'],
    ['outside', 'could-not-run', '"cwd" leads out of the root: out'],
    ['nowhere', 'could-not-run', '"cwd" names no folder: packages/none'],
  ])
})

test('[check-watcher] a check that waits for changes could not run, and the command that ends is named', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'a.js': '1\n' })
  const run = 'echo "Found 0 errors. Watching for file changes."; sleep 600'
  await trustChecks(room, repository, [{ name: 'types', run, shell: true, timeout: '500ms' }])
  const session = await asked(room)
  session.edit()
  expect(await claim(session)).toEqual(
    couldNotRun(
      'types',
      'it was still waiting for changes after 500ms and does not end by itself: use `tsc` without `--watch`',
    ),
  )
})

test.skipIf(isVariant)('[check-paths P6] a command of the agent stands for no check that was skipped', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'src/a.ts': '1\n' })
  await trustChecks(room, repository, [{ name: 'code', run: 'true', paths: ['src'] }], { allowCommands: ['true *'] })
  const session = await asked(room)
  repository.write('notes.txt', 'n\n')
  await session.shell(['claim', 'success', '--summary', 'Done.', '--command', 'true notes.txt'])
  expect(await session.sayAndStop('Done.')).toEqual(
    unverifiedFor('claimed, but no check applies to what changed (skipped: code)'),
  )
})
