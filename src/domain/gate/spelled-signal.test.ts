// A signal that is named so that printing the name back claims nothing.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { WaysToClaim } from '../../contract/facts.ts'
import { detect } from '../strategies/index.ts'
import { claimPhrase, probeText, runContract } from './contract-text.ts'
import { spelledSignal } from './spelled-signal.ts'

const NONE: WaysToClaim = { tool: false, cli: false, promiseTag: false, isEchoed: true }
const TAG = 'the word COMPLETE between an opening and a closing promise tag (in angle brackets), without spaces'

const rows: ReadonlyArray<readonly [name: string, ways: WaysToClaim, expected: string | undefined]> = [
  ['nobody prints it back', { ...NONE, isEchoed: false, doneToken: 'A::b' }, undefined],
  [
    'a token',
    { ...NONE, doneToken: 'DONE::task_1', promiseTag: true },
    'one line of nothing but the word "DONE", two colons, and "task_1", without spaces',
  ],
  [
    'a prefix with colons',
    { ...NONE, doneToken: 'A::B::task_1' },
    'one line of nothing but the word "A::B", two colons, and "task_1", without spaces',
  ],
  ['a token without an id', { ...NONE, doneToken: 'DONE::', promiseTag: true }, TAG],
  ['the tag', { ...NONE, promiseTag: true }, TAG],
  ['a phrase', { ...NONE, phrase: 'all tasks complete' }, 'the plain statement "all tasks complete"'],
  ['nothing', NONE, undefined],
]

describe('spelledSignal', () => {
  for (const [name, ways, expected] of rows) test(name, () => expect(spelledSignal(ways)).toBe(expected as never))

  const word = fc.stringMatching(/^[A-Za-z0-9._:-]{1,40}$/)
  const token = fc.tuple(word, fc.stringMatching(/^task_[a-z0-9]{1,20}$/)).map(([prefix, id]) => ({ prefix, id }))

  test('neither token nor tag stands in it whole', () => {
    fc.assert(
      fc.property(token, fc.boolean(), ({ prefix, id }, promiseTag) => {
        const text = spelledSignal({ ...NONE, doneToken: `${prefix}::${id}`, promiseTag }) ?? ''
        expect([text.includes(`${prefix}::${id}`), /<\/?promise>/i.test(text)]).toEqual([false, false])
      }),
    )
  })

  test('printed back, nothing that we say of it is a claim', () => {
    fc.assert(
      fc.property(token, fc.boolean(), ({ prefix, id }, isTagged) => {
        const ways: WaysToClaim = isTagged ? { ...NONE, promiseTag: true } : { ...NONE, doneToken: `${prefix}::${id}` }
        for (const text of [runContract(ways, ['test']), probeText(ways), claimPhrase(ways)]) {
          const reading = { text, sessionId: id, prefix }
          expect(detect(reading, ['done-token', 'promise-tag', 'relaxed-tag']).match).toBeNull()
        }
      }),
    )
  })
})
