// Process care: a check runs apart from everything, leaves nothing behind, and survives the process that asked for it.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary } from './binary.ts'
import {
  asked,
  claim,
  completed,
  couldNotRun,
  fileIn,
  gated,
  lastEvidence,
  letGo,
  nothingLeft,
  processesIn,
  red,
  runnerOf,
  started,
  strangersIn,
  strict,
  until,
} from './checking.ts'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { childrenOf, commandOf } from '../processes.ts'
import { amount, isVariant, quarterOf } from '../rounds.ts'
import { makeRepository, trust, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

/** Each forks away in its own manner, says so, and stays until it is killed. */
const FORKS: readonly ((begun: string) => string)[] = [
  (begun) => `sh -c 'echo > ${begun}; exec sleep 300' &`,
  (begun) => `nohup sh -c 'echo > ${begun}; exec sleep 300' >/dev/null 2>&1 &`,
  (begun) => `setsid sh -c 'echo > ${begun}; exec sleep 300' &`,
  // Nameless: without the environment.
  (begun) => `env -i setsid sh -c 'echo > ${begun}; sleep 300 & sleep 300' &`,
  (begun) => `setsid sh -c "trap '' TERM HUP; echo > ${begun}; while :; do sleep 1; done" &`,
  // A double fork.
  (begun) => `python3 -c 'import os,time
if os.fork(): os._exit(0)
os.setsid()
if os.fork(): os._exit(0)
open("${begun}", "w").close()
os.execve("/bin/sleep", ["sleep", "300"], {})' &`,
]

/** Goes on once all have forked away. */
function forkAll(room: Room): string {
  const begun = FORKS.map((_, index) => join(room.root, `fork-${index}`))
  const lines = FORKS.map((fork, index) => fork(begun[index] ?? ''))
  const waits = begun.map((file) => `until test -e ${file}; do sleep 0.2; done`)
  return [...lines, ...waits, ''].join('\n')
}

const endings: readonly (readonly [string, string, string, string?])[] = [
  ['passes', 'exit 0', 'passed'],
  ['fails', 'exit 1', 'failed'],
  ['takes too long', 'sleep 300', 'timed-out', '5s'],
]

test.each(quarterOf(endings, 2))(
  '[check-leaves-nothing] whatever forked away from a check that %s is gone',
  async (_how, end, result, timeout = '5m') => {
    using room = newRoom()
    const repository = makeRepository(room, { 'check.sh': `${forkAll(room)}${end}\n` })
    await trustChecks(room, repository, [{ name: 'test', run: 'sh check.sh', timeout }])
    const session = await asked(room)
    await claim(session)
    expect(lastEvidence(room).checks.map((check) => check.result as string)).toEqual([result])
    expect(strangersIn(room)).toEqual([])
    await nothingLeft(room)
  },
)

test('[check-apart] a check has no input, a process group of its own, and no mark of the agent', async () => {
  using room = newRoom()
  const repository = makeRepository(room, {
    'check.sh': [
      'test -z "$(cat)" || exit 1',
      'test "$(ps -o pgid= -p $$ | tr -d " ")" = $$ || exit 2',
      'test -z "$CLAUDECODE$CLAUDE_CODE_SESSION_ID$AI_AGENT" || exit 3',
      'test ! -t 0 && test ! -t 1 && test ! -t 2 || exit 4',
      'test "$FULLSTOP_CHECK" != "" || exit 5',
    ].join('\n'),
  })
  await trustChecks(room, repository, [{ name: 'test', run: 'sh check.sh' }])
  const session = await asked(room)
  expect(await claim(session)).toEqual(completed('test'))
})

test('[check-bounded] a flood of output leaves a small log', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [
    { name: 'loud', run: `echo first; yes | head -c ${amount(200_000_000)}; echo last; exit 1`, shell: true },
  ])
  const session = await asked(room)
  const answer = await claim(session)
  expect(answer.stdout.length).toBeLessThan(5000)
  expect(answer.stdout).toContain('check \\"loud\\" failed (exit 1)')
  const [check] = lastEvidence(room).checks
  const log = readFileSync(check?.log ?? '', 'utf8')
  expect(log.length).toBeLessThan(200 * 1024)
  expect([log.startsWith('first\ny\n'), log.endsWith('y\nlast\n')]).toEqual([true, true])
  expect(log).toMatch(/\n\[… \d+ bytes left out …\]\n/)
})

