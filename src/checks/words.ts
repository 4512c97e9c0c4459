// A command as words: POSIX quoting and nothing else. No expansion, no operators; what needs a shell says `shell: true`.
import type { CheckConfig } from '../contract/config.ts'

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
  return split.words[0] === '' ? { ok: false, why: 'it names no program' } : { ok: true, argv: split.words, shell }
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
  return char === ' ' || char === '\t' || char === '\n'
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
