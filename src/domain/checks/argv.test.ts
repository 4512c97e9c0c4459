// A check's command as words, and what needs a shell.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { joinWords } from '../shell/words.ts'
import { toArgv, type Argv } from './argv.ts'

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
