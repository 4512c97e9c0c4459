// An argv as one line for a shell, quoted only where that is needed: people and models read these lines in settings.
// Whether the program is there, and who starts the shell, is left to others.
import { quoteForSh } from './words.ts'

export type Shell = 'sh' | 'cmd' | 'powershell'

/** Never throws: what a shell cannot be given safely is refused, with the reason. */
export type CommandLine = { readonly ok: true; readonly line: string } | { readonly ok: false; readonly why: string }

/**
 * The longest line each of them takes. sh: the line is one argument, and Linux takes 128 KiB for one (bytes); cmd.exe:
 * the limit of the command prompt; PowerShell: that of CreateProcess, less the quotes around it.
 */
export const argumentLimit = { sh: 131_071, cmd: 8191, powershell: 32_764 } as const

type Words = { readonly ok: true; readonly words: readonly string[] } | { readonly ok: false; readonly why: string }

export function toCommandLine(argv: readonly string[], shell: Shell): CommandLine {
  const [program = '', ...args] = argv
  if (program === '') return { ok: false, why: 'there is no program to run' }
  for (const [index, word] of argv.entries()) {
    if (word.includes('\0')) return refuse(index, 'holds a NUL character, which no program can be given')
    if (!word.isWellFormed()) return refuse(index, 'is not valid Unicode')
  }
  const quoted = { sh: toSh, cmd: toCmd, powershell: toPowerShell }[shell](program, args)
  if (!quoted.ok) return quoted
  const line = quoted.words.join(' ')
  const length = shell === 'sh' ? new TextEncoder().encode(line).length : line.length
  if (length <= argumentLimit[shell]) return { ok: true, line }
  const unit = shell === 'sh' ? 'bytes' : 'characters'
  return { ok: false, why: `the line has ${length} ${unit}, and ${shell} takes ${argumentLimit[shell]} at most` }
}

function refuse(index: number, why: string): { readonly ok: false; readonly why: string } {
  return { ok: false, why: index === 0 ? `the program's name ${why}` : `argument ${index} ${why}` }
}

/** The shell would read a program of such a name as its own keyword. Quoting any other name does no harm. */
const SHELL_WORDS = new Set(
  (
    'begin break call case catch class continue data do done dynamicparam elif else elseif end enum esac exit fi ' +
    'filter finally for foreach from function goto hidden if in param process rem return select set static switch ' +
    'then throw time trap try until using var while'
  ).split(' '),
)

const isShellWord = (program: string): boolean => SHELL_WORDS.has(program.toLowerCase())

// POSIX shells.

/** `=` would assign in the first word, `-` begin an option of `sh -c`; a leading `=` is special to zsh. */
const PLAIN_SH = { program: /^[\w@%+:,./][\w@%+:,./-]*$/, argument: /^[\w@%+:,./-][\w@%+:,./=-]*$/ }

function toSh(program: string, args: readonly string[]): Words {
  const first = PLAIN_SH.program.test(program) && !isShellWord(program) ? program : quoteForSh(program)
  return { ok: true, words: [first, ...args.map((arg) => (PLAIN_SH.argument.test(arg) ? arg : quoteForSh(arg)))] }
}

// cmd.exe, for the text between the outer quotes of `cmd /d /s /c "…"`. Three readers follow on each other:
// 1. Variables: `%NAME%` is replaced first, in quotes too, and no caret hides it (`help set`). On a command line, other
//    than in a batch file, a name that is not defined stays as it stands. So a percent sign is put between two quoted
//    pieces: the name then begins with a quotation mark, and no variable's does. An exclamation mark is an ordinary
//    character as long as delayed expansion is off, which is the default of `cmd /c` (`help cmd`, /V).
// 2. Operators: between quotation marks they are ordinary characters, and a caret outside of them takes the meaning from
//    the next character, also from a quotation mark (`help cmd`).
// 3. The program splits the line by the rules of CommandLineToArgvW: backslashes count only before a quotation mark,
//    where 2n of them make n, and one more makes the mark itself a character ("Parsing C command-line arguments").
// A batch file gets its arguments as text, and its line is read by 2 a second time: a caret that is to last needs to be
// escaped itself, while percent signs that come in by `%*` are not replaced again. One that hands them on by `call`
// reads them a third time; no quoting lasts through that.

