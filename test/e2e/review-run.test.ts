// Reviews and questions of supervised tasks: at the terminal of the run, from elsewhere meanwhile, and after it has ended.
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReviewMaterial, WaitingReview } from '../../src/contract/view/review.ts'
import type { StatsView } from '../../src/domain/view/stats/stats.ts'
import { isVariant } from '../rounds.ts'
import { binary } from './binary.ts'
import { until } from './checking.ts'
import { hasTmux, screenOf } from './pane.ts'
import type { Env, Output, Room } from './room.ts'
import { claims, finishes, type Running, running, saysDone, writes } from './running.ts'

const ALWAYS = { review: 'always' } as const
const answer = (room: Room, ...args: readonly string[]): Promise<Output> => room.run(['review', ...args, '--yes'])
const taskOf = async (room: Room): Promise<string> => (await room.tasks())[0]?.id ?? ''
const statusOf = async (room: Room): Promise<string | undefined> => {
  const [task] = await room.tasks()
  return task?.outcome ?? task?.status
}
/** Nothing of the agent is left: no words, no output. */
const leftOf = (room: Room): string[] =>
  ['words', 'stints'].flatMap((name) => (existsSync(join(room.state, name)) ? readdirSync(join(room.state, name)) : []))

/** A terminal without a screen is asked by lines. */
const plain = ({ env }: Running): Env => ({ ...env, TERM: 'dumb' })

async function reviewed(): Promise<{ at: Running; task: string }> {
  const at = await running(undefined, ALWAYS)
  at.script([finishes, [writes('42\n'), saysDone]], [saysDone])
  const { code, stdout } = await at.run()
  const task = await taskOf(at.room)
  expect([code, await statusOf(at.room)]).toEqual([9, 'awaiting-review'])
  expect(stdout).toContain(`next     fullstop review ${task} `)
  return { at, task }
}

test('[review-run] nobody is there: exit 9 with the command; approved later, and nothing of the agent is left', async () => {
  const { at, task } = await reviewed()
  using _at = at
  expect(await answer(at.room, task, 'approve')).toEqual({ code: 0, stdout: `${task} is completed.\n`, stderr: '' })
  expect([await statusOf(at.room), leftOf(at.room)]).toEqual(['completed', []])
  // What a person approved is true, as `completed` is.
  const { claims: counted } = JSON.parse((await at.room.run(['stats', '--json'])).stdout) as Pick<StatsView, 'claims'>
  expect(counted).toMatchObject([{ held: 1, didNotHold: 0, notShown: 0 }])
  const again = await at.goOn(['resume', task])
  expect([again.code, again.stderr]).toEqual([
    1,
    `fullstop: ${task} is completed: there is nothing left to do\n  next: fullstop evidence ${task} shows what proves it; fullstop run "…" begins a new task\n`,
  ])
  if (!hasTmux) return
  const screen = await screenOf(at.room, ['resume', task], { columns: 80, env: at.env })
  expect(screen.map((line) => line.trim())).toEqual([
    'fullstop: task_ID is completed: there is nothing left to do',
    'next: fullstop evidence task_ID shows what proves it; fullstop run "…"',
    'begins a new task',
  ])
})

test('[review-run] resume delivers each comment with its id, whole, and again while it is open', async () => {
  const { at, task } = await reviewed()
  using _at = at
  const commented = await answer(at.room, task, 'comment', 'answer:1', 'In words, please.')
  const id = commented.stdout.split(' ')[0] ?? ''
  const told = await answer(at.room, task, 'request-changes', 'Nearly. password=hunter2hunter2')
  expect(told.stdout).toBe(`The feedback is kept. The agent is told by: fullstop resume ${task}\n`)
  const { code, calls, story } = await at.goOn(['resume', task])
  expect(calls[1]).toMatchObject({ isResumed: true, session: calls[0]?.session })
  expect(calls[1]?.prompt).toStartWith(
    `Please address this feedback: Nearly. password=hunter2hunter2\n\n${id} answer:1\n  > 42\n  In words, please.\n\n`,
  )
  expect([code, story.at(-1), calls.length]).toEqual([9, 'ask-human by 7: review-needed', 2])
  await answer(at.room, task, 'request-changes', 'Once more.')
  const third = (await at.goOn(['resume', task])).calls[2]
  expect(third?.prompt).toStartWith(
    `Please address this feedback: Once more.\n\nStill open from before:\n\n${id} answer:1\n  > 42\n  In words, please.\n\n`,
  )
  expect(third?.prompt.split(id).length).toBe(2)
})

