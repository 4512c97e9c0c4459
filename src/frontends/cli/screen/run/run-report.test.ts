// The card at the end of a run: how it ended, why, and what to type next, in any window.
import { describe, expect, test } from 'bun:test'
import type { ReportView } from '../../../../domain/view/task/report.ts'
import { runReport } from './run-report.ts'
import { styleFor } from '../style.ts'

const PLAIN = styleFor({ terminal: { input: false, output: false }, env: {} })
const widthOf = (text: string): number => text.length
const draw = (view: ReportView, columns = Number.POSITIVE_INFINITY, isVerbose = false): string[] =>
  runReport(view, { style: PLAIN, columns, widthOf }, { isVerbose })

const VIEW: ReportView = {
  task: 'task_1',
  title: 'Add rate limiting to the API',
  ending: { text: 'completed', tone: 'good' },
  used: ['9 s', '3 turns', '13k tokens', '$0.04'],
  because: ['test passed in 50 ms', 'lint passed in 1 s'],
  criteria: ['c1: It is 42 (met by answer)'],
  changed: 'src/api.ts, src/limit.ts (new)',
  said: [],
  look: ['src/api.test.ts:3 expected value replaced'],
  denied: ['Bash (npm install)'],
  stints: [
    { number: 1, how: 'first prompt', took: '4.0s', tokens: '5k tokens', cost: '$0.01' },
    { number: 2, how: 'continuation', took: '5.0s', tokens: '', cost: '' },
  ],
  next: [
    { command: 'fullstop evidence task_1', does: 'what proves it' },
    { command: 'fullstop show', does: 'more' },
  ],
}

describe('runReport', () => {
  test('the whole card', () =>
    expect(draw(VIEW)).toEqual([
      '',
      'completed in 9 s · 3 turns · 13k tokens · $0.04',
      '  task_1  Add rate limiting to the API',
      '',
      '  why      test passed in 50 ms',
      '           lint passed in 1 s',
      '  criteria c1: It is 42 (met by answer)',
      '  changed  src/api.ts, src/limit.ts (new)',
      '  look     src/api.test.ts:3 expected value replaced',
      '  denied   Bash (npm install)',
      '  next     fullstop evidence task_1   what proves it',
      '           fullstop show              more',
    ]))

  test('--verbose: every turn too', () =>
    expect(draw(VIEW, undefined, true)).toContain('  turns    1.  first prompt  4.0s  5k tokens  $0.01'))

  test('any other end than completed', () =>
    expect(draw({ ...VIEW, ending: { text: 'stuck', tone: 'warn' } })[1]).toBe(
      'stuck after 9 s · 3 turns · 13k tokens · $0.04',
    ))

  test('only completed is green', () => {
    const style = styleFor({ terminal: { input: true, output: true }, env: {} })
    const first = (tone: 'good' | 'warn'): string =>
      runReport({ ...VIEW, ending: { text: 'x', tone } }, { style, columns: 80, widthOf }, { isVerbose: false })[1] ??
      ''
    expect([first('good').startsWith('\u001b[32m'), first('warn').startsWith('\u001b[35m')]).toEqual([true, true])
  })

  test('what the agent said stands below that it changed nothing', () =>
    expect(
      draw({ ...VIEW, changed: 'nothing', said: ['Two findings:', '  1. the limit is off by one'] }, 60),
    ).toContainEqual(expect.stringMatching(/^ {13}1\. the limit is off by one$/)))

  test.each([20, 24, 40, 60, 80])('U11: in %p columns no line is wider', (columns) => {
    const long = { ...VIEW, because: ['a reason '.repeat(30)], title: 'word '.repeat(40) }
    expect(draw(long, columns).filter((line) => line.length > columns)).toEqual([])
  })
})