const PLAIN_CMD = { program: /^(?:[A-Za-z]:)?[\w.\\][\w.\\~-]*$/, argument: /^[\w.:\\/~@+-]+$/ }

function toCmd(program: string, args: readonly string[]): Words {
  const odd = [program, ...args].findIndex((word) => /[\r\n]/.test(word))
  if (odd >= 0) return refuse(odd, 'holds a line break, which ends a line of cmd')
  if (/["%]/.test(program))
    return refuse(0, 'holds a quotation mark or a percent sign, which cmd would not take as such')
  const mark = markInCmd(program)
  const unsure = mark === undefined ? args.findIndex((arg) => arg.includes('"')) : -1
  if (unsure >= 0) {
    const why = 'holds a quotation mark; name the program with its extension, .cmd and .exe need different quoting'
    return refuse(unsure + 1, why)
  }
  const first = PLAIN_CMD.program.test(program) && !isShellWord(program) ? program : `"${program}"`
  return { ok: true, words: [first, ...args.map((arg) => quoteForCmd(arg, mark ?? ''))] }
}

/** How a quotation mark within an argument is written; without an extension it is open who reads it. */
function markInCmd(program: string): string | undefined {
  // Windows drops dots and spaces at the end of a name: `x.bat.` starts a batch file too.
  const extension = /\.([a-z0-9]+)[. ]*$/i.exec(program)?.[1]?.toLowerCase()
  if (extension === 'cmd' || extension === 'bat') return String.raw`\^^^"`
  return extension === 'exe' || extension === 'com' ? String.raw`\^"` : undefined
}

function quoteForCmd(arg: string, mark: string): string {
  if (PLAIN_CMD.argument.test(arg)) return arg
  const pieces = arg.split(/(["%])/).map((piece, index) => {
    if (index % 2 === 1) return piece === '%' ? piece : mark
    return `"${piece.replace(/\\+$/, '$&$&')}"`
  })
  return pieces.join('')
}

// PowerShell. In single quotes nothing is special but the single quote, which is doubled; four typographic quotes count
// as one too (about_Quoting_Rules). A program that is quoted needs the call operator `&` (about_Operators).

const PLAIN_POWERSHELL = {
  program: /^(?:[A-Za-z]:[\\/]|\.{0,2}[\\/])?[A-Za-z_][\w.\\/-]*$/,
  argument: /^(?:--?[A-Za-z][\w-]*|[A-Za-z_][\w.\\/:-]*|[\\/][\w.\\/:-]*)$/,
}

function toPowerShell(program: string, args: readonly string[]): Words {
  const odd = args.findIndex((arg) => arg === '' || arg.includes('"') || /\s.*\\$/s.test(arg))
  if (odd >= 0) {
    // about_Parsing, $PSNativeCommandArgumentPassing: versions before 7.3 drop or break these on the way to a program.
    const what = args[odd] === '' ? 'is empty' : 'holds a quotation mark, or white space and a backslash at its end'
    return refuse(odd + 1, `${what}: versions of PowerShell hand that on differently`)
  }
  const isPlain = PLAIN_POWERSHELL.program.test(program) && !isShellWord(program)
  const quoted = args.map((arg) => (PLAIN_POWERSHELL.argument.test(arg) ? arg : quoteForPowerShell(arg)))
  return { ok: true, words: [...(isPlain ? [program] : ['&', quoteForPowerShell(program)]), ...quoted] }
}

function quoteForPowerShell(word: string): string {
  return `'${word.replaceAll(/['\u2018\u2019\u201A\u201B]/g, '$&$&')}'`
}
