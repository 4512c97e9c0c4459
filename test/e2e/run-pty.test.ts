// `fullstop run --agent-command … --pty`: a program that only draws a screen is told at its prompt, once each time, and what
// it draws is read as a person would.
import { expect, test as inTurn } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isVariant, pairsOf, someOf } from '../rounds.ts'
import type { ScreenMessage, ScreenScript } from '../fake-agents/screen-agent.ts'
import { until } from './checking.ts'
import { isAlive, kindsOf, newStage, processesOf, PROMPT, recorded, type Stage } from './crashing.ts'

// They wait for one another most of the time.
const test = inTurn.concurrent

const program = join(import.meta.dirname, '..', 'fake-agents', 'screen-agent.ts')
const SETTLE = '1s'

function runArgs(more: readonly string[] = [], { args = '', settle = SETTLE } = {}): readonly string[] {
  const line = `${process.execPath} ${program}${args}`
  return ['run', '--agent-command', line, '--pty', '--settle', settle, ...more, PROMPT]
}

async function screenStage(script: ScreenScript): Promise<Stage> {
  const stage = await newStage({ checkLine: `grep -q done ${'$(dirname "$FULLSTOP_HOME")'}/stage/state` })
  writeFileSync(stage.path('screen.json'), JSON.stringify(script))
  writeFileSync(stage.path('state'), 'done\n')
  return stage
}

function messages(stage: Stage): ScreenMessage[] {
  const file = stage.path('messages.jsonl')
  const text = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : ''
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as ScreenMessage)
}

const starts = (stage: Stage): number => readFileSync(stage.path('starts'), 'utf8').trimEnd().split('\n').length
const outcomeOf = (stage: Stage): string => stage.task().outcome ?? stage.task().status

/** What was wanted of it, then what is missing: each once, each as one paste. */
function expectTwoPastes(stage: Stage): void {
  const [first, second, ...more] = messages(stage)
  expect([first?.isPasted, second?.isPasted, more]).toEqual([true, true, []])
  expect(first?.text).toEndWith(PROMPT)
  expect(first?.text).toContain('You work under Fullstop')
  expect(second?.text).toStartWith('FULLSTOP (1/5) Stop refused: nothing says that the task is done')
}

const TWICE = [{ lines: ['I looked around.'] }, { lines: ['All of it is there.', '', '$TOKEN'] }]

test.skipIf(isVariant)(
  '[run-pty] a REPL gets the prompt and the continuation at its prompt, each once, and ends with the run',
  async () => {
    await using stage = await screenStage({ look: 'lines', answers: TWICE })
    expect((await stage.run(runArgs())).code).toBe(0)
    expectTwoPastes(stage)
    expect([starts(stage), kindsOf(stage.events(), 'stint.started').length, stage.strangers()]).toEqual([1, 1, []])
  },
)

test.skipIf(isVariant)('[run-pty] a program that draws a whole screen, anew at each change', async () => {
  await using stage = await screenStage({ look: 'full', echo: 'whole', answers: TWICE })
  expect((await stage.run(runArgs())).code).toBe(0)
  expectTwoPastes(stage)
  expect(starts(stage)).toBe(1)
})

test('[run-pty] a whole screen that says the done token last, before it leaves it', async () => {
  await using stage = await screenStage({ look: 'full', answers: [{ lines: ['Done.', '$TOKEN'], exit: 0 }] })
  expect((await stage.run(runArgs())).code).toBe(0)
  expect(messages(stage).length).toBe(1)
})

test.each(pairsOf(['lines', 'full'] as const, [60, 'whole'] as const))(
  '[run-pty F1] what is drawn of our own words is no claim (%s, %p)',
  async (look, echo) => {
    const lines = ['I looked around.']
    await using stage = await screenStage({ look, echo, answers: [{ lines }, { lines }, { lines }, { lines }] })
    expect((await stage.run(runArgs(['--max-continuations', '1']))).code).toBe(7)
    expect([outcomeOf(stage), messages(stage).length]).toEqual(['capped', 2])
    expect(kindsOf(stage.events(), 'claim.made')).toEqual([])
  },
)

test('[run-pty] a program that leaves is started anew, with the brief', async () => {
  const [looked, done] = TWICE
  await using stage = await screenStage({
    look: 'lines',
    answers: [
      { ...looked, lines: looked?.lines ?? [], exit: 0 },
      { lines: done?.lines ?? [], exit: 0 },
    ],
  })
  expect((await stage.run(runArgs())).code).toBe(0)
  const [first, second, ...more] = messages(stage)
  expect([starts(stage), more]).toEqual([2, []])
  expect(second?.stint).not.toBe(first?.stint)
  expect(second?.isPasted).toBe(true)
  // The brief holds the request; what is missing stands below it.
  expect(second?.text).toContain(PROMPT)
  expect(second?.text).toContain('FULLSTOP (1/5) Stop refused')
  expect(kindsOf(stage.events(), 'stint.started').map(({ how, isBriefed }) => [how, isBriefed])).toEqual([
    ['first', false],
    ['fresh', true],
  ])
})

test.skipIf(isVariant)('[run-pty] --settle: a pause that is shorter is no end of the turn', async () => {
  await using stage = await screenStage({
    look: 'lines',
    answers: [{ lines: ['I work.', '$TOKEN'], pauseMs: 700 }, { lines: ['Too early.'] }],
  })
  expect((await stage.run(runArgs([], { settle: '4s' }))).code).toBe(0)
  expect(messages(stage).length).toBe(1)
})

