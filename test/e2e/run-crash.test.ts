// kill -9 of any process of a run, at any moment: the task continues to its end, and nothing of it happens twice.
import { expect, test as inTurn } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isVariant, rounds, someOf } from '../rounds.ts'
import { inSeconds, lifeOf } from '../clock.ts'
import { aWhile } from '../until.ts'
import type { Act } from '../fake-agents/crash-claude.ts'
import { binary } from './binary.ts'
import { until } from './checking.ts'
import {
  isAlive,
  killIfThere,
  kindsOf,
  newStage,
  processesOf,
  PROMPT,
  recorded,
  RUN,
  type Stage,
  type Staging,
} from './crashing.ts'

// They wait for one another most of the time.
const test = inTurn.concurrent

interface Scenario extends Staging {
  readonly name: string
  readonly turns: readonly (readonly Act[])[]
  readonly options?: readonly string[]
}

/** It stops early, claims on a red check, repairs it, and is done: three turns. */
const REPAIRS: Scenario = {
  name: 'stops early, claims on a red check, repairs it',
  turns: [
    [{ todos: { answer: 'pending' } }, { say: 'I looked around.' }],
    [
      { write: ['answer.txt', 'wrong\n'] },
      { todos: { answer: 'completed' } },
      { shell: 'wc -c answer.txt' },
      { say: 'Done.\n\n$TOKEN' },
    ],
    [{ write: ['answer.txt', '42\n'] }, { say: 'Repaired.\n\n$TOKEN' }],
  ],
}

const DONE: readonly Act[] = [{ write: ['answer.txt', '42\n'] }, { say: 'Done.\n\n$TOKEN' }]
const CALLED: readonly Act[] = [{ shell: `${binary} claim success --summary "It is done."` }, { say: 'I stop here.' }]

const OTHERS: readonly Scenario[] = [
  {
    name: 'meets a limit and a crash',
    turns: [[{ say: 'I begin.' }, { limit: { resetsAt: 1 } }], [{ say: 'I go on.' }, { exit: 3 }], [{ exit: 3 }], DONE],
  },
  {
    name: 'claims by the command',
    turns: [
      [{ write: ['answer.txt', 'wrong\n'] }, ...CALLED],
      [{ write: ['answer.txt', '42\n'] }, ...CALLED],
    ],
  },
  {
    name: 'is asked for its claim',
    config: { detect: { strategies: ['done-token', 'probe'] } },
    turns: [[{ write: ['answer.txt', '42\n'] }, { say: 'It is there.' }], [{ say: '$TOKEN' }]],
  },
  {
    name: 'goes on in fresh sessions',
    options: ['--continue', 'fresh'],
    turns: [[{ write: ['notes.txt', 'x\n'] }, { say: 'I looked around.' }], DONE],
  },
  {
    name: 'uses its budget up',
    options: ['--max-tokens', '1500'],
    turns: [
      [{ write: ['notes.txt', 'x\n'] }, { say: 'I looked around.' }],
      [{ write: ['notes.txt', 'y\n'] }, { say: 'And again.' }],
      DONE,
    ],
  },
]

async function stageOf(scenario: Scenario): Promise<Stage> {
  const stage = await newStage(scenario)
  stage.script(...scenario.turns)
  return stage
}

function runOf({ options = [] }: Scenario): readonly string[] {
  return ['run', '--agent', 'claude', ...options, PROMPT]
}

