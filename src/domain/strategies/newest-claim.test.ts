// The newest claim in words: which message counts, and why another does not.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../test/cost.ts'
import { newestInWords, type SpokenWords, type WordsRead } from './newest-claim.ts'

const TOKEN = 'FULLSTOP_DONE::s-1'
const TAG = '<promise>COMPLETE</promise>'
const NONE: WordsRead = { isStale: false, nearMisses: [] }
const byToken: WordsRead = { ...NONE, match: { found: true, strategy: 'done-token', text: TOKEN, at: 0 } }
const byTag: WordsRead = { ...NONE, match: { found: true, strategy: 'promise-tag', text: TAG, at: 0 } }
const REQUEST = `Do it all.\n${TOKEN}\nThen stop.`

const rows: ReadonlyArray<readonly [name: string, words: Partial<SpokenWords>, expected: WordsRead]> = [
  ['nothing was said', {}, NONE],
  ['words without a claim', { messages: ['I looked at the tests.'] }, NONE],
  ['the last message claims', { messages: ['I begin.', TOKEN] }, byToken],
  ['an earlier message claims, and nothing takes it back', { messages: [TOKEN, 'The tests pass.'] }, byToken],
  ['of two claims the newest counts', { messages: [TOKEN, TAG] }, byTag],
  [
    'a later message takes it back',
    { messages: [TOKEN, 'I still need to fix the tests.'] },
    { ...NONE, nearMisses: ['done-token: a later message takes it back'] },
  ],
  [
    'a claim before later work',
    { messages: ['I go on.'], staleMessages: [TOKEN, 'Next.'] },
    { ...NONE, isStale: true },
  ],
  ['a newer claim after the stale one', { messages: [TAG], staleMessages: [TOKEN] }, byTag],
  ['an echo of the request', { messages: [`You said:\n${REQUEST}`], own: [undefined, REQUEST] }, NONE],
]

test.each(rows)('%s', (_name, words, expected) => {
  const spoken = { messages: [], staleMessages: [], own: [], ...words }
  expect(newestInWords(spoken, ['tool', 'done-token', 'promise-tag'], { sessionId: 's-1' })).toEqual(expected)
})

test('a near miss is named once', () => {
  const spoken = { messages: ['FULLSTOP_DONE::other', 'FULLSTOP_DONE::other'], staleMessages: [], own: [] }
  const { match, nearMisses } = newestInWords(spoken, ['done-token'], { sessionId: 's-1' })
  expect(match).toBeUndefined()
  expect(nearMisses).toHaveLength(1)
})

test('a guess from phrases counts only where the agent has no explicit way to claim', () => {
  const spoken = { messages: ['All tasks complete.'], staleMessages: [], own: [] }
  const settings = { sessionId: 's-1', phrases: ['all tasks complete'], exitCode: 0 }
  expect(newestInWords(spoken, ['heuristic'], settings).match?.strategy).toBe('heuristic')
  expect(newestInWords(spoken, ['done-token', 'heuristic'], settings).match).toBeUndefined()
})

describe('J6: a claim stands only where the rest of the message leaves no work', () => {
  const blocks = readFileSync(join(import.meta.dir, 'fixtures/claims-beside.txt'), 'utf8').split(/^=== /m)
  for (const block of blocks.filter((one) => one !== '')) {
    const [verdict = '', prompt] = block.slice(0, block.indexOf('\n')).split(': ')
    const text = block.slice(block.indexOf('\n') + 1).replace(/\n$/, '')
    for (const signal of [TAG, TOKEN]) {
      const message = text.replace(/ ?TAG/, signal === TAG ? ` ${TAG}` : `\n${TOKEN}`)
      test(`${verdict}: ${JSON.stringify(message.slice(0, 90))}`, () =>
        expect(verdictOn(message, prompt === undefined ? [] : [prompt])).toBe(verdict))
    }
  }

  test('what was asked for may not be left', () => {
    const message = `Search works. Highlighting is deferred to a later iteration.\n\n${TOKEN}`
    expect(verdictOn(message, ['Add search with highlighting.'])).toBe('none')
    expect(verdictOn(message, ['Add search.'])).toBe('claim')
  })

  test('a later message that leaves work takes the claim back', () => {
    const later = 'Sorting does not work so far, exporting is still a stub.'
    expect(verdictOn(TOKEN, [], [later])).toBe('none')
    expect(verdictOn(TOKEN, [], ['Sorting works on every column.'])).toBe('claim')
  })

  test('long messages are read in time', () => {
    for (const part of ['a. ', 'a\n', 'a:\n', 'x'.repeat(40), '。', 'I will '])
      expectLinear(100_000, (size) => verdictOn(`${part.repeat(Math.ceil(size / part.length))}\n${TOKEN}`))
  })
})

function verdictOn(message: string, prompts: readonly string[] = [], later: readonly string[] = []): string {
  const words = { messages: [message, ...later], staleMessages: [], own: [], prompts }
  const { match } = newestInWords(words, ['done-token', 'promise-tag'], { sessionId: 's-1' })
  return match ? 'claim' : 'none'
}
