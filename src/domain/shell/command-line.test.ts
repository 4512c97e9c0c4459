// Command lines for three shells: tables of what people see, and any argv read back. sh is the real one; cmd.exe and
// PowerShell are read by the rules that Microsoft documents.
import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import { argumentLimit, type Shell, toCommandLine } from './command-line.ts'

function lineOf(argv: readonly string[], shell: Shell): string {
  const result = toCommandLine(argv, shell)
  return result.ok ? result.line : `refused: ${result.why}`
}

const cases: ReadonlyArray<readonly [string, Shell, readonly string[], string]> = [
  ['a plain path stays plain', 'sh', ['/opt/bin/fullstop', 'hook', 'claude'], '/opt/bin/fullstop hook claude'],
  ['an option with a value stays plain', 'sh', ['fullstop', 'hook', '--within=60s'], 'fullstop hook --within=60s'],
  ['a space', 'sh', ['/my home/bin/fullstop', 'hook'], "'/my home/bin/fullstop' hook"],
  ['a tilde', 'sh', ['~/bin/x', '~', 'a~'], "'~/bin/x' '~' 'a~'"],
  ['a single quote', 'sh', ["it's", "'"], String.raw`'it'\''s' ''\'''`],
  ['nothing', 'sh', ['x', ''], "x ''"],
  ['an assignment', 'sh', ['A=b', 'A=b', '=x'], "'A=b' A=b '=x'"],
  ['a word of the shell', 'sh', ['if', 'if'], "'if' if"],
  ['a dash in front', 'sh', ['-x', '-x'], "'-x' -x"],
  ['a line break', 'sh', ['x', 'a\nb'], "x 'a\nb'"],
  ['not ASCII', 'sh', ['/home/jürgen/x'], "'/home/jürgen/x'"],
  ['no program', 'sh', [], 'refused: there is no program to run'],
  ['NUL', 'sh', ['x', 'a\0'], 'refused: argument 1 holds a NUL character, which no program can be given'],
  ['half a character', 'sh', ['\uD800'], "refused: the program's name is not valid Unicode"],

  [
    'a plain path stays plain',
    'cmd',
    [String.raw`C:\Users\me\fullstop.exe`, 'hook', 'claude'],
    String.raw`C:\Users\me\fullstop.exe hook claude`,
  ],
  ['a space', 'cmd', [String.raw`C:\Program Files\x.exe`, 'a b'], String.raw`"C:\Program Files\x.exe" "a b"`],
  ['a slash in the program', 'cmd', ['C:/x.exe', 'a/b'], '"C:/x.exe" a/b'],
  ['a backslash at the end', 'cmd', ['x.exe', 'a b\\', 'a\\'], String.raw`x.exe "a b\\" a\ `.trim()],
  ['operators', 'cmd', ['x.exe', 'a&b|c<d>e^f(g)!h'], 'x.exe "a&b|c<d>e^f(g)!h"'],
  ['percent signs', 'cmd', ['x.exe', '%PATH%'], 'x.exe ""%"PATH"%""'],
  ['a quotation mark', 'cmd', ['x.exe', 'a"&b'], String.raw`x.exe "a"\^""&b"`],
  ['F22: a quotation mark for a batch file', 'cmd', ['x.CMD', 'a"&b'], String.raw`x.CMD "a"\^^^""&b"`],
  ['F22: a batch file behind dots', 'cmd', ['x.bat. .', 'a"'], String.raw`"x.bat. ." "a"\^^^"""`],
  [
    'F22: a quotation mark for who knows what',
    'cmd',
    ['x', '"'],
    'refused: argument 1 holds a quotation mark; name the program with its extension, .cmd and .exe need different quoting',
  ],
  ['nothing', 'cmd', ['x', ''], 'x ""'],
  ['a word of the shell', 'cmd', ['if', 'if'], '"if" if'],
  ['a line break', 'cmd', ['x', 'a\r\nb'], 'refused: argument 1 holds a line break, which ends a line of cmd'],
  [
    'a percent sign in the program',
    'cmd',
    ['50%.exe'],
    "refused: the program's name holds a quotation mark or a percent sign, which cmd would not take as such",
  ],

  [
    'a plain path stays plain',
    'powershell',
    [String.raw`C:\me\fullstop.exe`, 'hook', '--within', '60s'],
    String.raw`C:\me\fullstop.exe hook --within '60s'`,
  ],
  ['a space', 'powershell', [String.raw`C:\My x\y.exe`, 'a b'], String.raw`& 'C:\My x\y.exe' 'a b'`],
  ['quotes', 'powershell', ['x', "it's", 'it’s'], "x 'it''s' 'it’’s'"],
  ['variables', 'powershell', ['x', '$env:PATH', '$(y)', '`n'], "x '$env:PATH' '$(y)' '`n'"],
  ['what would be split', 'powershell', ['x', '-a.b', '-a:b', 'a,b', '--%', '@a'], "x '-a.b' '-a:b' 'a,b' '--%' '@a'"],
  ['a word of the shell', 'powershell', ['if', 'if'], "& 'if' if"],
  ['nothing', 'powershell', ['x', ''], 'refused: argument 1 is empty: versions of PowerShell hand that on differently'],
  [
    'a quotation mark',
    'powershell',
    ['x', 'y', 'a"b'],
    'refused: argument 2 holds a quotation mark, or white space and a backslash at its end: versions of PowerShell hand that on differently',
  ],
]

