// Events as lines of a terminal: tones become colours, moments the time of day.
import { describe as group, expect, test } from 'bun:test'
import type { Event } from '../../../contract/event.ts'
import { describe, type Described } from './describe.ts'
import { styleFor, timeOfDay } from './style.ts'

const PLAIN = styleFor({ terminal: { input: false, output: false }, env: {} })
const COLOURED = styleFor({ terminal: { input: true, output: true }, env: {} })
const UNTIL = '2026-11-15T15:52:05.000Z'
const head = { id: 'evt_1', at: '2026-11-15T10:00:00.000Z', session: 'ses_1', task: 'task_1' } as const
const refused: Event = {
  ...head,
  kind: 'stop.decided',
  decision: {
    kind: 'continue',
    rule: 5,
    because: [{ code: 'check-failed', text: 'it fails' }],
    say: '',
    fingerprint: 'f',
    counts: [],
  },
  continuations: 1,
  lastWords: 'done\u001b[31m',
  nearMisses: [],
}
const DETAILS = ['last words: done\u{fffd}[31m']

const rows: ReadonlyArray<readonly [name: string, event: Event, style: typeof PLAIN, expected: Described]> = [
  ['plain', refused, PLAIN, { label: 'stop', text: 'refused: it fails', details: DETAILS }],
  ['coloured', refused, COLOURED, { label: 'stop', text: '\u001b[31mrefused\u001b[0m: it fails', details: DETAILS }],
  [
    'a moment',
    { ...head, kind: 'wait.started', until: UNTIL, why: 'usage limit' },
    COLOURED,
    { label: 'wait', text: `usage limit; trying again at ${timeOfDay(UNTIL)}`, details: [] },
  ],
]

group('describe', () => {
  for (const [name, event, style, expected] of rows) test(name, () => expect(describe(event, style)).toEqual(expected))
})
