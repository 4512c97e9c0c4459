// Evidence on a terminal: what a check printed stays apart from what we say, however narrow the window.
import { expect, test } from 'bun:test'
import type { CheckRun } from '../../../contract/evidence.ts'
import { showCheck } from './show-evidence.ts'

const plain = (text: string): string => text

test('issue 17: a line of output that is broken keeps its mark on every part', () => {
  const check: CheckRun = {
    name: 'test',
    result: 'failed',
    exitCode: 1,
    startedAt: '2026-11-18T06:57:00.000Z',
    durationMs: 1300,
    tail: `at: Test.<anonymous> (/home/ada/code/${'long/'.repeat(8)}index.js:333:4)`,
  } as CheckRun
  const style = { bold: plain, dim: plain, good: plain, bad: plain, warn: plain }
  const [, ...output] = showCheck(check, { style, columns: 60 })
  expect(output.length).toBeGreaterThan(1)
  expect(output.filter((line) => !line.startsWith('    │ ') || line.length > 60)).toEqual([])
})