test.skipIf(isVariant)(
  '[run-pty] --settle: a pause that is longer is one, and what comes after it still counts',
  async () => {
    await using stage = await screenStage({
      look: 'lines',
      answers: [{ lines: ['I work.', 'Still at it.'], pauseMs: 3000 }, { lines: ['$TOKEN'] }],
    })
    expect((await stage.run(runArgs())).code).toBe(0)
    expect(messages(stage).length).toBe(2)
  },
)

test.skipIf(isVariant)('[run-pty] one that never settles but leaves, with its prompt in a file', async () => {
  await using stage = await screenStage({
    look: 'lines',
    byFile: true,
    answers: [{ lines: ['Done.', '$TOKEN'], spinMs: 1200, exit: 0 }],
  })
  expect((await stage.run(runArgs([], { args: ' {prompt}' }))).code).toBe(0)
  const [first, ...more] = messages(stage)
  expect([first?.isPasted, first?.text.endsWith(PROMPT), more]).toEqual([false, true, []])
})

test.skipIf(isVariant)(
  '[run-pty run-interrupt] once in mid-turn: what it draws is waited for, then the program ends',
  async () => {
    await using stage = await screenStage({ look: 'lines', answers: [{ lines: ['I work.', 'Enough.'], spinMs: 600 }] })
    const supervisor = stage.start(runArgs())
    await until(() => messages(stage).length === 1)
    supervisor.child.kill('SIGINT')
    expect((await supervisor.ended).code).toBe(130)
    expect([outcomeOf(stage), messages(stage).length, stage.strangers()]).toEqual(['interrupted', 1, []])
  },
)

const BUSY = [{ lines: ['I work.'], spinMs: 60_000 }, { lines: ['$TOKEN'] }]

test('[run-pty run-interrupt] twice in mid-turn: ended now; resume begins anew', async () => {
  await using stage = await screenStage({ look: 'lines', answers: BUSY })
  const supervisor = stage.start(runArgs())
  await until(() => messages(stage).length === 1)
  await supervisor.interrupt()
  supervisor.child.kill('SIGINT')
  expect((await supervisor.ended).code).toBe(130)
  expect([outcomeOf(stage), stage.strangers()]).toEqual(['interrupted', []])
  expect((await stage.run(['resume'])).code).toBe(0)
  expect([starts(stage), messages(stage).length]).toEqual([2, 2])
})

test('[run-pty run-host-killed] kill -9 of its host: the program ends, and the run begins anew with the brief', async () => {
  await using stage = await screenStage({ look: 'lines', answers: BUSY })
  const supervisor = stage.start(runArgs())
  await until(() => messages(stage).length === 1)
  process.kill((await processesOf(stage)).host, 'SIGKILL')
  expect((await supervisor.ended).code).toBe(0)
  expect([starts(stage), messages(stage)[1]?.text.includes(PROMPT)]).toEqual([2, true])
})

test('[run-pty run-reattach] it waits at its prompt while nobody supervises; resume tells it there', async () => {
  await using stage = await screenStage({ look: 'lines', answers: TWICE })
  const supervisor = stage.start(runArgs())
  await until(() => messages(stage).length === 1)
  await supervisor.kill()
  const { agent } = await processesOf(stage)
  expect(isAlive(agent)).toBe(true)
  expect((await stage.run(['resume'])).code).toBe(0)
  expectTwoPastes(stage)
  expect(starts(stage)).toBe(1)
})

/** As soon as so many events are in the store. */
async function killAt(stage: Stage, count: number): Promise<void> {
  const supervisor = stage.start(runArgs())
  await recorded(stage.room, count, supervisor.child)
  await supervisor.kill()
}

/** Events of a run that nobody disturbs, trust included. The last four, with its end, and the first four are one each. */
const EVENTS = 19

async function resumeAfterKillAt(count: number): Promise<void> {
  await using stage = await screenStage({ look: 'lines', answers: TWICE })
  await killAt(stage, count)
  // Where the kill came too late, nothing is left to do.
  const isOver = outcomeOf(stage) === 'completed'
  const resumed = await stage.run(['resume'])
  if (resumed.code !== (isOver ? 1 : 0)) throw new Error(`resume: ${JSON.stringify(resumed)}, left: ${stage.left()}`)
  expectTwoPastes(stage)
  expect(starts(stage)).toBe(1)
}

test('[run-pty run-crash] the supervisor is killed at every event, and each paste is given once', async () => {
  const waiting = someOf(Array.from({ length: EVENTS - 8 }, (_, index) => index + 5))
  const failed: string[] = []
  const work = async (): Promise<void> => {
    for (let count = waiting.shift(); count !== undefined; count = waiting.shift()) {
      try {
        await resumeAfterKillAt(count)
      } catch (error) {
        failed.push(`${count}: ${Bun.inspect(error)}`)
      }
    }
  }
  await Promise.all([work(), work(), work(), work()])
  expect(failed).toEqual([])
})

test.skipIf(isVariant)(
  '[run-pty run-crash] killed at its very end: resume has nothing left to do, and ends what waits at its prompt',
  async () => {
    await using stage = await screenStage({ look: 'lines', answers: TWICE })
    await killAt(stage, EVENTS)
    expect(outcomeOf(stage)).toBe('completed')
    expect((await stage.run(['resume'])).code).toBe(1)
    expect(stage.strangers()).toEqual([])
  },
)

test.skipIf(isVariant)(
  '[run-pty run-guards] a program that prints nothing, whatever it is told, has an end with a name',
  async () => {
    await using stage = await screenStage({ look: 'lines', answers: [] })
    const line = `sh -c "stty -echo; printf '> '; exec sleep 300"`
    const args = ['--agent-command', line, '--pty', '--settle', SETTLE, '--idle-timeout', '3s']
    const ran = await stage.run(['run', ...args, PROMPT])
    expect([ran.code, outcomeOf(stage), stage.strangers()]).toEqual([7, 'stuck', []])
  },
)
