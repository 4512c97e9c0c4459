// A laptop that sleeps, and a clock that is set, in the middle of a run: only work counts as its time. The supervisor runs
// in this process, with a clock of the test's own; its host and its agent are real.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { openWorld } from '../../src/frontends/cli/wire.ts'
import type { Config } from '../../src/contract/config/config.ts'
import type { RunTask } from '../../src/contract/state.ts'
import { loadPolicy } from '../../src/flows/project/load-policy.ts'
import type { World } from '../../src/flows/world.ts'
import { newInterruption } from '../../src/flows/run/interruption.ts'
import { openRun } from '../../src/flows/run/opening/open-run.ts'
import { supervise } from '../../src/flows/run/run.ts'
import type { Act } from '../fake-agents/crash-claude.ts'
import { binary } from './binary.ts'
import { until } from './checking.ts'
import { killIfThere, kindsOf, newStage, PROMPT, type Stage } from './crashing.ts'
import { openDatabase } from './room.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const DONE: readonly Act[] = [{ write: ['answer.txt', '42\n'] }, { say: 'Done.\n\n$TOKEN' }]
const HELD: readonly Act[] = [{ say: 'I begin.' }, { mark: 'working' }, { until: 'go' }, ...DONE]

/** A clock that stands ahead of the real one, or behind it. */
interface Clock {
  ahead: number
}

function worldOf(stage: Stage, clock: Clock): World {
  const env = { ...stage.env }
  const world = openWorld(env, 'person')
  return {
    ...world,
    now: () => new Date(Date.now() + clock.ahead),
    openWorkshop: async () => ({
      ...(await world.openWorkshop()),
      // This process is the test runner: what it would start as itself is the binary.
      ownProgram: () => binary,
      startSelf: (args, { log, cwd }) => {
        const file = openSync(log, 'a')
        spawn(binary, args, { cwd, env, stdio: ['ignore', file, file], detached: true }).unref()
        closeSync(file)
      },
    }),
  }
}

async function start(stage: Stage, clock: Clock, flags: Config): Promise<Promise<RunTask>> {
  const world = worldOf(stage, clock)
  const cwd = stage.room.cwd
  const { policy } = await loadPolicy(world, { cwd, attended: false, sessionMode: 'strict', flags })
  const setup = { cwd, permissions: 'edits' as const, args: [] }
  const task = await openRun(world, { agent: 'claude', setup, policy, prompt: PROMPT })
  const ended = supervise({
    world,
    task,
    interruption: newInterruption(),
    onLook: async () => undefined,
    jitter: () => 0.5,
    firstPauseMs: 20,
  })
  return ended.finally(() => world.store.close())
}

const skipsOf = (stage: Stage): number[] => kindsOf(stage.events(), 'clock.skipped').map(({ ms }) => ms)

for (const [name, ahead] of [
  ['ten hours of sleep', 10 * HOUR],
  ['a clock that is set back by ten hours', -10 * HOUR],
] as const) {
  test(`[run-budgets] R10: ${name} in mid-turn are no time of the run`, async () => {
    await using stage = await newStage()
    stage.script(HELD)
    const clock: Clock = { ahead: 0 }
    const ended = start(stage, clock, { budget: { time: '1h' }, idleTimeout: '5m' })
    await stage.marked('working')
    clock.ahead = ahead
    await until(() => skipsOf(stage).length > 0)
    stage.open('go')
    const { outcome, run } = await ended
    expect(outcome).toBe('completed')
    expect(run.spentMs).toBeGreaterThan(0)
    expect(run.spentMs).toBeLessThan(5 * MINUTE)
    expect(run.bill.every(({ ms }) => ms < 5 * MINUTE)).toBe(true)
    expect(Math.round((skipsOf(stage)[0] ?? 0) / MINUTE)).toBe(ahead / MINUTE)
  })
}

test('[run-budgets] R10: a clock that is set while the checks run does not end the run over its budget', async () => {
  const line = `d=$(dirname "$FULLSTOP_HOME")/stage; echo x > "$d/checking"; until test -e "$d/open"; do sleep 0.2; done; grep -q 42 answer.txt`
  await using stage = await newStage({ checkLine: line })
  stage.script([{ write: ['answer.txt', 'wrong\n'] }, { say: 'Done.\n\n$TOKEN' }], DONE)
  const clock: Clock = { ahead: 0 }
  const ended = start(stage, clock, { budget: { time: '1h' } })
  await stage.marked('checking')
  clock.ahead = 10 * HOUR
  await until(() => skipsOf(stage).length > 0)
  stage.open('open')
  const { outcome, run } = await ended
  expect([outcome, run.spentMs < 5 * MINUTE]).toEqual(['completed', true])
})

test('[run-limits] R10: a usage limit ends at the moment that the provider named, also if the machine slept until then', async () => {
  await using stage = await newStage()
  stage.script([{ say: 'I begin.' }, { limit: { resetsAt: Math.ceil((Date.now() + 2 * HOUR) / 1000) } }], DONE)
  const clock: Clock = { ahead: 0 }
  const ended = start(stage, clock, { budget: { time: '5h' } })
  await until(() => kindsOf(stage.events(), 'wait.started').length === 1)
  clock.ahead = 3 * HOUR
  const { outcome, run } = await ended
  expect([outcome, run.spentMs < 5 * MINUTE]).toEqual(['completed', true])
})

test('[run-limits] R10: a pause of our own is over after as long, also if the clock is set back', async () => {
  await using stage = await newStage()
  stage.script([{ say: 'I begin.' }, { mark: 'working' }, { until: 'go' }, { exit: 3 }], DONE)
  const clock: Clock = { ahead: 0 }
  const ended = start(stage, clock, {})
  await stage.marked('working')
  stage.open('go')
  await until(() => kindsOf(stage.events(), 'wait.started').length === 1)
  clock.ahead = -10 * HOUR
  expect((await ended).outcome).toBe('completed')
})

test('[run-budgets run-crash] R10: the time that a machine was switched off in mid-turn is no time of the run', async () => {
  await using stage = await newStage()
  stage.script(HELD, DONE)
  const supervisor = stage.start(['run', '--agent', 'claude', '--max-time', '1h', PROMPT])
  await stage.marked('working')
  const stint = kindsOf(stage.events(), 'stint.started')[0]?.stint ?? ''
  // Its host has written down how long it ran.
  await until(async () => Bun.file(`${stage.room.state}/stints/${stint}/ran`).exists())
  for (const line of stage.left()) killIfThere(Number.parseInt(line, 10))
  await supervisor.ended
  // As if all of it had been three hours ago.
  const task = stage.task()
  const tick = new Date(Date.parse(task.run?.tick ?? '') - 3 * HOUR).toISOString()
  const db = openDatabase(stage.room.database)
  db.prepare('update tasks set state = ? where id = ?').run(
    JSON.stringify({ ...task, run: { ...task.run, tick } }),
    task.id,
  )
  db.close()
  expect((await stage.run(['resume'])).code).toBe(0)
  expect(stage.task().run?.spentMs).toBeLessThan(5 * MINUTE)
})
