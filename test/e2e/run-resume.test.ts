// `fullstop resume` after every end that a run can have: with and without words, with limits raised, with secrets, and with
// a store that cannot be used.
import { expect, test as inTurn } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { STEP_MS } from '../../src/flows/stint/working-time.ts'
import { lifeOf } from '../clock.ts'
import { aWhile } from '../until.ts'
import { claudeSession } from '../fake-agents/claude-session.ts'
import type { Act } from '../fake-agents/crash-claude.ts'
import { isVariant } from '../rounds.ts'
import { binary } from './binary.ts'
import { until } from './checking.ts'
import { kindsOf, newStage, processesOf, PROMPT, RUN, type Stage } from './crashing.ts'
import { openDatabase } from './room.ts'

// They wait for one another most of the time.
const test = inTurn.concurrent

const DONE: readonly Act[] = [{ write: ['answer.txt', '42\n'] }, { say: 'Done.\n\n$TOKEN' }]
const EARLY: readonly Act[] = [{ say: 'That is all for now.' }]
/** Something is written each time, so that nobody is stuck. */
const busy = (text: string): readonly Act[] => [{ write: ['notes.txt', text] }, ...EARLY]
const claimed = (line: string): readonly Act[] => [
  { say: 'I looked around.' },
  { shell: `${binary} claim ${line}` },
  { say: 'I stop here.' },
]

async function staged(...turns: readonly (readonly Act[])[]): Promise<Stage> {
  const stage = await newStage()
  stage.script(...turns)
  return stage
}

const outcomeOf = (stage: Stage): string => stage.task().outcome ?? stage.task().status
const run = (...more: readonly string[]): readonly string[] => ['run', '--agent', 'claude', ...more, PROMPT]
const WORDS = 'Use “the second” key; keep $HOME and `x` as they are.\n\nAnd nothing else.'

/** It ended so; with these words it continues to its end, and the agent reads them as they were typed. */
async function expectResumed(stage: Stage, outcome: string, more: readonly string[] = []): Promise<void> {
  expect([outcomeOf(stage), stage.strangers()]).toEqual([outcome, []])
  const before = stage.invocations().length
  const { code } = await stage.run(['resume', stage.task().id, WORDS, ...more])
  expect([code, outcomeOf(stage)]).toEqual([0, 'completed'])
  expect(stage.invocations().length).toBe(before + 1)
  expect(stage.prompts().at(-1)).toContain(WORDS)
}

/** Another program holds the write lock. */
function holdLock(stage: Stage): { readonly release: () => void } {
  const db = openDatabase(stage.room.database)
  db.exec('begin immediate')
  return {
    release: () => {
      db.exec('rollback')
      db.close()
    },
  }
}

const HELD: readonly Act[] = [{ say: 'I begin.' }, { mark: 'working' }, { until: 'go' }, { say: 'More.' }]

test('[run-store] a store that is locked for ten seconds in mid-run is waited for, and nothing is lost or done twice', async () => {
  await using stage = await staged(HELD, DONE)
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  await until(() => kindsOf(stage.events(), 'stint.known').length === 1)
  const lock = holdLock(stage)
  stage.open('go')
  const free = aWhile(10_000).then(lock.release)
  expect((await supervisor.ended).code).toBe(0)
  await free
  expect([stage.invocations().length, stage.checked()]).toEqual([2, ['42']])
})

test.skipIf(isVariant)('[run-resume] capped: the guards count afresh', async () => {
  await using stage = await staged(busy('1'), busy('2'), busy('3'), busy('4'), DONE)
  expect((await stage.run(run('--max-continuations', '1'))).code).toBe(7)
  expect([outcomeOf(stage), stage.invocations().length]).toEqual(['capped', 2])
  const again = await stage.run(['resume'])
  // One is the user's, one is the continuation that it may have again.
  expect([again.code, stage.invocations().length]).toEqual([7, 4])
  await expectResumed(stage, 'capped')
  expect(kindsOf(stage.events(), 'task.ended').map(({ outcome }) => outcome)).toEqual(['capped', 'capped', 'completed'])
})

