// The context of a task from events: saved, taken back, cleared, and gone with a completed task.
import { describe, expect, test } from 'bun:test'
import type { ContextState } from '../../contract/context.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import { erasedSave, stepContext } from './fold.ts'
import { mergeContext } from './merge.ts'
import { AT, LATER, saved as save, update } from './saved.fixture.ts'

const head = { id: 'evt_1', at: AT, task: 'task_1' }

const saved = (changes: Partial<EventOf<'context.saved'>> = {}): EventOf<'context.saved'> => ({
  ...head,
  kind: 'context.saved',
  session: 'ses_1',
  save: 'sav_1',
  agentSessionId: 'abc',
  digest: 'd1',
  update: update(),
  seen: { files: [], recentToolCalls: [] },
  ...changes,
})
const second = saved({ save: 'sav_2', digest: 'd2', at: LATER, update: update({ summary: 'All of it.' }) })
const withdrawn = (of: string): Event => ({ ...head, kind: 'context.withdrawn', save: of, why: 'subagent' })
const ended = (outcome: EventOf<'task.ended'>['outcome']): Event => ({
  ...head,
  kind: 'task.ended',
  outcome,
  because: [],
})
const fold = (...events: readonly Event[]): ContextState | undefined =>
  events.reduce<ContextState | undefined>(stepContext, undefined)

const one = mergeContext(undefined, save())
const two = mergeContext(one, save({ summary: 'All of it.' }, {}, { id: 'sav_2', at: LATER }))

const cases: ReadonlyArray<readonly [string, readonly Event[], ContextState | undefined]> = [
  ['nothing', [], undefined],
  ['a save', [saved()], { context: one, save: 'sav_1', digest: 'd1' }],
  ['a second save', [saved(), second], { context: two, save: 'sav_2', digest: 'd2', before: one }],
  ['the same save told twice', [saved(), second, second], { context: two, save: 'sav_2', digest: 'd2', before: one }],
  ['the last save taken back', [saved(), second, withdrawn('sav_2')], { context: one, save: '', digest: '' }],
  ['the only save taken back', [saved(), withdrawn('sav_1')], undefined],
  [
    'taken back twice',
    [saved(), second, withdrawn('sav_2'), withdrawn('sav_2')],
    { context: one, save: '', digest: '' },
  ],
  [
    'an older save taken back',
    [saved(), second, withdrawn('sav_1')],
    { context: two, save: 'sav_2', digest: 'd2', before: one },
  ],
  ['taken back before anything was saved', [withdrawn('sav_1')], undefined],
  [
    'a save after one was taken back',
    [saved(), saved({ save: 'sav_x', update: update({ summary: 'Elsewhere.' }) }), withdrawn('sav_x'), second],
    { context: two, save: 'sav_2', digest: 'd2', before: one },
  ],
  ['cleared', [saved(), { ...head, kind: 'context.cleared', by: 'agent' }], undefined],
  ['a completed task', [saved(), ended('completed')], undefined],
  ['a task that ended otherwise', [saved(), ended('capped')], { context: one, save: 'sav_1', digest: 'd1' }],
  ['a save after the end', [saved(), ended('completed'), saved()], { context: one, save: 'sav_1', digest: 'd1' }],
]

test.each(cases)('%s', (_name, events, expected) => {
  expect(fold(...events)).toEqual(expected)
})

describe('the same object comes back', () => {
  const state: ContextState = { context: one, save: 'sav_1', digest: 'd1' }
  const unchanged: ReadonlyArray<readonly [string, Event]> = [
    ['after the withdrawal of another save', withdrawn('sav_9')],
    ['after the same save', saved()],
    ['after an end that is no success', ended('unverified')],
    ['after anything else', { ...head, kind: 'task.paused', actor: 'terminal' }],
  ]
  test.each(unchanged)('%s', (_name, event) => {
    expect(stepContext(state, event)).toBe(state)
  })
})

test('an erased save keeps its name and nothing of its text', () => {
  const erased = { ...head, kind: 'context.erased' as const, session: 'ses_1' }
  expect(erasedSave(saved())).toEqual(erased)
})
