// Ctrl-C, the signals that end a program, cancel and pause, in the middle of whatever a run does: it ends as it is asked to,
// leaves nothing behind, and can be taken up again.
import { expect, test as inTurn } from 'bun:test'
import { readFileSync } from 'node:fs'
import { isVariant, quarterOf } from '../rounds.ts'
import { aWhile } from '../until.ts'
import type { Config } from '../../src/contract/config/config.ts'
import type { Act } from '../fake-agents/crash-claude.ts'
import { until } from './checking.ts'
import { isAlive, kindsOf, newStage, processesOf, RUN, type Stage } from './crashing.ts'

// They wait for one another most of the time.
const test = inTurn.concurrent

const CTRL_C = '\u0003'
const DONE: readonly Act[] = [{ write: ['answer.txt', '42\n'] }, { say: 'Done.\n\n$TOKEN' }]
const heldUntil = (...then: readonly Act[]): readonly Act[] => [
  { say: 'I begin.' },
  { mark: 'working' },
  { until: 'go' },
  ...then,
]
/** Does not want to end, and has a child that does not either. */
const STUBBORN: readonly Act[] = [
  { say: 'I begin.' },
  { stubborn: true },
  { leave: 'child' },
  { until: 'child' },
  { mark: 'working' },
  { until: 'never' },
]

async function staged(...turns: readonly (readonly Act[])[]): Promise<Stage> {
  const stage = await newStage()
  stage.script(...turns)
  return stage
}

/** A check that says when it runs and ends once it may. */
async function gatedStage(turns: readonly (readonly Act[])[], config: Config = {}): Promise<Stage> {
  const stage = await newStage({
    config,
    checkLine: `d=$(dirname "$FULLSTOP_HOME")/stage; echo $$ > "$d/checking"; cat answer.txt >> "$d/checked"; until test -e "$d/open"; do sleep 0.2; done; grep -q 42 answer.txt`,
  })
  stage.script(...turns)
  return stage
}

const outcomeOf = (stage: Stage): string => stage.task().outcome ?? stage.task().status
const pidIn = (stage: Stage, name: string): number => Number(readFileSync(stage.path(name), 'utf8'))

test('[run-interrupt] once in mid-turn: the turn is finished and decided, then it stops; resume goes on with what was missing', async () => {
  await using stage = await staged(heldUntil({ say: 'That is all for now.' }), DONE)
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  const { agent } = await processesOf(stage)
  await supervisor.interrupt()
  // It is not ended: a few looks of the supervisor pass.
  await aWhile(400)
  expect([isAlive(agent), supervisor.child.exitCode]).toEqual([true, null])
  stage.open('go')
  const { code, stdout } = await supervisor.ended
  expect([code, outcomeOf(stage)]).toEqual([130, 'interrupted'])
  expect(stdout).toContain(`fullstop resume ${stage.task().id}`)
  expect(stage.strangers()).toEqual([])
  const said = kindsOf(stage.events(), 'stop.decided').at(-1)?.decision
  expect((await stage.run(['resume'])).code).toBe(0)
  expect(stage.prompts()[1]).toBe(said?.kind === 'continue' ? said.say : 'nothing was missing')
})

test.skipIf(isVariant)('[run-interrupt] once in mid-turn, and the claim holds: that is its end', async () => {
  await using stage = await staged(heldUntil(...DONE))
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  await supervisor.interrupt()
  stage.open('go')
  expect((await supervisor.ended).code).toBe(0)
  expect(outcomeOf(stage)).toBe('completed')
})

test('[run-interrupt] twice in mid-turn: ended now, nothing of the agent is left, and resume goes on', async () => {
  await using stage = await staged(STUBBORN, DONE)
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  const { agent } = await processesOf(stage)
  await supervisor.interrupt()
  supervisor.child.kill('SIGINT')
  expect((await supervisor.ended).code).toBe(130)
  expect([agent, pidIn(stage, 'child')].map(isAlive)).toEqual([false, false])
  expect([outcomeOf(stage), stage.strangers()]).toEqual(['interrupted', []])
  expect((await stage.run(['resume'])).code).toBe(0)
  expect(stage.invocations().length).toBe(2)
})

