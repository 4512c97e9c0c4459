// The request as it is read: the window over its entries, orders to us, masked secrets, and how much of it was seen.
import { describe, expect, test } from 'bun:test'
import type { Entry } from '../../contract/agent/entry.ts'
import type { SessionRead } from '../../contract/agent/session-read.ts'
import type { SessionState } from '../../contract/state.ts'
import type { OpenWindow } from '../tasks/request/request.ts'
import { emptyWork, hashOfCommand } from '../tasks/request/work.ts'
import { isBehind, isUnseen, type RequestRead, toRequestRead } from './request-read.ts'
import {
  MISSING,
  prompt,
  requestRead,
  requestState,
  said,
  sessionState,
  transcript,
  window,
  work,
} from './sources.fixture.ts'

const mask = (text: string): string => text.replaceAll('s3cret', '***')
const REFUSED: SessionRead = { kind: 'refused', why: 'not a file' }

const open = (changes: Partial<OpenWindow> = {}): OpenWindow => ({ ...window(), closed: false, ...changes })

function ranCommand(detail: string): readonly Entry[] {
  return [
    { kind: 'tool-called', id: 't1', name: 'Bash', access: 'run', detail },
    { kind: 'tool-returned', id: 't1', failed: false },
  ]
}
const RAN = work({
  calls: 1,
  workCalls: 1,
  progress: 1,
  commands: [hashOfCommand('npm i')],
  lastTool: { name: 'Bash', detail: 'npm i', failed: false },
})

describe('toRequestRead', () => {
  type Row = readonly [
    name: string,
    state: SessionState | undefined,
    transcript: SessionRead,
    expected: { readonly window: OpenWindow; readonly order?: string },
  ]
  const rows: readonly Row[] = [
    [
      'of a session that is not known, without a transcript: nothing',
      undefined,
      MISSING,
      { window: open({ work: emptyWork(false), closed: true }) },
    ],
    [
      'of a transcript that was refused: nothing',
      undefined,
      REFUSED,
      { window: open({ work: emptyWork(false), closed: true }) },
    ],
    [
      'of an unknown session: its first prompt opens a request',
      undefined,
      transcript({ entries: [prompt('Fix it.'), said('Done.')] }),
      { window: open({ opened: prompt('Fix it.'), texts: ['Done.'], lastSaid: 'Done.' }) },
    ],
    [
      'continues with what the session knows',
      sessionState({
        request: requestState({ work: work({ calls: 4 }) }),
        todos: [{ id: '1', text: 'docs', status: 'open' }],
        vendorGoal: true,
        planMode: true,
      }),
      transcript(),
      {
        window: open({
          work: work({ calls: 4 }),
          todos: [{ id: '1', text: 'docs', status: 'open' }],
          vendorGoal: true,
          planMode: true,
        }),
      },
    ],
    [
      'of a closed request: the next prompt opens one',
      sessionState({ request: requestState({ closed: true, work: work({ calls: 4 }) }) }),
      transcript({ entries: [prompt('And this.', { promptId: 'p2' })] }),
      { window: open({ opened: prompt('And this.', { promptId: 'p2' }) }) },
    ],
    [
      'of a session without a request: the next prompt opens one',
      withoutRequest(sessionState()),
      transcript({ entries: [prompt('Fix it.', { promptId: 'p1' })] }),
      { window: open({ opened: prompt('Fix it.', { promptId: 'p1' }) }) },
    ],
    [
      'is whole only if the request was whole before',
      sessionState({ request: requestState({ work: work({ whole: false }) }) }),
      transcript(),
      { window: open({ work: work({ whole: false }) }) },
    ],
    [
      'is not whole if the transcript has a gap',
      sessionState(),
      transcript({ whole: false }),
      { window: open({ work: work({ whole: false }) }) },
    ],
    ['is not whole without a transcript', sessionState(), MISSING, { window: open({ work: work({ whole: false }) }) }],
    [
      'counts every command of a transcript without gaps',
      sessionState(),
      transcript({ entries: ranCommand('npm i'), movedAt: 70 }),
      { window: open({ work: RAN }) },
    ],
    [
      'takes the offset of the newest movement as progress if lines were skipped',
      sessionState({ request: requestState({ work: work({ progress: 5 }) }) }),
      transcript({ entries: ranCommand('npm i'), isSparse: true, movedAt: 70 }),
      { window: open({ work: { ...RAN, progress: 75, whole: false } }) },
    ],
    [
      'sees no progress if lines were skipped and none of them moved anything',
      sessionState({ request: requestState({ work: work({ progress: 5 }) }) }),
      transcript({ isSparse: true }),
      { window: open({ work: work({ progress: 5, whole: false }) }) },
    ],
    [
      'counts progress from 0 if lines of a first request were skipped',
      undefined,
      transcript({ entries: [prompt('Fix it.'), ...ranCommand('npm i')], isSparse: true, movedAt: 70 }),
      { window: open({ opened: prompt('Fix it.'), work: { ...RAN, progress: 70, whole: false } }) },
    ],
    [
      'knows a prompt by its id',
      sessionState(),
      transcript({ entries: [prompt('Fix it!', { promptId: 'p1' })] }),
      { window: open() },
    ],
    [
      'joins a prompt with another id',
      sessionState(),
      transcript({ entries: [prompt('Fix it.', { promptId: 'p2' })] }),
      { window: open({ joined: [prompt('Fix it.', { promptId: 'p2' })] }) },
    ],
    [
      'knows a heard prompt without an id by its masked text',
      sessionState({ request: requestState({ prompts: ['Use ***.'] }) }),
      transcript({ entries: [prompt('Use s3cret.')] }),
      { window: open() },
    ],
    [
      'joins the same text again if no hook hears prompts: the transcript shows each once',
      sessionState({ promptsHeard: false, request: requestState({ prompts: ['Use ***.'] }) }),
      transcript({ entries: [prompt('Use s3cret.')] }),
      { window: open({ joined: [prompt('Use ***.')] }) },
    ],
    [
      'masks the work and the todos',
      sessionState({ todos: [{ id: '1', text: 'send s3cret', status: 'open' }] }),
      transcript({
        entries: [
          { kind: 'tool-called', id: 't1', name: 'Read', access: 'read', detail: 's3cret.txt' },
          { kind: 'tool-returned', id: 't1', failed: false },
        ],
      }),
      {
        window: open({
          work: work({ calls: 1, lastTool: { name: 'Read', detail: '***.txt', failed: false } }),
          todos: [{ id: '1', text: 'send ***', status: 'open' }],
        }),
      },
    ],
    [
      'keeps an order to us apart from the prompts',
      sessionState(),
      transcript({ entries: [prompt('fullstop pause')] }),
      { window: open(), order: 'pause' },
    ],
    [
      'obeys the last of two orders',
      sessionState(),
      transcript({ entries: [prompt('fullstop pause'), prompt('Fullstop OFF')] }),
      { window: open(), order: 'off' },
    ],
    [
      'forgets a pause after which the person asked for more',
      sessionState(),
      transcript({ entries: [prompt('fullstop pause'), prompt('Go on.')] }),
      { window: open({ joined: [prompt('Go on.')] }) },
    ],
    [
      'forgets a cancellation after which the person asked for more',
      sessionState(),
      transcript({ entries: [prompt('fullstop cancel'), prompt('Go on.')] }),
      { window: open({ joined: [prompt('Go on.')] }) },
    ],
    [
      'remembers a pause after which only the agent and the host spoke',
      sessionState(),
      transcript({ entries: [prompt('fullstop pause'), said('Paused.'), prompt('Note.', { by: 'host' })] }),
      { window: open({ texts: ['Paused.'], lastSaid: 'Paused.' }), order: 'pause' },
    ],
    [
      'remembers a cancellation at the end',
      sessionState(),
      transcript({ entries: [prompt('Go on.'), prompt('fullstop cancel')] }),
      { window: open({ joined: [prompt('Go on.')] }), order: 'cancel' },
    ],
    [
      'obeys a mode also if the person asked for more',
      sessionState(),
      transcript({ entries: [prompt('fullstop strict'), prompt('Go on.')] }),
      { window: open({ joined: [prompt('Go on.')] }), order: 'strict' },
    ],
    [
      'takes no order from the host, and none from the agent',
      sessionState(),
      transcript({ entries: [prompt('fullstop pause', { by: 'host' }), said('fullstop cancel')] }),
      { window: open({ texts: ['fullstop cancel'], lastSaid: 'fullstop cancel' }) },
    ],
  ]
  test.each(rows)('%s', (_name, state, read, expected) => {
    expect(toRequestRead(state, read, mask)).toStrictEqual({ ...expected, transcript: read })
  })
})

