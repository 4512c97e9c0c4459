// A claim is verified before it counts: the checks run, on exactly the files in the working tree.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isVariant, someOf } from '../rounds.ts'
import { binary } from './binary.ts'
import { asked, claim, completed, evidences, lastEvidence, outcomes, red, started, until } from './checking.ts'
import { aWhile } from '../until.ts'
import { refused } from './expected.ts'
import { makeRepository, type Repository, trust, trustChecks, writeConfig, writeUserConfig } from './repository.ts'
import { commandOf, processesOf } from '../processes.ts'
import { newRoom, openDatabase, type Room } from './room.ts'

const answer = { name: 'answer', run: 'sh check.sh' }

async function checked(room: Room): Promise<Repository> {
  const repository = makeRepository(room, {
    'check.sh': 'test "$(cat answer)" = 42 || { echo "the answer is wrong"; exit 3; }\n',
  })
  await trustChecks(room, repository, [answer])
  return repository
}

test('[verify-red verify-green] a claim on red checks is refused with the failing tail; repaired, it completes', async () => {
  using room = newRoom()
  const repository = await checked(room)
  const session = await asked(room)
  repository.write('answer', '41\n')
  expect(await claim(session)).toEqual(red('1/5', session, 'check "answer" failed (exit 3)', 'the answer is wrong'))
  repository.write('answer', '42\n')
  expect(await claim(session, 'Repaired.')).toEqual(completed('answer'))
  expect(await outcomes(room)).toEqual(['completed'])
  expect(lastEvidence(room)).toMatchObject({
    root: room.cwd,
    checks: [{ name: 'answer', result: 'passed', why: 'exit 0', exitCode: 0, reused: false }],
    skipped: [],
    changed: [{ path: 'answer', how: 'added' }],
    changedCount: 1,
    notes: ['claim 2 of this task', 'uncommitted changes: 1 file'],
    warnings: [],
    tampering: [],
  })
})

test.skipIf(isVariant)(
  '[verify-red] two failing checks are both named, each with its tail, after the others have run too',
  async () => {
    using room = newRoom()
    const repository = makeRepository(room)
    await trustChecks(room, repository, [
      { name: 'lint', run: 'echo "1 problem"; exit 1', shell: true },
      { name: 'types', run: 'true' },
      { name: 'test', run: ['sh', '-c', 'echo "2 of 3 failed" >&2; exit 2'] },
    ])
    const session = await asked(room)
    expect(await claim(session)).toEqual(
      red('1/5', session, 'check "lint" failed (exit 1); check "test" failed (exit 2)', '1 problem\n2 of 3 failed'),
    )
    expect(started(room)).toEqual(['lint', 'types', 'test'])
  },
)

test('[verify-reuse] an unchanged tree reuses a pass at once and says so; a commit alone changes nothing', async () => {
  using room = newRoom()
  const repository = await checked(room)
  const session = await asked(room)
  repository.write('answer', '42\n')
  expect(await claim(session)).toEqual(completed('answer'))
  await session.type('Are you sure? Do it again.')
  expect(await claim(session)).toEqual(completed('answer'))
  repository.commit()
  await session.type('And now?')
  session.edit()
  expect(await claim(session)).toEqual(completed('answer'))
  expect(started(room)).toEqual(['answer'])
  const reused = evidences(room).map(({ checks }) => checks.map((check) => check.reused))
  expect(reused).toEqual([[false], [true], [true]])
  const { stdout } = await room.run(['evidence'])
  expect(stdout).toContain('rests on: answer passed (reused)\n')
})

test('[verify-reuse] an edit after the run needs a new one, whatever the edit', async () => {
  using room = newRoom()
  const repository = await checked(room)
  const session = await asked(room)
  const edits: readonly (() => void)[] = [
    () => repository.write('answer', '42\n'),
    () => repository.write('new file', ''),
    () => repository.write('check.sh', readFileSync(join(room.cwd, 'check.sh'), 'utf8'), 0o755),
    () => appendFileSync(join(room.cwd, 'README.md'), 'More.\n'),
  ]
  for (const edit of edits) {
    edit()
    expect(await claim(session)).toEqual(completed('answer'))
    await session.type('Go on.')
  }
  expect(started(room)).toHaveLength(edits.length)
})

test('[verify-reuse] a failure is run again for a new claim: the agent may have mended what is no file', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  const outside = join(room.root, 'service-is-up')
  await trustChecks(room, repository, [{ name: 'up', run: ['test', '-e', outside] }])
  const session = await asked(room)
  expect(await claim(session)).toEqual(red('1/5', session, 'check "up" failed (exit 1)'))
  writeFileSync(outside, '')
  expect(await claim(session, 'Started it.')).toEqual(completed('up'))
  expect(started(room)).toEqual(['up', 'up'])
})

