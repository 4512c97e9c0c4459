// U15: a claim in the agent's words is told before the checks that it is recorded after.
import { expect, test } from 'bun:test'
import type { Event } from '../../../contract/event.ts'
import { nothingTold, tellAhead } from './told-ahead.ts'

const head = {
  id: 'evt_1',
  at: '2026-11-15T10:00:00.000Z',
  session: 'ses_1',
  task: 'task_1',
  request: 'req_1',
} as const
const round = { workspace: 'ws_1', run: 'run_1' } as const
const started = (cause: 'claim' | 'baseline'): Event =>
  ({ ...head, ...round, kind: 'checks.started', root: '/repo', cause, checks: ['test'] }) as Event
const made: Event = {
  ...head,
  kind: 'claim.made',
  claim: { id: 'clm_1', status: 'success', channel: 'done-token', text: 'DONE' },
}
const refusal = { kind: 'continue', rule: 5, because: [], say: '', counts: ['refusal'] }
const stopped = {
  ...head,
  kind: 'stop.decided',
  decision: refusal,
  continuations: 0,
  nearMisses: [],
} as unknown as Event
const answered = { ...head, kind: 'claim.decided', claim: 'clm_1', decision: refusal, byCall: true } as unknown as Event

const subjects = (...events: readonly Event[]): string[] => {
  let told = nothingTold
  return events.flatMap((event) => {
    const next = tellAhead(told, event)
    told = next.told
    return next.lines.map(({ subject }) => subject)
  })
}

const rows: readonly (readonly [name: string, events: readonly Event[], expected: readonly string[]])[] = [
  ['recorded after its checks', [started('claim'), made, stopped], ['claim', 'checks', 'stop']],
  [
    'each of two',
    [started('claim'), made, stopped, started('claim'), made, stopped],
    ['claim', 'checks', 'stop', 'claim', 'checks', 'stop'],
  ],
  [
    'its round is run twice',
    [started('claim'), started('claim'), made, stopped],
    ['claim', 'checks', 'checks', 'stop'],
  ],
  ['made by a call', [made, started('claim'), answered, stopped], ['claim', 'checks', 'decided', 'stop']],
  [
    'in words, after a call that was refused',
    [made, started('claim'), answered, started('claim'), made],
    ['claim', 'checks', 'decided', 'claim', 'checks'],
  ],
  ['without checks', [made, stopped], ['claim', 'stop']],
  ['a baseline is for no claim', [started('baseline'), made, stopped], ['checks', 'claim', 'stop']],
]

for (const [name, events, expected] of rows) test(name, () => expect(subjects(...events)).toEqual([...expected]))
