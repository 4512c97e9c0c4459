// Where a stop stands, the person's word on the task, what the person asked for, and whether they only asked something.
import { describe, expect, test } from 'bun:test'
import type { TaskState } from '../../contract/state.ts'
import type { Known } from '../tasks/known.ts'
import type { Window } from '../tasks/request/request.ts'
import { asksQuestion, type StopPlace, placeOf, promptsAt, userWord } from './place.ts'
import type { RequestRead } from './request-read.ts'
import {
  knownAs,
  MISSING,
  place,
  prompt,
  requestRead,
  requestState,
  sessionState,
  taskState,
  transcript,
  window,
  work,
} from './sources.fixture.ts'

const REFUSED = [{ fingerprint: 'f', progress: 0 }]
/** What a person's prompt resets. */
const COUNTED = { continuations: 2, refusals: REFUSED, blockedPushes: 1, questionsPushed: 1, waits: 3 }
const ENDED = taskState({ status: 'ended', outcome: 'completed' })
const { request: _none, ...WITHOUT_REQUEST } = sessionState()
const BLIND = { promptsHeard: false }

describe('A4: placeOf', () => {
  type Row = readonly [name: string, known: Known, read: RequestRead, promptId: string | undefined, expected: StopPlace]
  const rows: readonly Row[] = [
    [
      'in a request that continues',
      knownAs(sessionState(), taskState()),
      requestRead(),
      'p2',
      { opens: false, isOpen: true, user: 'none', task: taskState(), request: requestState() },
    ],
    [
      'after the task has ended',
      knownAs(sessionState(), ENDED),
      requestRead(),
      'p1',
      { opens: false, isOpen: false, user: 'none', task: ENDED, request: requestState() },
    ],
    [
      'in a request whose task is not known',
      knownAs(sessionState(), undefined),
      requestRead(),
      undefined,
      { opens: false, isOpen: false, user: 'none', request: requestState() },
    ],
    [
      'in a session that is not known',
      knownAs(undefined, undefined),
      requestRead(),
      undefined,
      { opens: true, isOpen: false, user: 'none' },
    ],
    [
      'in a session without a request',
      knownAs(WITHOUT_REQUEST, undefined),
      requestRead(),
      'p1',
      { opens: true, isOpen: false, user: 'none' },
    ],
    [
      'after a prompt that nobody heard',
      knownAs(sessionState(), ENDED),
      requestRead({ opened: prompt('And this.') }),
      'p1',
      { opens: true, isOpen: false, user: 'none', prompt: prompt('And this.') },
    ],
    [
      'after a prompt that nobody heard, in an open task',
      knownAs(sessionState(), taskState()),
      requestRead({ opened: prompt('And this.'), interrupted: true }),
      'p1',
      { opens: true, isOpen: true, user: 'interrupted', task: taskState(), prompt: prompt('And this.') },
    ],
    [
      'after a new prompt that only the stop shows',
      knownAs(sessionState(BLIND), ENDED),
      requestRead({}, MISSING),
      'p2',
      { opens: true, isOpen: false, user: 'none' },
    ],
    [
      'after a known prompt that only the stop shows',
      knownAs(sessionState(BLIND), ENDED),
      requestRead({}, MISSING),
      'p1',
      { opens: false, isOpen: false, user: 'none', task: ENDED, request: requestState() },
    ],
    [
      'without an id of the turn',
      knownAs(sessionState(BLIND), ENDED),
      requestRead({}, MISSING),
      undefined,
      { opens: false, isOpen: false, user: 'none', task: ENDED, request: requestState() },
    ],
    [
      'after a new prompt in an open task',
      knownAs(sessionState(BLIND), taskState()),
      requestRead({}, MISSING),
      'p2',
      { opens: false, isOpen: true, user: 'none', task: taskState(), request: requestState() },
    ],
    [
      'after a new prompt that the hook would have heard',
      knownAs(sessionState(), ENDED),
      requestRead({}, MISSING),
      'p2',
      { opens: false, isOpen: false, user: 'none', task: ENDED, request: requestState() },
    ],
    [
      'after a new prompt that the transcript would have shown',
      knownAs(sessionState(BLIND), ENDED),
      requestRead({}, transcript()),
      'p2',
      { opens: false, isOpen: false, user: 'none', task: ENDED, request: requestState() },
    ],
    [
      'of an agent that was interrupted',
      knownAs(sessionState(), taskState()),
      requestRead({ interrupted: true }),
      'p1',
      { opens: false, isOpen: true, user: 'interrupted', task: taskState(), request: requestState() },
    ],
    [
      'after the person spoke in mid-work: the guards start again',
      knownAs(sessionState({ request: requestState(COUNTED) }), taskState()),
      requestRead({ joined: [prompt('Also the docs.')] }),
      'p1',
      { opens: false, isOpen: true, user: 'none', task: taskState(), request: requestState() },
    ],
    [
      'after a question in mid-work of a request that only asks',
      knownAs(sessionState({ request: requestState({ ...COUNTED, isQuestion: true }) }), taskState()),
      requestRead({ joined: [prompt('Why is that?'), prompt('What is it?')] }),
      'p1',
      { opens: false, isOpen: true, user: 'none', task: taskState(), request: requestState({ isQuestion: true }) },
    ],
    [
      'after an order in mid-work of a request that only asked',
      knownAs(sessionState({ request: requestState({ isQuestion: true }) }), taskState()),
      requestRead({ joined: [prompt('Why is that?'), prompt('Fix it.')] }),
      'p1',
      { opens: false, isOpen: true, user: 'none', task: taskState(), request: requestState() },
    ],
    [
      'after a question in mid-work of a request that orders',
      knownAs(sessionState(), taskState()),
      requestRead({ joined: [prompt('Why is that?')] }),
      'p1',
      { opens: false, isOpen: true, user: 'none', task: taskState(), request: requestState() },
    ],
    [
      'in a request that a call opened, after its own prompt',
      knownAs(sessionState({ request: requestState({ ...COUNTED, prompts: [] }) }), taskState()),
      requestRead({ joined: [prompt('Fix it.')] }),
      'p1',
      {
        opens: false,
        isOpen: true,
        user: 'none',
        task: taskState(),
        request: requestState({ ...COUNTED, prompts: [] }),
      },
    ],
    [
      'in a request that a call opened, after its own prompt and another',
      knownAs(sessionState({ request: requestState({ ...COUNTED, prompts: [] }) }), taskState()),
      requestRead({ joined: [prompt('Fix it.'), prompt('Also the docs.')] }),
      'p1',
      { opens: false, isOpen: true, user: 'none', task: taskState(), request: requestState({ prompts: [] }) },
    ],
    [
      'without a prompt in mid-work the guards keep their counts',
      knownAs(sessionState({ request: requestState(COUNTED) }), taskState()),
      requestRead(),
      'p1',
      { opens: false, isOpen: true, user: 'none', task: taskState(), request: requestState(COUNTED) },
    ],
    [
      'under an order to cancel an open task',
      knownAs(sessionState(), taskState()),
      requestRead({}, transcript(), 'cancel'),
      'p1',
      { opens: false, isOpen: true, user: 'cancelled', task: taskState(), request: requestState() },
    ],
    [
      'under an order to pause an open task',
      knownAs(sessionState(), taskState()),
      requestRead({}, transcript(), 'pause'),
      'p1',
      { opens: false, isOpen: true, user: 'paused', task: taskState(), request: requestState() },
    ],
    [
      'under an order that changes the mode',
      knownAs(sessionState(), taskState()),
      requestRead({}, transcript(), 'strict'),
      'p1',
      { opens: false, isOpen: true, user: 'none', task: taskState(), request: requestState() },
    ],
    [
      'under an order to cancel after everything has ended',
      knownAs(sessionState(), ENDED),
      requestRead({}, transcript(), 'cancel'),
      'p1',
      { opens: false, isOpen: false, user: 'none', task: ENDED, request: requestState() },
    ],
    [
      'under an order to pause after everything has ended',
      knownAs(sessionState(), ENDED),
      requestRead({}, transcript(), 'pause'),
      'p1',
      { opens: false, isOpen: false, user: 'none', task: ENDED, request: requestState() },
    ],
    [
      'under an order to pause the task that this stop opens',
      knownAs(undefined, undefined),
      requestRead({ opened: prompt('Fix it.') }, transcript(), 'pause'),
      undefined,
      { opens: true, isOpen: false, user: 'paused', prompt: prompt('Fix it.') },
    ],
    [
      'under an order to cancel the task that this stop opens',
      knownAs(undefined, undefined),
      requestRead({ opened: prompt('Fix it.') }, transcript(), 'cancel'),
      undefined,
      { opens: true, isOpen: false, user: 'cancelled', prompt: prompt('Fix it.') },
    ],
    [
      'after nothing but an order: no request is opened for it',
      knownAs(undefined, undefined),
      requestRead({}, transcript(), 'cancel'),
      undefined,
      { opens: false, isOpen: false, user: 'none' },
    ],
    [
      'after nothing but an order in an open task',
      knownAs(WITHOUT_REQUEST, taskState()),
      requestRead({}, transcript(), 'pause'),
      undefined,
      { opens: true, isOpen: true, user: 'paused', task: taskState() },
    ],
  ]
  test.each(rows)('%s', (_name, known, read, promptId, expected) => {
    expect(placeOf(known, read, promptId)).toStrictEqual(expected)
  })
})

