// How to claim, by the best way that a session has; and a signal described so that printing the words back claims nothing.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { WaysToClaim } from '../../../contract/facts.ts'
import { grammar } from '../../strategies/grammar.ts'
import { detect } from '../../strategies/index.ts'
import { toWays } from '../../strategies/ways.ts'
import { claimPhrase, probeText, runContract } from './contract-text.ts'
import { CLI, echoed, LINE, policy, TAG, TOKEN, TOOL } from '../facts.fixture.ts'
import { howToClaim } from './how-to-claim.ts'

const WORDING = { end: 'end with', orLine: 'end with the line' }
const DESCRIBED = 'the word COMPLETE between an opening and a closing promise tag (in angle brackets), without spaces'
const COMMAND = 'run `fullstop claim success --summary "…"`.'
const by = (...strategies: string[]): Parameters<typeof echoed>[0] => ({ strategies })

describe('howToClaim', () => {
  const rows: ReadonlyArray<readonly [name: string, ways: WaysToClaim, expected: string]> = [
    [
      'rows by the tool',
      [{ ...TOOL, kind: 'tool', needsRows: true }, CLI],
      'call complete_task, with a row {id, state, by} in criteria for each acceptance criterion.',
    ],
    [
      'rows by the command',
      [{ ...CLI, kind: 'cli', needsRows: true }],
      'run `fullstop claim success --summary "…" --criterion ID=met:BY`, with one --criterion for each acceptance criterion.',
    ],
    ['the tool before all', [TOOL, CLI, TAG], 'call complete_task.'],
    ['the line beside the tool', [TOOL, CLI, LINE, TAG], `call complete_task, or end with the line\n${TOKEN}`],
    ['the line before the command', [CLI, LINE, TAG], `end with this line alone:\n${TOKEN}`],
    ['the command before words', [CLI, TAG], COMMAND],
    ['words', [TAG], 'end with <promise>COMPLETE</promise>'],
    ['the first words', [{ strategy: 'a', kind: 'words', say: 'one' }, TAG], 'end with one'],
    ['nothing', [], 'say so to the user.'],
    ['what is described before the command', [CLI, ...echoed(by('promise-tag'))], `end with ${DESCRIBED}.`],
    [
      'a token',
      echoed({ ...by('done-token', 'promise-tag'), donePrefix: 'DONE' }, 'task_1'),
      'end with one line of nothing but the word "DONE", two colons, and "task_1", without spaces.',
    ],
    [
      'a prefix with colons',
      echoed({ ...by('done-token'), donePrefix: 'A::B' }, 'task_1'),
      'end with one line of nothing but the word "A::B", two colons, and "task_1", without spaces.',
    ],
    ['a token without an id', echoed(by('done-token', 'promise-tag'), ''), `end with ${DESCRIBED}.`],
    ['the tag', echoed(by('promise-tag')), `end with ${DESCRIBED}.`],
    [
      'a phrase',
      echoed({ ...by('heuristic'), phrases: ['all tasks complete'] }),
      'end with the plain statement "all tasks complete".',
    ],
    ['nothing to describe', echoed(by()), 'say so to the user.'],
    [
      'nobody prints it back',
      toWays(policy({ ...by('done-token'), donePrefix: 'A' }), { reach: { tool: false, cli: false }, sessionId: 'b' }),
      'end with this line alone:\nA::b',
    ],
  ]
  for (const [name, ways, expected] of rows) test(name, () => expect(howToClaim(ways, WORDING)).toBe(expected))
})

describe('a signal that is described', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9._:-]{1,40}$/)
  const token = fc.tuple(word, fc.stringMatching(/^task_[a-z0-9]{1,20}$/)).map(([prefix, id]) => ({ prefix, id }))

  test('neither token nor tag stands in it whole', () => {
    fc.assert(
      fc.property(token, fc.boolean(), ({ prefix, id }, isTagged) => {
        const strategies = ['done-token', ...(isTagged ? ['promise-tag'] : [])]
        const text = howToClaim(echoed({ strategies, donePrefix: prefix }, id), WORDING)
        expect([text.includes(`${prefix}::${id}`), /<\/?promise>/i.test(text)]).toEqual([false, false])
      }),
    )
  })

  test('printed back, nothing that we say of it is a claim', () => {
    fc.assert(
      fc.property(token, fc.boolean(), ({ prefix, id }, isTagged) => {
        const ways = echoed({ ...by(isTagged ? 'promise-tag' : 'done-token'), donePrefix: prefix }, id)
        for (const text of [runContract(ways, ['test']), probeText(ways), claimPhrase(ways)]) {
          const reading = { text, sessionId: id, prefix }
          expect(detect(reading, ['done-token', 'promise-tag', 'relaxed-tag'], grammar).match).toBeNull()
        }
      }),
    )
  })
})
