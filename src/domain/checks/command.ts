// May the command that an agent proposes be run? Its text is untrusted: it runs only as far as the user's own
// checks and allowed commands reach, and never through a shell. In doubt it is not run.
import type { CheckConfig } from '../../contract/config/config.ts'
import { type Lexeme, toLexemes } from '../shell/lexemes.ts'
import { splitWords } from '../shell/words.ts'
import { toArgv } from './argv.ts'
import { wordsAfter } from './programs.ts'

export type CommandJudgement =
  | { readonly kind: 'same-as'; readonly check: string }
  /** `check` is the configured check that it extends: its environment and time limit hold. */
  | { readonly kind: 'run'; readonly argv: string[]; readonly because: string; readonly check?: string }
  | { readonly kind: 'not-run'; readonly why: string }

const LONGEST = 4000

const PLAIN_CHARACTERS = /^[A-Za-z0-9_./:@%+,=-]*$/

export function judgeCommand(
  command: string,
  checks: readonly CheckConfig[],
  allowCommands: readonly string[],
): CommandJudgement {
  const text = trimBlanks(command)
  if (text === '') return notRun('it is empty')
  if (command.length > LONGEST) return notRun(`it is longer than ${LONGEST} characters`)
  const sameText = checks.find((check) => typeof check.run === 'string' && trimBlanks(check.run) === text)
  if (sameText) return { kind: 'same-as', check: sameText.name }
  const shellNeed = needsShell(text)
  if (shellNeed) return notRun(shellNeed)
  const split = splitWords(text)
  if (!split.ok) return notRun(split.why)
  return judgeWords(split.words, checks, allowCommands)
}

function judgeWords(
  words: readonly string[],
  checks: readonly CheckConfig[],
  allowCommands: readonly string[],
): CommandJudgement {
  if (/^[A-Za-z_]\w*\+?=/.test(words[0] ?? '')) return notRun('it sets an environment variable')
  const known = checks.flatMap((check) => {
    const argv = toArgv(check)
    return argv.ok && !argv.shell ? [{ name: check.name, argv: argv.argv }] : []
  })
  const same = known.find(({ argv }) => argv.length === words.length && startsWith(words, argv))
  if (same) return { kind: 'same-as', check: same.name }
  const pattern = allowCommands.find((allowed) => matchesPattern(words, allowed))
  const extended = known
    .filter(({ argv }) => startsWith(words, argv))
    .sort((one, other) => other.argv.length - one.argv.length)[0]
  const problem = extended && extensionProblem(words, extended.argv)
  if (extended && !problem) {
    const because = `it adds plain arguments to the check "${extended.name}"`
    return { kind: 'run', argv: [...words], because, check: extended.name }
  }
  if (pattern !== undefined)
    return { kind: 'run', argv: [...words], because: `"${pattern}" in allowCommands allows it` }
  return notRun(problem ?? 'it is no configured check, and nothing in allowCommands allows it')
}

function notRun(why: string): CommandJudgement {
  return { kind: 'not-run', why }
}

/** Only what every shell and editor takes for white space; `trim` would also eat look-alikes. */
function trimBlanks(text: string): string {
  return text.replace(/^[ \t\r\n]+/, '').replace(/(?<![ \t\r\n])[ \t\r\n]+$/, '')
}

function startsWith(words: readonly string[], start: readonly string[]): boolean {
  return words.length >= start.length && start.every((word, index) => words[index] === word)
}

function extensionProblem(words: readonly string[], argv: readonly string[]): string | undefined {
  const taken = wordsAfter(argv)
  if (taken.kind === 'goals') return `${taken.program} takes further words for further goals`
  const added = words.slice(argv.length)
  const odd = added.find((word) => !isPlainArgument(word))
  if (odd !== undefined) return argumentProblem(odd)
  if (argv.at(-1)?.startsWith('-') && SWITCHES.test(added[0] ?? '')) return 'it gives a value to an option of a check'
  if (taken.kind === 'filters' && !taken.commands.includes(added[0] ?? '')) return undefined
  const bare = added.find((word) => word !== '--' && !isPathLike(word))
  return bare === undefined
    ? undefined
    : 'it adds a word to a check that may be another goal: only paths are taken here'
}

/** What switches an option off: `tsc --noEmit false`. */
const SWITCHES = /^(?:true|false|yes|no|on|off|\d+)$/i

function isPathLike(word: string): boolean {
  return /[/]|::|\.[A-Za-z][\w-]*$|^\.$/.test(word)
}

function argumentProblem(word: string): string {
  if (word.startsWith('-')) return 'it adds an option to a check, and options can load other code'
  return 'it adds an argument to a check that is not a plain name or a path in the workspace'
}

