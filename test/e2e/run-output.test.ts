// What a run prints: plain lines in a pipe, the events themselves with --json, only the end with --quiet, and a report.
import { expect, test } from 'bun:test'
import { maskIds } from './room.ts'
import { ANSWER, finishes, running, stops, writes } from './running.ts'

test('[run-output colour] in a pipe: a line for each event, no colour, no screen, and the report at the end', async () => {
  using at = await running()
  at.script([
    [writes('41\n'), ...stops, { do: 'stop', cost: 0.25 }],
    [...finishes, { do: 'stop', cost: 0.5 }],
  ])
  const { code, stdout, stderr } = await at.run()
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).not.toMatch(/[\u001b\r]/)
  const [lines = '', report = ''] = stdout.split('\n\n', 2)
  expect(lines.split('\n').every((line) => /^(?:\d\d:\d\d:\d\d [a-z]| {18}\S)/.test(line))).toBe(true)
  expect(maskIds(report)).toStartWith('completed  task_ID  Write the answer. It is 42.\n  passed: answer')
  const rest = stdout.slice(stdout.indexOf('\n\n'))
  expect(rest).toMatch(/check\s+answer passed in /)
  expect(rest).toMatch(/changed\s+1 file\n\s+A answer/)
  expect(rest).toMatch(/used\s+\S+, \d+ tokens, \$0\.75/)
  expect(rest).toMatch(/1\.\s+first prompt\s/)
  expect(rest).toMatch(/2\.\s+continuation\s/)
  expect(rest).toMatch(/next {2}what it rests on: fullstop evidence task_/)
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
  expect(stdout.trimStart()).toStartWith('completed  task_')
  expect(stdout).not.toMatch(/^\d\d:\d\d:\d\d /m)
})

test.each([
  [['--max-continuations', '1'], 'capped', 'allow more: fullstop resume task_ID --max-continuations 10'],
  [['--max-tokens', '5'], 'over-budget', 'allow more: fullstop resume task_ID --max-tokens …'],
] as const)('[run-output F5] %p: the report says %s, and what to do next', async (args, outcome, next) => {
  using at = await running()
  at.script([], stops)
  const { stdout } = await at.run(args)
  const report = maskIds(stdout.slice(stdout.lastIndexOf(`\n\n${outcome}`)))
  expect(report.trimStart()).toStartWith(`${outcome}  task_ID`)
  expect(report).toContain(`next  ${next}`)
  expect(report).not.toContain('completed')
})

test('[run-output escapes] what an agent says cannot steer the terminal', async () => {
  using at = await running([{ ...ANSWER, name: 'answer' }])
  const text = 'I stop.\u001b]0;owned\u0007\u001b[2J\u202e'
  at.script([[{ do: 'say', text }], finishes])
  const { stdout } = await at.run()
  expect(stdout).not.toMatch(/[\u001b\u0007\u202e]/)
})

test('[run-output] while it waits for a limit, a piped run says until when and for what', async () => {
  using at = await running()
  at.script([[...stops, { do: 'replay', fixture: 'fault-529-always' }], finishes])
  const { stdout } = await at.run([], { env: { FULLSTOP_FIRST_PAUSE_MS: '5' } })
  expect(stdout).toMatch(
    /^\d\d:\d\d:\d\d wait {5}until \d\d:\d\d:\d\d for another try at a model that cannot be reached: API Error: 529 Overloaded/m,
  )
})