describe('isUnseen', () => {
  const rows: readonly (readonly [string, RequestRead, boolean])[] = [
    ['no transcript', requestRead({}, MISSING), true],
    ['a transcript without gaps', requestRead({ work: work({ whole: false }) }), false],
    ['a gap', requestRead({ work: work({ whole: false }) }, transcript({ whole: false })), true],
    ['a gap before a request that was read whole', requestRead({}, transcript({ whole: false })), false],
    ['reading stopped early', requestRead({ work: work({ whole: false }) }, transcript({ gaveUp: true })), true],
    ['reading stopped early after a whole request', requestRead({}, transcript({ gaveUp: true })), false],
  ]
  test.each(rows)('%s', (_name, read, expected) => {
    expect(isUnseen(read)).toBe(expected)
  })
})

describe('isBehind', () => {
  const rows: readonly (readonly [string, RequestRead, string | undefined, boolean])[] = [
    ['the host says no last words', requestRead({}, MISSING), undefined, false],
    ['the last words are blank', requestRead({}, MISSING), ' \n', false],
    ['nothing could be read', requestRead({ lastSaid: 'Done.' }, MISSING), 'Done.', true],
    ['nothing is said in the transcript', requestRead(), 'Done.', true],
    ['nothing is said in the transcript, whatever the last word', requestRead(), 'It is undefined', true],
    ['a blank text is said in the transcript', requestRead({ lastSaid: ' ' }), 'Done.', true],
    ['the transcript ends with the last words', requestRead({ lastSaid: 'Done. ' }), ' Done.', false],
    ['the transcript ends with the end of the last words', requestRead({ lastSaid: 'Done.' }), 'Tests.\nDone.', false],
    ['the transcript ends with other words', requestRead({ lastSaid: 'I look.' }), 'Done.', true],
  ]
  test.each(rows)('%s', (_name, read, lastMessage, expected) => {
    expect(isBehind(read, lastMessage)).toBe(expected)
  })
})

function withoutRequest({ request: _none, ...state }: SessionState): SessionState {
  return state
}
