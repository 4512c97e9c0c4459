// Suspicions that sealed runs settle: the tests of the start over the code of now.
import { expect, test } from 'bun:test'
import { asked, claim, completed, evidences, lastEvidence, outcomes } from './checking.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom } from './room.ts'

const SUM = 'export const total = (list) => list.reduce((sum, each) => sum + each, 0)\n'
const TEST = `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { total } from '../src/total.mjs'
it('adds', () => assert.equal(total([2, 3]), 5))
it('adds nothing', () => assert.equal(total([]), 0))
`
const FILES = { 'src/total.mjs': SUM, 'test/total.test.mjs': TEST }
const CHECK = { name: 'test', run: 'node --test test/total.test.mjs' }
const SKIPPED = TEST.replace("it('adds',", "it.skip('adds',")

test('[sealed] a test that is skipped although the code passes it: cleared, completed', async () => {
  using room = newRoom()
  const repository = makeRepository(room, FILES)
  await trustChecks(room, repository, [CHECK])
  const session = await asked(room)
  repository.write('src/total.mjs', SUM.replace('sum + each', 'each + sum'))
  repository.write('test/total.test.mjs', SKIPPED)
  expect(await claim(session)).toEqual(completed('test'))
  const { tampering, extra, notes } = lastEvidence(room)
  expect(extra).toMatchObject([{ check: 'test', kind: 'sealed', answer: 'green' }])
  expect(tampering).toMatchObject([{ file: 'test/total.test.mjs', line: 4, settled: { by: 'sealed', how: 'cleared' } }])
  expect(notes).toContain('sealed run of test: passes with the tests and settings from the start of the task (2 tests)')
})

test('[sealed] a test that is skipped because the code fails it: a person is shown which', async () => {
  using room = newRoom()
  const repository = makeRepository(room, FILES)
  await trustChecks(room, repository, [CHECK])
  const session = await asked(room)
  repository.write('src/total.mjs', 'export const total = (list) => list.length\n')
  repository.write('test/total.test.mjs', SKIPPED)
  const { stdout } = await claim(session)
  expect(stdout).toContain(
    'tests from the start of the task fail on the new code (sealed run of \\"test\\"): adds; changed: test/total.test.mjs:4 ',
  )
  const { tampering, extra } = lastEvidence(room)
  expect(extra).toMatchObject([{ check: 'test', kind: 'sealed', answer: 'red', tests: ['not ok - adds'] }])
  expect(tampering).toMatchObject([{ settled: { by: 'sealed', how: 'confirmed' } }])
  expect(await outcomes(room)).toEqual(['awaiting-review'])
  // The same files and the same yardstick: nothing runs again.
  await session.type('Look again.')
  await claim(session)
  expect(evidences(room).map((one) => one.extra)).toEqual([extra, extra])
  expect(room.allEvents().filter(({ kind }) => kind === 'proof.started')).toHaveLength(1)
})

test('[sealed] a check that must not be repeated: nothing can be told, and a person is asked', async () => {
  using room = newRoom()
  const repository = makeRepository(room, FILES)
  await trustChecks(room, repository, [{ ...CHECK, repeat: false }])
  const session = await asked(room)
  repository.write('test/total.test.mjs', SKIPPED)
  await claim(session)
  expect(await outcomes(room)).toEqual(['awaiting-review'])
  const { tampering, extra } = lastEvidence(room)
  expect(extra).toMatchObject([
    { answer: 'cannot-tell', why: 'the check is not repeated: the check says "repeat": false' },
  ])
  expect(tampering[0]?.settled).toBeUndefined()
})

test('[sealed] "proof.when": "read" runs nothing', async () => {
  using room = newRoom()
  const repository = makeRepository(room, FILES)
  await trustChecks(room, repository, [CHECK], { proof: { when: 'read' } })
  const session = await asked(room)
  repository.write('test/total.test.mjs', SKIPPED)
  await claim(session)
  expect(await outcomes(room)).toEqual(['awaiting-review'])
  expect(room.allEvents().filter(({ kind }) => kind.startsWith('proof.'))).toEqual([])
})
