// `fullstop cancel` at every moment of a run: the run ends as cancelled, nothing of it is left, and a person can take the
// task up again.
import { expect, test as inTurn } from 'bun:test'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Act } from '../fake-agents/crash-claude.ts'
import { isVariant, someOf } from '../rounds.ts'
import { until } from './checking.ts'
import {
  killIfThere,
  kindsOf,
  newStage,
  PROMPT,
  recorded,
  RUN,
  type Stage,
  type Staging,
  type Supervisor,
} from './crashing.ts'
import { openDatabase } from './room.ts'

// They wait for one another most of the time.
const test = inTurn.concurrent

const DONE: readonly Act[] = [{ write: ['answer.txt', '42\n'] }, { say: 'Done.\n\n$TOKEN' }]
const HELD: readonly Act[] = [{ say: 'I begin.' }, { mark: 'working' }, { until: 'go' }]

interface Scenario extends Staging {
  readonly name: string
  readonly turns: readonly (readonly Act[])[]
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'stops early, claims on a red check, and is done',
    turns: [
      [{ say: 'I looked around.' }],
      [{ write: ['answer.txt', 'wrong\n'] }, { say: 'Done.\n\n$TOKEN' }],
      DONE,
      DONE,
      DONE,
    ],
  },
  {
    name: 'begins with a baseline, meets a limit and a crash',
    config: { baseline: 'record' },
    turns: [[{ say: 'I begin.' }, { limit: { resetsAt: 1 } }], [{ exit: 3 }], DONE, DONE, DONE],
  },
]

async function stageOf(scenario: Scenario): Promise<Stage> {
  const stage = await newStage(scenario)
  stage.script(...scenario.turns)
  return stage
}

/** The kinds of its events, where nobody disturbs it. */
async function undisturbed(scenario: Scenario): Promise<readonly string[]> {
  await using stage = await stageOf(scenario)
  expect((await stage.run(RUN)).code).toBe(0)
  return stage.events().map(({ kind }) => kind)
}

/** In the store, or beside it: a supervisor that stands still may hold its lock. */
function isCancelled(stage: Stage): boolean {
  const spool = join(stage.room.state, 'spool')
  const isSpooled = existsSync(spool) && readdirSync(spool).some((name) => name.endsWith('.jsonl'))
  return isSpooled || kindsOf(stage.events(), 'task.cancelled').length > 0
}

/** What is left of what the agent was told and printed. */
function leftIn(stage: Stage): string[] {
  return ['stints', 'words'].flatMap((name) => {
    const folder = join(stage.room.state, name)
    return existsSync(folder) ? readdirSync(folder) : []
  })
}

/** The first ones are trust, and those that open the task, all at once. */
const FIRST_BOUNDARY = 5

type Play = (stage: Stage, boundary: number) => Promise<void>

