// The lines of `fullstop doctor`: one column for the names, and room for what was found.
import { expect, test } from 'bun:test'
import type { DoctorFinding } from '../../../flows/doctor/finding.ts'
import type { Paper } from '../screen/paper.ts'
import { showFindings } from './doctor.ts'

const plain = (text: string): string => text
const paper = (columns: number): Paper =>
  ({
    style: { bold: plain, dim: plain, good: plain, bad: plain, warn: plain },
    columns,
    widthOf: (text: string) => text.length,
  }) as unknown as Paper
const line = (what: string, detail: string): DoctorFinding => ({ agent: 'claude', what, result: 'ok', detail })
const TRIED: readonly DoctorFinding[] = [
  line('hooks and permission registered', 'in its settings'),
  line('the hook fires', 'at a stop of the real agent'),
  line('a refusal reaches the model', 'it was sent back and read why'),
  line('the tool is visible', 'complete_task is offered to the model'),
  line('the session is known', 'the call and the stop are of one session'),
  line('an honest claim passes', 'the stop after it was allowed'),
]

test.each([80, 120])('in %d columns what was tried takes one line each', (columns) => {
  expect(showFindings(TRIED, paper(columns))).toEqual([
    'Claude Code',
    '  ok          hooks and permission    in its settings',
    '  ok          the hook fires          at a stop of the real agent',
    '  ok          a refusal arrives       it was sent back and read why',
    '  ok          the tool is visible     complete_task is offered to the model',
    '  ok          the session is known    the call and the stop are of one session',
    '  ok          an honest claim passes  the stop after it was allowed',
    '',
    'Everything is proven to work.',
  ])
})
