// The simple commands of a line, each as words without their quotes. Nothing is expanded or run.
import { lazily } from '../../contract/lazily.ts'
import { type Lexeme, toLexemes } from './lexemes.ts'

export interface SimpleCommand {
  /** The operator before it; empty for the first. */
  readonly joiner: string
  readonly words: readonly string[]
  /** As it stands in the line, with its quotes. */
  readonly written: string
  /** The operator behind it; empty at the end of the line. */
  readonly end: string
}

/**
 * Everything that can be told apart. Substitutions, groups and redirections stay text, and so do backslashes: the line may
 * be for Windows, where they are part of paths. An open quote ends its word.
 */
export function toCommands(line: string): SimpleCommand[] {
  if (PLAIN.test(line)) return plainCommand(line)
  return commandsOf(toLexemes(line, { open: 'mark', windowsLines: true }).map(withBackslashes))
}

/** No quote, no operator and nothing else that a reader of lines would stop at. */
const PLAIN = /^[^'"\\<>|;&\n]*$/
const BLANKS = /[ \t\r]+/

function plainCommand(line: string): SimpleCommand[] {
  const words = line.split(BLANKS)
  if (words[0] === '') words.shift()
  if (words.at(-1) === '') words.pop()
  const [first] = words
  return first === undefined ? [] : [{ joiner: '', words, written: line.slice(line.indexOf(first)), end: '' }]
}

function withBackslashes(lexeme: Lexeme): Lexeme {
  const { kind, raw, text } = lexeme
  if (kind === 'double') return { ...lexeme, text: raw.slice(1, -1) }
  return kind === 'escaped' && text !== '' ? { ...lexeme, text: raw } : lexeme
}

/** Undefined where the line is more than simple commands that write no file: nobody may guess what it does. */
export function toPlainCommands(line: string): SimpleCommand[] | undefined {
  const lexemes: Lexeme[] = []
  const mayRun = line.includes('`') || line.includes('$')
  let harmlessEnd = 0
  for (const lexeme of toLexemes(line)) {
    if (lexeme.start < harmlessEnd) continue
    if (doesMore(lexeme, line, lexemes.at(-1), mayRun)) return undefined
    if (!lexeme.raw.startsWith('>')) {
      lexemes.push(lexeme)
      continue
    }
    const harmless = HARMLESS.exec(line.slice(lexeme.start, lexeme.start + 40))?.[0]
    if (harmless === undefined) return undefined
    harmlessEnd = lexeme.start + harmless.length
    if (/^\d$/.test(lexemes.at(-1)?.raw ?? '') && isWordEnd(lexemes.at(-2))) lexemes.pop()
  }
  return commandsOf(lexemes)
}

/** A redirection to nowhere, or to another stream. */
const HARMLESS = /^>>?(?:[ \t\r\n]*\/dev\/null|&\d)(?=[ \t\r\n;|&]|$)/

/**
 * A shell would run something within it, read lines that follow, or open a group. `mayRun`: the line has a sign by which a
 * substitution begins.
 */
function doesMore({ kind, raw, end }: Lexeme, line: string, last: Lexeme | undefined, mayRun: boolean): boolean {
  if (kind === 'open') return true
  if (kind === 'double') return mayRun && SUBSTITUTION.test(withoutEscapes(raw))
  if (kind === 'redirect') return raw === '<' ? line[end] === '(' : raw.startsWith('<')
  if (kind !== 'plain') return false
  // Behind a continued line stands what the shell puts right behind the line before: `$(` in two lines is one.
  const startsPiece = isWordEnd(last) || last?.raw === '\\\n'
  return (mayRun && SUBSTITUTION.test(raw)) || (startsPiece && /^[(){}]/.test(raw))
}

const SUBSTITUTION = /`|\$\(/

function withoutEscapes(raw: string): string {
  return raw.replaceAll(/\\([\s\S])/g, (_, char: string) => (char === '\n' ? '' : ' '))
}

function isWordEnd(last: Lexeme | undefined): boolean {
  return last === undefined || last.kind === 'blank' || last.kind === 'newline' || last.kind === 'operator'
}

function commandsOf(lexemes: readonly Lexeme[]): SimpleCommand[] {
  const commands: { joiner: string; words: string[]; written: string; end: string }[] = []
  let isInWord = false
  let joiner = ''
  let isOpen = false
  for (const { kind, raw, text } of lexemes) {
    const last = commands.at(-1)
    const isText = kind !== 'blank' && kind !== 'open' && (kind !== 'escaped' || text !== '')
    if (kind === 'operator' || kind === 'newline') {
      if (isOpen && last) last.end = raw
      joiner = raw
      isOpen = false
      isInWord = false
    } else if (!isOpen || !last) {
      isOpen = isText
      if (isText) commands.push({ joiner, words: [text], written: raw, end: '' })
      isInWord = isText
    } else {
      last.written += raw
      if (isText) last.words.push(isInWord ? `${last.words.pop() ?? ''}${text}` : text)
      isInWord = isText || (isInWord && kind === 'escaped')
    }
  }
  return commands
}

/** An assignment in front of a program. */
export function isAssignment(word: string): boolean {
  return word.includes('=') && /^[A-Za-z_]\w*=/.test(word)
}

/** Words that start the program named behind them and change nothing of what it does. */
export const starters = lazily((): readonly string[] => [
  'npx',
  'bunx',
  'pnpx',
  'cross-env',
  'cross-env-shell',
  'dotenv',
  'env',
  'exec',
  'time',
  '--',
])