test.skipIf(isVariant)('[review-run] a fresh session is told the feedback once, below the brief', async () => {
  using at = await running(undefined, ALWAYS)
  at.script([finishes, [writes('42\n'), saysDone]], [saysDone])
  expect((await at.run(['--continue', 'fresh'])).code).toBe(9)
  const task = await taskOf(at.room)
  await answer(at.room, task, 'request-changes', 'In words, please.')
  const { calls } = await at.goOn(['resume', task])
  expect(calls[1]?.isResumed).toBe(false)
  expect(calls[1]?.prompt.split('Please address this feedback: In words, please.').length).toBe(2)
  expect(calls[1]?.prompt).toContain('It is 42.')
})

test('[review-reply] a program of a run replies in words; what it repeats of the feedback is no reply', async () => {
  using at = await running(undefined, ALWAYS)
  const program = join(at.room.root, 'agent.sh')
  const ids = `set -- $(printf '%s' "$in" | grep -o 'cmt_[0-9a-z]*')`
  const replies = `echo "$1: In words now."`
  writeFileSync(
    program,
    `in=$(cat); echo 42 > answer; printf '%s\\n\\nRead.\\n' "$in"; ${ids}; test -z "$1" || ${replies}\nprintf '\\nDone. <promise>COMPLETE</promise>\\n'\n`,
  )
  expect((await at.goOn(['run', '--agent-command', `sh ${program}`, 'Write the answer.'])).code).toBe(9)
  const task = await taskOf(at.room)
  await answer(at.room, task, 'comment', 'answer:1', 'In words, please.')
  await answer(at.room, task, 'comment', 'answer:1', 'And why?')
  await answer(at.room, task, 'request-changes', 'Nearly.')
  expect((await at.goOn(['resume', task])).code).toBe(9)
  const { comments } = JSON.parse((await at.room.run(['review', task, '--json'])).stdout) as ReviewMaterial
  expect(comments.map(({ state, reply }) => [state, reply?.what])).toEqual([
    ['addressed', 'In words now.'],
    ['sent', undefined],
  ])
})

test.skipIf(isVariant)('[review-run] rejected at the terminal of the run: exit 6', async () => {
  using at = await running(undefined, ALWAYS)
  at.script([finishes])
  const { code } = await at.room.runAtTerminal(['run', '--agent', 'claude', 'Write the answer.'], plain(at), {
    typed: [{ after: 'leave it for later', keys: 'reject Wrong answer.\r' }],
  })
  expect([code, await statusOf(at.room)]).toEqual([6, 'rejected'])
  expect(leftOf(at.room)).toEqual([])
})

test('[review-run] changes requested at the terminal of the run: it goes on at once, then it is approved', async () => {
  using at = await running(undefined, ALWAYS)
  at.script([finishes, [writes('42\n'), saysDone]])
  const { code } = await at.room.runAtTerminal(['run', '--agent', 'claude', 'Write the answer.'], plain(at), {
    typed: [
      { after: 'leave it for later', keys: 'request-changes Use roman digits.\r' },
      { after: 'Claim 2:', keys: 'approve\r' },
    ],
  })
  expect([code, at.calls().length, await statusOf(at.room)]).toEqual([0, 2, 'completed'])
  expect(at.calls()[1]?.prompt).toStartWith('Please address this feedback: Use roman digits.\n\n')
})

