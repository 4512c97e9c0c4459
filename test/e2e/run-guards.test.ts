// Every loop of a run has an end with a name: without progress it is stuck, with it the cap comes, and the last claim counts.
import { expect, test } from 'bun:test'
import { isVariant } from '../rounds.ts'
import { claims, finishes, refusals, running, saysDone, stops, writes } from './running.ts'
import type { Turn } from '../fake-agents/script.ts'

const moves: Turn[number] = { do: 'write', file: 'notes.md', text: 'note {n}\n' }

test('[run-guards F17 F9 F5] continuations that change nothing end stuck, after three', async () => {
  using at = await running()
  at.script([], stops)
  const { code, story, calls, events, stdout } = await at.run()
  expect(story.filter((line) => / by \d/.test(line))).toEqual([
    'continue by 11: no-claim',
    'continue by 11: no-claim',
    'continue by 11: no-claim',
    'stuck by 12: same-refusal no-claim',
  ])
  expect(story.at(-1)).toBe('ended: stuck')
  expect([code, calls.length]).toEqual([7, 4])
  expect(refusals(events).map((text) => text.slice(0, 14))).toEqual([
    'FULLSTOP (1/5)',
    'FULLSTOP (2/5)',
    'FULLSTOP (3/5)',
  ])
  expect(stdout).toContain('stuck')
})

test('[run-guards F17] much talk, tool calls and the same file written again are no progress', async () => {
  using at = await running()
  const busy: Turn = [
    { do: 'say', text: 'Great progress, part {n}!', tokens: 500 },
    { do: 'shell', line: 'ls' },
    writes('41\n'),
    { do: 'say', text: 'Part {n} of the work is done.' },
  ]
  at.script([], busy)
  const { code, story, calls } = await at.run()
  expect(story.at(-1)).toBe('ended: stuck')
  expect([code, calls.length]).toEqual([7, 4])
})

test.skipIf(isVariant)(
  '[run-guards F17] three refusals of different kinds without progress are stuck as well',
  async () => {
    using at = await running()
    at.script(
      [
        stops,
        [{ do: 'say', text: 'Shall I use tabs or spaces?' }],
        [{ do: 'replay', fixture: 'max-turns' }],
        [{ do: 'replay', fixture: 'fault-max-tokens-always' }],
      ],
      stops,
    )
    const { code, story, calls } = await at.run()
    expect(story.filter((line) => / by \d/.test(line))).toEqual([
      'continue by 11: no-claim',
      'continue by 10: question',
      'continue by 2: not-the-agents-choice',
      'stuck by 12: no-progress not-the-agents-choice',
    ])
    expect([code, calls.length]).toEqual([7, 4])
  },
)

test('[run-guards F18 F9 F5] the same refusal while the tree moves is healthy: it goes on to the cap', async () => {
  using at = await running()
  at.script([], [moves, ...stops])
  const { code, story, calls, stdout } = await at.run()
  expect(story.filter((line) => / by \d/.test(line))).toEqual([
    ...Array<string>(5).fill('continue by 11: no-claim'),
    'capped by 12: cap-reached no-claim',
  ])
  expect([code, calls.length]).toEqual([7, 6])
  expect(stdout).toContain('capped')
})

test.skipIf(isVariant)(
  '[run-guards F18] the same check red with the same words while the tree moves goes to the cap too',
  async () => {
    using at = await running()
    at.script([], [writes('4{n}0\n'), saysDone])
    const { code, story, calls } = await at.run(['--max-continuations', '4'])
    expect(story.filter((line) => / by \d/.test(line))).toEqual([
      ...Array<string>(4).fill('continue by 5: check-failed'),
      'capped by 12: cap-reached check-failed',
    ])
    expect([code, calls.length]).toEqual([7, 5])
  },
)

test.skipIf(isVariant)('[run-guards F18] todos that move are progress, also where no file does', async () => {
  using at = await running()
  const list = (done: number): Turn => [
    { do: 'todos', items: [1, 2, 3, 4, 5].map((n) => ({ text: `part ${n}`, done: n <= done })) },
    ...stops,
  ]
  at.script([list(0), list(1), list(2), list(3), [...list(5), ...finishes]])
  const { code, story, calls } = await at.run()
  expect(code).toBe(0)
  expect(story.filter((line) => line.startsWith('continue by 11'))).toHaveLength(4)
  expect(calls).toHaveLength(5)
})

test('[run-guards] --max-continuations 2: two pushes, then capped', async () => {
  using at = await running()
  at.script([], stops)
  const { code, story, calls, events } = await at.run(['--max-continuations', '2'])
  expect(story.filter((line) => / by \d/.test(line))).toEqual([
    'continue by 11: no-claim',
    'continue by 11: no-claim',
    'capped by 12: cap-reached no-claim',
  ])
  expect(refusals(events)[1]).toStartWith('FULLSTOP (2/2) ')
  expect([code, calls.length]).toEqual([7, 3])
})

test.skipIf(isVariant)('[run-guards] a claim on the last allowed continuation counts', async () => {
  using at = await running()
  at.script([stops, finishes])
  const { code, story } = await at.run(['--max-continuations', '1'])
  expect(story.slice(-2)).toEqual(['completed by 4: checks-passed', 'ended: completed'])
  expect(code).toBe(0)
})

test.skipIf(isVariant)('[run-guards] --max-continuations 0: no cap and no stuck, however little moves', async () => {
  using at = await running()
  at.script(Array<Turn>(6).fill(stops), finishes)
  const { code, story, calls, events } = await at.run(['--max-continuations', '0'])
  expect(story.filter((line) => line.startsWith('continue by 11'))).toHaveLength(6)
  expect(refusals(events)[0]).toStartWith('FULLSTOP (1) ')
  expect(refusals(events)[5]).toStartWith('FULLSTOP (6) ')
  expect([code, calls.length]).toEqual([0, 7])
})

test.skipIf(isVariant)('[run-guards F5] at the cap, whoever claimed partial last ends partial', async () => {
  using at = await running()
  at.script([], [moves, claims('partial', { remaining_work: 'the rest' })])
  const { code, story } = await at.run(['--max-continuations', '2'])
  expect(story.at(-1)).toBe('ended: partial')
  expect(code).toBe(4)
})

test.skipIf(isVariant)('[run-guards] after the cap a person takes it up: the guards count afresh', async () => {
  using at = await running()
  at.script([], stops)
  const first = await at.run(['--max-continuations', '1'])
  expect(first.code).toBe(7)
  at.script([], finishes)
  const { code, story, calls } = await at.goOn(['resume'])
  expect(story.slice(story.indexOf('taken up'))).toEqual([
    'taken up',
    'starts: same',
    'ends: stopped',
    'claims success by done-token',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  expect(calls.at(-1)?.session).toBe(calls[0]?.session ?? '')
  expect(code).toBe(0)
  const again = await at.goOn(['resume'])
  expect(again.code).toBe(1)
  expect(again.stderr).toContain('is completed')
})

test('[run-guards mode-env taskmaster-max] a run is strict whatever mode the environment names; its caps count', async () => {
  using at = await running()
  at.script([stops], finishes)
  const { code, calls } = await at.run([], { env: { FULLSTOP_MODE: 'off' } })
  expect([code, calls.length]).toEqual([0, 2])
  using other = await running()
  other.script([], stops)
  const capped = await other.run([], { env: { TASKMASTER_MAX: '2', FULLSTOP_MODE: 'watch' } })
  expect(capped.story.at(-1)).toBe('ended: capped')
  expect([capped.code, capped.calls.length]).toEqual([7, 3])
})