async function atEach(scenario: Scenario, play: Play): Promise<void> {
  const events = await undisturbed(scenario)
  const waiting = someOf(events.map((_, index) => index + 1).filter((count) => count >= FIRST_BOUNDARY))
  const failed: string[] = []
  const work = async (): Promise<void> => {
    for (let boundary = waiting.shift(); boundary !== undefined; boundary = waiting.shift()) {
      try {
        await using stage = await stageOf(scenario)
        await play(stage, boundary)
      } catch (error) {
        const first = error instanceof SuppressedError ? error.suppressed : error
        failed.push(`${boundary} (${events[boundary - 1]}): ${first instanceof Error ? first.message : String(first)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: 2 }, work))
  expect(failed).toEqual([])
}

/** It ended as cancelled, without a trace, and can be taken up to its end. */
async function expectCancelled(stage: Stage, supervisor: Supervisor, cancel: number): Promise<void> {
  const { code, stderr } = await supervisor.ended
  if (cancel !== 0) {
    // It had ended before the cancel came.
    expect([cancel, code, stage.task().outcome]).toEqual([1, 0, 'completed'])
    return
  }
  expect([code, stderr, stage.task().outcome]).toEqual([130, '', 'cancelled'])
  expect(kindsOf(stage.events(), 'stint.ended').map(({ end }) => end.kind)).not.toContain('not-started')
  expect(leftIn(stage)).toEqual([])
  // Their own last steps, once nothing runs any more.
  await until(() => stage.left().every((line) => / (?:runner|reaper|stint-reaper) /.test(line)))
  const again = stage.atTerminal(['resume', stage.task().id, 'Go on, please.'])
  expect([await again.ended, stage.task().outcome]).toEqual([0, 'completed'])
  expect(stage.prompts().some((prompt) => prompt.includes('Go on, please.'))).toBe(true)
}

for (const [nth, scenario] of SCENARIOS.entries()) {
  test.skipIf(isVariant && nth === 1)(
    `[run-cancel cancel-wins] R3: cancelled at its events while the supervisor stands still, an agent that ${scenario.name}`,
    () =>
      atEach(scenario, async (stage, boundary) => {
        const supervisor = stage.start(RUN)
        const isReached = await recorded(stage.room, boundary, supervisor.child)
        if (isReached) supervisor.child.kill('SIGSTOP')
        const cancel = stage.atTerminal(['cancel', stage.task().id])
        await Promise.race([cancel.ended, until(() => isCancelled(stage))])
        supervisor.child.kill('SIGCONT')
        await expectCancelled(stage, supervisor, await cancel.ended)
      }),
  )

  test.skipIf(isVariant && nth === 0)(
    `[run-cancel cancel-wins] R3: cancelled at its events by a process that races, an agent that ${scenario.name}`,
    () =>
      atEach(scenario, async (stage, boundary) => {
        const supervisor = stage.start(RUN)
        await recorded(stage.room, boundary, supervisor.child)
        const cancel = stage.atTerminal(['cancel', stage.task().id])
        await expectCancelled(stage, supervisor, await cancel.ended)
      }),
  )
}

test('[run-cancel run-crash] R3: the supervisor is killed after the cancel: nothing of the agent is left, and it can be taken up', async () => {
  await using stage = await newStage()
  stage.script(HELD, DONE)
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  supervisor.child.kill('SIGSTOP')
  const cancel = stage.atTerminal(['cancel', stage.task().id])
  await until(() => isCancelled(stage))
  await supervisor.kill()
  expect(await cancel.ended).toBe(0)
  await until(() => stage.left().length === 0)
  expect(leftIn(stage)).toEqual([])
  expect(await stage.atTerminal(['resume', stage.task().id]).ended).toBe(0)
  // It continues in its session, since what it had done there is known.
  const [first, second] = stage.invocations()
  expect([second?.isResumed, second?.session]).toEqual([true, first?.session])
  expect(stage.task().run?.bill.length).toBe(2)
})

test.skipIf(isVariant)(
  '[run-cancel] R3: cancelled while another task is run in the folder: what is left of it is cleaned up all the same',
  async () => {
    await using stage = await newStage()
    stage.script([...HELD], HELD)
    const first = stage.start(RUN)
    await stage.marked('working')
    const { id } = stage.task()
    await first.kill()
    process.kill(stage.invocations()[0]?.pid ?? 0, 'SIGKILL')
    await until(() => stage.left().length === 0)
    rmSync(stage.path('working'))
    const second = stage.start(['run', '--agent', 'claude', 'Something else.'])
    await stage.marked('working')
    expect(await stage.atTerminal(['cancel', id]).ended).toBe(0)
    const ours = kindsOf(stage.events(), 'stint.started').filter(({ task }) => task === id)
    expect(ours.filter(({ stint }) => existsSync(join(stage.room.state, 'stints', stint)))).toEqual([])
    second.child.kill('SIGTERM')
    expect((await second.ended).code).toBe(130)
  },
)

test('[run-cancel] R3: cancelled while the person is asked: the question is withdrawn', async () => {
  await using stage = await newStage()
  const asks: readonly Act[] = [{ say: 'I looked around.' }, { say: 'Which key shall I use?' }]
  stage.script(asks, asks, DONE)
  const run = stage.atTerminal(['run', '--agent', 'claude', '--answer', 'ask', PROMPT])
  await until(() => run.screen().includes('Which key shall I use?\n> '))
  expect(await stage.atTerminal(['cancel', stage.task().id]).ended).toBe(0)
  expect([await run.ended, stage.task().outcome]).toEqual([130, 'cancelled'])
})

test.skipIf(isVariant)(
  '[run-cancel run-resume] R3: a task that was cancelled by an earlier version, its files gone in mid-turn, is taken up',
  async () => {
    await using stage = await newStage()
    stage.script(HELD, DONE)
    const supervisor = stage.start(RUN)
    await stage.marked('working')
    await supervisor.kill()
    expect(await stage.atTerminal(['cancel', stage.task().id]).ended).toBe(0)
    // As it left the store then: nobody had recorded the end of the stint.
    const db = openDatabase(stage.room.database)
    const { id, run } = stage.task()
    const running = { ...stage.task(), run: { ...run, phase: 'running', undecided: [run?.stint?.id ?? ''] } }
    db.prepare('update tasks set state = ? where id = ?').run(JSON.stringify(running), id)
    db.close()
    expect(await stage.atTerminal(['resume', id]).ended).toBe(0)
    expect(stage.task().outcome).toBe('completed')
  },
)

test('[run-cancel cancel-wins] R3: a resume that began before the cancel does not undo it', async () => {
  await using stage = await newStage()
  stage.script(HELD, DONE)
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  await supervisor.kill()
  const { id } = stage.task()
  const [cancel, resume] = [stage.atTerminal(['cancel', id]), stage.start(['resume', id, 'Go on.'])]
  const { code } = await resume.ended
  expect(await cancel.ended).toBe(0)
  // Refused, since a person cancelled it, or ended with the cancel.
  expect(code).toBeOneOf([1, 2, 130])
  expect(stage.task().outcome).toBe('cancelled')
})

test('[run-crash] R3: the files of a stint vanish while the task is open: the agent is started again', async () => {
  await using stage = await newStage()
  stage.script(HELD, DONE)
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  await supervisor.kill()
  for (const line of stage.left()) killIfThere(Number.parseInt(line, 10))
  await until(() => stage.left().length === 0)
  rmSync(join(stage.room.state, 'stints'), { recursive: true })
  const { code, stderr } = await stage.run(['resume'])
  expect([code, stderr]).toEqual([0, ''])
  expect(stage.task().outcome).toBe('completed')
})
