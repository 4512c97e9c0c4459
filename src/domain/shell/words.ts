// A command as words: POSIX quoting and nothing else. No expansion; operators are plain characters.
import { toLexemes } from './lexemes.ts'

export type Words = { readonly ok: true; readonly words: string[] } | { readonly ok: false; readonly why: string }

/** Characters that mean nothing to any shell, wherever they stand. */
const NEEDS_NO_QUOTES = /^[A-Za-z0-9_./:@%+,=-]+$/

export function splitWords(line: string): Words {
  if (line.includes('\0')) return { ok: false, why: 'it holds a NUL character' }
  const words: string[] = []
  let word: string | null = null
  for (const { kind, text, raw } of toLexemes(line, { windowsLines: true })) {
    if (kind === 'open') return { ok: false, why: openProblem(raw) }
    if (kind === 'blank' || kind === 'newline') {
      if (word !== null) words.push(word)
      word = null
      continue
    }
    // A continued line adds nothing, so it must not start an empty word.
    if (text !== '' || kind !== 'escaped') word = (word ?? '') + text
  }
  if (word !== null) words.push(word)
  return words.length === 0 ? { ok: false, why: 'it is empty' } : { ok: true, words }
}

function openProblem(raw: string): string {
  return raw === '\\' ? 'it ends with a lone backslash' : `a ${raw.slice(0, 1)} is not closed`
}

export function joinWords(words: readonly string[]): string {
  return words.map((word, index) => quote(word, index === 0)).join(' ')
}

/** The first word is quoted if it holds a "=": a shell would take it for an assignment. */
function quote(word: string, isFirst: boolean): string {
  return NEEDS_NO_QUOTES.test(word) && !(isFirst && word.includes('=')) ? word : quoteForSh(word)
}

/** Within single quotes nothing is special but the single quote itself (POSIX.1-2024, XCU 2.2.2). */
export function quoteForSh(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
