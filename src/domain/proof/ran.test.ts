// What the number of tests says against a pass.
import { expect, test } from 'bun:test'
import type { CheckRun, WhatRan } from '../../contract/evidence.ts'
import { ranBefore, suspicionOf } from './ran.ts'

const ran = (tests: number, more: Partial<WhatRan> = {}): WhatRan => ({
  tests,
  failed: 0,
  skipped: 0,
  finished: true,
  ...more,
})

function check(more: Partial<CheckRun>): CheckRun {
  return {
    name: 'test',
    key: 'k',
    result: 'passed',
    why: 'exit 0',
    run: 'run_1',
    startedAt: '2026-01-01T10:00:00.000Z',
    durationMs: 1000,
    tail: '',
    failures: [],
    tree: 't',
    ...more,
  }
}

const before = check({ ran: ran(12) })

const ROWS: ReadonlyArray<
  readonly [name: string, now: CheckRun, then: CheckRun | undefined, suspicion: string | undefined]
> = [
  ['as many tests', check({ ran: ran(12) }), before, undefined],
  ['more tests', check({ ran: ran(13) }), before, undefined],
  ['fewer tests', check({ ran: ran(9) }), before, '9 tests ran, and 12 tests ran before the task'],
  ['nothing to compare with', check({ ran: ran(9) }), undefined, undefined],
  [
    'no runner any more',
    check({}),
    before,
    'nothing in its output tells that tests ran, and 12 tests ran before the task',
  ],
  ['a number that is not told', check({ ran: { failed: 0, skipped: 0, finished: true } }), before, undefined],
  ['chosen by what changed', check({ ran: ran(1, { partial: true }) }), before, undefined],
  [
    'failures behind a success',
    check({ ran: ran(4, { failed: 4 }) }),
    check({ result: 'failed', ran: ran(4, { failed: 4 }) }),
    '4 tests failed, and yet the check ended with success',
  ],
  [
    'failures behind a success, as before',
    check({ ran: ran(4, { failed: 1 }) }),
    check({ ran: ran(4, { failed: 2 }) }),
    undefined,
  ],
  ['a failure', check({ result: 'failed', ran: ran(9) }), before, undefined],
  [
    'no summary',
    check({ ran: ran(3, { finished: false }) }),
    undefined,
    'a test runner began and printed no summary, so that it may have ended early',
  ],
]

for (const [name, now, then, suspicion] of ROWS)
  test(`P6: ${name}`, () => {
    expect(suspicionOf(now, then ? [then] : [])).toBe(suspicion)
  })

test('P6: the newest result from before the task counts, and only one that holds for a tree', () => {
  const opened = '2026-01-01T12:00:00.000Z'
  const during = check({ startedAt: '2026-01-01T12:30:00.000Z', ran: ran(5) })
  const { tree: _none, ...unbound } = check({ startedAt: '2026-01-01T11:30:00.000Z', ran: ran(1) })
  const newest = check({ startedAt: '2026-01-01T11:00:00.000Z', ran: ran(12) })
  const other = check({ startedAt: '2026-01-01T11:10:00.000Z', key: 'other', ran: ran(2) })
  const silent = check({ startedAt: '2026-01-01T11:20:00.000Z' })
  expect(ranBefore('k', { openedAt: opened }, [during, unbound, silent, other, newest, before])).toEqual([
    silent,
    newest,
    before,
  ])
  expect(suspicionOf(check({ ran: ran(9) }), [silent, newest, before])).toContain('12 tests ran before')
  expect(ranBefore('k', { openedAt: opened, baseline: [during] }, [newest])).toEqual([during, newest])
  expect(ranBefore('k', { openedAt: opened }, [during])).toEqual([])
})

test('P6: a reporter that never prints a summary is no news', () => {
  const silent = check({ ran: { failed: 0, skipped: 0, finished: false } })
  expect(suspicionOf(silent, [silent])).toBeUndefined()
  expect(suspicionOf(silent, [before])).toContain('printed no summary')
  expect(suspicionOf(silent, [])).toContain('printed no summary')
  expect(suspicionOf(check({ ran: ran(1, { finished: false }) }), [silent])).toContain('printed no summary')
})