/** All that must be the same no matter which process was killed; random names are given by their order. */
function accountOf(stage: Stage): unknown {
  const invocations = stage.invocations()
  const sessions = [...new Set(invocations.map(({ session }) => session))]
  const nameless = (value: unknown): unknown =>
    JSON.parse(
      sessions
        .reduce((text, id, index) => text.replaceAll(id, `session ${index + 1}`), JSON.stringify(value) ?? 'null')
        // That a result was there already is said.
        .replaceAll(/, ran (?:just now|\d+ minutes? ago) on this same tree/g, '')
        // Ages, and names of tasks and claims.
        .replaceAll(/\b\d+(?:\.\d+)? ?(?:ms|s|seconds?|minutes? ago)\b|\bjust now\b|\b(?:clm|task)_[0-9a-z]+/g, '…'),
    )
  const events = stage.events()
  const { outcome, run } = stage.task()
  return nameless({
    outcome,
    invocations: invocations.map(({ prompt, session, isResumed }) => ({ prompt, session, isResumed })),
    begun: kindsOf(events, 'stint.started').map(({ stint, how }, index) => [how, stint === invocations[index]?.stint]),
    ended: kindsOf(events, 'stint.ended').map(({ stint, end, usage }, index) => [
      stint === invocations[index]?.stint,
      end,
      usage,
    ]),
    checked: stage.checked(),
    results: kindsOf(events, 'check.finished').map(({ check }) => check.result),
    claims: kindsOf(events, 'claim.made').map(({ claim }) => [claim.status, claim.channel]),
    stops: kindsOf(events, 'stop.decided').map(({ decision, continuations, work, todos }) => ({
      decision,
      continuations,
      work,
      todos,
    })),
    usage: run?.usage,
    bill: run?.bill.map(({ how, tokens }) => ({ how, tokens })),
    stints: run?.stints,
    turns: run?.turns,
  })
}

interface Learnt {
  readonly code: number
  readonly account: unknown
  readonly events: readonly string[]
  readonly ms: number
}

const learnt = new Map<string, Promise<Learnt>>()

/** Nobody disturbs it: what it does, and the events of it. Played once for all tests that compare with it. */
function undisturbed(scenario: Scenario): Promise<Learnt> {
  const known = learnt.get(scenario.name) ?? learn(scenario)
  learnt.set(scenario.name, known)
  return known
}

async function learn(scenario: Scenario): Promise<Learnt> {
  await using stage = await stageOf(scenario)
  let code = -1
  const ms = await lifeOf(async () => ({ code } = await stage.run(runOf(scenario))))
  return { code, account: accountOf(stage), events: stage.events().map(({ kind }) => kind), ms }
}

/** As soon as so many events are in the store. */
async function killAt(stage: Stage, args: readonly string[], count: number): Promise<void> {
  const supervisor = stage.start(args)
  await recorded(stage.room, count, supervisor.child)
  await supervisor.kill()
}

const isOpened = (stage: Stage): boolean => kindsOf(stage.events(), 'task.opened').length > 0
const hasEnded = (stage: Stage): boolean => isOpened(stage) && stage.task().outcome !== undefined

/** Takes it up and gives its exit code; a run that had ended before it was killed has nothing left. */
async function takeUp(stage: Stage, args: readonly string[]): Promise<number | 'ended before'> {
  if (hasEnded(stage)) return 'ended before'
  return (await stage.run(args)).code
}

