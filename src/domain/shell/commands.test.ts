// The simple commands of a line.
import { describe, expect, test } from 'bun:test'
import { type SimpleCommand, toCommands, toPlainCommands } from './commands.ts'

const shown = (commands: readonly SimpleCommand[] | undefined): unknown =>
  commands?.map(({ joiner, words, end }) => [joiner, ...words, end])

describe('a plain line', () => {
  // Behind a line end it is taken apart piece by piece.
  const pieces = (line: string): SimpleCommand[] => toCommands(`${line}\n`).map((command) => ({ ...command, end: '' }))
  const lines = [
    '',
    ' ',
    'a',
    ' a',
    'a ',
    '\t a  b\r',
    'X=1 make -C b',
    'a\u00a0b é',
    'f $(x) `y` {z} (a b)',
    '# a * ~',
  ]
  test.each(lines)('%j is read as if it were taken apart', (line) => {
    expect(toCommands(line)).toEqual(pieces(line))
  })
})

describe('toCommands', () => {
  const rows: ReadonlyArray<readonly [name: string, line: string, commands: string[][]]> = [
    ['nothing', ' \n', []],
    ['one', 'npm test', [['', 'npm', 'test', '']]],
    [
      'joined',
      'a && b c|d',
      [
        ['', 'a', '&&'],
        ['&&', 'b', 'c', '|'],
        ['|', 'd', ''],
      ],
    ],
    [
      'two lines',
      'a\nb',
      [
        ['', 'a', '\n'],
        ['\n', 'b', ''],
      ],
    ],
    ['an operator in quotes joins nothing', `echo "a && b" 'c;d'`, [['', 'echo', 'a && b', 'c;d', '']]],
    [
      'an escaped operator neither',
      'find . -exec x \\; -print',
      [['', 'find', '.', '-exec', 'x', '\\;', '-print', '']],
    ],
    ['a continued line', 'npm \\\ntest \\\r\n--x', [['', 'npm', 'test', '--x', '']]],
    ['a redirection joins nothing', 'a 2>&1 >|b', [['', 'a', '2>&1', '>|b', '']]],
    ['the background', 'a & ', [['', 'a', '&']]],
    ['an empty word', `a ''`, [['', 'a', '', '']]],
    ['a path of Windows', '.\\gradlew.bat check', [['', '.\\gradlew.bat', 'check', '']]],
    [
      'an open quote ends its word',
      "echo it's && b",
      [
        ['', 'echo', 'it', 's', '&&'],
        ['&&', 'b', ''],
      ],
    ],
  ]
  for (const [name, line, commands] of rows) test(name, () => expect(shown(toCommands(line))).toEqual(commands))

  test('a command as it is written', () =>
    expect(toCommands(`a "b;c" && d\\ e;`).map(({ written }) => written)).toEqual(['a "b;c" ', 'd\\ e']))
})

describe('toPlainCommands', () => {
  const rows: ReadonlyArray<readonly [name: string, line: string, commands: string[][] | undefined]> = [
    ['words without their escapes', `a\\ b "c\\"d"`, [['', 'a b', 'c"d', '']]],
    [
      'a stream sent nowhere',
      'a 2>/dev/null >&2 | b',
      [
        ['', 'a', '|'],
        ['|', 'b', ''],
      ],
    ],
    ['a file is written', 'a > b', undefined],
    ['a substitution', 'a "$(b)"', undefined],
    ['a substitution over two lines', 'a $\\\n(b)', undefined],
    ['a quoted substitution over two lines', 'a "$\\\n(b)"', undefined],
    ['a process substitution over two lines', 'a <\\\n(b)', undefined],
    ['an escaped substitution', 'a "\\$(b)"', [['', 'a', '$(b)', '']]],
    ['a group', '(a)', undefined],
    ['a here-document', 'a <<b', undefined],
    ['an open quote', 'a "b', undefined],
    [
      'an escaped carriage return continues no line',
      'a \\\r\nb',
      [
        ['', 'a', '\r', '\n'],
        ['\n', 'b', ''],
      ],
    ],
  ]
  for (const [name, line, commands] of rows) test(name, () => expect(shown(toPlainCommands(line))).toEqual(commands))
})