for (const [name, shell, argv, expected] of cases) {
  test(`${shell}: ${name}`, () => expect(lineOf(argv, shell)).toBe(expected))
}

describe('F22: a line that is too long is refused', () => {
  test('cmd takes 8191 characters', () => {
    const fits = toCommandLine(['x.exe', 'a'.repeat(8185)], 'cmd')
    expect(fits.ok && fits.line.length).toBe(8191)
    expect(lineOf(['x.exe', 'a'.repeat(8186)], 'cmd')).toBe(
      'refused: the line has 8192 characters, and cmd takes 8191 at most',
    )
  })

  test('sh counts bytes', () => {
    expect(lineOf(['x', 'ü'.repeat(70_000)], 'sh')).toBe(
      'refused: the line has 140004 bytes, and sh takes 131071 at most',
    )
    const longest = lineOf(['true', 'a'.repeat(argumentLimit.sh - 5)], 'sh')
    expect(spawnSync('sh', ['-c', longest]).status).toBe(0)
  })
})

const special = fc.constantFrom(...'\'"\\^%!$`~#&|;<>(){}[]*?=,: \t-@+.\u2018\u2019PATH:ü\u{1F600}')
const word = fc.oneof(
  fc.array(special, { maxLength: 12 }).map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom('', 'a\nb', '\r\n', 'C:\\a b\\', '\\\\"', '%PATH:a=b%', '%%', '^^', '$(x)', "'", '-'),
)
const someArgs = fc.array(word, { maxLength: 5 })

describe('any argv comes through a real shell as it was', () => {
  for (const [shell, ...options] of [['sh'], ['dash'], ['bash', '--posix'], ['busybox', 'sh'], ['zsh']]) {
    const isThere = Bun.which(shell ?? '') !== null
    test.skipIf(!isThere)(`${shell}${isThere ? '' : ': skipped, it is not installed'}`, () => {
      const all = fc.sample(someArgs, 4000)
      const lines = all.map((args) => lineOf(['show', ...args], 'sh'))
      const script = [String.raw`show() { for one; do printf '%s\000' "$one"; done; printf '\001\000'; }`, ...lines]
      const { stdout, status } = spawnSync(shell ?? '', options, { input: script.join('\n'), maxBuffer: 1 << 26 })
      const expected = all.map((args) => `${args.map((arg) => `${arg}\0`).join('')}\u0001\0`).join('')
      expect(status).toBe(0)
      expect(stdout.equals(Buffer.from(expected))).toBe(true)
    })
  }
})

/** The first step of cmd on a command line: `%NAME%` and `%NAME:…%` of what is defined, everything else stays. */
function replaceVariables(line: string, isDefined: (name: string) => boolean): string {
  let out = ''
  for (let at = 0; at < line.length; at++) {
    const end = line[at] === '%' ? line.indexOf('%', at + 1) : -1
    const name = end < 0 ? '' : line.slice(at + 1, end)
    const isKnown = isDefined(name) || (name.includes(':') && isDefined(name.slice(0, name.indexOf(':'))))
    out += isKnown ? 'REPLACED' : (line[at] ?? '')
    if (isKnown) at = end
  }
  return out
}

