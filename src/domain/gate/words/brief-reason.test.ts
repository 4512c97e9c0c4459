// A red check in one line: what its output says, wherever it says something.
import { expect, test } from 'bun:test'
import type { ReasonCode } from '../../../contract/decision.ts'
import { briefReason } from './brief-reason.ts'

const rows: ReadonlyArray<readonly [name: string, code: ReasonCode, text: string, expected: string]> = [
  [
    'the failing line',
    'check-failed',
    'check "t" failed (exit 1)\nok 1\nError: 2 is not 3',
    'check "t" failed: 2 is not 3',
  ],
  ['nothing was printed', 'check-failed', 'check "t" failed (exit 1)', 'check "t" failed (exit 1)'],
  ['nothing but white space', 'check-failed', 'check "t" failed (exit 1)\n \n', 'check "t" failed (exit 1)'],
  [
    'what else is known of it stays',
    'check-failed',
    'check "t" failed (exit 1), it passed when the task began\nError: 2 is not 3',
    'check "t" failed, it passed when the task began: 2 is not 3',
  ],
  [
    'an end that is no exit code stays',
    'check-failed',
    'check "t" timed-out (after 10m)\nError: 2 is not 3',
    'check "t" timed-out (after 10m): 2 is not 3',
  ],
  [
    'a long line is cut',
    'check-failed',
    `check "t" failed (exit 1)\nError: ${'x'.repeat(900)}`,
    `check "t" failed: ${'x'.repeat(199)}…`,
  ],
  ['any other reason', 'todo-open', 'open todo: docs\nmore', 'open todo: docs'],
]

for (const [name, code, text, expected] of rows) test(name, () => expect(briefReason({ code, text })).toBe(expected))