test.skipIf(isVariant)('[check-bounded] output that is no text, and output without an end of line', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [
    { name: 'binary', run: 'head -c 3000 /dev/urandom; printf "\\033]0;title\\007\\000"; exit 1', shell: true },
    { name: 'open', run: 'printf "no end of line"; exit 1', shell: true },
    { name: 'one line', run: 'head -c 300000 /dev/zero | tr "\\0" x; exit 1', shell: true },
  ])
  const session = await asked(room)
  const { stdout } = await claim(session)
  expect(JSON.parse(stdout)).toMatchObject({ decision: 'block' })
  expect(stdout.length).toBeLessThan(16_000)
  expect(lastEvidence(room).checks.map(({ result, why }) => `${result} ${why}`)).toEqual(Array(3).fill('failed exit 1'))
  expect(lastEvidence(room).checks[1]?.tail).toBe('no end of line')
  const shown = await room.run(['evidence'])
  expect(shown.stdout).not.toContain('\u001b')
})

test('[runner-outlives kill-safe] the run goes on when its hook is killed; the next stop has the result', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [gated(room)])
  const session = await asked(room)
  session.say(`Done.\n\n${session.token}`)
  const hook = spawn(binary, ['hook', 'claude'], { env: { ...room.env, ...session.env }, cwd: room.cwd })
  hook.stdin.end(JSON.stringify(session.stopInput()))
  await runnerOf(room)
  hook.kill('SIGKILL')
  letGo(room)
  await until(() => room.allEvents().some(({ kind }) => kind === 'checks.finished'))
  expect(await session.stop()).toEqual(completed('gated'))
  expect(started(room)).toEqual(['gated'])
})

test('[runner-killed kill-safe] the runner killed in a check: said plainly, nothing left, the next claim runs anew', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [gated(room)])
  const session = await asked(room)
  const answer = claim(session)
  process.kill(await runnerOf(room), 'SIGKILL')
  const { stdout } = await answer
  const [run = ''] = readdirSync(join(room.state, 'runs'))
  expect(stdout).toBe(
    couldNotRun(
      'gated',
      `the process that ran the checks is gone without a result (see ${join(room.state, 'runs', run)})`,
    ).stdout,
  )
  // Nobody but the reaper ends what the runner had started.
  await nothingLeft(room)
  letGo(room)
  await session.type('Go on.')
  expect(await claim(session)).toEqual(completed('gated'))
})

test('[runner-killed kill-safe] runner and reaper killed: the next run ends what they left before it begins', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [gated(room)])
  const session = await asked(room)
  const answer = claim(session)
  const runner = await runnerOf(room)
  const reaper = childrenOf(runner).find((pid) => commandOf(pid).includes(' reaper '))
  for (const pid of [reaper, runner]) process.kill(pid ?? Number.NaN, 'SIGKILL')
  await answer
  // Its shell, and sometimes a copy of it that is about to become `sleep`.
  expect(processesIn(room).some((line) => line.includes('until test'))).toBe(true)
  letGo(room)
  await session.type('Go on.')
  expect(await claim(session)).toEqual(completed('gated'))
  expect(strangersIn(room)).toEqual([])
  await nothingLeft(room)
})

