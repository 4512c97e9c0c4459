// P5, P14: tests bent to today's output need a person's review; tests that follow the code complete, with the change in view.
import { expect, test } from 'bun:test'
import { isVariant } from '../rounds.ts'
import { asked, claim, completed, lastEvidence, outcomes } from './checking.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom } from './room.ts'

const GREET = 'export const greet = (name) => `Hello, ${name}`\n'
const TEST = `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { greet } from '../src/greet.mjs'
it('greets by name', () => {
  assert.equal(greet('Ada'), 'Hello, Ada')
})
`
const FILES = { 'src/greet.mjs': GREET, 'test/greet.test.mjs': TEST }
const CHECK = { name: 'test', run: 'node --test test/greet.test.mjs' }

const hi = (text: string): string => text.replaceAll('Hello, ', 'Hi, ')

test('[bent P5] a check fails, and the test is edited instead of the code', async () => {
  using room = newRoom()
  const repository = makeRepository(room, FILES)
  await trustChecks(room, repository, [CHECK])
  const session = await asked(room)
  repository.write('src/greet.mjs', hi(GREET))
  expect((await claim(session)).stdout).toStartWith('{"decision":"block"')
  repository.write('test/greet.test.mjs', hi(TEST))
  const { stdout } = await claim(session)
  expect(stdout).toStartWith(
    '{"systemMessage":"Fullstop: a person must look at this (tests from the start of the task fail on the new code (sealed run of ',
  )
  expect(stdout).toContain(': greets by name; changed: test/greet.test.mjs:5 expected value of test')
  expect(await outcomes(room)).toEqual(['awaiting-review'])
  expect(lastEvidence(room).tampering).toMatchObject([
    {
      kind: 'bent',
      what: 'expected value of test "greets by name" changed ("Hello, Ada" → "Hi, Ada") after check test failed on it, and the code did not',
    },
  ])
})

test('[bent P5] a check fails, the code is corrected and the test follows', async () => {
  using room = newRoom()
  const repository = makeRepository(room, FILES)
  await trustChecks(room, repository, [CHECK])
  const session = await asked(room)
  repository.write('src/greet.mjs', GREET.replaceAll('Hello, ', 'Hi '))
  expect((await claim(session)).stdout).toStartWith('{"decision":"block"')
  repository.write('src/greet.mjs', hi(GREET))
  repository.write('test/greet.test.mjs', hi(TEST))
  expect(await claim(session)).toEqual(completed('test'))
  expect(lastEvidence(room).tampering).toEqual([])
})

test('[bent P14] the test is bent and no code changes', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { ...FILES, 'src/greet.mjs': hi(GREET) })
  await trustChecks(room, repository, [CHECK])
  const session = await asked(room)
  repository.write('test/greet.test.mjs', hi(TEST))
  await claim(session)
  expect(await outcomes(room)).toEqual(['awaiting-review'])
  expect(lastEvidence(room).tampering).toMatchObject([{ file: 'test/greet.test.mjs', line: 5, kind: 'bent' }])
})

test.skipIf(isVariant)('[bent P14] the assertion says the opposite, although the code changed too', async () => {
  using room = newRoom()
  const repository = makeRepository(room, FILES)
  await trustChecks(room, repository, [CHECK])
  const session = await asked(room)
  repository.write('src/greet.mjs', hi(GREET))
  repository.write('test/greet.test.mjs', TEST.replace('assert.equal', 'assert.notEqual'))
  await claim(session)
  expect(await outcomes(room)).toEqual(['awaiting-review'])
})

test('[bent notes P5] code and expectation change together: completed, and the change is shown first', async () => {
  using room = newRoom()
  const repository = makeRepository(room, FILES)
  await trustChecks(room, repository, [CHECK])
  const session = await asked(room)
  repository.write('src/greet.mjs', hi(GREET))
  repository.write('test/greet.test.mjs', hi(TEST))
  expect(await claim(session)).toEqual(completed('test'))
  const what = 'expected value of test "greets by name" changed ("Hello, Ada" → "Hi, Ada")'
  expect(lastEvidence(room).yardstickNotes).toEqual([{ file: 'test/greet.test.mjs', line: 5, kind: 'expected', what }])
  const { stdout } = await room.run(['evidence'])
  const shown = stdout.slice(stdout.indexOf(' rests on: ')).split('\n')
  expect(shown[1]).toBe(`look     test/greet.test.mjs:5 ${what}`)
})

const SNAPSHOT = 'exports[`greets 1`] = `\nHello, Ada\n`;\n'
const COMPARES = `import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { greet } from '../src/greet.mjs'
const kept = readFileSync(new URL('__snapshots__/greet.test.mjs.snap', import.meta.url), 'utf8')
assert.ok(kept.includes(greet('Ada')))
`
const SNAPSHOT_FILES = {
  'src/greet.mjs': GREET,
  'test/greet.test.mjs': COMPARES,
  'test/__snapshots__/greet.test.mjs.snap': SNAPSHOT,
}
const COMPARE = { name: 'test', run: 'node test/greet.test.mjs' }

test.skipIf(isVariant)('[bent P5] a snapshot is updated and no code changes', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { ...SNAPSHOT_FILES, 'src/greet.mjs': hi(GREET) })
  await trustChecks(room, repository, [COMPARE])
  const session = await asked(room)
  repository.write('test/__snapshots__/greet.test.mjs.snap', hi(SNAPSHOT))
  await claim(session)
  expect(await outcomes(room)).toEqual(['awaiting-review'])
  expect(lastEvidence(room).tampering).toMatchObject([
    { file: 'test/__snapshots__/greet.test.mjs.snap', line: 1, kind: 'snapshot' },
  ])
})

test.skipIf(isVariant)('[bent notes P5] a snapshot is updated with the code', async () => {
  using room = newRoom()
  const repository = makeRepository(room, SNAPSHOT_FILES)
  await trustChecks(room, repository, [COMPARE])
  const session = await asked(room)
  repository.write('src/greet.mjs', hi(GREET))
  repository.write('test/__snapshots__/greet.test.mjs.snap', hi(SNAPSHOT))
  expect(await claim(session)).toEqual(completed('test'))
  expect(lastEvidence(room).yardstickNotes).toMatchObject([{ kind: 'snapshot' }])
})
