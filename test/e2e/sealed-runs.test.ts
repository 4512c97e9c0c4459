// Suspicions that sealed runs settle: the tests of the start over the current code.
import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isVariant, quarterOf } from '../rounds.ts'
import { asked, claim, completed, evidences, lastEvidence, outcomes } from './checking.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

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

test.skipIf(isVariant)('[sealed] a test that is skipped although the code passes it: cleared, completed', async () => {
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

test.skipIf(isVariant)(
  '[sealed] a test that is skipped because the code fails it: a person is shown which',
  async () => {
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
  },
)

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

/** Speaks as `go test` does: which tests ran is told with `-v` alone. */
const GO = `#!/bin/sh
files=$(find "\${2%/...}" -name '*_test.go')
case $GOFLAGS in *-v*) grep -ho 'Test[A-Z][a-z]*' $files | sed 's/.*/=== RUN   &\\n--- PASS: & (0.00s)/' ; echo PASS ;; esac
printf 'ok  \\tshop\\t0.01s\\n'
`
const goTest = (title: string, first = ''): string =>
  `package shop\n\nimport "testing"\n\nfunc ${title}(t *testing.T) {\n${first}\tif Total(1, 2) != 3 {\n\t\tt.Error("no sum")\n\t}\n}\n`
const goScripts = (run: string): string => `${JSON.stringify({ scripts: { test: run } }, null, 2)}\n`

/** The check starts `go` by a script of the package. */
async function goProject(room: Room): Promise<Repository> {
  const programs = join(room.home, 'programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'go'), GO, { mode: 0o755 })
  const repository = makeRepository(room, {
    'package.json': goScripts('go test ./...'),
    'total.go': 'package shop\n\nfunc Total(a int, b int) int { return a + b }\n',
    'total_test.go': goTest('TestAdds'),
    'fee/fee_test.go': goTest('TestFee'),
  })
  const env = { PATH: `${programs}:${room.env['PATH'] ?? ''}` }
  await trustChecks(room, repository, [{ name: 'test', run: 'npm test', env }])
  return repository
}

test('[sealed] a runner that counts its tests in a copy alone: a skip is cleared', async () => {
  using room = newRoom()
  const repository = await goProject(room)
  const session = await asked(room)
  repository.write('total_test.go', goTest('TestAdds', '\tt.Skip("later")\n'))
  expect(await claim(session)).toEqual(completed('test'))
  const { tampering, extra } = lastEvidence(room)
  expect(extra).toMatchObject([{ kind: 'sealed', answer: 'green' }])
  expect(tampering).toMatchObject([{ file: 'total_test.go', settled: { by: 'sealed', how: 'cleared' } }])
})

const narrowed: readonly (readonly [command: string, settled: object | undefined])[] = [
  ['go test ./fee', undefined],
  ['go test ./... -run .', { by: 'sealed', how: 'cleared' }],
]
test.each(quarterOf(narrowed, 0))(
  '[sealed] the same runner, started by "%s": the tests of two copies are compared',
  async (...row) => {
    const [command, settled] = row
    using room = newRoom()
    const repository = await goProject(room)
    const session = await asked(room)
    repository.write('package.json', goScripts(command))
    await claim(session)
    const { tampering, extra } = lastEvidence(room)
    expect(extra).toMatchObject([{ kind: 'sealed', answer: 'green' }])
    expect(tampering.map((one) => one.settled)).toEqual([
      settled === undefined ? settled : expect.objectContaining(settled),
    ])
  },
)
