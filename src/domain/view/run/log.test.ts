// Every event of a run, and the output that belongs to it.
import { describe, expect, test } from 'bun:test'
import type { Event } from '../../../contract/event.ts'
import type { CheckResult } from '../../../contract/evidence.ts'
import { toText } from '../part.ts'
import { type RunLine, viewRunEvent } from './log.ts'

const AT = '2026-11-15T10:00:00.000Z'
const ids = { id: 'evt_1', at: AT, session: 'ses_1', task: 'task_1' } as const
const round = { id: 'evt_1', at: AT, workspace: 'wsp_1', run: 'run_1', cause: 'claim' } as const
const checked = (result: CheckResult, tail: string): Event => ({
  ...round,
  kind: 'check.finished',
  check: {
    name: 'test',
    key: 'k',
    result,
    why: 'why',
    run: 'run_1',
    startedAt: AT,
    durationMs: 5,
    tail,
    failures: [],
  },
})
const known: Event = { ...ids, kind: 'stint.known', stint: 'stint_1', agentSessionId: 'abc' }
const over = (...notes: string[]): Event => ({ ...round, kind: 'checks.finished', valid: [], artefacts: [], notes })
const line = (subject: string, text: string, more: Partial<RunLine> = {}): RunLine => ({
  at: AT,
  subject,
  parts: [toText(text)],
  details: [],
  output: [],
  ...more,
})
const check = (result: CheckResult, tone: 'good' | 'bad' | 'warn', output: readonly string[]): RunLine => ({
  ...line('check', ''),
  parts: [toText('test '), toText(result, tone), toText(' in 5 ms (why)')],
  output,
})

const rows: ReadonlyArray<readonly [name: string, event: Event, expected: RunLine]> = [
  ['an event that matters', { ...ids, kind: 'wait.ended' }, line('wait', 'is over')],
  ['a tool that was used', { ...ids, kind: 'tool.used', tool: 'Bash' }, line('tool', 'Bash')],
  ['a session of the agent', known, line('agent', 'session abc')],
  ['a round without notes', over(), line('checks', 'ended')],
  ['a round with a note', over('moved'), line('checks', 'ended', { details: ['moved'] })],
  ['a check that passed', checked('passed', 'much output'), check('passed', 'good', [])],
  [
    'a check that failed: its last six lines, safe to print',
    checked('failed', '1\n2\n\n3\n4\n5\n6\n7\u001b[31m\n'),
    check('failed', 'bad', ['2', '3', '4', '5', '6', '7\u{fffd}[31m']),
  ],
  ['a check that could not run', checked('could-not-run', 'x'), check('could-not-run', 'warn', ['x'])],
]

describe('viewRunEvent', () => {
  for (const [name, event, expected] of rows) {
    test(name, () => expect(viewRunEvent(event)).toEqual(expected))
  }
})
