// What holds for every detector, whatever the text: fences hide, line breaks do not matter, no text breaks or slows them.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { expectLinear } from '../../../test/cost.ts'
import { amount, pairsOf, rounds } from '../../../test/rounds.ts'
import type { Finding } from './detector.ts'
import { grammar } from './grammar.ts'
import { byWords, type Strategy } from './index.ts'

const TAG = '<promise>COMPLETE</promise>'
const TOKEN = 'TASKMASTER_DONE::s-1'
const STRICT: readonly Strategy[] = ['done-token', 'promise-tag']
/** About so many characters. */
function runsUpTo(size: number): string {
  return Array.from({ length: Math.sqrt(2 * size) }, (_, length) => '`'.repeat(length)).join(' ')
}
const ALL = byWords.map(({ name }) => name as Strategy)

const fragments = [
  TAG,
  TOKEN,
  `**${TOKEN}**`,
  '```',
  '````ts',
  '~~~',
  '> quoted',
  '    indented',
  '- item',
  '1. item',
  '## Heading',
  '',
  'All tests pass.',
  'All checks pass',
  'I will print:',
  'Wait, not done yet.',
  `I will not print ${TAG}.`,
  `Done! ${TAG}`,
  `"${TAG}"`,
  '`code`',
  '`',
  '"',
  '<!--',
  '-->',
  '<code>',
  '</code>',
  'promise: complete',
  '&lt;promise&gt;COMPLETE&lt;/promise&gt;',
]
const message = fc.array(fc.constantFrom(...fragments), { maxLength: 14 })
const harmless = fc.array(
  fc.constantFrom(
    'I fixed the parser.',
    'The build no longer fails.',
    '```\nWait, not done yet.\n```',
    '~~~\n```\n~~~',
    '> Are you done?',
    '- If the file is missing, an error is shown',
    '- Never crashes',
    '| a | b |',
    'Nothing is left to do.',
    '<!-- not done -->',
  ),
  { maxLength: 8 },
)

function find(strategy: Strategy, text: string): Finding {
  const finding = byWords
    .find(({ name }) => name === strategy)
    ?.detect({ text, sessionId: 's-1', exitCode: 0 }, grammar)
  if (!finding) throw new Error(`${strategy} reads no text`)
  return finding
}

describe.each(STRICT.map((strategy) => [strategy]))('%s', (strategy) => {
  test('F2: nothing in a fence is a claim', () => {
    const content = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      message.map((lines) => lines.join('\n')),
    )
    const mark = fc.constantFrom('`', '~')
    fc.assert(
      fc.property(content, mark, fc.boolean(), (text, character, isClosed) => {
        const fence = character.repeat(3 + text.split(character).length)
        const fenced = `${fence}\n${text}\n${TAG}\n${TOKEN}\n${isClosed ? fence : ''}`
        return !find(strategy, fenced).found
      }),
    )
  })

  test('F3: a signal alone in the last paragraph is a claim after any harmless text', () => {
    fc.assert(
      fc.property(harmless, fc.constantFrom('\n', '\r\n'), (parts, lineBreak) => {
        const signal = strategy === 'done-token' ? TOKEN : TAG
        const text = [...parts, signal].join('\n\n').replaceAll('\n', lineBreak)
        expect(find(strategy, text)).toEqual({ found: true, strategy, text: signal, at: text.length - signal.length })
      }),
    )
  })
})

describe.each(ALL.map((strategy) => [strategy]))('%s', (strategy) => {
  test('finds the same whatever the line break', () => {
    fc.assert(
      fc.property(message, (lines) => {
        const [plain, windows] = [find(strategy, lines.join('\n')), find(strategy, lines.join('\r\n'))]
        expect(windows.found).toBe(plain.found)
      }),
      { numRuns: rounds(500) },
    )
  })

  test('finds the same whatever the line break: a sentence that governs what comes after a line of code', () => {
    const lines = ['I will print:', '`code`', '"<promise>COMPLETE</promise>"', 'All checks pass']
    expect(find(strategy, lines.join('\r\n')).found).toBe(find(strategy, lines.join('\n')).found)
  })

  test('never throws, and what it read stands where it says', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      message.map((lines) => lines.join('\n')),
      message.map((lines) => lines.join(' ')),
    )
    fc.assert(
      fc.property(anything, (text) => {
        const finding = find(strategy, text)
        return !finding.found || text.startsWith(finding.text, finding.at)
      }),
      { numRuns: rounds(500) },
    )
  })
})

const floods: readonly (readonly [name: string, flood: (size: number) => string, all: number])[] = [
  ['letters on one line', (size) => 'x'.repeat(size), 5_000_000],
  ['words on one line', (size) => 'it will not be '.repeat(size), 330_000],
  ['spaces', (size) => ' '.repeat(size), 1_000_000],
  ['line breaks', (size) => '\n'.repeat(size), 1_000_000],
  ['backticks', (size) => '`'.repeat(size), 1_000_000],
  ['open code spans', (size) => '` a'.repeat(size), 300_000],
  ['runs of backticks of every length', runsUpTo, 500_000],
  ['openings', (size) => '<promise>'.repeat(size), 1_000_000],
  ['quotation marks', (size) => '"'.repeat(size), 1_000_000],
  ['nested quotations', (size) => '> '.repeat(size), 1_000_000],
  ['comment openings', (size) => '<!-- '.repeat(size), 300_000],
  ['element openings', (size) => '<code>\n'.repeat(size), 200_000],
  ['fences', (size) => '```\n'.repeat(size), 300_000],
  ['list items', (size) => '- a\n'.repeat(size), 300_000],
  ['backslashes', (size) => '\\'.repeat(size), 1_000_000],
  ['escaped line breaks', (size) => `<promise>${'\\n'.repeat(size)}`, 500_000],
  ['mentions', (size) => `not ${TAG}, `.repeat(size), 50_000],
  ['tokens in mid-line', (size) => `${TOKEN} `.repeat(size), 50_000],
]

for (const [strategy, [name, flood, all]] of pairsOf(ALL, floods)) {
  test(`${strategy} reads a flood of ${name} in linear time, before a signal and after it`, () => {
    expectLinear(amount(all), (size) => {
      const text = `${flood(size)}\n\n${TAG}\n\n${TOKEN}\n\nall checks pass\n\n${flood(size)}`
      expect(find(strategy, text).strategy).toBe(strategy)
    })
  })
}