test('[run-interrupt] Ctrl-C at the terminal reaches the run and not its agent', async () => {
  await using stage = await staged(heldUntil({ say: 'That is all for now.' }), DONE)
  const first = stage.atTerminal(RUN)
  await stage.marked('working')
  first.type(CTRL_C)
  // The name of the program has "stop" in it as well.
  await until(() => /ends after this turn/.test(first.screen().slice(-4000)))
  stage.open('go')
  expect(await first.ended).toBe(130)
  expect(stage.invocations().length).toBe(1)
  expect(kindsOf(stage.events(), 'stint.ended')[0]?.end.kind).toBe('stopped')
  expect(stage.strangers()).toEqual([])
})

test.each(quarterOf(['SIGTERM', 'SIGHUP'] as const, 0))(
  '[run-interrupt] %s: ended now, and resumable',
  async (signal) => {
    await using stage = await staged([{ say: 'I begin.' }, { mark: 'working' }, { until: 'never' }], DONE)
    const supervisor = stage.start(RUN)
    await stage.marked('working')
    const { agent } = await processesOf(stage)
    supervisor.child.kill(signal)
    expect((await supervisor.ended).code).toBe(130)
    expect([outcomeOf(stage), isAlive(agent), stage.strangers()]).toEqual(['interrupted', false, []])
    expect((await stage.run(['resume'])).code).toBe(0)
  },
)

test.skipIf(isVariant)(
  '[run-interrupt] once during the checks: they are finished, and a claim that holds is its end',
  async () => {
    await using stage = await gatedStage([DONE])
    const supervisor = stage.start(RUN)
    await stage.marked('checking')
    await supervisor.interrupt()
    stage.open('open')
    expect((await supervisor.ended).code).toBe(0)
    expect(stage.checked()).toEqual(['42'])
  },
)

test.skipIf(isVariant)(
  '[run-interrupt] once during checks that fail: interrupted, and resume tells what failed',
  async () => {
    await using stage = await gatedStage([[{ write: ['answer.txt', 'wrong\n'] }, { say: '$TOKEN' }], DONE])
    const supervisor = stage.start(RUN)
    await stage.marked('checking')
    await supervisor.interrupt()
    stage.open('open')
    expect((await supervisor.ended).code).toBe(130)
    expect(outcomeOf(stage)).toBe('interrupted')
    expect((await stage.run(['resume'])).code).toBe(0)
    expect(stage.prompts()[1]).toContain('check "answer" failed')
  },
)

test.skipIf(isVariant)('[run-interrupt] twice during the checks: they end now too, and resume runs them', async () => {
  await using stage = await gatedStage([DONE])
  const supervisor = stage.start(RUN)
  await stage.marked('checking')
  const check = pidIn(stage, 'checking')
  await supervisor.interrupt()
  supervisor.child.kill('SIGINT')
  expect((await supervisor.ended).code).toBe(130)
  await until(() => !isAlive(check))
  expect(outcomeOf(stage)).toBe('interrupted')
  stage.open('open')
  expect((await stage.run(['resume'])).code).toBe(0)
  // The claim stands: nobody has to ask for it again.
  expect(stage.invocations().length).toBe(1)
})

test.skipIf(isVariant)('[run-interrupt] twice during the baseline: interrupted, and its checks end too', async () => {
  await using stage = await gatedStage([DONE], { baseline: 'record' })
  const supervisor = stage.start(RUN)
  await stage.marked('checking')
  await supervisor.interrupt()
  supervisor.child.kill('SIGINT')
  const { code } = await supervisor.ended
  await until(() => stage.left().length === 0)
  stage.open('open')
  expect([code, outcomeOf(stage)]).toEqual([130, 'interrupted'])
  expect((await stage.run(['resume'])).code).toBe(0)
})

const FAR = 4_000_000_000

test.skipIf(isVariant)(
  '[run-interrupt] once during a wait: ended at once, and resume does not wait for it again',
  async () => {
    await using stage = await staged([{ say: 'I begin.' }, { limit: { resetsAt: FAR } }], DONE)
    const supervisor = stage.start(RUN)
    await until(() => kindsOf(stage.events(), 'wait.started').length === 1)
    supervisor.child.kill('SIGINT')
    expect((await supervisor.ended).code).toBe(130)
    expect(outcomeOf(stage)).toBe('interrupted')
    expect((await stage.run(['resume'])).code).toBe(0)
    expect(stage.invocations().length).toBe(2)
  },
)

