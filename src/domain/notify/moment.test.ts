// Which events of a task a person hears of, once each, in any process that folds them.
import { describe, expect, test } from 'bun:test'
import type { Decision } from '../../contract/decision.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import type { NotifyPolicy } from '../../contract/config/notify.ts'
import {
  allowedBy,
  asked,
  AT,
  LATER,
  ordered,
  POLICY,
  promptJoined,
  refusedBy,
  requestOpened,
  stopDecided,
  taskEnded,
  taskOpened,
} from '../tasks/events.fixture.ts'
import { stepTask } from '../tasks/fold-task.ts'
import { mayBeMoment, type Moment, momentsIn, targetsLeft } from './moment.ts'

const notify: NotifyPolicy = { settings: 'ntf_1', targets: ['desktop', 'webhook'] }
const open = taskOpened({ policy: { ...POLICY, notify } })

/** Each with an id of its own, as the store has them. */
function numbered(events: readonly Event[]): Event[] {
  return events.map((event, index) => ({ ...event, id: `evt_${index}` }))
}

const waits = (code: 'question' | 'permission' | 'background-work'): Decision => ({
  kind: 'allow',
  rule: 10,
  because: [{ code, text: 'the agent asks: which one?' }],
  status: 'waiting',
})
const endedBy = (outcome: EventOf<'task.ended'>['outcome'], more: Partial<EventOf<'task.ended'>> = {}): Event => ({
  ...taskEnded(outcome),
  ...more,
})
const resumed: Event = { id: 'x', at: LATER, kind: 'task.resumed', session: 'ses_1', task: 'task_1', actor: 'terminal' }
const waitStarted: Event = {
  id: 'x',
  at: AT,
  kind: 'wait.started',
  session: 'ses_1',
  task: 'task_1',
  until: LATER,
  why: 'limit',
}
const withdrawn: Event = { id: 'x', at: AT, kind: 'task.withdrawn', session: 'ses_1', task: 'task_1' }

const rows: ReadonlyArray<readonly [name: string, events: readonly Event[], moments: readonly string[]]> = [
  ['a task that goes on', [open, requestOpened(), stopDecided(refusedBy(11))], []],
  ['a claim that a person must look at', [open, requestOpened(), stopDecided(asked)], ['2 needs-you awaiting-review']],
  ['the same stop again', [open, stopDecided(asked), stopDecided(asked)], ['1 needs-you awaiting-review']],
  [
    'asked, taken up, and asked again',
    [open, stopDecided(asked), promptJoined(), stopDecided(asked)],
    ['1 needs-you awaiting-review', '3 needs-you awaiting-review'],
  ],
  ['a question', [open, requestOpened(), stopDecided(waits('question'))], ['2 needs-you waiting']],
  ['a permission prompt', [open, stopDecided(waits('permission'))], ['1 needs-you waiting']],
  ['background work', [open, stopDecided(waits('background-work'))], []],
  ['a usage limit', [open, waitStarted], []],
  ['an end', [open, stopDecided(allowedBy(4)), endedBy('completed')], ['2 ended completed']],
  ['another end', [open, endedBy('stuck')], ['1 ended stuck']],
  ['an end that needs an answer', [open, endedBy('needs-input')], ['1 needs-you needs-input']],
  ['an end told twice', [open, endedBy('completed'), endedBy('completed')], ['1 ended completed']],
  ['a cancel', [open, ordered('task.cancelled')], ['1 ended cancelled']],
  [
    'a cancel after the end',
    [open, endedBy('stuck'), ordered('task.cancelled')],
    ['1 ended stuck', '2 ended cancelled'],
  ],
  ['a pause by the person', [open, ordered('task.paused')], []],
  ['a task that was never one', [open, withdrawn], []],
  [
    'ended by a call, and again by the stop after it',
    [open, endedBy('completed', { byCall: true }), stopDecided(allowedBy(4)), endedBy('completed')],
    ['1 ended completed'],
  ],
  [
    'ended by a call, and otherwise by the stop after it',
    [open, endedBy('completed', { byCall: true }), stopDecided(allowedBy(12)), endedBy('stuck')],
    ['1 ended completed', '3 ended stuck'],
  ],
  [
    'ended, taken up and ended alike',
    [open, endedBy('stuck'), resumed, endedBy('stuck')],
    ['1 ended stuck', '3 ended stuck'],
  ],
  ['nobody is to be told', [taskOpened(), stopDecided(asked), endedBy('completed')], []],
  ['a task that is not known', [endedBy('completed')], []],
]

const short = ({ id, kind, status, outcome }: Moment): string => `${id.slice(4)} ${kind} ${outcome ?? status}`

describe('momentsIn', () => {
  for (const [name, events, moments] of rows) {
    test(name, () => expect(momentsIn(undefined, numbered(events)).map(short)).toEqual([...moments]))
    test(`${name}, folded in two steps wherever it is cut`, () => {
      const all = numbered(events)
      for (let cut = 0; cut <= all.length; cut++) {
        const before = all.slice(0, cut).reduce(stepTask, undefined)
        const found = [...momentsIn(undefined, all.slice(0, cut)), ...momentsIn(before, all.slice(cut))]
        // A cut between a stop and the end that it repeats may tell the end twice, never too few times.
        expect(found.map(short)).toEqual(expect.arrayContaining([...moments]))
      }
    })
  }

  test('everything that is known of it', () => {
    const events = numbered([
      open,
      requestOpened(),
      endedBy('blocked', { because: [{ code: 'blocked', text: 'no key' }] }),
    ])
    expect(momentsIn(undefined, events)).toEqual([
      {
        id: 'evt_2',
        at: AT,
        kind: 'ended',
        task: 'task_1',
        agent: 'claude',
        status: 'ended',
        outcome: 'blocked',
        cwd: '/repo',
        request: 'Fix it.',
        reason: 'no key',
        notify,
      },
    ])
  })
})

test('what is sent or given up is not due again', () => {
  const [moment] = momentsIn(undefined, numbered([open, endedBy('stuck')]))
  if (!moment) throw new Error('there is a moment')
  const about = { id: 'x', at: AT, task: 'task_1', moment: 'ended', tries: 1 } as const
  const sent: Event = { ...about, kind: 'notification.sent', of: moment.id, to: 'desktop' }
  const failed: Event = { ...about, kind: 'notification.failed', of: moment.id, to: 'webhook', why: 'gone' }
  const other: Event = { ...about, kind: 'notification.sent', of: 'evt_9', to: 'webhook' }
  expect([[], [sent], [sent, other], [sent, failed]].map((events) => targetsLeft(moment, events))).toEqual([
    ['desktop', 'webhook'],
    ['webhook'],
    ['webhook'],
    [],
  ])
})

test('a notification leaves the task as it is', () => {
  const before = stepTask(undefined, open)
  const sent: Event = {
    id: 'x',
    at: LATER,
    kind: 'notification.sent',
    task: 'task_1',
    of: 'evt_1',
    moment: 'ended',
    to: 'ntfy',
    tries: 1,
  }
  expect(stepTask(before, sent)).toBe(before)
})

test('events that may be moments of a task that is not known', () => {
  const events = [open, requestOpened(), stopDecided(asked), endedBy('stuck'), waitStarted]
  expect(events.filter(mayBeMoment).map(({ kind }) => kind)).toEqual(['task.opened', 'stop.decided', 'task.ended'])
})