test('[check-interrupted] Ctrl-C ends the check with all that it started', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  const begun = join(room.root, 'begun')
  await trustChecks(room, repository, [
    { name: 'long', run: `setsid sleep 300 & echo x > ${begun}; sleep 300`, shell: true },
  ])
  const child = spawn(binary, ['check'], { env: room.env, cwd: room.cwd })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  await fileIn(begun)
  child.kill('SIGINT')
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(code).toBe(1)
  expect(stdout).toMatch(/^could-not-run {2}long {2}[\d.]+ m?s, interrupted\n/)
  expect(strangersIn(room)).toEqual([])
  await nothingLeft(room)
})

test('[check-interrupted] R11: Ctrl-C counts from the moment at which the check is asked for', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'long', run: 'sleep 300', shell: true }])
  const child = spawn(binary, ['check'], { env: room.env, cwd: room.cwd })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  // Written just before the process of the round is started.
  const runs = join(room.state, 'runs')
  while (!existsSync(runs) || !readdirSync(runs).some((run) => existsSync(join(runs, run, 'request.json')))) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  child.kill('SIGINT')
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(code).toBe(1)
  expect(stdout).toMatch(/^could-not-run {2}long {2}[\d.]+ m?s, interrupted\n/)
  await nothingLeft(room)
})

test('[one-at-a-time] many claims at once: the check never runs twice at the same time, and all get the right answer', async () => {
  using room = newRoom()
  const alone = join(room.root, 'alone')
  const repository = makeRepository(room)
  await trustChecks(room, repository, [
    { name: 'alone', run: `mkdir ${alone} || exit 9; sleep 0.3; rmdir ${alone}; test -e answer`, shell: true },
  ])
  const sessions = Array.from({ length: amount(20) }, () => claudeSession(room, { env: strict, within: '10m' }))
  await Promise.all(sessions.map((session) => session.type('Write the answer.')))
  const wrong = await Promise.all(sessions.map((session) => claim(session)))
  const withoutTime = wrong.map((one) => ({
    ...one,
    stdout: one.stdout.replace(/, ran (?:just now|\d+ \w+ ago) on this same tree/, ''),
  }))
  expect(withoutTime).toEqual(sessions.map((session) => red('1/5', session, 'check "alone" failed (exit 1)')))
  repository.write('answer', '42\n')
  const some = sessions.slice(0, amount(5))
  const right = await Promise.all(some.map((session) => claim(session)))
  expect(right).toEqual(some.map(() => completed('alone')))
  // Each is the claim of another task, and has the check run for itself.
  const passes = room.allEvents().filter((event) => event.kind === 'check.finished' && event.check.result === 'passed')
  expect(passes).toHaveLength(some.length)
})

test('[one-at-a-time] checks of two folders run at the same time', async () => {
  using room = newRoom()
  const other = join(room.home, 'other')
  mkdirSync(other)
  const meet = (mine: string, theirs: string) =>
    JSON.stringify({
      checks: [
        {
          name: 'meet',
          run: `touch ${room.root}/${mine}; until test -e ${room.root}/${theirs}; do sleep 0.2; done`,
          shell: true,
          timeout: '2m',
        },
      ],
    })
  writeFileSync(join(room.cwd, 'fullstop.json'), meet('a', 'b'))
  writeFileSync(join(other, 'fullstop.json'), meet('b', 'a'))
  await trust(room)
  expect((await room.runAtTerminal(['trust', '--yes'], {}, { cwd: other })).code).toBe(0)
  const codes = await Promise.all([room.run(['check']), room.run(['check'], { cwd: other })])
  expect(codes.map(({ code }) => code)).toEqual([0, 0])
})

test('[check-inside] `fullstop check` inside a check of the same folder is refused', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'all', run: [binary, 'check'] }])
  const session = await asked(room)
  expect(await claim(session)).toEqual(
    red(
      '1/5',
      session,
      'check "all" failed (exit 2)',
      'fullstop: this runs inside a check of the same folder, and would wait for itself\n  next: take `fullstop check` out of the command of that check',
    ),
  )
  expect(existsSync(join(room.state, 'runs'))).toBe(true)
  expect(statSync(join(room.state, 'runs')).mode & 0o777).toBe(0o700)
})
