// What holds for every detector, whatever the text: fences hide, line breaks do not matter, no text breaks or slows them.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import type { Finding } from './detector.ts'
import { grammar } from './grammar.ts'
import { byWords, type Strategy } from './index.ts'

const TAG = '<promise>COMPLETE</promise>'
const TOKEN = 'TASKMASTER_DONE::s-1'
const STRICT: readonly Strategy[] = ['done-token', 'promise-tag']
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

  test.each([
    ['letters on one line', 'x'.repeat(5_000_000)],
    ['words on one line', 'it will not be '.repeat(330_000)],
    ['spaces', ' '.repeat(1_000_000)],
    ['line breaks', '\n'.repeat(1_000_000)],
    ['backticks', '`'.repeat(1_000_000)],
    ['open code spans', '` a'.repeat(300_000)],
    ['runs of backticks of every length', Array.from({ length: 1000 }, (_, n) => '`'.repeat(n)).join(' ')],
    ['openings', '<promise>'.repeat(1_000_000)],
    ['quotation marks', '"'.repeat(1_000_000)],
    ['nested quotations', '> '.repeat(1_000_000)],
    ['comment openings', '<!-- '.repeat(300_000)],
    ['element openings', '<code>\n'.repeat(200_000)],
    ['fences', '```\n'.repeat(300_000)],
    ['list items', '- a\n'.repeat(300_000)],
    ['backslashes', '\\'.repeat(1_000_000)],
    ['escaped line breaks', `<promise>${'\\n'.repeat(500_000)}`],
    ['mentions', `not ${TAG}, `.repeat(50_000)],
    ['tokens in mid-line', `${TOKEN} `.repeat(50_000)],
  ])('reads a flood of %s in one pass, before a signal and after it', (_, flood) => {
    const text = `${flood}\n\n${TAG}\n\n${TOKEN}\n\nall checks pass\n\n${flood}`
    expect(find(strategy, text).strategy).toBe(strategy)
  })
})
