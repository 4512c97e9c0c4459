// Tables of cases that several loops of a test file go through, or whose rows are entries of a mapping: each loop gets a table
// of its own, so that the column that it compares can be left out there, and is needed by another loop.
import type { Syntax } from '../../source/mask.ts'
import { readSource, type SourceText } from '../../source/source.ts'
import { type AssertedSpan, insideOf, partsOf } from '../bent/parts.ts'
import { type PlainEdit, withEdits } from './names.ts'

const PYTHON = /^[ \t]{0,40}([A-Za-z_]\w{0,80})(?:[ \t]{0,9}:[^=\n]{1,200})?[ \t]{0,9}=[ \t]{0,9}(?=[[({])/gm
const SCRIPT =
  /^[ \t]{0,40}(?:export[ \t]{1,9})?(?:const|let|var)[ \t]{1,9}([A-Za-z_$][\w$]{0,80})(?:[ \t]{0,9}:[^=\n]{1,200})?[ \t]{0,9}=[ \t]{0,9}(?=[[{])/gm
const LONGEST = 5000
const MOST_TABLES = 20

/** The same text where nothing can be told. Each line stays the line that it is. */
export function withOwnTables(
  text: string,
  { syntax, isPython }: { readonly syntax: Syntax; readonly isPython: boolean },
): string {
  const pattern = isPython ? PYTHON : SCRIPT
  if (text.search(pattern) < 0) return text
  const source = readSource(text, syntax)
  const edits = Array.from(source.code.matchAll(pattern))
    .slice(0, MOST_TABLES)
    .flatMap(({ 0: head, 1: name = '', index }) =>
      editsFor(source, { name, at: index, open: index + head.length, isPython }),
    )
  return edits.length === 0 ? text : withEdits(text, edits)
}

interface Declared {
  readonly name: string
  readonly at: number
  /** Where its value begins. */
  readonly open: number
  readonly isPython: boolean
}

function editsFor(source: SourceText, { name, at, open, isPython }: Declared): PlainEdit[] {
  const close = source.pairs[open] ?? -1
  const literal = source.bare.slice(open, close + 1)
  const rest = source.code.slice(close + 1, source.code.indexOf('\n', close) >>> 0)
  if (close < open || literal.length > LONGEST || /`|"""|'''/.test(literal)) return []
  if (!/^\s*(?:as const)?\s*;?\s*$/.test(rest)) return []
  const isList = source.code.charAt(open) !== '{'
  const uses = usesOf(source, name, { from: at, to: close }, isPython)
  if (
    !uses ||
    uses.length === 0 ||
    (isList && uses.length < 2) ||
    uses.some(({ isOfEntries }) => isOfEntries === isList)
  )
    return []
  const rows = isList ? literal.replaceAll(/\s*\n\s*/g, ' ') : entriesOf(source, open, isPython)
  if (rows === undefined) return []
  return [
    { from: open, to: close + 1, by: isPython ? 'None' : 'null' },
    ...uses.map(({ from, to }) => ({ from, to, by: rows })),
  ]
}

interface Use extends AssertedSpan {
  readonly isOfEntries: boolean
}

/** Undefined where one of them is no loop. */
function usesOf(source: SourceText, name: string, declared: AssertedSpan, isPython: boolean): Use[] | undefined {
  const uses: Use[] = []
  for (const { index } of source.bare.matchAll(
    new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'),
  )) {
    if (index >= declared.from && index <= declared.to) continue
    const end = index + name.length
    const use = isPython ? pythonUse(source, index, end) : scriptUse(source, index, end)
    if (!use) return undefined
    uses.push(use)
  }
  return uses
}

const NEAR = 300

function pythonUse({ code }: SourceText, from: number, end: number): Use | undefined {
  const [before, after] = [code.slice(Math.max(0, from - NEAR), from), code.slice(end, end + NEAR)]
  const isLoop = /\bfor\s[\w, ()]{1,200}\sin\s{1,9}$/.test(before)
  const items = /^\.items\(\)(?=\s{0,9}:)/.exec(after)
  if (isLoop && items) return { from, to: end + items[0].length, isOfEntries: true }
  const isMark = /\bparametrize\(\s*[^()\n]{1,200},\s*$/.test(before) && /^\s*,?\s*\)/.test(after)
  return (isLoop && /^\s{0,9}:/.test(after)) || isMark ? { from, to: end, isOfEntries: false } : undefined
}

function scriptUse({ code }: SourceText, from: number, end: number): Use | undefined {
  const [before, after] = [code.slice(Math.max(0, from - NEAR), from), code.slice(end, end + NEAR)]
  const entries = /\bObject\.entries\(\s*$/.exec(before)
  if (entries) {
    const to = end + (/^\s*\)/.exec(after)?.[0].length ?? 0)
    const isLooped = /\bof\s+$|\.each\(\s*$/.test(before.slice(0, entries.index)) || code.startsWith('.forEach(', to)
    return to > end && isLooped ? { from: from - entries[0].length, to, isOfEntries: true } : undefined
  }
  const isLoop = (/\bof\s+$|\.each\(\s*$/.test(before) && /^\s*\)/.test(after)) || /^\s*\.forEach\(/.test(after)
  return isLoop ? { from, to: end, isOfEntries: false } : undefined
}

/** `{1: "I"}` as a list of pairs. */
function entriesOf(source: SourceText, open: number, isPython: boolean): string | undefined {
  const inside = insideOf(source, open)
  const parts = inside ? partsOf(source, inside) : []
  const rows = parts.map((part) => rowOf(source, part, isPython))
  if (rows.length === 0 || rows.some((row) => row === undefined)) return undefined
  return `[${rows.join(', ')}]`
}

function rowOf(source: SourceText, { from, to }: AssertedSpan, isPython: boolean): string | undefined {
  const colon = colonIn(source, { from, to })
  if (colon === undefined) return undefined
  const key = source.bare.slice(from, colon).trim()
  const value = source.bare
    .slice(colon + 1, to)
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
  if (isPython) return /^\w+$/.test(key) && !/^\d/.test(key) ? undefined : `(${key}, ${value})`
  const written = /^["'](?:[^"'\\]|\\.)*["']$/.test(key) ? key : /^[\w$]+$/.test(key) ? JSON.stringify(key) : undefined
  return written === undefined ? undefined : `[${written}, ${value}]`
}

function colonIn({ code, pairs }: SourceText, { from, to }: AssertedSpan): number | undefined {
  for (let at = from; at < to; at++) {
    const close = pairs[at] ?? -1
    if (close > at) at = close
    else if (code.charAt(at) === ':') return at
  }
  return undefined
}
