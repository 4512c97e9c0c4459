// Lines that are read by their first word alone say the same as when they are taken apart.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import { isCheckLine } from '../checks/seen.ts'
import { toCommands } from './commands.ts'
import { isReadOnlyCommand } from './read-only.ts'
import { singleProgram, startedPrograms } from './unwrapped.ts'
import { mayFindNothing, writesFiles } from './writes.ts'

describe('singleProgram', () => {
  const rows: ReadonlyArray<readonly [line: string, program: string | undefined]> = [
    ['git diff "a b" \\ {}', 'git'],
    ['\tnpm-run-all test', 'npm-run-all'],
    ['ls', 'ls'],
    ['npx vitest', undefined],
    ['sudo -u git diff a b', undefined],
    ['X=1 ls', undefined],
    ["g'it' add .", undefined],
    ['./ls', undefined],
    ['LS', undefined],
    ['python3.12 -m pytest', undefined],
    ['ls; rm a', undefined],
    ['ls\nrm a', undefined],
    ['bash -c "rm a"', undefined],
    ['docker run x', undefined],
    ['', undefined],
  ]
  for (const [line, program] of rows) {
    test(JSON.stringify(line), () => expect(singleProgram(line)).toBe(program))
  }
})

const WORDS =
  'git diff add grep --exit-code --output=x npm test run node -e python3 -m pytest vitest npx env X=1 sudo -u time timeout 5 docker exec ' +
  'bash -c sh cat echo printf tee sed -i -n 1,5p make rm cp which [ ] ls cd { } ( ) $x $(ls) `ls` # ~ * ? = - 2>&1 >>b <<E ' +
  'Git ./git /bin/rm vite@5 a.exe a\\b >/dev/null \u00E9 \u212A \u00A0 \f "" \'\' " \' \\ "$x" "\\"" g\'it\' "git"'
const piece = fc.constantFrom('"a b"', "'rm x'", '\\ ', '> a', '< a', ...WORDS.split(' '))
const gap = fc.constantFrom(' ', ' ', ' ', '  ', '\t', '\r', '')
const simple = fc.array(fc.tuple(piece, gap), { maxLength: 8 }).map((all) => all.flat().join(''))
const line = fc
  .tuple(gap, simple, fc.constantFrom('', '', '', '; ls', ' && rm a', '| cat', '\ntest'))
  .map((all) => all.join(''))
const runs = { numRuns: rounds(100_000) }

describe('a line read in a quick way', () => {
  test('starts what it starts when it is taken apart', () => {
    fc.assert(
      fc.property(line, (text) => {
        const only = singleProgram(text)
        if (only !== undefined) expect(startedPrograms(text).map(({ program }) => program)).toEqual([only])
      }),
      runs,
    )
  })

  test('has the same words', () => {
    fc.assert(
      fc.property(simple, (text) => {
        if (/["'\\<>]/.test(text)) return
        // Behind a word in quotes every line is taken apart.
        const [first, ...others] = toCommands(`'x' ${text}`)
        expect(others).toEqual([])
        const words = first?.words.slice(1) ?? []
        const written = first?.written.slice("'x' ".length).replace(/^[ \t\r]+/, '') ?? ''
        expect(toCommands(text)).toEqual(words.length === 0 ? [] : [{ joiner: '', words, written, end: '' }])
      }),
      runs,
    )
  })

  test('is judged the same behind a command that does nothing, where it is taken apart', () => {
    fc.assert(
      fc.property(line, (text) => {
        const apart = `:; ${text}`
        const judged = (one: string): unknown => [writesFiles(one), mayFindNothing(one), isCheckLine(one)]
        expect(judged(text)).toEqual(judged(apart))
        const isEmpty = text.trim() === ''
        // Lines of plain words are parted at any white space, as they always were; a mere redirection is no command.
        if (!/[\f\u00A0<>]/.test(text))
          expect(isReadOnlyCommand(text)).toBe(!isEmpty && isReadOnlyCommand(`true; ${text}`))
      }),
      runs,
    )
  })
})
