// Which late events repeat what their session knows.
import { expect, test } from 'bun:test'
import type { Event } from '../../contract/event.ts'
import { allowedBy, AT, LATER, promptJoined, requestOpened, sessionSeen, stopDecided } from './events.fixture.ts'
import { stepSession } from './fold-session.ts'
import { isRepeat } from './repeat.ts'

const before = [sessionSeen(), requestOpened(), stopDecided(allowedBy(10), { key: 'words-10' })].reduce<
  ReturnType<typeof stepSession>
>(stepSession, undefined)

function withoutId(): Event {
  const { promptId: _promptId, ...event } = requestOpened()
  return event
}

const rows: readonly (readonly [string, readonly Event[], boolean])[] = [
  ['the same prompt in a task of its own', [requestOpened({ task: 'task_2', request: 'req_2' })], true],
  ['the same prompt, told as one typed in mid-work', [promptJoined({ promptId: 'p1', prompt: 'Fix it.' })], true],
  ['another prompt under the same id', [requestOpened({ prompt: 'Fix that.' })], false],
  ['the same words under another id', [requestOpened({ promptId: 'p2' })], false],
  ['a prompt without an id', [withoutId()], false],
  ['the same stop', [stopDecided(allowedBy(10), { key: 'words-10' })], true],
  ['the same stop among other events', [sessionSeen(), stopDecided(allowedBy(10), { key: 'words-10' })], true],
  ['the same words later', [stopDecided(allowedBy(10), { key: 'words-10', at: LATER })], false],
  ['the same words when the transcript was longer', [stopDecided(allowedBy(10), { key: 'words-11' })], false],
  ['a stop without a key', [stopDecided(allowedBy(10))], false],
  ['nothing of a prompt or a stop', [sessionSeen()], false],
]

test.each(rows)('%s', (_name, events, expected) => {
  expect(isRepeat(before, events)).toBe(expected)
})

test('nothing repeats in a session that is not known', () => {
  expect(isRepeat(undefined, [requestOpened(), stopDecided(allowedBy(10), { key: 'words-10', at: AT })])).toBe(false)
})
