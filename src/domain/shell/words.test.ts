// A command as words: POSIX quoting and nothing else.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { joinWords, splitWords } from './words.ts'

describe('splitWords', () => {
  const rows: ReadonlyArray<readonly [name: string, line: string, words: string[]]> = [
    ['two words', 'npm test', ['npm', 'test']],
    ['white space around and between', '  npm \t  test\n', ['npm', 'test']],
    ['single quotes are literal', `echo 'a "b" \\ $c'`, ['echo', 'a "b" \\ $c']],
    ['double quotes keep single ones', `echo "it's"`, ['echo', "it's"]],
    ['escapes in double quotes', '"\\" \\\\ \\$ \\` \\n"', ['" \\ $ ` \\n']],
    ['a continued line in double quotes', '"a\\\nb"', ['ab']],
    ['a backslash outside', 'a\\ b \\"c\\"', ['a b', '"c"']],
    ['a continued line outside', 'npm \\\n test', ['npm', 'test']],
    ['a continued line inside a word', 'np\\\nm test', ['npm', 'test']],
    ['quotes join with what stands beside them', `a'b'"c"d`, ['abcd']],
    ['an empty word', `a '' ""`, ['a', '', '']],
    ['nothing is expanded', '$HOME *.ts ~ `id` $(id) {a,b}', ['$HOME', '*.ts', '~', '`id`', '$(id)', '{a,b}']],
    ['operators are plain characters', 'a|b && c; d > e # f', ['a|b', '&&', 'c;', 'd', '>', 'e', '#', 'f']],
    ['windows line ends', 'npm\r\ntest \\\r\n -x\r\n', ['npm', 'test', '-x']],
    ['a newline in quotes stays', `'a\nb'`, ['a\nb']],
    ['other letters', 'prüfe 世界 🙂', ['prüfe', '世界', '🙂']],
    ['a no-break space is no white space', 'a\u00a0b', ['a\u00a0b']],
  ]
  for (const [name, line, words] of rows) test(name, () => expect(splitWords(line)).toEqual({ ok: true, words }))

  const bad: ReadonlyArray<readonly [name: string, line: string, why: string]> = [
    ['nothing', '', 'it is empty'],
    ['white space only', ' \t\n', 'it is empty'],
    ['a continued line only', '\\\n', 'it is empty'],
    ['an open single quote', `echo 'a`, "a ' is not closed"],
    ['an open double quote', 'echo "a\\"', 'a " is not closed'],
    ['a backslash at the end', 'echo \\', 'it ends with a lone backslash'],
    ['a NUL', 'echo \0', 'it holds a NUL character'],
  ]
  for (const [name, line, why] of bad) test(name, () => expect(splitWords(line)).toEqual({ ok: false, why }))
})

describe('joinWords', () => {
  const rows: ReadonlyArray<readonly [name: string, words: string[], line: string]> = [
    ['plain words stay', ['npm', 'run', 'test:unit', '--', 'a/b.ts'], 'npm run test:unit -- a/b.ts'],
    ['a space', ['echo', 'a b'], "echo 'a b'"],
    ['a single quote', ['echo', "it's"], "echo 'it'\\''s'"],
    ['an empty word', ['echo', ''], "echo ''"],
    ['a home folder and a pattern', ['ls', '~', '*'], "ls '~' '*'"],
    ['an assignment only where it would be one', ['A=b', 'c=d'], "'A=b' c=d"],
  ]
  for (const [name, words, line] of rows) test(name, () => expect(joinWords(words)).toBe(line))

  const word = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...`ab '"\\$\`\n\t=*~|&;#`.split('')) }),
  )
  test('what was joined is split again', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (drawn) => {
        const words = drawn.map((text) => text.replaceAll('\0', ''))
        expect(splitWords(joinWords(words))).toEqual({ ok: true, words })
      }),
    )
  })

  test('any line is split or refused, never thrown at', () => {
    fc.assert(fc.property(word, (line) => expect(typeof splitWords(line).ok).toBe('boolean')))
  })
})
