// What follows from each answer, and that every row of tries ends.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import type { PostAnswer } from '../../contract/config/notify.ts'
import { afterTry, isOver, MOST_TRIES, type Next, type Tried } from './retry.ts'

const AT = '2026-11-15T10:00:00.000Z'
const HOOK = 'https://example.org/h'
const tried = (changes: Partial<Tried> = {}): Tried => ({
  answer: { kind: 'answered', status: 500 },
  url: HOOK,
  tries: 1,
  since: AT,
  now: new Date(AT),
  jitter: 0.5,
  firstMs: 1000,
  ...changes,
})
const answered = (status: number, more: object = {}): Partial<Tried> => ({
  answer: { kind: 'answered', status, ...more },
})
const again = (afterMs: number, url = HOOK): Next => ({ kind: 'again', afterMs, url })
const givenUp = (why: string): Next => ({ kind: 'give-up', why })
const sentOn = (status: number, host: string): Next =>
  givenUp(`example.org answered ${status} and sends on to ${host}, which is not followed`)

const rows: ReadonlyArray<readonly [name: string, tried: Partial<Tried>, next: Next]> = [
  ['200', answered(200), { kind: 'sent' }],
  ['204', answered(204), { kind: 'sent' }],
  ['500', answered(500), again(1000)],
  ['503 the third time', { ...answered(503), tries: 3 }, again(4000)],
  ['the least jitter', { jitter: 0 }, again(800)],
  ['the most jitter', { jitter: 1 }, again(1200)],
  ['the longest pause', { tries: 9, firstMs: 2000 }, again(300_000)],
  ['the last try', { tries: MOST_TRIES }, givenUp('example.org answered 500; tried 10 times')],
  [
    'a day later',
    { now: new Date('2026-11-16T10:00:00.001Z') },
    givenUp('example.org answered 500; it is more than a day old'),
  ],
  ['a network error', { answer: { kind: 'unreachable', why: 'gone' } }, again(1000)],
  ['408', answered(408), again(1000)],
  ['429', answered(429), again(1000)],
  ['429 that asks for time', answered(429, { retryAfter: '7' }), again(7000)],
  ['503 that asks for less than the pause', answered(503, { retryAfter: '0' }), again(1000)],
  ['a date', answered(429, { retryAfter: 'Sun, 15 Nov 2026 10:01:00 GMT' }), again(60_000)],
  ['a date that is over', answered(429, { retryAfter: 'Sun, 15 Nov 2026 09:00:00 GMT' }), again(1000)],
  ['neither', answered(429, { retryAfter: 'soon' }), again(1000)],
  [
    'more time than anybody has',
    answered(429, { retryAfter: '7200' }),
    givenUp('example.org answered 429 and asks to wait for more than an hour'),
  ],
  ['400', answered(400), givenUp('example.org answered 400')],
  ['404', answered(404), givenUp('example.org answered 404')],
  ['a redirection within the host', answered(307, { location: '/other' }), again(0, 'https://example.org/other')],
  ['308', answered(308, { location: 'https://example.org/x' }), again(0, 'https://example.org/x')],
  ['to another host', answered(307, { location: 'https://evil.example/h' }), sentOn(307, 'evil.example')],
  ['to another port', answered(307, { location: 'https://example.org:8443/h' }), sentOn(307, 'example.org:8443')],
  ['to plain text', answered(308, { location: 'http://example.org/h' }), sentOn(308, 'example.org')],
  [
    'from plain text',
    { ...answered(308, { location: 'https://example.org/h' }), url: 'http://example.org/h' },
    again(0, 'https://example.org/h'),
  ],
  ['a POST that would become a GET', answered(302, { location: '/other' }), sentOn(302, 'example.org')],
  ['a redirection to nowhere', answered(307), givenUp('example.org answered 307 and names no other address')],
  ['in circles', { ...answered(307, { location: '/h' }), tries: MOST_TRIES }, sentOn(307, 'example.org')],
]

describe('afterTry', () => {
  for (const [name, changes, next] of rows) test(name, () => expect(afterTry(tried(changes))).toEqual(next))

  test('whatever is answered, it ends', () => {
    const anyAnswer: fc.Arbitrary<PostAnswer> = fc.oneof(
      fc.constant({ kind: 'unreachable', why: 'gone' } as const),
      fc.record(
        {
          kind: fc.constant('answered' as const),
          status: fc.integer({ min: 200, max: 599 }),
          retryAfter: fc.string(),
          location: fc.webUrl(),
        },
        { requiredKeys: ['kind', 'status'] },
      ),
    )
    fc.assert(
      fc.property(
        fc.array(anyAnswer, { minLength: MOST_TRIES, maxLength: MOST_TRIES }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (answers, jitter) => {
          const nexts = answers.map((answer, index) => afterTry(tried({ answer, jitter, tries: index + 1 })))
          expect(nexts.some(({ kind }) => kind !== 'again')).toBe(true)
        },
      ),
      { numRuns: rounds(500) },
    )
  })
})

test.each([
  [0, AT, undefined],
  [MOST_TRIES, AT, 'tried 10 times'],
  [0, '2026-11-16T10:00:01.000Z', 'it is more than a day old'],
])('after %s tries, at %s', (tries, now, expected) => {
  expect(isOver({ tries, since: AT, now: new Date(now) })).toBe(expected as string)
})
