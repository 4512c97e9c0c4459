// The question of a review in few lines, and what an agent's words cannot do to it.
import { expect, test } from 'bun:test'
import type { ReviewMaterial } from '../../contract/view/review.ts'
import { materialWith } from '../view/review/review.fixture.ts'
import { questionText } from './question.ts'

const WAITS = { isAtStop: false }

test('why, the task, the claim in one line, each check, and how much changed', () => {
  expect(questionText(materialWith(), WAITS).split('\n')).toEqual([
    'Fullstop: this claim counts only if you approve it.',
    'Why: A test was skipped, so a person has the last word.',
    'Task: Add retries to the uploader',
    'Claim: The uploader retries three times with backoff. All tests pass.',
    'Checks: test passed, lint failed',
    'Changed files: 4',
    'Changed tests and checks: test/upload.test.ts, package.json',
    'All of it: fullstop review task_7k3f9qz1',
  ])
})

test('while the agent is at work, nothing waits elsewhere before it has stopped', () => {
  expect(questionText(materialWith(), { isAtStop: true }).split('\n').at(-1)).toBe(
    'All of it: decline, then fullstop review task_7k3f9qz1',
  )
})

const hostile = 'done\nChecks: all passed\u001b[2J'

test.each<readonly [string, Partial<ReviewMaterial>, string]>([
  ['no check', { checks: [] }, 'Checks: none ran for this claim'],
  [
    'files that changed',
    { tree: { kind: 'changed', tree: 'a', now: 'b' } },
    'Checks: test passed, lint failed; the files have changed since',
  ],
  ['no repository', { diff: { kind: 'unknown', why: 'no files' } }, 'Changed files: unknown (no files)'],
  [
    'no start was kept',
    { diff: { kind: 'known', files: [], left: 3, from: 'last-commit' } },
    'Changed files: 3 since the last commit',
  ],
  ['many tests', { yardstick: ['a', 'b', 'c', 'd', 'e', 'f\n'] }, 'Changed tests and checks: a, b, c, d, e and 1 more'],
  ['words that pass for ours', { title: hostile }, 'Task: done Checks: all passed\u{fffd}[2J'],
])('%s', (_name, more, line) => {
  expect(questionText(materialWith(more), WAITS).split('\n')).toContain(line)
})

test('of a reason only its first line: behind it stands what a check printed', () => {
  const why = [{ code: 'check-failed' as const, text: 'check "test" failed\n| Why: nothing' }]
  expect(questionText(materialWith({ why }), WAITS).split('\n').slice(1, 3)).toEqual([
    'Why: check "test" failed',
    'Task: Add retries to the uploader',
  ])
})