const ASKS: readonly Act[] = [{ say: 'I looked around.' }, { say: 'Which key shall I use?' }]
const ASK = ['run', '--agent', 'claude', '--answer', 'ask', 'Write the answer into answer.txt.']

test.skipIf(isVariant)(
  '[run-ask] the person is asked at the terminal, and the answer reaches the agent as it was typed',
  async () => {
    await using stage = await staged(ASKS, DONE)
    const terminal = stage.atTerminal(ASK)
    await until(() => terminal.screen().includes('Which key shall I use?\n> '))
    terminal.type('The “second” one, ünlocked; $HOME\r')
    expect(await terminal.ended).toBe(0)
    expect(stage.prompts()[1]).toContain('The “second” one, ünlocked; $HOME')
  },
)

test.skipIf(isVariant)('[run-ask] no answer: needs-input', async () => {
  await using stage = await staged(ASKS, DONE)
  const terminal = stage.atTerminal(ASK)
  await until(() => terminal.screen().includes('Which key shall I use?\n> '))
  terminal.type('\r')
  expect(await terminal.ended).toBe(12)
  expect([outcomeOf(stage), stage.invocations().length]).toEqual(['needs-input', 1])
})

test('[run-ask run-interrupt] Ctrl-C while the person is asked: interrupted, at once; resume with an answer goes on', async () => {
  await using stage = await staged(ASKS, DONE)
  const terminal = stage.atTerminal(ASK)
  await until(() => terminal.screen().includes('Which key shall I use?\n> '))
  terminal.type(CTRL_C)
  const first = await terminal.ended
  expect([first, outcomeOf(stage)]).toEqual([130, 'interrupted'])
  expect((await stage.run(['resume', stage.task().id, 'The second one.'])).code).toBe(0)
  expect(stage.prompts()[1]).toContain('The second one.')
})

test.each(quarterOf(['in a pipe', 'at a terminal'] as const, 0))(
  '[run-ask run-crash] killed while the person is asked; resume %s',
  async (where) => {
    await using stage = await staged(ASKS, DONE)
    const terminal = stage.atTerminal(ASK)
    await until(() => terminal.screen().includes('Which key shall I use?\n> '))
    const supervisor = stage.left().find((line) => line.includes(' run '))
    process.kill(Number.parseInt(supervisor ?? '', 10), 'SIGKILL')
    await terminal.ended
    if (where === 'at a terminal') {
      const again = stage.atTerminal(['resume'])
      await until(() => again.screen().includes('Which key shall I use?\n> '))
      again.type('The second one.\r')
      expect(await again.ended).toBe(0)
    } else {
      expect((await stage.run(['resume'])).code).toBe(12)
      expect((await stage.run(['resume', stage.task().id, 'The second one.'])).code).toBe(0)
    }
    expect(stage.prompts().length).toBe(2)
    expect(stage.prompts()[1]).toStartWith('The second one.')
  },
)

async function order(stage: Stage, name: 'cancel' | 'pause' | 'unpause'): Promise<string> {
  const { code, screen } = await stage.room.runAtTerminal([name, stage.task().id])
  expect([code, screen]).toEqual([0, expect.any(String)])
  return screen
}

test('[run-cancel] cancel during a turn: the run ends as cancelled, and the agent with it', async () => {
  await using stage = await staged(STUBBORN)
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  const { agent } = await processesOf(stage)
  await order(stage, 'cancel')
  expect((await supervisor.ended).code).toBe(130)
  expect([agent, pidIn(stage, 'child')].map(isAlive)).toEqual([false, false])
  expect([outcomeOf(stage), stage.strangers()]).toEqual(['cancelled', []])
})

test.skipIf(isVariant)('[run-cancel] cancel during a wait', async () => {
  await using stage = await staged([{ say: 'I begin.' }, { limit: { resetsAt: FAR } }])
  const supervisor = stage.start(RUN)
  await until(() => kindsOf(stage.events(), 'wait.started').length === 1)
  await order(stage, 'cancel')
  expect((await supervisor.ended).code).toBe(130)
  expect(outcomeOf(stage)).toBe('cancelled')
})

