// The four results of a check. What could not run is no verdict on the work: it never loops the agent and never counts.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckConfig } from '../../src/contract/config/config.ts'
import { isVariant, quarterOf } from '../rounds.ts'
import { asked, claim, completed, couldNotRun, fileIn, lastEvidence, outcomes, red, started } from './checking.ts'
import { silent, unverified } from './expected.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

async function claimed(room: Room, check: CheckConfig, files: Readonly<Record<string, string>> = {}) {
  const repository = makeRepository(room, files)
  await trustChecks(room, repository, [check])
  const session = await asked(room)
  return { session, repository, answer: await claim(session) }
}

test('[check-timed-out] a check that ignores SIGTERM is killed at its limit, with all that it started', async () => {
  using room = newRoom()
  const { session, answer } = await claimed(room, {
    name: 'slow',
    run: "trap '' TERM; echo begun; while :; do sleep 0.1; done",
    shell: true,
    timeout: '3s',
  })
  expect(answer).toEqual(red('1/5', session, 'check "slow" timed-out (took longer than 3s)', 'begun'))
  expect(lastEvidence(room).checks).toMatchObject([{ result: 'timed-out', why: 'took longer than 3s' }])
})

const cannot: readonly (readonly [string, CheckConfig, string])[] = [
  [
    'a program that is not there',
    { name: 'test', run: 'no-such-program --all' },
    'command not found: no-such-program; install it, or add its folder to your PATH',
  ],
  [
    'a command that the shell does not find',
    { name: 'test', run: 'no-such-program', shell: true },
    'command not found: no-such-program (exit 127); install it, or add its folder to your PATH',
  ],
  [
    'a program that a recipe of make does not find',
    { name: 'test', run: 'make -f recipes' },
    'command not found: no-such-program (exit 2); install it, or add its folder to your PATH',
  ],
  ['a file that is no program', { name: 'test', run: './README.md' }, 'no permission to run ./README.md'],
  [
    'a file that the shell may not execute',
    { name: 'test', run: './README.md', shell: true },
    'a command may not be executed (exit 126)',
  ],
  ['a check that is killed', { name: 'test', run: 'kill -9 $$', shell: true }, 'killed by the system (SIGKILL)'],
  [
    'a check whose child is killed',
    { name: 'test', run: `sh -c 'kill -9 $$'; exit $?`, shell: true },
    'killed by the system (exit 137)',
  ],
  ['a command line without its closing quote', { name: 'test', run: "echo 'never" }, "a ' is not closed"],
]

test.each(quarterOf(cannot, 1))(
  '[check-could-not-run F6] %s: unverified at once, never completed',
  async (_what, check, why) => {
    using room = newRoom()
    const recipes = 'test:\n\tno-such-program ./...\n'
    const { session, answer } = await claimed(room, check, { recipes })
    expect(answer).toEqual(couldNotRun('test', why))
    expect(await session.sayAndStop('Still done.')).toEqual(silent)
    expect(await outcomes(room)).toEqual(['unverified'])
  },
)

test.skipIf(isVariant)('[check-could-not-run F6] killed from outside while it runs', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  const pid = join(room.root, 'pid')
  await trustChecks(room, repository, [{ name: 'test', run: `echo $$ > ${pid}; exec sleep 60`, shell: true }])
  const session = await asked(room)
  const answer = claim(session)
  await fileIn(pid)
  process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL')
  expect(await answer).toEqual(couldNotRun('test', 'killed by the system (SIGKILL)'))
})

test('[check-could-not-run F6] one check that cannot run spoils the others, but a failure still refuses', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [
    { name: 'types', run: 'true' },
    { name: 'gone', run: 'no-such-program' },
    { name: 'answer', run: 'test -e answer' },
  ])
  const session = await asked(room)
  expect(await claim(session)).toEqual(red('1/5', session, 'check "answer" failed (exit 1)'))
  repository.write('answer', '42\n')
  expect(await claim(session)).toEqual(
    couldNotRun('gone', 'command not found: no-such-program; install it, or add its folder to your PATH'),
  )
})

const mounted = spawnSync('sh', [
  '-c',
  'd=$(mktemp -d) && mount -t tmpfs -o size=1m none "$d" && umount "$d" && rmdir "$d"',
])
const mayMount = mounted.status === 0

// Only the superuser may mount, and a container may forbid even that.
test.skipIf(!mayMount)('[check-could-not-run F6] a full disk is no failure of the work', async () => {
  using room = newRoom()
  const small = join(room.root, 'tmp')
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', small])
  try {
    const { answer } = await claimed(room, {
      name: 'build',
      run: 'cat /dev/zero > "$TMPDIR/out"',
      shell: true,
    })
    expect(answer).toEqual(couldNotRun('build', 'the disk is full (exit 1)'))
  } finally {
    spawnSync('umount', [small])
  }
})

test('[tree-keeps-changing] a check that changes a tracked file every time runs twice, then could not run', async () => {
  using room = newRoom()
  const { answer } = await claimed(room, { name: 'version', run: 'date +%N >> README.md', shell: true })
  expect(answer).toEqual(couldNotRun('version', 'the tree keeps changing while the checks run'))
  expect(started(room)).toEqual(['version', 'version'])
  expect(lastEvidence(room).notes).toContain('check "version" changed tracked files: README.md')
})

test.skipIf(isVariant)(
  '[check-could-not-run] a check that deletes its own folder takes the evidence with it',
  async () => {
    using room = newRoom()
    const { answer } = await claimed(room, { name: 'clean', run: 'rm -rf "$PWD"', shell: true })
    expect(existsSync(room.cwd)).toBe(false)
    expect(answer.code).toBe(0)
    expect(answer.stdout).toContain('unverified, check \\"clean\\" could not run: the workspace cannot be read')
    mkdirSync(room.cwd)
    expect(await outcomes(room)).toEqual(['unverified'])
  },
)

test('[check-could-not-run F6 F21] where nothing can be written, the stop is allowed with one line', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'test', run: 'true' }])
  const session = await asked(room)
  writeFileSync(join(room.state, 'runs'), 'a file where the folder of the runs should be')
  const { code, stdout } = await claim(session)
  expect({ code, line: (JSON.parse(stdout) as { systemMessage: string }).systemMessage }).toEqual({
    code: 0,
    line: expect.stringMatching(/^Fullstop: the stop was allowed, because [^\n]*runs[^\n]*\.$/),
  })
  expect(await outcomes(room)).toEqual(['open'])
  rmSync(join(room.state, 'runs'))
  expect(await claim(session, 'Once more.')).toEqual(completed('test'))
})

test('[check-log] a result stands without its log', async () => {
  using room = newRoom()
  const { answer } = await claimed(room, {
    name: 'test',
    run: 'rm -rf "$FULLSTOP_HOME/runs"; echo full > "$FULLSTOP_HOME/runs"; echo said',
    shell: true,
  })
  expect(answer).toEqual(completed('test'))
  const [check] = lastEvidence(room).checks
  expect([check?.log, check?.tail]).toEqual([undefined, 'said'])
})

test('[unverified-told F6] no check at all is unverified, said plainly', async () => {
  using room = newRoom()
  makeRepository(room)
  const session = await asked(room)
  expect(await claim(session)).toEqual(unverified)
})