/** A name or a path below the workspace: no option, no assignment, no address, no file of further arguments. */
function isPlainArgument(word: string): boolean {
  if (word === '--') return true
  if (!/^[A-Za-z0-9_.]/.test(word) || !isStarText(word)) return false
  return !word.includes('//') && !/^[A-Za-z]:\//.test(word) && ups(word) === 0
}

/** How often a path goes up. */
function ups(word: string): number {
  return [...word.matchAll(/(?<=^|[/:=,])\.\.(?=[/:,]|$)/g)].length
}

function matchesPattern(words: readonly string[], pattern: string): boolean {
  const split = splitWords(pattern)
  if (!split.ok || /^\**$/.test(split.words[0] ?? '')) return false
  const parts = split.words
  if (parts.at(-1) !== '*') return parts.length === words.length && wordsMatch(words, parts)
  const fixed = parts.slice(0, -1)
  if (words.length < fixed.length || !wordsMatch(words.slice(0, fixed.length), fixed)) return false
  return words.slice(fixed.length).every(isPlainArgument)
}

function wordsMatch(words: readonly string[], parts: readonly string[]): boolean {
  return parts.every((part, index) => wordMatches(words[index] ?? '', part))
}

/** The name of an option must stand in the pattern; only its value, after a "=", may be left open. */
function wordMatches(word: string, part: string): boolean {
  if (!part.includes('*')) return word === part
  if (part === '*') return isPlainArgument(word)
  const named = part.slice(0, part.indexOf('*'))
  if (!word.startsWith(named)) return false
  if (word.startsWith('-') && !/^--?[A-Za-z][\w-]*=/.test(named)) return false
  const rest = word.slice(named.length)
  const startsValue = named === '' || /[=:,]$/.test(named)
  if (startsValue && rest !== '' && !isPlainArgument(rest)) return false
  return ups(word) === ups(named) && !rest.includes('//') && starsMatch(word, part)
}

/** `*` takes plain characters but "=": with a literal name before it, a value cannot bring a second assignment. */
function starsMatch(word: string, part: string): boolean {
  const pieces = part.split('*')
  const [first = ''] = pieces
  const last = pieces.at(-1) ?? ''
  if (!word.startsWith(first) || word.length < first.length + last.length || !word.endsWith(last)) return false
  const end = word.length - last.length
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = word.indexOf(piece, at)
    if (found < 0 || found + piece.length > end || !isStarText(word.slice(at, found))) return false
    at = found + piece.length
  }
  return isStarText(word.slice(at, end))
}

function isStarText(text: string): boolean {
  return PLAIN_CHARACTERS.test(text) && !text.includes('=')
}

const OPERATORS: ReadonlyArray<readonly [characters: string, why: string]> = [
  ['\n\r', 'it has more than one line'],
  ['&|;()', 'it joins commands with a shell operator'],
  ['<>', 'it redirects input or output'],
  ['$`', 'it holds a shell substitution'],
  ['*?[]{}', 'it holds a pattern that a shell would expand'],
]

/** Why a shell would do more with this line than split it into words; undefined if it would not. */
function needsShell(text: string): string | undefined {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text.replace(/[\t\r\n]/g, ''))) return 'it holds a control character'
  if (/^cd\s/.test(text)) return 'it changes the folder: checks run at the root of the workspace'
  for (const lexeme of toLexemes(text)) {
    const why = meaningOf(lexeme, text[lexeme.start - 1] ?? ' ')
    if (why !== undefined) return why
  }
  return undefined
}

function meaningOf({ kind, raw }: Lexeme, before: string): string | undefined {
  if (kind === 'escaped') return /[\r\n]/.test(raw) ? 'it has more than one line' : undefined
  if (raw.startsWith("'")) return undefined
  if (raw.startsWith('"')) return meaningInQuotes(raw)
  for (let at = 0; at < raw.length; at++) {
    const why = meaningOfChar(raw[at] ?? '', raw[at - 1] ?? before)
    if (why !== undefined) return why
  }
  return undefined
}

/** Within double quotes a shell still expands, and a backslash still continues the line. */
function meaningInQuotes(raw: string): string | undefined {
  const live = /[$`]|\\[\r\n]/.exec(raw.replaceAll(/\\[^\r\n]/g, ''))?.[0]
  if (live === undefined) return undefined
  return live.startsWith('\\') ? 'it has more than one line' : 'it holds a shell substitution'
}

function meaningOfChar(char: string, before: string): string | undefined {
  const startsWord = before === ' ' || before === '\t'
  if (char === '#' && startsWord) return 'it holds a comment'
  if (char === '~' && (startsWord || before === '=' || before === ':')) return 'it names a home folder'
  return OPERATORS.find(([characters]) => characters.includes(char))?.[1]
}