test('[verify-reuse] P3: what was known before the task opened is reused by the claim, what came after is not', async () => {
  using room = newRoom()
  const repository = await checked(room)
  repository.write('answer', '42\n')
  expect((await room.run(['check'])).code).toBe(0)
  const session = await asked(room)
  expect(await claim(session)).toEqual(completed('answer'))
  expect(started(room)).toEqual(['answer'])
  await session.type('And a note.')
  repository.write('note', 'It is 42.\n')
  expect((await room.run(['check'])).code).toBe(0)
  expect(await claim(session)).toEqual(completed('answer'))
  expect(started(room)).toEqual(['answer', 'answer', 'answer'])
})

test.each(
  someOf([
    ['an empty environment', (line: string) => line],
    ['a session of its own', (line: string) => `setsid --wait ${line}`],
    ['a pseudo-terminal', (line: string) => `script --quiet --return --command '${line}' /dev/null`],
  ] as const),
)('[verify-reuse] P3: a pass that was forged from %s never counts', async (_where, disguised) => {
  using room = newRoom()
  const repository = await checked(room)
  const forged = join(room.root, 'forged')
  mkdirSync(forged)
  writeFileSync(join(forged, 'sh'), '#!/bin/true\n', { mode: 0o755 })
  const session = await asked(room)
  repository.write('answer', '41\n')
  const { HOME = '', FULLSTOP_HOME = '', PATH = '' } = room.env
  const line = `env -i HOME=${HOME} FULLSTOP_HOME=${FULLSTOP_HOME} PATH=${forged}:${PATH} ${binary} check`
  const ran = spawnSync('sh', ['-c', disguised(line)], { cwd: room.cwd, env: room.env, encoding: 'utf8' })
  expect(ran.stdout).toContain('The check passed.')
  expect(await claim(session)).toEqual(red('1/5', session, 'check "answer" failed (exit 3)', 'the answer is wrong'))
})

test.each([
  ['PATH', (forged: string, path: string) => ({ PATH: `${forged}:${path}` })],
  ['BASH_ENV and ENV', (forged: string) => ({ BASH_ENV: join(forged, 'env'), ENV: join(forged, 'env') })],
])(
  "[verify-reuse] P3: a hook called from the agent's shell with its own %s runs the user's programs",
  async (_name, forge) => {
    using room = newRoom()
    const repository = makeRepository(room)
    await trustChecks(room, repository, [{ name: 'answer', run: 'bash check.bash', timeout: '1m' }])
    repository.write('check.bash', 'grep -q 42 answer || exit 3\n')
    repository.commit('The check')
    const forged = join(room.root, 'forged')
    mkdirSync(forged)
    writeFileSync(join(forged, 'bash'), '#!/bin/true\n', { mode: 0o755 })
    writeFileSync(join(forged, 'env'), 'exit 0\n')
    const session = await asked(room)
    repository.write('answer', '41\n')
    session.say(`Done.\n\n${session.token}`)
    const env = { ...session.env, ...forge(forged, room.env['PATH'] ?? '') }
    const input = JSON.stringify(session.stopInput())
    const { stdout } = await room.run(['hook', 'claude', '--within', '60s'], { input, env })
    expect(stdout).toContain('check \\"answer\\" failed (exit 3)')
    expect(lastEvidence(room).checks).toMatchObject([{ name: 'answer', result: 'failed', exitCode: 3 }])
  },
)

test("[verify-reuse] what an agent's shell had run is not: its environment may be made up", async () => {
  using room = newRoom()
  const repository = await checked(room)
  const session = await asked(room)
  repository.write('answer', '42\n')
  expect((await room.run(['check'], { env: session.env })).code).toBe(0)
  expect(await claim(session)).toEqual(completed('answer'))
  expect(started(room)).toEqual(['answer', 'answer'])
})

test.skipIf(isVariant)(
  '[verify-reuse] a pass that was followed by a failure on the same tree is run again',
  async () => {
    using room = newRoom()
    const repository = makeRepository(room)
    const outside = join(room.root, 'service-is-up')
    writeFileSync(outside, '')
    await trustChecks(room, repository, [{ name: 'up', run: ['test', '-e', outside] }])
    const session = await asked(room)
    expect((await room.run(['check'])).code).toBe(0)
    rmSync(outside)
    expect((await room.run(['check'])).code).toBe(1)
    expect(await claim(session)).toEqual(red('1/5', session, 'check "up" failed (exit 1)'))
  },
)