test.skipIf(isVariant)('[run-resume] capped, with more allowed', async () => {
  await using stage = await staged(busy('1'), busy('2'), busy('3'), busy('4'), DONE)
  expect((await stage.run(run('--max-continuations', '1'))).code).toBe(7)
  expect((await stage.run(['resume', stage.task().id, '--max-continuations', '3'])).code).toBe(0)
})

test.skipIf(isVariant)('[run-resume] stuck', async () => {
  await using stage = await staged(EARLY, EARLY, EARLY, EARLY, DONE)
  expect((await stage.run(RUN)).code).toBe(7)
  await expectResumed(stage, 'stuck')
})

test('[run-resume] a question that nobody answers: needs-input, and resume answers it', async () => {
  const asks: readonly Act[] = [{ say: 'I looked around.' }, { say: 'Which key shall I use?' }]
  await using stage = await staged(asks, asks, DONE)
  expect((await stage.run(RUN)).code).toBe(12)
  await expectResumed(stage, 'needs-input')
})

test.skipIf(isVariant)(
  '[run-resume] unverified: once its check can run, the claim is proven without the agent',
  async () => {
    await using stage = await newStage({ checkLine: 'answer-check' })
    stage.script(DONE, DONE)
    expect((await stage.run(RUN)).code).toBe(3)
    const { id } = stage.task()
    // Nothing was repaired: it ends as before.
    expect((await stage.run(['resume', id])).code).toBe(3)
    writeFileSync(stage.path('bin/answer-check'), '#!/bin/sh\ngrep -q 42 answer.txt\n', { mode: 0o755 })
    expect((await stage.run(['resume', id])).code).toBe(0)
    expect([outcomeOf(stage), stage.invocations().length, stage.task().claims]).toEqual(['completed', 1, 1])
  },
)