/** The second: quotation marks, carets, and operators, which nobody wrote here. */
function readOperators(line: string): string {
  let out = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const one = line[at] ?? ''
    if (one === '^' && !isQuoted) {
      at++
      out += line[at] ?? ''
      continue
    }
    if (one === '"') isQuoted = !isQuoted
    if (!isQuoted && '&|<>()\r\n'.includes(one)) throw new Error(`an operator: ${one} in ${line}`)
    out += one
  }
  if (isQuoted) throw new Error(`an open quotation mark: ${line}`)
  return out
}

/** The third, after "Parsing C command-line arguments": the rules of CommandLineToArgvW, for all but the program. */
function splitArguments(line: string): string[] {
  const found: string[] = []
  let current: string | undefined
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const backslashes = /^\\+/.exec(line.slice(at))?.[0].length ?? 0
    at += backslashes
    const one = line[at]
    if (backslashes > 0) {
      const isBeforeMark = one === '"'
      current = (current ?? '') + '\\'.repeat(isBeforeMark ? Math.floor(backslashes / 2) : backslashes)
      if (isBeforeMark && backslashes % 2 === 1) {
        current += '"'
        continue
      }
    }
    if (one === undefined) break
    if (one === '"') {
      // The two published versions of the rules differ only for two marks in a row within a quoted part.
      if (isQuoted && line[at + 1] === '"') throw new Error(`ambiguous: ${line}`)
      isQuoted = !isQuoted
      current ??= ''
    } else if (!isQuoted && (one === ' ' || one === '\t')) {
      if (current !== undefined) found.push(current)
      current = undefined
    } else current = (current ?? '') + one
  }
  if (current !== undefined) found.push(current)
  return found
}

/** Every name is defined that a person could have given. */
const isPlausibleName = (name: string): boolean => name !== '' && !/^["^]/.test(name)

describe('F22: any argv comes through cmd.exe as it was', () => {
  const read = {
    'C:\\My tools\\x.exe': (line: string) => splitArguments(line),
    'x.exe': (line: string) => splitArguments(line),
    'C:\\My tools\\x.cmd': (line: string) => splitArguments(readOperators(line)),
    fullstop: (line: string) => {
      expect(splitArguments(readOperators(line))).toEqual(splitArguments(line))
      return splitArguments(line)
    },
  }
  for (const [program, split] of Object.entries(read)) {
    test(program, () => {
      fc.assert(
        fc.property(someArgs, (args) => {
          const result = toCommandLine([program, ...args], 'cmd')
          const isRefused = args.some((arg) => /[\r\n]/.test(arg) || (program === 'fullstop' && arg.includes('"')))
          expect(result.ok).toBe(!isRefused)
          if (!result.ok) return
          const first = readOperators(replaceVariables(result.line, isPlausibleName))
          const shown = program.includes(' ') ? `"${program}"` : program
          expect(first.startsWith(shown)).toBe(true)
          expect(split(first.slice(shown.length))).toEqual(args)
        }),
        { numRuns: rounds(3000) },
      )
    })
  }
})

/** PowerShell: bare words, and single-quoted ones in which two quotes of any shape make the first of them. */
function splitPowerShell(line: string): string[] {
  return [...line.matchAll(/(?<bare>[\w.\\/:&-]+)|'(?<quoted>(?:[^'‘’‚‛]|['‘’‚‛]{2})*)'(?= |$)/gu)].map(
    ({ groups }) => groups?.['bare'] ?? groups?.['quoted']?.replaceAll(/(['‘’‚‛])['‘’‚‛]/g, '$1') ?? '',
  )
}

test('any argv comes through PowerShell as it was, or is refused', () => {
  fc.assert(
    fc.property(word, someArgs, (program, args) => {
      const result = toCommandLine([program, ...args], 'powershell')
      if (program === '') return
      expect(result.ok).toBe(!args.some((arg) => arg === '' || arg.includes('"') || /\s.*\\$/s.test(arg)))
      if (!result.ok) return
      const words = splitPowerShell(result.line)
      expect(words[0] === '&' ? words.slice(1) : words).toEqual([program, ...args])
    }),
    { numRuns: rounds(5000) },
  )
})