test.skipIf(isVariant)('[review-run] left for later at the terminal: exit 9, and it still waits', async () => {
  using at = await running(undefined, ALWAYS)
  at.script([finishes])
  const { code } = await at.room.runAtTerminal(['run', '--agent', 'claude', 'Write the answer.'], plain(at), {
    typed: [{ after: 'leave it for later', keys: '\r' }],
  })
  expect([code, await statusOf(at.room)]).toEqual([9, 'awaiting-review'])
})

test.skipIf(isVariant)(
  '[review-run] resume at a terminal opens the review that waits: approved, sent back, or left for later',
  async () => {
    const { at, task } = await reviewed()
    using _at = at
    const resume = async (line: string, ...then: readonly { after: string; keys: string }[]): Promise<number> => {
      const typed = [{ after: 'leave it for later', keys: `${line}\r` }, ...then]
      return (await at.room.runAtTerminal(['resume', task], plain(at), { typed })).code
    }
    expect([await resume(''), await statusOf(at.room), at.calls().length]).toEqual([9, 'awaiting-review', 1])
    expect(await resume('request-changes In words.', { after: 'Claim 2:', keys: '\r' })).toBe(9)
    expect(at.calls()[1]?.prompt).toStartWith('Please address this feedback: In words.\n\n')
    expect([await resume('approve'), await statusOf(at.room), leftOf(at.room)]).toEqual([0, 'completed', []])
  },
)

test.skipIf(isVariant)(
  '[review-run] options for a task that waits for a review are not dropped: nothing happens before the answer',
  async () => {
    const { at, task } = await reviewed()
    using _at = at
    const { code, screen } = await at.room.runAtTerminal(['resume', task, '--max-cost', '10'], plain(at))
    expect([code, screen]).toEqual([9, expect.stringContaining(`next: fullstop review ${task}`)])
    expect((await at.goOn(['resume', task])).stderr).toBe(
      `fullstop: ${task} waits for a person: every completion needs a person here\n  next: fullstop review ${task}, or fullstop resume ${task} "what is to be changed"\n`,
    )
  },
)

test('[review-reject] resume revives a rejected task only with new words or a yes', async () => {
  const { at, task } = await reviewed()
  using _at = at
  await answer(at.room, task, 'reject', 'Wrong approach.')
  const why = new RegExp(
    `^fullstop: ${task} was rejected: \\S+ \\(by script\\) rejected it .*: Wrong approach\\.$`,
    'm',
  )
  const bare = await at.goOn(['resume', task])
  expect([bare.code, bare.stderr]).toEqual([6, expect.stringMatching(why)])
  expect(bare.stderr).toEndWith(`\n  next: fullstop resume ${task} "what is to be done instead"\n`)
  const asked = async (keys: string): Promise<number> => {
    const typed = [
      { after: 'Take it up again? [y/N]', keys },
      { after: 'leave it for later', keys: '\r' },
    ]
    return (await at.room.runAtTerminal(['resume', task], plain(at), { typed })).code
  }
  expect([await asked('\r'), at.calls().length, await statusOf(at.room)]).toEqual([6, 1, 'rejected'])
  expect([await asked('y\r'), at.calls().length, await statusOf(at.room)]).toEqual([9, 2, 'awaiting-review'])
  await answer(at.room, task, 'reject', 'Still wrong.')
  const { code, calls } = await at.goOn(['resume', task, 'Use roman digits.'])
  expect([code, calls.length, calls[2]?.prompt.split('\n')[0]]).toEqual([9, 3, 'Use roman digits.'])
})