test.skipIf(isVariant)('[verify-reuse] the same command with another environment is another check', async () => {
  using room = newRoom()
  makeRepository(room, { '.gitignore': 'fullstop.json\n' })
  const run = { name: 'test', run: 'test "$LEVEL" -lt 2', shell: true }
  writeConfig(room, { checks: [{ ...run, env: { LEVEL: '1' } }] })
  await trust(room)
  const session = await asked(room)
  expect(await claim(session)).toEqual(completed('test'))
  writeConfig(room, { checks: [{ ...run, env: { LEVEL: '2' } }] })
  await trust(room)
  await session.type('Once more.')
  expect(await claim(session)).toEqual(red('1/5', session, 'check "test" failed (exit 1)'))
  const trees = evidences(room).map(({ tree }) => tree)
  expect(trees[0]).toBe(trees[1])
})

test('[verify-red F7] a stop without a new claim hears the same reason again', async () => {
  using room = newRoom()
  const repository = await checked(room)
  const session = await asked(room)
  repository.write('answer', '41\n')
  await claim(session)
  expect(await session.sayAndStop('I am not sure.')).toEqual(
    refused('2/5', session.token, 'Stop refused: the last claim was refused: check "answer" failed (exit 3).'),
  )
  expect(started(room)).toEqual(['answer'])
})

test('[verify-green] in watch mode the checks run, and nothing is refused', async () => {
  using room = newRoom()
  const repository = await checked(room)
  writeUserConfig(room, { mode: 'watch' })
  const session = await asked(room, { env: { FULLSTOP_MODE: '' } })
  repository.write('answer', '41\n')
  expect((await claim(session)).stdout).not.toContain('"block"')
  expect(await outcomes(room)).toEqual(['open'])
  expect(started(room)).toEqual(['answer'])
  expect(existsSync(join(room.state, 'runs'))).toBe(true)
})

test('[same-stop verify-red] the same stop told three times at once is verified and decided once', async () => {
  using room = newRoom()
  // The check ends once all three hooks have begun: what ended before a hook began was not found out for it.
  const go = join(room.root, 'go')
  const repository = makeRepository(room, {
    'check.sh': `while [ ! -e '${go}' ]; do sleep 0.2; done\necho "the answer is wrong"\nexit 3\n`,
  })
  await trustChecks(room, repository, [answer])
  const session = await asked(room)
  session.edit()
  const last = `Done.\n\n${session.token}`
  session.write({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'text', text: last }], stop_reason: 'end_turn' },
  })
  const input = JSON.stringify(session.stopInput({ last }))
  const asking = [1, 2, 3].map(() => room.run(['hook', 'claude'], { input, env: session.env }))
  const hooks = (): number[] => processesOf(room.root).filter((pid) => commandOf(pid).endsWith('hook claude'))
  await until(() => hooks().length === 3)
  writeFileSync(go, '')
  const answers = await Promise.all(asking)
  expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1)
  expect(answers[0]?.stdout).toContain('FULLSTOP (1/5) Not done: check \\"answer\\" failed (exit 3)')
  expect((await room.tasks()).map(({ refusals, claims }) => [refusals, claims])).toEqual([[1, 1]])
  expect(started(room)).toEqual(['answer'])
})

test.skipIf(isVariant)(
  "[verify-green config-order] the user's own checks need no trust, and run at the root of the repository",
  async () => {
    using room = newRoom()
    const repository = makeRepository(room)
    mkdirSync(room.state)
    writeFileSync(
      join(room.state, 'config.json'),
      JSON.stringify({ checks: [{ name: 'mine', run: 'test -e README.md' }] }),
    )
    const session = await asked(room)
    repository.write('answer', '42\n')
    expect(await claim(session)).toEqual(completed('mine'))
  },
)

test.skipIf(isVariant)('[verify-green] a git environment that points elsewhere changes nothing', async () => {
  using room = newRoom()
  const repository = await checked(room)
  const env = { GIT_DIR: '/nowhere/.git', GIT_WORK_TREE: '/', GIT_INDEX_FILE: '/nowhere/index' }
  const session = await asked(room, { env })
  repository.write('answer', '42\n')
  expect(await claim(session)).toEqual(completed('answer'))
  expect(lastEvidence(room).changed).toMatchObject([{ path: 'answer', how: 'added' }])
})

test('[locked verify-green] a store that is locked for a second delays the answer and loses nothing', async () => {
  using room = newRoom()
  const repository = await checked(room)
  const session = await asked(room)
  repository.write('answer', '42\n')
  const lock = openDatabase(room.database)
  lock.exec('begin immediate')
  const answer = claim(session)
  await until(() => existsSync(join(room.state, 'runs')))
  await aWhile(500)
  lock.exec('rollback')
  lock.close()
  expect(await answer).toEqual(completed('answer'))
  expect(await outcomes(room)).toEqual(['completed'])
})
