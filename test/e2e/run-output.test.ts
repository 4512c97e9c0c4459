// What a run prints: plain lines in a pipe, the events themselves with --json, only the end with --quiet, and a report.
import { expect, test } from 'bun:test'
import { isVariant } from '../rounds.ts'
import { maskIds } from './room.ts'
import { ANSWER, finishes, maskTimes, running, saysDone, stops, writes } from './running.ts'

test('[run-output colour] in a pipe: the story, no colour, no screen, and the report at the end', async () => {
  using at = await running()
  at.script([
    [writes('41\n'), ...stops, { do: 'stop', cost: 0.25 }],
    [saysDone, { do: 'stop', cost: 0.25 }],
    [...finishes, { do: 'stop', cost: 0.5 }],
  ])
  const { code, stdout, stderr } = await at.run()
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).not.toMatch(/[\u001b\r]/)
  expect(maskTimes(maskIds(stdout))).toBe(
    [
      '  proof    answer: sh check.sh',
      '  may      edit files and run the checks; the rest as its settings say (edits)',
      '',
      '● Claude Code is working',
      '↩ stopped early: "I looked around."  sent back, 1 of 5',
      '✗ claimed done, but answer failed: the answer is wrong  sent back, 2 of 5',
      '✓ claimed done: answer passed in TIME',
      '',
      'completed in TIME · 3 turns · 50 tokens · $1.00',
      '  task_ID  Write the answer. It is 42.',
      '',
      '  why      answer passed in TIME',
      '  changed  answer (new)',
      '  next     fullstop evidence task_ID   what proves it',
      '',
    ].join('\n'),
  )
  // With the usual state folder, the path of a log then fits into 80 columns.
  const evidence = await at.room.run(['evidence'])
  expect(evidence.stdout.match(/\/runs\/.*\.log$/gm)?.map((path) => path.length)).toEqual([40, 40])
})

test('[run-output] --verbose prints every event with its time, the words of the agent, and the bill of each turn', async () => {
  using at = await running()
  at.script([stops, finishes])
  const { stdout, events } = await at.run(['--verbose'])
  const end = stdout.indexOf('\n\ncompleted in ')
  const lines = stdout.slice(0, end).split('\n\n').slice(1).join('\n\n')
  const told = lines.split('\n').filter((line) => /^\d\d:\d\d:\d\d [a-z]/.test(line))
  expect(told.length).toBe(events.length)
  expect(lines).toContain(' stop     refused: nothing says that the task is done')
  // U15: the claim stands before the checks that were run for it, at the end of the words that make it.
  const order = told.map((line) => line.slice(9).split(' ')[0])
  expect(order.slice(order.indexOf('claim'), order.indexOf('claim') + 3)).toEqual(['claim', 'checks', 'check'])
  // Between them what the agent says and does, as `attach` shows it.
  expect(lines.split('\n').filter((line) => !/^(?:\d\d:\d\d:\d\d | {8})/.test(line))).toEqual([
    'I looked around.',
    expect.stringMatching(/^ {2}→ Write \/.*\/project\/answer$/),
    'Done.',
    '',
    expect.stringMatching(/^FULLSTOP_DONE::/),
  ])
  expect(end).toBeGreaterThan(0)
  expect(stdout).toMatch(/turns {4}1\. {2}first prompt .*\n {11}2\. {2}continuation /)
})

test('[run-output log] --json prints the events and nothing else, as `log --json` does afterwards', async () => {
  using at = await running()
  at.script([stops, finishes])
  const { code, stdout, stderr, events } = await at.run(['--json'])
  expect([code, stderr]).toEqual([0, ''])
  const printed = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string })
  expect(printed).toEqual([...events])
  expect(printed.at(-1)?.kind).toBe('task.ended')
})

test('[run-output] --quiet prints nothing but how it ended', async () => {
  using at = await running()
  at.script([stops, finishes])
  const { code, stdout, stderr } = await at.run(['--quiet'])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.trimStart()).toStartWith('completed in ')
  expect(stdout).not.toContain('is working')
})

test.each([
  [['--max-continuations', '1'], 'capped', 'fullstop resume task_ID --max-continuations 2   allow more'],
  [['--max-tokens', '5'], 'over-budget', 'fullstop resume task_ID --max-tokens 20   allow more'],
] as const)('[run-output F5] %p: the report says %s, and what to do next', async (args, outcome, next) => {
  using at = await running()
  at.script([], stops)
  const { stdout } = await at.run(args)
  const report = maskIds(stdout.slice(stdout.lastIndexOf(`\n\n${outcome}`)))
  expect(report.trimStart()).toStartWith(`${outcome} after `)
  expect(report).toContain(`next     ${next}`)
  expect(report).not.toContain('completed')
})

test('[run-output escapes] what an agent says cannot steer the terminal', async () => {
  using at = await running([{ ...ANSWER, name: 'answer' }])
  const text = 'I stop.\u001b]0;owned\u0007\u001b[2J\u202e'
  at.script([[{ do: 'say', text }], finishes])
  const { stdout } = await at.run()
  expect(stdout).not.toMatch(/[\u001b\u0007\u202e]/)
})

test.skipIf(isVariant)(
  '[run-output] while it waits for a limit, a piped run says until when and for what',
  async () => {
    using at = await running()
    at.script([[...stops, { do: 'replay', fixture: 'fault-529-always' }], finishes])
    const { stdout } = await at.run([], { env: { FULLSTOP_FIRST_PAUSE_MS: '5' } })
    expect(stdout).toMatch(
      /^◷ the model cannot be reached: API Error: 529 Overloaded.*; trying again (?:in \d s|now)$/m,
    )
  },
)