describe('userWord', () => {
  const rows: readonly (readonly [string, TaskState | undefined, boolean, StopPlace['user']])[] = [
    ['no task', undefined, false, 'none'],
    ['an open task', taskState(), false, 'none'],
    ['an interrupted agent', taskState(), true, 'interrupted'],
    ['a paused task', taskState({ status: 'paused' }), true, 'paused'],
    ['a cancelled task', taskState({ status: 'ended', outcome: 'cancelled' }), true, 'cancelled'],
    ['a cancelled task that is paused', taskState({ status: 'paused', outcome: 'cancelled' }), false, 'cancelled'],
    ['a completed task', ENDED, false, 'none'],
  ]
  test.each(rows)('%s', (_name, task, interrupted, expected) => {
    expect(userWord(task, interrupted)).toBe(expected)
  })
})

describe('asksQuestion', () => {
  const { request: _gone, ...opening } = place({ opens: true })
  const WHY = { prompt: prompt('Why is that?') }
  const rows: readonly (readonly [string, StopPlace, Window, boolean])[] = [
    ['a request that only asks', place({ request: requestState({ isQuestion: true }) }), window(), true],
    ['a request that orders', place({ ...WHY, request: requestState() }), window(), false],
    ['no request', { opens: false, isOpen: false, user: 'none' }, window(), false],
    ['a prompt that only asks', { ...opening, ...WHY }, window(), true],
    ['a prompt that orders', { ...opening, prompt: prompt('Fix it.') }, window(), false],
    ['no prompt', opening, window(), false],
    [
      'a prompt after which something was changed',
      { ...opening, ...WHY },
      window({ work: work({ workCalls: 1 }) }),
      false,
    ],
  ]
  test.each(rows)('%s', (_name, at, read, expected) => {
    expect(asksQuestion(at, read)).toBe(expected)
  })
})

describe('promptsAt', () => {
  const request = requestState({ prompts: ['Fix the parser.'] })
  const joined = window({ joined: [prompt('And test it.')] })
  const rows: readonly (readonly [string, StopPlace, Window, readonly string[]])[] = [
    ['a request that continues', place({ request }), window(), ['Fix the parser.']],
    ['a request that was added to', place({ request }), joined, ['Fix the parser.', 'And test it.']],
    ['a prompt that opens a request', place({ opens: true, prompt: prompt('Go.'), request }), window(), ['Go.']],
    ['such a prompt with an addition', place({ opens: true, prompt: prompt('Go.') }), joined, ['Go.', 'And test it.']],
    ['no request', { opens: false, isOpen: false, user: 'none' }, window(), []],
  ]
  test.each(rows)('%s', (_name, at, read, expected) => {
    expect(promptsAt(at, read)).toEqual(expected)
  })
})