test.skipIf(isVariant)('[run-cancel] cancel during the checks: they end too', async () => {
  await using stage = await gatedStage([DONE])
  const supervisor = stage.start(RUN)
  await stage.marked('checking')
  const check = pidIn(stage, 'checking')
  await order(stage, 'cancel')
  const { code } = await supervisor.ended
  await until(() => !isAlive(check))
  expect([code, outcomeOf(stage)]).toEqual([130, 'cancelled'])
})

test('[run-cancel] cancel while nobody supervises ends the agent too', async () => {
  await using stage = await staged(STUBBORN)
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  const { agent, host } = await processesOf(stage)
  await supervisor.kill()
  await order(stage, 'cancel')
  const family = [host, agent, pidIn(stage, 'child')]
  try {
    await until(() => !family.some(isAlive))
    expect(outcomeOf(stage)).toBe('cancelled')
  } finally {
    if (isAlive(host)) process.kill(host, 'SIGTERM')
  }
})

test.skipIf(isVariant)(
  '[run-cancel] a cancelled task is not taken up by the next run of the same request',
  async () => {
    await using stage = await staged(heldUntil(), DONE)
    const supervisor = stage.start(RUN)
    await stage.marked('working')
    await order(stage, 'cancel')
    expect((await supervisor.ended).code).toBe(130)
    expect((await stage.run(RUN)).code).toBe(0)
    expect(kindsOf(stage.events(), 'task.opened').length).toBe(2)
  },
)

test('[run-pause] pause during a turn: the run ends after it; unpause and resume go on', async () => {
  await using stage = await staged(heldUntil({ say: 'That is all for now.' }), DONE)
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  await order(stage, 'pause')
  stage.open('go')
  const { code } = await supervisor.ended
  expect([code, outcomeOf(stage), stage.invocations().length]).toEqual([130, 'paused', 1])
  expect(stage.strangers()).toEqual([])
  expect(await order(stage, 'unpause')).toEndWith(`\nTo start its agent again: fullstop resume ${stage.task().id}\n`)
  expect((await stage.run(['resume'])).code).toBe(0)
  expect(stage.invocations().length).toBe(2)
})

test.skipIf(isVariant)(
  '[run-pause] the report of a paused run names the way on, and that way works: resume at a terminal',
  async () => {
    await using stage = await staged(heldUntil({ say: 'That is all for now.' }), DONE)
    const supervisor = stage.start(RUN)
    await stage.marked('working')
    await order(stage, 'pause')
    stage.open('go')
    const { stdout } = await supervisor.ended
    const next = stdout.slice(stdout.lastIndexOf('next  '))
    expect(next).toContain(`fullstop resume ${stage.task().id}`)
    expect(next).not.toContain('a person must look at it')
    expect(await stage.atTerminal(['resume']).ended).toBe(0)
  },
)

test.skipIf(isVariant)(
  '[run-interrupt run-budgets] time is used up in mid-turn: the agent and its child end, and more time takes it up',
  async () => {
    await using stage = await staged(STUBBORN, DONE)
    const { code } = await stage.run([
      'run',
      '--agent',
      'claude',
      '--max-time',
      '6s',
      'Write the answer into answer.txt.',
    ])
    expect([code, outcomeOf(stage), stage.strangers()]).toEqual([8, 'over-budget', []])
    expect((await stage.run(['resume', stage.task().id, '--max-time', '5m'])).code).toBe(0)
  },
)

test.skipIf(isVariant)(
  '[run-pause run-reattach] the same run on a paused task whose agent still works does not end its turn',
  async () => {
    await using stage = await staged(heldUntil({ say: 'That is all for now.' }), DONE)
    const supervisor = stage.start(RUN)
    await stage.marked('working')
    const { agent } = await processesOf(stage)
    await supervisor.kill()
    await order(stage, 'pause')
    const again = stage.start(RUN)
    await aWhile(700)
    const isAtWork = isAlive(agent)
    stage.open('go')
    const { stderr } = await again.ended
    await until(() => stage.left().length === 0)
    expect([isAtWork, stderr.includes('it continues'), outcomeOf(stage)]).toEqual([true, false, 'paused'])
  },
)
