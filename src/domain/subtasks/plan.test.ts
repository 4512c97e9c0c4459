// The bounds of subtasks, and the checks that they are measured by.
import { describe, expect, test } from 'bun:test'
import type { Policy } from '../../contract/config/policy.ts'
import { POLICY } from '../tasks/events.fixture.ts'
import { MOST_SUBTASKS, planSubtask, type SubtaskQuery } from './plan.ts'

const check = (name: string): Policy['checks'][number] => ({ name, run: 'true' })
const policy: Policy = { ...POLICY, checks: [check('lint'), check('test')], untrustedChecks: ['build'] }
const query: SubtaskQuery = { policy, depth: 1, open: 0, all: 0, checks: undefined }
const bounded = (subtasks: Partial<Policy['subtasks'] & object>): Policy => ({
  ...policy,
  subtasks: { onChildEnd: 'continue', maxDepth: 3, maxOpen: 20, ...subtasks },
})

describe('what is refused, and the way out', () => {
  const rows: readonly (readonly [string, Partial<SubtaskQuery>, string, string])[] = [
    ['too deep', { depth: 4 }, 'subtasks may be 3 deep', 'do this part in your own task'],
    ['deeper than the config allows', { policy: bounded({ maxDepth: 1 }), depth: 2 }, '1 deep', 'in your own task'],
    ['too many open', { open: 20 }, '20 is the most', 'list_subtasks'],
    ['more than the config allows', { policy: bounded({ maxOpen: 2 }), open: 2 }, '2 is the most', 'list_subtasks'],
    ['switched off by number', { policy: bounded({ maxOpen: 0 }) }, 'off here', 'your own task'],
    ['switched off by depth', { policy: bounded({ maxDepth: 0 }) }, 'off here', 'your own task'],
    ['too many in all', { all: MOST_SUBTASKS }, 'has had 100 subtasks', 'do the rest'],
    ['an unknown check', { checks: ['tests'] }, 'no check "tests"', 'lint, test, build (did you mean test?)'],
    [
      'a check where there is none',
      { policy: { ...policy, checks: [], untrustedChecks: [] }, checks: ['a'] },
      'no check "a"',
      'leave checks out',
    ],
  ]
  test.each(rows)('%s', (_name, change, why, next) =>
    expect(planSubtask({ ...query, ...change })).toEqual({
      kind: 'refused',
      why: expect.stringContaining(why),
      next: expect.stringContaining(next),
    }),
  )
})

describe('the checks of a subtask', () => {
  const rows: readonly (readonly [string, readonly string[] | undefined, readonly string[], readonly string[]])[] = [
    ['none named: all', undefined, ['lint', 'test'], ['build']],
    ['an empty list: all', [], ['lint', 'test'], ['build']],
    ['one', ['test'], ['test'], []],
    ['one that is not trusted', ['build'], [], ['build']],
  ]
  test.each(rows)('%s', (_name, checks, trusted, untrusted) => {
    const plan = planSubtask({ ...query, checks })
    const named = plan.kind === 'policy' ? plan.policy.checks.map(({ name }) => name) : undefined
    expect([named, plan.kind === 'policy' ? plan.policy.untrustedChecks : undefined]).toEqual([
      [...trusted],
      [...untrusted],
    ])
  })
})
