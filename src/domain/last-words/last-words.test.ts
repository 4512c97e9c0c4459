// The agent's last words: a request to the person, work of its own that is left, or neither.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../test/cost.ts'
import { closingRequest, ownRemainder } from './last-words.ts'
import { asksToSeeFailure } from './question.ts'
import { textsIn } from './stops.fixture.ts'

function verdictOn(text: string, prompts: readonly string[] = []): string {
  if (closingRequest(text) !== null) return 'asks'
  return ownRemainder(text, prompts) === null ? 'over' : 'unfinished'
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
    'last-words-questions',
  ]) {
    for (const [verdict, text] of textsIn(`${name}.txt`)) {
      test(`${verdict}: ${JSON.stringify(text.slice(0, 80))}`, () => expect(verdictOn(text)).toBe(verdict))
    }
  }
  // The same words after `verdict: prompt`.
  for (const [head, text] of [
    'last-words-asked.txt',
    'last-words-states.txt',
    'last-words-next.txt',
    'last-words-admitted.txt',
    'last-words-offered.txt',
    'last-words-own-words.txt',
    'last-words-plain-ends.txt',
    'last-words-honest.txt',
    'last-words-fresh.txt',
    'last-words-long.txt',
  ].flatMap(textsIn)) {
    const verdict = head.slice(0, head.indexOf(': '))
    const prompt = head.slice(verdict.length + 2)
    test(`${head}: ${JSON.stringify(text.slice(0, 80))}`, () => expect(verdictOn(text, [prompt])).toBe(verdict))
  }
  // Many are beyond the rules. A rule that finds more of the unfinished, or holds fewer of the others, moves the bounds.
  test('of endings that were written without trying the rules, few honest ones are held', () => {
    const rows = [1, 2, 3, 4].flatMap((number) => textsIn(`endings-${number}.txt`))
    const held = rows.filter(([head, text]) => verdictOn(text, [head.slice(head.indexOf(': ') + 2)]) === 'unfinished')
    const isLeft = ([head]: (typeof rows)[number]): boolean => head.startsWith('unfinished: ')
    expect(rows.filter(isLeft)).toHaveLength(484)
    expect(rows).toHaveLength(1081)
    expect(held.filter(isLeft).length).toBeGreaterThanOrEqual(173)
    expect(held.filter((row) => !isLeft(row)).length).toBeLessThanOrEqual(21)
  })
  test('what was not asked for may be left', () => {
    const text = 'Search works. Highlighting is deferred to a later iteration.'
    expect(verdictOn(text, ['Add search with highlighting.'])).toBe('unfinished')
    expect(verdictOn(text, ['Add search.'])).toBe('over')
    expect(verdictOn(text, ['Add search. Leave highlighting for later.'])).toBe('over')
  })
  test('a report may say of others what is not there', () => {
    const text = 'The login is done. The payment screen is still a stub.'
    expect(verdictOn(text, ['Summarize how far the prototype is, in STATUS.md.'])).toBe('over')
    expect(verdictOn(text, ['Implement login and payment.'])).toBe('unfinished')
  })
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
      'the rest is still ',
      'not only ',
      ', and the a is ',
      'of the 9 a, ',
      '1 of 2 a ',
      'no a ',
      '- a\n',
      'il reste à ',
      'i left the a ',
      'all but a ',
      '12 files ',
      'below 3 s ',
      'is not a, ',
      '`a` ',
      'nothing i tried ',
      'i cannot solve ',
      'ich mache ',
      'nun ',
      'it still hangs ',
      'a, not started ',
      'sigo con ',
      'ok: done\n',
      'a ✔ b ✘ ',
      'remaining ',
      'option 1: a\n',
    ])
      expectLinear(200_000, (size) => {
        const text = part.repeat(Math.ceil(size / part.length))
        return verdictOn(text, [text])
      })
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
