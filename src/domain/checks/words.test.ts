// A command as words: POSIX quoting and nothing else.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { joinWords, splitWords, toArgv, type Argv } from './words.ts'

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

describe('toArgv', () => {
  const rows: ReadonlyArray<readonly [name: string, check: Parameters<typeof toArgv>[0], argv: Argv]> = [
    ['a list', { run: ['a', 'b c', ''] }, { ok: true, argv: ['a', 'b c', ''], shell: false }],
    ['a line', { run: 'npm "run x"' }, { ok: true, argv: ['npm', 'run x'], shell: false }],
    ['a shell line', { run: 'a && b', shell: true }, { ok: true, argv: ['/bin/sh', '-c', 'a && b'], shell: true }],
    [
      'a list with shell',
      { run: ['a'], shell: true },
      { ok: false, why: '"shell": true needs one line of text, not a list of words' },
    ],
    ['an open quote', { run: "a 'b" }, { ok: false, why: "a ' is not closed" }],
    ['an empty shell line', { run: ' ', shell: true }, { ok: false, why: 'it is empty' }],
    ['an empty list', { run: [] }, { ok: false, why: 'it names no program' }],
    ['an empty program', { run: ['', 'a'] }, { ok: false, why: 'it names no program' }],
    ['an empty program in a line', { run: "'' a" }, { ok: false, why: 'it names no program' }],
    ['a NUL in a list', { run: ['a\0'] }, { ok: false, why: 'it holds a NUL character' }],
    ['a NUL in a shell line', { run: 'a\0', shell: true }, { ok: false, why: 'it holds a NUL character' }],
  ]
  for (const [name, check, argv] of rows) test(name, () => expect(toArgv(check)).toEqual(argv))

  const joined = (operator: string): string => `"${operator}" needs a shell: set "shell": true, or make it two checks`
  const redirected = (operator: string): string => `"${operator}" needs a shell: set "shell": true, or leave it out`
  const shellLines: ReadonlyArray<readonly [line: string, why: string]> = [
    ['npm run build && npm test', joined('&&')],
    ['npm run build\nnpm test\n', 'a second line needs a shell: set "shell": true, or make it two checks'],
    ['npm run build&&npm test', joined('&&')],
    ['npm test || true', joined('||')],
    ['npm test | tee log', joined('|')],
    ['npm test |tee log', joined('|')],
    ['npm run a ; npm run b', joined(';')],
    ['npm run a; npm run b', joined(';')],
    ['npm test;', joined(';')],
    ['npm test &', joined('&')],
    ['npm test&', joined('&')],
    [`npm run 'a'; b`, joined(';')],
    ['npm test > log', redirected('>')],
    ['npm test >> log', redirected('>>')],
    ['npm test >log', redirected('>')],
    ['npm test < input', redirected('<')],
    ['npm test 2>&1', redirected('2>&1')],
    ['npm test 2>/dev/null', redirected('2>')],
    ['npm test &> log', redirected('&>')],
    ['CI=1 npm test', 'it sets CI in front of the program: put it into "env"'],
    [`TOKEN='a b' npm test`, 'it sets TOKEN in front of the program: put it into "env"'],
  ]
  for (const [line, why] of shellLines) {
    test(line, () => expect(toArgv({ run: line })).toEqual({ ok: false, why }))
    test(`${line}, with a shell`, () => expect(toArgv({ run: line, shell: true }).ok).toBe(true))
    test(`${line}, with shell false`, () => expect(toArgv({ run: line, shell: false })).toEqual({ ok: false, why }))
  }

  const literal: ReadonlyArray<readonly [line: string, argv: string[]]> = [
    [`a '&&' "||" \\; '>' "2>&1"`, ['a', '&&', '||', ';', '>', '2>&1']],
    [`pytest -k 'a && b;'`, ['pytest', '-k', 'a && b;']],
    ['pytest -m a|b', ['pytest', '-m', 'a|b']],
    ['dotnet test /p:A=1;B=2', ['dotnet', 'test', '/p:A=1;B=2']],
    ['curl http://x/?a=1&b=2', ['curl', 'http://x/?a=1&b=2']],
    ['ls $HOME *.ts ~ $(id) `id` {a,b}', ['ls', '$HOME', '*.ts', '~', '$(id)', '`id`', '{a,b}']],
    ['env CI=1 npm test', ['env', 'CI=1', 'npm', 'test']],
    [`'A=b' c`, ['A=b', 'c']],
    ['pip check a=>b', ['pip', 'check', 'a=>b']],
  ]
  for (const [line, argv] of literal)
    test(`${line} stays`, () => expect(toArgv({ run: line })).toEqual({ ok: true, argv, shell: false }))

  test('a list stays as it is, whatever its words', () => {
    const run = ['A=b', '&&', 'a;', '2>&1', '|']
    expect(toArgv({ run })).toEqual({ ok: true, argv: run, shell: false })
  })

  test('a joined line runs the words that were joined', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...'a&|;<> =2'.split('')) }), { minLength: 1 }),
        (words) => {
          const run = words[0] === '' ? ['a', ...words] : words
          expect(toArgv({ run: joinWords(run) })).toEqual({ ok: true, argv: run, shell: false })
        },
      ),
    )
  })
})