test.skipIf(isVariant)(
  '[review-run] while the person at the terminal thinks, somebody else answers: the run goes on',
  async () => {
    using at = await running(undefined, ALWAYS)
    at.script([finishes])
    const run = at.room.runAtTerminal(['run', '--agent', 'claude', 'Write the answer.'], plain(at))
    await until(async () => (await statusOf(at.room)) === 'awaiting-review')
    await until(() => at.room.allEvents().some(({ kind }) => kind === 'review.viewed'))
    expect((await answer(at.room, await taskOf(at.room), 'approve')).code).toBe(0)
    expect((await run).code).toBe(0)
    expect([await statusOf(at.room), leftOf(at.room)]).toEqual(['completed', []])
  },
)

test('[review-question] a question waits in the list, its answer reopens the task, and resume delivers it', async () => {
  using at = await running()
  at.script([[claims('blocked', { remaining_work: 'Which key shall I use?', needs: 'credentials' })], finishes])
  expect((await at.run()).code).toBe(12)
  const task = await taskOf(at.room)
  const [only] = JSON.parse((await at.room.run(['review', '--json'])).stdout) as WaitingReview[]
  expect(only).toMatchObject({
    task,
    kind: 'question',
    why: [{ text: 'the agent needs credentials' }],
    says: 'What there is.',
  })
  expect((await at.room.run(['review'])).stdout).toContain('the agent needs credentials: What there is.')
  expect((await answer(at.room, task, 'approve')).stderr).toBe(
    `fullstop: the agent asked a question: answer it, or reject\n  next: fullstop review ${task}\n`,
  )
  const told = await answer(at.room, task, 'answer', 'token=abcdef0123456789abcdef')
  expect(told.stdout).toBe(`The answer is kept. The agent is told by: fullstop resume ${task}\n`)
  expect((await at.room.run(['review'])).stdout).toBe('Nothing waits for you.\n')
  const { code, calls } = await at.goOn(['resume', task])
  expect(calls[1]?.prompt).toStartWith('The user answers your question: token=abcdef0123456789abcdef\n')
  expect(code).toBe(0)
  expect(JSON.stringify(at.room.allEvents())).not.toContain('abcdef0123456789abcdef')
})

test('[review-killed] killed in mid-answer: it counts whole or not at all, and the next answer is right', async () => {
  const { at, task } = await reviewed()
  using _at = at
  const starts = join(at.room.state, 'starts')
  for (let round = 0; round < 5; round++) {
    const before = readdirSync(starts).length
    const child = Bun.spawn([binary, 'review', task, 'request-changes', `Round ${round}.`, '--yes'], {
      cwd: at.room.cwd,
      env: at.room.env,
      stdout: 'ignore',
      stderr: 'ignore',
    })
    // What the person saw is written before the answer is recorded.
    await until(() => readdirSync(starts).length > before || child.exitCode !== null)
    child.kill('SIGKILL')
    await child.exited
    const kinds = at.room.allEvents().map(({ kind }) => kind)
    const count = (kind: string): number => kinds.filter((one) => one === kind).length
    expect(count('prompt.joined')).toBe(count('review.changes-requested'))
    if (count('review.changes-requested') > 0) break
  }
  const late = await answer(at.room, task, 'request-changes', 'At last.')
  const isLate = late.stderr.startsWith('fullstop: too late: ')
  expect([late.code, isLate]).toEqual(isLate ? [1, true] : [0, false])
  const { calls } = await at.goOn(['resume', task])
  expect(calls[1]?.prompt).toMatch(/^Please address this feedback: (?:Round \d|At last)\./)
})

test.skipIf(isVariant)('[review-run] what changed since is known although nobody had looked', async () => {
  const { at, task } = await reviewed()
  using _at = at
  at.repository.write('answer', '43\n')
  const material = JSON.parse((await at.room.run(['review', task, '--json'])).stdout) as ReviewMaterial
  expect(material.tree).toMatchObject({
    kind: 'changed',
    files: [{ path: 'answer', kind: 'modified', before: '42\n', after: '43\n' }],
  })
  const { code, stdout } = await answer(at.room, task, 'approve')
  expect(code).toBe(1)
  expect(stdout).toContain('      1 +43\n')
})
