// A command as words: POSIX quoting and nothing else. No expansion, no operators; what needs a shell says `shell: true`.
import type { CheckConfig } from '../../contract/config.ts'

export type Words = { readonly ok: true; readonly words: string[] } | { readonly ok: false; readonly why: string }

export type Argv =
  | { readonly ok: true; readonly argv: string[]; readonly shell: boolean }
  | { readonly ok: false; readonly why: string }

/** Characters that mean nothing to any shell, wherever they stand. */
const NEEDS_NO_QUOTES = /^[A-Za-z0-9_./:@%+,=-]+$/

export function toArgv({ run, shell = false }: Pick<CheckConfig, 'run' | 'shell'>): Argv {
  if (typeof run !== 'string') return arrayToArgv(run, shell)
  if (shell) return lineToShell(run)
  const split = splitWords(run)
  if (!split.ok) return split
  const need = shellNeed(run)
  if (need !== undefined) return { ok: false, why: need }
  return split.words[0] === '' ? { ok: false, why: 'it names no program' } : { ok: true, argv: split.words, shell }
}

/** Operators where a shell would read them and a person means them: as a word, or at an end of one. */
const JOINS = /&&|\|\||^[;|&]+|[;|&]+$/
const REDIRECTS = /^(?:\d*|&)(?:>>|<<<?|<>|>\||[<>])(?:&(?:\d+|-)?)?|[<>]+$/

/** Without a shell an operator would be an argument, and `npm run build && npm test` would pass without the tests. */
function shellNeed(line: string): string | undefined {
  const shapes = toShapes(line)
  const variable = /^([A-Za-z_]\w*)\+?=/.exec(shapes[0] ?? '')?.[1]
  if (variable !== undefined) return `it sets ${variable} in front of the program: put it into "env"`
  if (hasSecondLine(line)) return 'a second line needs a shell: set "shell": true, or make it two checks'
  for (const shape of shapes) {
    const redirect = REDIRECTS.exec(shape)?.[0]
    if (redirect !== undefined) return `"${redirect}" needs a shell: set "shell": true, or leave it out`
    const join = JOINS.exec(shape)?.[0]
    if (join !== undefined) return `"${join}" needs a shell: set "shell": true, or make it two checks`
  }
  return undefined
}

/** A line break that nobody quoted, with words on both sides of it. */
function hasSecondLine(line: string): boolean {
  const text = line.trim()
  for (let at = 0; at < text.length;) {
    const part = readPart(text, at)
    if (typeof part === 'string') return false
    if (part.text === '\n' && part.end === at + 1 && !part.isQuoted) return true
    at = part.end
  }
  return false
}

/** The words of a line that can be split, with a letter in place of what is quoted or escaped. */
function toShapes(line: string): string[] {
  const shapes = ['']
  for (let at = 0; at < line.length;) {
    const part = readPart(line, at)
    if (typeof part === 'string') break
    const isPlain = part.end === at + 1 && !part.isQuoted
    if (isPlain && isBlank(part.text)) shapes.push('')
    else shapes.push(`${shapes.pop() ?? ''}${isPlain ? part.text : 'x'.repeat(Math.min(part.text.length, 1))}`)
    at = part.end
  }
  return shapes.filter((shape) => shape !== '')
}

function arrayToArgv(run: readonly string[], shell: boolean): Argv {
  if (shell) return { ok: false, why: '"shell": true needs one line of text, not a list of words' }
  if (run.some((word) => word.includes('\0'))) return { ok: false, why: 'it holds a NUL character' }
  if (run[0] === undefined || run[0] === '') return { ok: false, why: 'it names no program' }
  return { ok: true, argv: [...run], shell }
}

function lineToShell(line: string): Argv {
  if (line.includes('\0')) return { ok: false, why: 'it holds a NUL character' }
  if (line.trim() === '') return { ok: false, why: 'it is empty' }
  return { ok: true, argv: ['/bin/sh', '-c', line], shell: true }
}

export function splitWords(line: string): Words {
  if (line.includes('\0')) return { ok: false, why: 'it holds a NUL character' }
  const words: string[] = []
  let word: string | null = null
  for (let at = 0; at < line.length;) {
    const char = line[at] ?? ''
    if (isBlank(char)) {
      if (word !== null) words.push(word)
      word = null
      at += 1
      continue
    }
    const part = readPart(line, at)
    if (typeof part === 'string') return { ok: false, why: part }
    // A continued line adds nothing, so it must not start an empty word.
    if (part.text !== '' || part.isQuoted) word = (word ?? '') + part.text
    at = part.end
  }
  if (word !== null) words.push(word)
  return words.length === 0 ? { ok: false, why: 'it is empty' } : { ok: true, words }
}

export function joinWords(words: readonly string[]): string {
  return words.map((word, index) => quote(word, index === 0)).join(' ')
}

/** The first word is quoted if it holds a "=": a shell would take it for an assignment. */
function quote(word: string, isFirst: boolean): string {
  if (NEEDS_NO_QUOTES.test(word) && !(isFirst && word.includes('='))) return word
  return `'${word.replaceAll("'", "'\\''")}'`
}

export function isBlank(char: string): boolean {
  return char === ' ' || char === '\t' || char === '\n' || char === '\r'
}

interface Part {
  readonly text: string
  readonly end: number
  readonly isQuoted: boolean
}

/** One quoted stretch, one escaped character or one plain character; a sentence where it does not end. */
function readPart(line: string, at: number): Part | string {
  const char = line[at] ?? ''
  if (char === "'") return readSingleQuoted(line, at)
  if (char === '"') return readDoubleQuoted(line, at)
  if (char !== '\\') return { text: char, end: at + 1, isQuoted: false }
  if (at + 1 >= line.length) return 'it ends with a lone backslash'
  const next = line[at + 1] ?? ''
  if (next === '\r' && line[at + 2] === '\n') return { text: '', end: at + 3, isQuoted: false }
  return { text: next === '\n' ? '' : next, end: at + 2, isQuoted: false }
}

function readSingleQuoted(line: string, at: number): Part | string {
  const close = line.indexOf("'", at + 1)
  return close < 0 ? "a ' is not closed" : { text: line.slice(at + 1, close), end: close + 1, isQuoted: true }
}

function readDoubleQuoted(line: string, at: number): Part | string {
  let text = ''
  for (let index = at + 1; index < line.length; index++) {
    const char = line[index] ?? ''
    if (char === '"') return { text, end: index + 1, isQuoted: true }
    const next = line[index + 1] ?? ''
    if (char !== '\\' || !'"\\$`\n'.includes(next) || next === '') {
      text += char
      continue
    }
    if (next !== '\n') text += next
    index += 1
  }
  return 'a " is not closed'
}
