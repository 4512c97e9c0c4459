// The agent's last words: a request to the person, work of its own that is left, or neither.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../../test/cost.ts'
import { closingRequest, ownRemainder } from './last-words.ts'
import { asksToSeeFailure } from './question.ts'
import { textsIn } from '../stops.fixture.ts'

function verdictOn(text: string): string {
  if (closingRequest(text) !== null) return 'asks'
  return ownRemainder(text) === null ? 'over' : 'unfinished'
}

describe('J4, J5: last words', () => {
  for (const name of [
    'last-words',
    'last-words-held',
    'last-words-more',
    'last-words-last',
    'last-words-reasons',
    'last-words-stops',
    'last-words-finished',
  ]) {
    for (const [verdict, text] of textsIn(`${name}.txt`)) {
      test(`${verdict}: ${JSON.stringify(text.slice(0, 80))}`, () => expect(verdictOn(text)).toBe(verdict))
    }
  }
  test('a long message is read in time', () => {
    for (const part of [
      '?',
      'i will ',
      '. ',
      '\n- ',
      '```\n',
      'please ',
      'you need to ',
      'x'.repeat(50),
      'まだ',
      'not yet ',
      '- [ ] a\n',
      '| a | done |\n',
      '- a: done\n',
      'he said "a?" ',
      'i cannot start. please run it. ',
    ])
      expectLinear(200_000, (size) => verdictOn(part.repeat(Math.ceil(size / part.length))))
  })
})

describe('J2: asksToSeeFailure', () => {
  const rows: ReadonlyArray<readonly [prompt: string, asks: boolean]> = [
    ['Run the check and tell me what fails. Change nothing.', true],
    ['Run the tests and report which ones fail; do not fix anything.', true],
    ['Add a test that proves the bug, and show me that it fails.', true],
    ['What does the linter report?', true],
    ['Run the tests and fix what fails.', false],
    ['Show me what fails, then make it pass.', false],
    ['Rename the flag.', false],
  ]
  for (const [prompt, asks] of rows) test(prompt, () => expect(asksToSeeFailure(prompt)).toBe(asks))
})