async function several<T>(cases: readonly T[], atOnce: number, play: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...cases]
  const failed: string[] = []
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      try {
        await play(one)
      } catch (error) {
        failed.push(`${JSON.stringify(one)}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  expect(failed).toEqual([])
}

/** The first ones are trust, and those that open the task, all at once. */
const FIRST_BOUNDARY = 5
/** Recorded together with what follows them. */
const BEFORE_OTHERS: readonly string[] = ['claim.made', 'claim.verified']

/** At each of its events, or at every so-many-th. */
async function expectUndisturbed(scenario: Scenario, again: readonly string[], every = 1): Promise<void> {
  const { code, account, events } = await undisturbed(scenario)
  const boundaries = events
    .flatMap((kind, index) => (BEFORE_OTHERS.includes(kind) ? [] : [index + 1]))
    .filter((count, index) => count >= FIRST_BOUNDARY && index % every === 0)
  await several(someOf(boundaries), 3, async (boundary) => {
    await using stage = await stageOf(scenario)
    await killAt(stage, runOf(scenario), boundary)
    expect(await takeUp(stage, again)).toBeOneOf([code, 'ended before'])
    expect(accountOf(stage)).toEqual(account)
  })
}

test(`[run-crash] killed at every event, an agent that ${REPAIRS.name}; resume: nothing happens twice`, () =>
  expectUndisturbed(REPAIRS, ['resume']))

test.skipIf(isVariant)(
  `[run-crash] killed at its events, an agent that ${REPAIRS.name}; the same run again: nothing happens twice`,
  () => expectUndisturbed(REPAIRS, RUN, 4),
)

test.skipIf(isVariant).each(OTHERS.map((scenario) => [scenario.name, scenario] as const))(
  '[run-crash] killed at its events, an agent that %s: nothing happens twice',
  (_name, scenario) => expectUndisturbed(scenario, ['resume'], 4),
)

/** The same moments in every run of the tests. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test.skipIf(isVariant)(
  '[run-crash] the supervisor is killed between events, again and again, and nothing happens twice',
  async () => {
    const { account, ms } = await undisturbed(REPAIRS)
    const random = seeded(7)
    const cases = Array.from({ length: rounds(10) }, () => ({
      first: Math.round(random() * ms),
      second: 5 + Math.round(random() * 295),
    }))
    await several(cases, 3, async ({ first, second }) => {
      await using stage = await stageOf(REPAIRS)
      for (const after of [first, second]) {
        if (hasEnded(stage)) break
        const supervisor = stage.start(isOpened(stage) ? ['resume'] : RUN)
        await Promise.race([supervisor.ended, Bun.sleep(after)])
        await supervisor.kill()
      }
      expect(await takeUp(stage, isOpened(stage) ? ['resume'] : RUN)).toBeOneOf([0, 'ended before'])
      expect(accountOf(stage)).toEqual(account)
    })
  },
)

test('[run-crash run-host-killed] whoever is killed, whenever: it comes to its end, and no stint begins twice', async () => {
  const random = seeded(11)
  const cases = Array.from({ length: rounds(8) }, () =>
    Array.from({ length: 3 }, () => ({
      after: Math.round(random() * 900),
      whom: Math.floor(random() * VICTIMS.length),
    })),
  )
  await several(cases, 3, async (kills) => {
    await using stage = await newStage()
    const red: readonly Act[] = [{ write: ['answer.txt', 'wrong\n'] }, { say: '$TOKEN' }]
    stage.script([{ say: 'I looked around.' }], red, ...Array.from({ length: 10 }, () => DONE))
    for (const { after, whom } of kills) {
      if (hasEnded(stage)) break
      const supervisor = stage.start(isOpened(stage) ? ['resume'] : RUN)
      await Promise.race([supervisor.ended, Bun.sleep(after)])
      const victims = stage.left().filter((line) => VICTIMS[whom]?.test(line))
      for (const line of victims) killIfThere(Number.parseInt(line, 10))
      await supervisor.kill()
    }
    expect(await takeUp(stage, isOpened(stage) ? ['resume'] : RUN)).toBeOneOf([0, 'ended before'])
    const begun = kindsOf(stage.events(), 'stint.started').map(({ stint }) => stint)
    const invoked = stage.invocations().map(({ stint }) => stint)
    expect(new Set(begun).size).toBe(begun.length)
    expect(new Set(invoked).size).toBe(invoked.length)
    expect(invoked.filter((stint) => !begun.includes(stint))).toEqual([])
    expect([stage.task().outcome, stage.checked().at(-1)]).toEqual(['completed', '42'])
  })
})

/** Beside the supervisor: the host, the agent, the checks, or all of them. */
const VICTIMS = [/ host /, /crash-claude/, / runner /, /./]

test.skipIf(isVariant)('[run-crash] killed at its events, a run that begins with a baseline: nothing is lost', () =>
  expectUndisturbed({ name: 'begins with a baseline', config: { baseline: 'record' }, turns: [DONE] }, ['resume']),
)

/** A check that says when it has begun, and waits until it may end. */
const STAGE_FOLDER = '$(dirname "$FULLSTOP_HOME")/stage'
const HELD_CHECK = `d=${STAGE_FOLDER}; echo x > "$d/checking"; until test -e "$d/open"; do sleep 0.2; done; grep -q 42 answer.txt`

test('[run-crash] the agent does not begin while the baseline runs that the supervisor left behind', async () => {
  await using stage = await newStage({ config: { baseline: 'record' }, checkLine: HELD_CHECK })
  stage.script([{ mark: 'working' }, ...DONE])
  const supervisor = stage.start(RUN)
  await stage.marked('checking')
  await supervisor.kill()
  const resumed = stage.start(['resume'])
  await until(() => kindsOf(stage.events(), 'run.attached').length === 2)
  await aWhile(700)
  const isEarly = stage.isMarked('working')
  stage.open('open')
  await resumed.ended
  expect([isEarly, kindsOf(stage.events(), 'check.finished')[0]?.check.result]).toEqual([false, 'failed'])
})

test.skipIf(isVariant)('[run-crash] the baseline is taken although its process was never started', async () => {
  await using stage = await newStage({ config: { baseline: 'record' }, checkLine: HELD_CHECK })
  stage.script(DONE)
  const supervisor = stage.start(RUN)
  await stage.marked('checking')
  await supervisor.kill()
  for (const line of stage.left()) killIfThere(Number.parseInt(line, 10))
  // As it would stand, had the supervisor been killed a moment earlier: asked for, and nothing more.
  const runs = join(stage.room.state, 'runs')
  const folder = join(runs, readdirSync(runs)[0] ?? '')
  const request = join(folder, 'request.json')
  const asked = readFileSync(request, 'utf8')
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  writeFileSync(request, JSON.stringify({ ...JSON.parse(asked), askedAt: new Date(0).toISOString() }))
  stage.open('open')
  const { code } = await stage.run(['resume'])
  expect([code, ...kindsOf(stage.events(), 'check.finished').map(({ check }) => check.result)]).toEqual([
    0,
    'failed',
    'passed',
  ])
})

test('[run-crash verify-reuse] a red check is not run again on its tree because the supervisor was killed', async () => {
  const { events } = await undisturbed(REPAIRS)
  await using stage = await stageOf(REPAIRS)
  const [looks = [], claims = [], repairs = []] = REPAIRS.turns
  // Not before the kill, however late that comes.
  stage.script(looks, claims, [{ until: 'go' }, ...repairs])
  await killAt(stage, RUN, events.indexOf('check.finished') + 1)
  stage.open('go')
  expect((await stage.run(['resume'])).code).toBe(0)
  expect(stage.checked()).toEqual(['wrong', '42'])
})

/** One turn that says when it works, and claims only once it may. */
const HELD: readonly (readonly Act[])[] = [
  [
    { say: 'I begin.' },
    { write: ['answer.txt', '42\n'] },
    { mark: 'working' },
    { until: 'go' },
    { todos: { answer: 'completed' } },
    { say: 'Done.\n\n$TOKEN' },
  ],
]

async function heldStage(...more: readonly (readonly Act[])[]): Promise<Stage> {
  const stage = await newStage()
  stage.script(...HELD, ...more)
  return stage
}

function endOfLastStint(stage: Stage): string {
  const stint = kindsOf(stage.events(), 'stint.started').at(-1)?.stint ?? ''
  return join(stage.room.state, 'stints', stint, 'end.json')
}

test('[run-reattach] an agent that nobody supervises goes on to its end, and resume misses nothing of it', async () => {
  await using stage = await heldStage()
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  await supervisor.kill()
  stage.open('go')
  await until(() => existsSync(endOfLastStint(stage)))
  await until(() => stage.left().length === 0)
  expect(stage.task().outcome).toBeUndefined()
  expect((await stage.run(['resume'])).code).toBe(0)
  expect(stage.invocations().length).toBe(1)
  const [stop] = kindsOf(stage.events(), 'stop.decided')
  expect([stop?.todos?.map(({ status }) => status), stop?.work?.calls]).toEqual([['done'], 1])
  expect(stage.task().run?.usage).toMatchObject([{ tokens: 1000, cost: 0.01 }])
})

test.skipIf(isVariant)(
  '[run-reattach] resume while the agent works re-attaches; none is started beside it',
  async () => {
    await using stage = await heldStage()
    const supervisor = stage.start(RUN)
    await stage.marked('working')
    const { agent } = await processesOf(stage)
    await supervisor.kill()
    const resumed = stage.start(['resume'])
    await until(() => kindsOf(stage.events(), 'run.attached').length === 2)
    expect(isAlive(agent)).toBe(true)
    stage.open('go')
    expect((await resumed.ended).code).toBe(0)
    expect(stage.invocations().length).toBe(1)
    expect(kindsOf(stage.events(), 'stint.started').length).toBe(1)
  },
)

test('[run-reattach] the next run of the same request goes on with it, one of another request names the way out', async () => {
  await using stage = await heldStage()
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  await supervisor.kill()
  const { id } = stage.task()
  const other = await stage.run(['run', '--agent', 'claude', 'Something else.'])
  expect(other).toMatchObject({ code: 2, stdout: '' })
  expect(other.stderr).toContain(`fullstop resume ${id}`)
  expect(other.stderr).toContain(`fullstop cancel ${id}`)
  const again = stage.start(RUN)
  await until(() => kindsOf(stage.events(), 'run.attached').length === 2)
  stage.open('go')
  const { code, stderr } = await again.ended
  expect([code, stderr.includes(id)]).toEqual([0, true])
  expect(kindsOf(stage.events(), 'task.opened').length).toBe(1)
  expect(stage.invocations().length).toBe(1)
})

test('[run-alone] two runs, or a run and a resume, at once in one folder: the second exits 2 and starts nothing', async () => {
  await using stage = await heldStage()
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  const { id } = stage.task()
  for (const args of [
    RUN,
    ['run', '--agent', 'claude', 'Something else.'],
    ['resume'],
    ['resume', id, 'More words.'],
  ]) {
    const { code, stdout, stderr } = await stage.run(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(id)
  }
  expect(kindsOf(stage.events(), 'run.attached').length).toBe(1)
  stage.open('go')
  expect((await supervisor.ended).code).toBe(0)
  expect(stage.invocations().length).toBe(1)
})

test.skipIf(isVariant)('[run-alone] of two that resume at once one wins, the other exits 2', async () => {
  await using stage = await heldStage()
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  await supervisor.kill()
  const both = [stage.start(['resume']), stage.start(['resume'])]
  const first = await Promise.race(both.map(({ ended }) => ended))
  expect(first).toMatchObject({ code: 2, stdout: '' })
  stage.open('go')
  const codes = (await Promise.all(both.map(({ ended }) => ended))).map(({ code }) => code)
  expect(codes.toSorted()).toEqual([0, 2])
  expect(kindsOf(stage.events(), 'run.attached').length).toBe(2)
  expect(stage.invocations().length).toBe(1)
})

/** Works with a child that hides, until it is killed; then it continues and is done. */
const WITH_CHILD: readonly (readonly Act[])[] = [
  [
    { say: 'I begin.' },
    { stubborn: true },
    { leave: 'child' },
    { until: 'child' },
    { mark: 'working' },
    { until: 'never' },
  ],
  [{ write: ['answer.txt', '42\n'] }, { say: 'Done.\n\n$TOKEN' }],
]

async function withChild(): Promise<Stage> {
  const stage = await newStage()
  stage.script(...WITH_CHILD)
  return stage
}

async function familyOf(stage: Stage): Promise<{ readonly host: number; readonly members: readonly number[] }> {
  await stage.marked('working')
  const { host, agent } = await processesOf(stage)
  return { host, members: [agent, Number(readFileSync(stage.path('child'), 'utf8'))] }
}

const isGone = (members: readonly number[]): boolean => members.every((pid) => !isAlive(pid))

/** It was told once what it was asked, and then why it is told to go on. */
function expectWentOn(stage: Stage): void {
  const [first, second] = stage.invocations()
  expect(stage.invocations().length).toBe(2)
  expect([second?.session, second?.isResumed]).toEqual([first?.session, true])
  expect(second?.prompt).not.toBe(first?.prompt)
  expect(kindsOf(stage.events(), 'stop.decided').at(-1)?.continuations).toBe(0)
  expect(stage.task().run?.usage).toHaveLength(1)
}

test('[run-host-killed] kill -9 of the host in mid-turn: the agent and its child end, and the run goes on by itself', async () => {
  await using stage = await withChild()
  const supervisor = stage.start(RUN)
  const { host, members } = await familyOf(stage)
  process.kill(host, 'SIGKILL')
  await until(() => isGone(members))
  expect((await supervisor.ended).code).toBe(0)
  expectWentOn(stage)
})

test.skipIf(isVariant)(
  '[run-host-killed] kill -9 of host and supervisor at once: nothing is left, and resume goes on',
  async () => {
    await using stage = await withChild()
    const supervisor = stage.start(RUN)
    const { host, members } = await familyOf(stage)
    process.kill(host, 'SIGKILL')
    await supervisor.kill()
    await until(() => isGone(members))
    await until(() => stage.left().length === 0)
    expect((await stage.run(['resume'])).code).toBe(0)
    expectWentOn(stage)
  },
)

test('[run-host-killed] kill -9 of host, its reaper, agent and supervisor at once: resume ends the child and goes on', async () => {
  await using stage = await withChild()
  const supervisor = stage.start(RUN)
  const { host, members } = await familyOf(stage)
  const reaper = (): number => Number.parseInt(stage.left().find((line) => line.includes('stint-reaper')) ?? '', 10)
  await until(() => reaper() > 0)
  const [agent = 0, child = 0] = members
  for (const pid of [reaper(), host, agent]) killIfThere(pid)
  await supervisor.kill()
  await until(() => !isAlive(agent))
  expect(isAlive(child)).toBe(true)
  expect((await stage.run(['resume'])).code).toBe(0)
  expect(isGone(members)).toBe(true)
  expectWentOn(stage)
})

test.skipIf(isVariant)(
  '[run-host-killed] kill -9 of a host that nobody supervises any more: the agent ends too, and resume goes on',
  async () => {
    await using stage = await withChild()
    const supervisor = stage.start(RUN)
    const { host, members } = await familyOf(stage)
    await supervisor.kill()
    process.kill(host, 'SIGKILL')
    await until(() => isGone(members))
    expect((await stage.run(['resume'])).code).toBe(0)
    expectWentOn(stage)
  },
)

test.skipIf(isVariant)(
  '[run-host-killed] the agent itself is killed: its child ends with it, and the run goes on',
  async () => {
    await using stage = await withChild()
    const supervisor = stage.start(RUN)
    const { members } = await familyOf(stage)
    process.kill(members[0] ?? 0, 'SIGKILL')
    expect((await supervisor.ended).code).toBe(0)
    expect(isGone(members)).toBe(true)
    expectWentOn(stage)
  },
)

test('[run-host-killed F9] hosts that are killed each time: the run gives up, and says so', async () => {
  await using stage = await newStage()
  const working: readonly Act[] = [{ say: 'I begin.' }, { mark: 'working' }, { until: 'never' }]
  stage.script(working, working, working, working, working)
  const supervisor = stage.start(RUN)
  let killed = ''
  while (supervisor.child.exitCode === null) {
    const stint = stage.invocations().at(-1)?.stint ?? ''
    if (stint !== killed) process.kill((await processesOf(stage)).host, 'SIGKILL')
    killed = stint
    await Bun.sleep(5)
  }
  expect((await supervisor.ended).code).toBe(10)
  expect(stage.task().outcome).toBe('agent-failed')
  expect(stage.invocations().length).toBe(3)
})

test.skipIf(isVariant)(
  '[run-host-killed] all of it is killed at once, as by a reboot: resume goes on where the agent was',
  async () => {
    await using stage = await withChild()
    const supervisor = stage.start(RUN)
    await familyOf(stage)
    for (const line of stage.left()) killIfThere(Number.parseInt(line, 10))
    await supervisor.ended
    expect((await stage.run(['resume'])).code).toBe(0)
    expectWentOn(stage)
  },
)

test.skipIf(isVariant)('[run-reattach claim-cli] a claim that is made while nobody supervises counts', async () => {
  await using stage = await newStage()
  stage.script([
    { say: 'I begin.' },
    { mark: 'working' },
    { until: 'go' },
    { write: ['answer.txt', '42\n'] },
    ...CALLED,
  ])
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  await supervisor.kill()
  stage.open('go')
  await until(() => kindsOf(stage.events(), 'claim.made').length === 1 && stage.left().length === 0)
  expect((await stage.run(['resume'])).code).toBe(0)
  expect([stage.invocations().length, stage.checked()]).toEqual([1, ['42']])
  expect(kindsOf(stage.events(), 'claim.made').map(({ claim }) => claim.channel)).toEqual(['cli'])
})

test.skipIf(isVariant)(
  '[run-reattach] words that come while the agent still works are told after its turn',
  async () => {
    await using stage = await newStage()
    stage.script([{ say: 'I begin.' }, { mark: 'working' }, { until: 'go' }, { say: 'That is all.' }], DONE)
    const supervisor = stage.start(RUN)
    await stage.marked('working')
    await supervisor.kill()
    const resumed = stage.start(['resume', stage.task().id, 'And this, “too”.'])
    await until(() => kindsOf(stage.events(), 'run.attached').length === 2)
    stage.open('go')
    expect((await resumed.ended).code).toBe(0)
    expect(stage.prompts().map((prompt) => prompt.split('\n')[0])).toEqual([PROMPT, 'And this, “too”.'])
  },
)

test('[run-crash] killed during a wait: resume waits for the rest of it, and once', async () => {
  await using stage = await newStage()
  stage.script([{ say: 'I begin.' }, { limit: { resetsAt: inSeconds(10) } }], DONE)
  const supervisor = stage.start(RUN)
  await until(() => kindsOf(stage.events(), 'wait.started').length === 1)
  await supervisor.kill()
  expect((await stage.run(['resume'])).code).toBe(0)
  const events = stage.events()
  const [started, ...more] = kindsOf(events, 'wait.started')
  const ended = kindsOf(events, 'wait.ended').map(({ at }) => at)
  expect([more, ended.length, stage.invocations().length]).toEqual([[], 1, 2])
  expect(Date.parse(ended[0] ?? '')).toBeGreaterThanOrEqual(Date.parse(started?.until ?? ''))
})

test('[run-crash] the agent is not there any more when it is taken up: exit 10, and the task stays as it is', async () => {
  await using stage = await heldStage(DONE)
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  await supervisor.kill()
  process.kill((await processesOf(stage)).agent, 'SIGKILL')
  renameSync(stage.path('bin/claude'), stage.path('claude'))
  const { code, stderr } = await stage.run(['resume'], { PATH: `${stage.path('bin')}:/usr/bin:/bin` })
  expect([code, stderr.includes('npm install -g')]).toEqual([10, true])
  expect(stage.task().outcome).toBeUndefined()
  renameSync(stage.path('claude'), stage.path('bin/claude'))
  expect((await stage.run(['resume'])).code).toBe(0)
})

test('[run-alone] two runs that start at the same moment: one of them runs', async () => {
  await using stage = await heldStage()
  const both = [stage.start(RUN), stage.start(RUN)]
  expect((await Promise.race(both.map(({ ended }) => ended))).code).toBe(2)
  stage.open('go')
  const codes = (await Promise.all(both.map(({ ended }) => ended))).map(({ code }) => code)
  expect(codes.toSorted()).toEqual([0, 2])
  expect([kindsOf(stage.events(), 'task.opened').length, stage.invocations().length]).toEqual([1, 1])
})
