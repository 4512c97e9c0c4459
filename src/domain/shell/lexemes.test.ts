// A command line in its smallest pieces.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { toLexemes } from './lexemes.ts'

const pieces = (line: string, options?: Parameters<typeof toLexemes>[1]): string[] =>
  toLexemes(line, options).map(({ kind, text }) => `${kind} ${text}`)

const rows: ReadonlyArray<readonly [name: string, line: string, pieces: string[]]> = [
  ['nothing', '', []],
  ['words', 'npm  test', ['plain npm', 'blank   ', 'plain test']],
  [
    'joiners',
    'a&&b||c;d|e&',
    'a && b || c ; d | e &'.split(' ').map((one) => `${/\w/.test(one) ? 'plain' : 'operator'} ${one}`),
  ],
  [
    'redirections',
    '2>&1 <<<a >|b',
    ['plain 2', 'redirect >&', 'plain 1', 'blank  ', 'redirect <<<', 'plain a', 'blank  ', 'redirect >|', 'plain b'],
  ],
  ['a second line', 'a\nb', ['plain a', 'newline \n', 'plain b']],
  ['quotes', `'a "b"'"c 'd'"`, ['single a "b"', "double c 'd'"]],
  ['escapes in double quotes', '"\\" \\\\ \\$ \\` \\n"', ['double " \\ $ ` \\n']],
  ['escapes outside', '\\a\\ \\\n', ['escaped a', 'escaped  ', 'escaped ']],
  ['an expansion is plain', '$(a){b,c}*~', ['plain $(a){b,c}*~']],
  ['an open quote takes the rest', `a 'b && c`, ['plain a', 'blank  ', 'open b && c']],
  ['a backslash at the end', 'a\\', ['plain a', 'open ']],
]

describe('toLexemes', () => {
  for (const [name, line, expected] of rows) test(name, () => expect(pieces(line)).toEqual(expected))

  test('an open quote may be a piece of its own', () =>
    expect(pieces(`a'b && c`, { open: 'mark' })).toEqual([
      'plain a',
      'open ',
      'plain b',
      'blank  ',
      'operator &&',
      'blank  ',
      'plain c',
    ]))

  test('a line end of Windows is continued only where that is asked for', () => {
    expect(pieces('a\\\r\nb')).toEqual(['plain a', 'escaped \r', 'newline \n', 'plain b'])
    expect(pieces('a\\\r\nb', { windowsLines: true })).toEqual(['plain a', 'escaped ', 'plain b'])
  })

  const line = fc.string({ unit: fc.constantFrom(...`ab '"\\$\`\n\t\r=*~|&;#<>(){}`.split('')) })
  test('the pieces, put together, are the line', () => {
    fc.assert(
      fc.property(line, fc.constantFrom('rest', 'mark'), fc.boolean(), (text, open, windowsLines) => {
        const found = toLexemes(text, { open, windowsLines })
        expect(found.map(({ raw }) => raw).join('')).toBe(text)
        expect(found.every(({ raw, start, end }) => raw !== '' && text.slice(start, end) === raw)).toBe(true)
      }),
    )
  })
})
