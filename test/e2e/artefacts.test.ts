// What checks themselves write does not void their results, and what the agent writes always does.
import { expect, test } from 'bun:test'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckConfig } from '../../src/contract/config/config.ts'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { isVariant, quarterOf } from '../rounds.ts'
import { asked, claim, completed, lastEvidence, red, started, strict } from './checking.ts'
import { makeRepository, trust, trustChecks, writeConfig } from './repository.ts'
import { newRoom } from './room.ts'

const writing: readonly (readonly [string, CheckConfig])[] = [
  ['an untracked report', { name: 'test', run: 'date +%N > report.xml', shell: true }],
  [
    'a folder of thirty files',
    {
      name: 'test',
      run: 'mkdir -p coverage/deep; for i in $(seq 30); do date +%N > coverage/deep/$i.html; done',
      shell: true,
    },
  ],
  ['a file that it deletes again', { name: 'test', run: 'touch junk; rm junk; date > other; rm other', shell: true }],
  ['a snapshot that was there before', { name: 'test', run: 'date +%N > tests.snap', shell: true }],
]

test.each(quarterOf(writing, 3))('[artefacts] a check that writes %s does not void itself', async (_what, check) => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'first', run: 'true' }, check])
  repository.write('tests.snap', 'old')
  const session = await asked(room)
  expect(await claim(session)).toEqual(completed('first', 'test'))
  expect(started(room)).toEqual(['first', 'test'])
  await session.type('Say it again.')
  expect(await claim(session)).toEqual(completed('first', 'test'))
  // Files seen for the first time may cost one run more; then they are known.
  const runs = started(room).length
  await session.type('And again.')
  expect(await claim(session)).toEqual(completed('first', 'test'))
  expect(started(room).length).toBe(runs)
})

test.skipIf(isVariant)('[artefacts] the report is named as left out, and an edit beside it still counts', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'test', run: 'date > report.xml; ! grep -q wrong answer', shell: true }])
  const session = await asked(room)
  repository.write('answer', 'right\n')
  expect(await claim(session)).toEqual(completed('test'))
  expect(lastEvidence(room).notes).toEqual([
    'claim 1 of this task',
    'uncommitted changes: 1 file',
    'left out of the tree, since checks write it: report.xml',
  ])
  await session.type('Once more.')
  repository.write('answer', 'wrong\n')
  expect(await claim(session)).toEqual(red('1/5', session, 'check "test" failed (exit 1)'))
})

test('[artefacts sessions-apart] two sessions in one folder with checks of their own do not stale each other', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { '.gitignore': 'fullstop.json\n' })
  const check = (name: string): CheckConfig => ({
    name,
    run: `date +%N > report.xml; echo ${name} > ${name}.log`,
    shell: true,
  })
  const configure = async (name: string): Promise<void> => {
    writeConfig(room, { checks: [check(name)] })
    await trust(room)
  }
  const [first, second] = [claudeSession(room, { env: strict }), claudeSession(room, { env: strict })]
  repository.write('answer', '42\n')
  for (let round = 0; round < 4; round++) {
    await configure('unit')
    await first.type(`Round ${round}.`)
    await configure('browser')
    await second.type(`Round ${round}.`)
    expect(await claim(first)).toEqual(completed('unit'))
    expect(await claim(second)).toEqual(completed('browser'))
  }
  // Each needs its own run, and perhaps one more until the files of both are known.
  expect(started(room).length).toBeLessThanOrEqual(4)
  expect(started(room).slice(0, 2)).toEqual(['unit', 'browser'])
})

test('[check-formats] a check that changes a tracked file once costs one rerun and a note', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { answer: 'forty-two' })
  await trustChecks(room, repository, [
    {
      name: 'format',
      run: 'tr a-z A-Z < answer > /dev/shm/$$ && cat /dev/shm/$$ > answer; rm /dev/shm/$$',
      shell: true,
    },
    { name: 'test', run: 'test -s answer' },
  ])
  const session = await asked(room)
  expect(await claim(session)).toEqual(completed('format', 'test'))
  expect(readFileSync(join(room.cwd, 'answer'), 'utf8')).toBe('FORTY-TWO')
  expect(started(room).toSorted()).toEqual(['format', 'format', 'test'])
  expect(lastEvidence(room).notes).toContain('check "format" changed tracked files: answer')
  appendFileSync(join(room.cwd, 'answer'), '!')
  await session.type('Go on.')
  expect(await claim(session)).toEqual(completed('format', 'test'))
  expect(started(room)).toHaveLength(5)
})
