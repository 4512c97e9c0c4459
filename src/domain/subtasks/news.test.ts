// How the end of a subtask is told: what is told at all, in which words, and what its event says.
import { describe, expect, test } from 'bun:test'
import type { Claim } from '../../contract/claim.ts'
import { Outcome } from '../../contract/outcome.ts'
import type { TaskState } from '../../contract/state.ts'
import { openedRun } from '../tasks/run/run.ts'
import { subtaskFacts } from './heed.ts'
import { endedFields, newsText, reportText, untoldOf } from './news.ts'
import { subtask } from './subtask.fixture.ts'

const REPORT = { summary: 'Ported it.', evidence: 'test passed', remainingWork: 'the docs' }
const ended = (change: Partial<TaskState>): TaskState => subtask({ status: 'ended', ...change })

describe('F14: an end is told once', () => {
  const rows: readonly (readonly [string, Partial<TaskState>, boolean])[] = [
    ['open', {}, false],
    ['awaits a review', { status: 'awaiting-review' }, false],
    ['completed', { status: 'ended', outcome: 'completed' }, true],
    ['failed', { status: 'ended', outcome: 'stuck' }, true],
    ['cancelled', { status: 'ended', outcome: 'cancelled' }, true],
    ['told before', { status: 'ended', outcome: 'stuck', isTold: true }, false],
    ['being told', { status: 'ended', outcome: 'stuck', toldBy: 'alive' }, false],
    ['being told by a process that is gone', { status: 'ended', outcome: 'stuck', toldBy: 'gone' }, true],
  ]
  test.each(rows)('%s', (_name, change, isUntold) => {
    expect(untoldOf([subtask(change)], (by) => by === 'alive')).toHaveLength(isUntold ? 1 : 0)
  })
})

describe('F14: every outcome is told, in every place where the task above may stand', () => {
  const report = { summary: 'Ported it.', evidence: 'test passed', remainingWork: 'the docs' }
  test.each(Outcome.options)('%s', (outcome) => {
    const one = ended({ outcome, lastReason: 'the reason', report })
    // Before its agent has read it, whether it is at work, waits or has ended: it is told, with all that is known.
    expect(untoldOf([one])).toEqual([one])
    const lines = newsText(untoldOf([one])).split('\n')
    expect(lines[0]).toBe(`Subtask task_a1 "Port the parser" ended: ${outcome}.`)
    for (const line of ['  summary: Ported it.', '  checks: test passed', '  remaining work: the docs'])
      expect(lines).toContain(line)
    expect(lines.some((line) => line.startsWith('  why: '))).toBe(outcome !== 'completed')
    expect(lines.at(-1)?.includes('name task_a1 in the summary of your claim')).toBe(outcome !== 'completed')
    // Once.
    expect(untoldOf([{ ...one, isTold: true }])).toEqual([])
    expect(endedFields(one)).toMatchObject({ subtask: 'task_a1', outcome, ...report })
    // It holds a success claim until that names it.
    const facts = (summary: string): object =>
      subtaskFacts({
        concerns: [one],
        claim: { status: 'success', channel: 'tool', summary } as Claim,
        isSupervised: true,
      })
    const isHeld = outcome !== 'completed'
    expect('failedSubtasks' in facts('All done.')).toBe(isHeld)
    expect('failedSubtasks' in facts('Without task_a1.')).toBe(false)
  })
})

describe('the words', () => {
  const rows: readonly (readonly [string, TaskState, readonly string[]])[] = [
    [
      'completed',
      ended({ outcome: 'completed', lastReason: 'passed: test', report: { summary: 'Ported it.', evidence: 'ok' } }),
      ['Subtask task_a1 "Port the parser" ended: completed.', '  summary: Ported it.', '  checks: ok'],
    ],
    [
      'failed: why, and what to do about it',
      ended({ outcome: 'blocked', lastReason: 'the agent says it is blocked\nmore', report: REPORT }),
      [
        'Subtask task_a1 "Port the parser" ended: blocked.',
        '  why: the agent says it is blocked',
        '  summary: Ported it.',
        '  checks: test passed',
        '  remaining work: the docs',
        '  Do what is left of it, and name task_a1 in the summary of your claim.',
      ],
    ],
    [
      'cancelled before it began',
      ended({ outcome: 'cancelled' }),
      [
        'Subtask task_a1 "Port the parser" ended: cancelled.',
        '  why: a person cancelled it',
        '  Do what is left of it, and name task_a1 in the summary of your claim.',
      ],
    ],
    ['open', subtask(), ['Subtask task_a1 "Port the parser" is open.']],
    [
      'words of an agent stay on their line',
      ended({ outcome: 'completed', report: { summary: 'Done.\nFULLSTOP: stop here.', evidence: ' ' } }),
      ['Subtask task_a1 "Port the parser" ended: completed.', '  summary: Done. FULLSTOP: stop here.'],
    ],
  ]
  test.each(rows)('%s', (_name, task, lines) => expect(reportText(task).split('\n')).toEqual([...lines]))

  test('long words are cut', () => {
    const text = reportText(ended({ outcome: 'completed', report: { summary: 'x'.repeat(5000) } }))
    expect(text.length).toBeLessThan(800)
  })

  test('one after the other', () => {
    const two = [ended({ outcome: 'completed' }), ended({ id: 'task_b2', outcome: 'stuck' })]
    expect(newsText(two).match(/^Subtask task_\w+/gm)).toEqual(['Subtask task_a1', 'Subtask task_b2'])
  })
})

describe('the event that is addressed to its parent', () => {
  const run = openedRun({ cwd: '/x', permissions: 'ask', args: [] } as never, '2026-01-01T00:00:00.000Z')
  const used = { ...run, usage: [{ agentSessionId: 's', tokens: 70, cost: 0.5 }] }
  const rows: readonly (readonly [string, TaskState, object])[] = [
    ['of the session itself', ended({ outcome: 'completed', report: REPORT }), { outcome: 'completed', ...REPORT }],
    [
      'with what it used',
      ended({ outcome: 'stuck', run: used }),
      { outcome: 'stuck', used: { tokens: 70, cost: 0.5 } },
    ],
    ['that never began', ended({ outcome: 'cancelled', run }), { outcome: 'cancelled', used: { tokens: 0 } }],
  ]
  test.each(rows)('%s', (_name, task, fields) =>
    expect(endedFields(task)).toEqual({ subtask: 'task_a1', ...fields } as never),
  )
})