test('[run-resume] over budget: refused until more is allowed, whatever is said', async () => {
  await using stage = await staged(busy('1'), DONE, DONE)
  expect((await stage.run(run('--max-tokens', '900'))).code).toBe(8)
  const { id } = stage.task()
  for (const args of [['resume'], ['resume', id], ['resume', id, WORDS], ['resume', id, '--max-tokens', '1000']]) {
    const { code, stdout, stderr } = await stage.run(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('--max-tokens')
  }
  expect([outcomeOf(stage), stage.invocations().length]).toEqual(['over-budget', 1])
  await expectResumed(stage, 'over-budget', ['--max-tokens', '5000'])
  expect(stage.task().run?.usage).toMatchObject([{ tokens: 2000 }])
})

test.skipIf(isVariant)('[run-resume] usage-limited', async () => {
  await using stage = await staged([{ say: 'I begin.' }, { limit: { resetsAt: 4_000_000_000 } }], DONE)
  expect((await stage.run(run('--limit-wait', 'no'))).code).toBe(11)
  await expectResumed(stage, 'usage-limited')
})

test('[run-resume] agent-failed, also before it said a word: the request is asked again', async () => {
  const crash: readonly Act[] = [{ exit: 3 }]
  await using stage = await staged(crash, crash, crash, DONE)
  expect((await stage.run(RUN)).code).toBe(10)
  expect(stage.prompts()).toEqual([PROMPT, PROMPT, PROMPT])
  await expectResumed(stage, 'agent-failed')
  // Nothing of the first three is in any session: without the request the agent would not know what to do.
  expect(stage.prompts().at(-1)).toContain(PROMPT)
})

test.skipIf(isVariant)('[run-resume] agent-failed in mid-work', async () => {
  const crash: readonly Act[] = [{ say: 'I begin.' }, { exit: 3 }]
  await using stage = await staged(crash, crash, crash, DONE)
  expect((await stage.run(RUN)).code).toBe(10)
  await expectResumed(stage, 'agent-failed')
})

test.skipIf(isVariant)('[run-resume] blocked, claimed by the command', async () => {
  const blocked = claimed('blocked --summary "I tried." --remaining "The rest."')
  await using stage = await staged(blocked, blocked, DONE)
  expect((await stage.run(RUN)).code).toBe(5)
  await expectResumed(stage, 'blocked')
})

test.skipIf(isVariant)('[run-resume] interrupted, with words', async () => {
  await using stage = await staged([{ say: 'I begin.' }, { mark: 'working' }, { until: 'never' }], DONE)
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  supervisor.child.kill('SIGTERM')
  expect((await supervisor.ended).code).toBe(130)
  await expectResumed(stage, 'interrupted')
})

test('[run-resume] cancelled: only a person at a terminal takes it up', async () => {
  await using stage = await staged([{ say: 'I begin.' }, { mark: 'working' }, { until: 'never' }], DONE)
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  const { id } = stage.task()
  expect((await stage.room.runAtTerminal(['cancel', id])).code).toBe(0)
  expect((await supervisor.ended).code).toBe(130)
  expect((await stage.run(['resume', id, WORDS])).code).toBe(1)
  expect([outcomeOf(stage), stage.invocations().length]).toEqual(['cancelled', 1])
  expect(await stage.atTerminal(['resume', id, WORDS]).ended).toBe(0)
  expect(stage.prompts().at(-1)).toContain(WORDS)
})

test.skipIf(isVariant)(
  '[run-resume] without words it is told what was missing, and that the user asks for it',
  async () => {
    await using stage = await staged(busy('1'), busy('2'), DONE)
    expect((await stage.run(run('--max-continuations', '1'))).code).toBe(7)
    expect((await stage.run(['resume'])).code).toBe(0)
    expect(stage.prompts().at(-1)).not.toBe('')
  },
)

test.skipIf(isVariant)('[run-resume] completed: nothing is left, exit 1, nothing is started', async () => {
  await using stage = await staged(DONE)
  expect((await stage.run(RUN)).code).toBe(0)
  for (const args of [['resume'], ['resume', stage.task().id], ['resume', stage.task().id, WORDS]]) {
    const { code, stdout, stderr } = await stage.run(args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('nothing left')
  }
  expect(stage.invocations().length).toBe(1)
})

test.skipIf(isVariant)(
  '[run-resume review-waits] awaiting review: exit 9 until something is said, and then it goes on',
  async () => {
    await using stage = await newStage({ config: { review: 'always' } })
    stage.script(DONE, [{ write: ['answer.txt', '42 and more\n'] }, { say: 'Done.\n\n$TOKEN' }])
    expect((await stage.run(RUN)).code).toBe(9)
    const { id } = stage.task()
    for (const args of [['resume'], ['resume', id]]) {
      const { code, stderr } = await stage.run(args)
      expect([code, stderr.includes(`fullstop resume ${id} "`)]).toEqual([9, true])
    }
    expect([outcomeOf(stage), stage.invocations().length]).toEqual(['awaiting-review', 1])
    expect((await stage.run(['resume', id, WORDS])).code).toBe(9)
    expect(stage.prompts().at(-1)).toContain(WORDS)
    expect([outcomeOf(stage), stage.invocations().length]).toEqual(['awaiting-review', 2])
  },
)

test('[run-resume] a task that no run opened, or that is not there, or nothing in this folder', async () => {
  await using stage = await staged(DONE)
  expect((await stage.run(['resume'])).code).toBe(1)
  const session = claudeSession(stage.room, { env: { FULLSTOP_MODE: 'strict' } })
  await session.type('Build the parser.')
  const { id } = stage.task()
  const { code, stdout, stderr } = await stage.run(['resume', id])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(`fullstop brief ${id}`)
  expect((await stage.run(['resume', 'task_nothere'])).code).toBe(1)
  expect(existsSync(stage.path('invocations.jsonl'))).toBe(false)
})

test.skipIf(isVariant)('[run-resume] time is counted over all runs of a task, but not between them', async () => {
  await using stage = await staged(
    [{ say: 'I begin.' }, { mark: 'working' }, { until: 'go' }],
    [{ write: ['answer.txt', '42\n'] }, { mark: 'again' }, { until: 'end' }, { say: '$TOKEN' }],
  )
  const supervisor = stage.start(run('--max-time', '1m', '--max-continuations', '1'))
  await stage.marked('working')
  supervisor.child.kill('SIGTERM')
  await supervisor.ended
  const before = stage.task().run?.spentMs ?? 0
  expect(before).toBeGreaterThan(0)
  await aWhile(1500)
  let held = 0
  const lived = await lifeOf(async () => {
    const resumed = stage.start(['resume'])
    await stage.marked('again')
    held = await lifeOf(() => aWhile(500))
    stage.open('end')
    expect((await resumed.ended).code).toBe(0)
  })
  const added = (stage.task().run?.spentMs ?? 0) - before
  expect(added).toBeLessThanOrEqual(lived)
  // Of a gap, as a machine makes that stands still, only a step counts.
  expect(added).toBeGreaterThanOrEqual(Math.min(held, STEP_MS))
})

const SECRETS = ['sk-ant-api03-QUFBQUFBQUFBQUFBQUFBQUFB', 'ghp_0123456789abcdefghijABCDEFGHIJ012345'] as const

/** Files under FULLSTOP_HOME that hold it. */
function holding(stage: Stage, secret: string): string[] {
  return readdirSync(stage.room.state, { recursive: true, encoding: 'utf8' }).filter((name) => {
    try {
      return readFileSync(join(stage.room.state, name), 'latin1').includes(secret)
    } catch {
      // A folder, or gone meanwhile.
      return false
    }
  })
}

test('[run-secrets] a secret in the prompt reaches the agent whole, and is nowhere in the end', async () => {
  await using stage = await staged(EARLY, EARLY, DONE)
  const prompt = `Log in with ${SECRETS[0]} and write the answer.`
  expect((await stage.run(['run', '--agent', 'claude', '--max-continuations', '1', prompt])).code).toBe(7)
  const words = `The other one is ${SECRETS[1]}.`
  expect((await stage.run(['resume', stage.task().id, words])).code).toBe(0)
  expect(stage.prompts()[0]).toBe(prompt)
  expect(stage.prompts()[2]).toContain(words)
  expect(JSON.stringify(stage.events())).toContain('[masked]')
  expect(SECRETS.flatMap((secret) => holding(stage, secret))).toEqual([])
})

test.skipIf(isVariant)(
  '[run-secrets] it reaches the agent whole also after a crash before its first word, and after a limit',
  async () => {
    await using stage = await staged([{ exit: 3 }], [{ limit: { resetsAt: 1 } }], DONE)
    const prompt = `Log in with ${SECRETS[0]} and write the answer.`
    expect((await stage.run(['run', '--agent', 'claude', prompt])).code).toBe(0)
    expect(stage.prompts()).toEqual([prompt, prompt, prompt])
    expect(holding(stage, SECRETS[0])).toEqual([])
  },
)

test.skipIf(isVariant)(
  '[run-secrets] the next run of the same request after a kill knows it again, secret and all',
  async () => {
    await using stage = await staged([{ say: 'I begin.' }, { mark: 'working' }, { until: 'go' }, ...DONE])
    const args = ['run', '--agent', 'claude', `Log in with ${SECRETS[0]} and write the answer.`]
    const supervisor = stage.start(args)
    await stage.marked('working')
    await supervisor.kill()
    stage.open('go')
    expect((await stage.run(args)).code).toBe(0)
    expect(stage.invocations().length).toBe(1)
    expect(holding(stage, SECRETS[0])).toEqual([])
  },
)

test('[run-secrets] a task that is cancelled keeps none of it', async () => {
  await using stage = await staged([{ say: 'I begin.' }, { mark: 'working' }, { until: 'never' }])
  const supervisor = stage.start(['run', '--agent', 'claude', `Log in with ${SECRETS[0]} and write the answer.`])
  await stage.marked('working')
  await stage.room.runAtTerminal(['cancel', stage.task().id])
  expect((await supervisor.ended).code).toBe(130)
  expect(holding(stage, SECRETS[0])).toEqual([])
})

test.skipIf(isVariant)(
  '[run-secrets] nothing of a run is kept, also where its host takes long to leave after the agent',
  async () => {
    await using stage = await staged([{ say: 'I begin.' }, { mark: 'working' }, { until: 'go' }, ...DONE])
    const supervisor = stage.start(['run', '--agent', 'claude', `Log in with ${SECRETS[0]} and write the answer.`])
    await stage.marked('working')
    const reaper = stage.left().find((line) => line.includes(' stint-reaper ')) ?? ''
    process.kill(Number.parseInt(reaper, 10), 'SIGSTOP')
    stage.open('go')
    expect((await supervisor.ended).code).toBe(0)
    expect([holding(stage, SECRETS[0]), readdirSync(join(stage.room.state, 'stints'))]).toEqual([[], []])
  },
)

test.skipIf(isVariant)(
  '[run-secrets run-cancel] a task that is cancelled while nobody supervises keeps none of it',
  async () => {
    await using stage = await staged([{ say: 'I begin.' }, { mark: 'working' }, { until: 'never' }])
    const supervisor = stage.start(['run', '--agent', 'claude', `Log in with ${SECRETS[0]} and write the answer.`])
    await stage.marked('working')
    await supervisor.kill()
    await stage.room.runAtTerminal(['cancel', stage.task().id])
    expect(holding(stage, SECRETS[0])).toEqual([])
  },
)

test.skipIf(isVariant)(
  '[run-secrets] after an agent that never said a word, resume tells it the request whole',
  async () => {
    await using stage = await staged([{ exit: 3 }], [{ exit: 3 }], [{ exit: 3 }], DONE)
    const prompt = `Log in with ${SECRETS[0]} and write the answer.`
    expect((await stage.run(['run', '--agent', 'claude', prompt])).code).toBe(10)
    expect((await stage.run(['resume'])).code).toBe(0)
    expect(stage.prompts().at(-1)).toContain(prompt)
    expect(holding(stage, SECRETS[0])).toEqual([])
  },
)

/** Only root can put something else in the place of a folder. */
const canMount =
  spawnSync('sh', ['-c', 'd=$(mktemp -d) && mount -t tmpfs tmpfs $d && umount $d && rmdir $d']).status === 0

function shell(line: string): void {
  const { status, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${line}: ${stderr}`)
}

/** A folder in which a file is just being written is busy, and cannot be made read-only at that moment. */
function readOnly(folder: string): string {
  const remount = `mount -o remount,bind,ro ${folder} 2>/dev/null`
  return `for try in $(seq 500); do ${remount} && exit 0; sleep 0.01; done; exit 1`
}

/** It ends with an error, without its agent; when all is well again, resume continues. */
async function expectTrouble(stage: Stage, mend: () => void, trouble: () => void): Promise<string> {
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  await processesOf(stage)
  const { code, stderr } = await (async () => {
    try {
      trouble()
      stage.open('go')
      const ended = await supervisor.ended
      await until(
        () => stage.left().length === 0,
        () => `left behind: ${stage.left().join(', ')}`,
      )
      return ended
    } finally {
      mend()
    }
  })()
  expect(code).toBe(1)
  expect(stderr).toContain(`fullstop resume ${stage.task().id}`)
  expect((await stage.run(['resume'])).code).toBe(0)
  return stderr
}

inTurn.skipIf(!canMount)('[run-store] no room on the disk in mid-run (only where folders can be mounted)', async () => {
  await using stage = await staged(HELD, DONE, DONE)
  const { state } = stage.room
  shell(`mv ${state} ${state}.old && mkdir ${state} && mount -t tmpfs -o size=6m,mode=700 tmpfs ${state}`)
  try {
    shell(`cp -a ${state}.old/. ${state}/`)
    const words = await expectTrouble(
      stage,
      () => shell(`rm ${state}/fill`),
      () => shell(`dd if=/dev/zero of=${state}/fill bs=4k 2>/dev/null; true`),
    )
    expect(words).toContain('disk is full')
  } finally {
    shell(`umount -l ${state}`)
  }
})

inTurn.skipIf(!canMount)(
  '[run-store] a state folder that becomes read-only (only where folders can be mounted)',
  async () => {
    await using stage = await staged(HELD, DONE, DONE)
    const { state } = stage.room
    const words = await expectTrouble(
      stage,
      () => shell(`umount -l ${state}`),
      () => shell(`mount --bind ${state} ${state} && ${readOnly(state)}`),
    )
    expect(words).toContain('read-only')
    expect(words).not.toContain('internal error')
  },
)

test('[run-store] a task that is at work is not forgotten under its run, or the run says plainly that it was', async () => {
  await using stage = await staged([...HELD, ...DONE])
  const supervisor = stage.start(RUN)
  await stage.marked('working')
  const { code } = await stage.room.runAtTerminal(['forget', stage.task().id, '--yes'])
  stage.open('go')
  const ended = await supervisor.ended
  expect(ended.code).toBe(code === 0 ? 1 : 0)
  expect(ended.stderr).not.toContain('internal error')
})
