// The events of a run in plain words, as `show` and `log` print them.
import { describe as group, expect, test } from 'bun:test'
import type { Event } from '../../../contract/event.ts'
import { describe, type Described } from './describe.ts'
import { styleFor, timeOfDay } from './style.ts'

const PLAIN = styleFor({ terminal: { input: false, output: false }, env: {} })
const UNTIL = '2026-11-15T15:52:05.000Z'
const head = { id: 'evt_1', at: '2026-11-15T10:00:00.000Z', session: 'ses_1', task: 'task_1' } as const
const stint = { ...head, stint: 'stint_1' } as const
const line = (label: string, text: string, details: readonly string[] = []): Described => ({ label, text, details })

const rows: ReadonlyArray<readonly [name: string, event: Event, expected: Described]> = [
  ['taken on', { ...head, kind: 'run.attached', source: 'run' }, line('run', 'a supervisor takes it on')],
  [
    'taken on again',
    { ...head, kind: 'run.attached', source: 'resume' },
    line('run', 'a supervisor takes it up again'),
  ],
  ['taken up', { ...head, kind: 'task.resumed', actor: 'terminal' }, line('person', 'took it up again (terminal)')],
  ...(
    [
      ['first', 'started'],
      ['same', 'goes on in its session'],
      ['fresh', 'starts a fresh session'],
      ['again', 'goes on after the interruption'],
      ['probe', 'is asked whether it is done'],
    ] as const
  ).flatMap(([how, words]): (readonly [string, Event, Described])[] => [
    [`a stint: ${how}`, { ...stint, kind: 'stint.started', how, isBriefed: false }, line('agent', words)],
    [`told: ${how}`, { ...stint, kind: 'stint.told', how, offset: 5 }, line('agent', `told at its prompt: ${words}`)],
  ]),
  [
    'a stint with the brief',
    { ...stint, kind: 'stint.started', how: 'fresh', isBriefed: true, agentSessionId: 'a' },
    line('agent', 'starts a fresh session, with the brief'),
  ],
  ['its session', { ...stint, kind: 'stint.known', agentSessionId: 'abc' }, line('agent', 'session abc')],
  [
    'its session and model',
    { ...stint, kind: 'stint.known', agentSessionId: 'abc', model: 'claude-opus-5-5' },
    line('agent', 'session abc, claude-opus-5-5'),
  ],
  ['it waits', { ...stint, kind: 'stint.settled' }, line('agent', 'waits at its prompt')],
  [
    'it stopped',
    { ...stint, kind: 'stint.ended', end: { kind: 'stopped' }, endedAt: head.at, notes: [] },
    line('agent', 'stopped'),
  ],
  [
    'it was ended',
    {
      ...stint,
      kind: 'stint.ended',
      end: { kind: 'usage-limit', detail: 'You hit\nyour limit', retryAt: UNTIL },
      endedAt: head.at,
      notes: ['a note\u001b[31m'],
    },
    line('agent', 'ended: usage-limit, You hit your limit', [expect.stringMatching(/^a note[^\u001b]*$/) as never]),
  ],
  [
    'a wait',
    { ...head, kind: 'wait.started', until: UNTIL, why: 'the usage limit' },
    line('wait', `until ${timeOfDay(UNTIL)} for the usage limit`),
  ],
  ['a wait is over', { ...head, kind: 'wait.ended' }, line('wait', 'is over')],
  [
    'a budget',
    { ...head, kind: 'budget.warned', budget: 'time', used: 4_830_000, limit: 6_000_000 },
    line('budget', '81 % of the budget for time is used'),
  ],
  [
    'a small budget',
    { ...head, kind: 'budget.warned', budget: 'cost', used: 0.5, limit: 0.5 },
    line('budget', '100 % of the budget for cost is used'),
  ],
  [
    'an outcome',
    {
      ...head,
      kind: 'task.ended',
      outcome: 'agent-failed',
      because: [{ code: 'not-the-agents-choice', text: 'no\nkey' }],
    },
    line('ended', 'agent-failed: no'),
  ],
]

group('describe', () => {
  for (const [name, event, expected] of rows) test(name, () => expect(describe(event, PLAIN)).toEqual(expected))
})
