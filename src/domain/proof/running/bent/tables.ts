// Expected values that stand in a table of cases: the cells of a column that one assertion alone uses.
import { lineAt, lineEnd, lineStart, type SourceText } from '../../source/source.ts'
import { type AssertedSpan, insideOf, partsOf, type TestText } from './parts.ts'

interface CaseTable {
  /** Of the columns, or keys of the rows. */
  readonly names: readonly string[]
  readonly rows: AssertedSpan
  /** Where the names hold, with their declaration. */
  readonly scope: AssertedSpan
}

/** In the order of the rows. Undefined where the name is no column of a table that can be told. */
export function tableCells({ source, isPython }: TestText, name: string, at: number): AssertedSpan[] | undefined {
  const all = tablesIn(source, isPython)
  const table = all.findLast(({ scope, names }) => at >= scope.from && at < scope.to && names.includes(name))
  if (!table || countOf(source, name, table.scope) !== 2) return undefined
  const rows = rowsOf(source, table.rows)
  const cells = rows?.map((row) => cellIn(source, row, table.names, name))
  return cells && cells.length > 0 && cells.every((cell) => cell !== undefined) ? cells : undefined
}

/** Each assertion of a file asks. */
function tablesIn(source: SourceText, isPython: boolean): CaseTable[] {
  const known = recent.get(source)
  if (known) return known
  const tables = isPython ? pythonTables(source) : scriptTables(source)
  recent.set(source, tables)
  return tables
}

const recent = new WeakMap<SourceText, CaseTable[]>()

function countOf({ code }: SourceText, name: string, { from, to }: AssertedSpan): number {
  return (
    code.slice(from, to).match(new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'))?.length ?? 0
  )
}

const PARAMETRIZE = /^([ \t]{0,200})@[\w.]{0,200}\bparametrize\(/gm
const PYTHON_LOOP = /^([ \t]{0,200})for[ \t]{1,20}([\w, ]{1,200}?)[ \t]{1,20}in[ \t]{1,20}/gm

/** Other decorators may stand between. */
const FARTHEST_DEF = 4000

function pythonTables(source: SourceText): CaseTable[] {
  const marks = Array.from(source.code.matchAll(PARAMETRIZE)).flatMap(({ 0: head, 1: indent = '', index }) => {
    const inside = insideOf(source, index + head.length - 1)
    const [names, rows, more] = inside ? partsOf(source, inside) : []
    const def =
      inside && /^[ \t]{0,200}(?:async[ \t]{1,20})?def\b/m.exec(source.code.slice(inside.to, inside.to + FARTHEST_DEF))
    if (!inside || !names || !rows || more || !def) return []
    const from = inside.to + def.index
    const written = source.bare.slice(names.from, names.to).replaceAll(/["'()[\]\s]/g, '')
    return [{ names: written.split(','), rows, scope: { from, to: endOfBlock(source, from, indent) } }]
  })
  const loops = Array.from(source.code.matchAll(PYTHON_LOOP)).map(
    ({ 0: head, 1: indent = '', 2: names = '', index }) => {
      const from = index + head.length
      const colon = lineEnd(source, lineAt(source, from))
      const end = closeOfRows(source, from) ?? colon
      return {
        names: names.split(',').map((one) => one.trim()),
        rows: { from, to: end },
        scope: { from: index, to: endOfBlock(source, end, indent) },
      }
    },
  )
  return [...marks, ...loops]
}

function closeOfRows({ code, pairs }: SourceText, from: number): number | undefined {
  const close = /[[(]/.test(code.charAt(from)) ? (pairs[from] ?? -1) : code.slice(from).search(/[:\n]/) + from - 1
  return close >= from ? close + 1 : undefined
}

function endOfBlock(source: SourceText, from: number, indent: string): number {
  for (let line = lineAt(source, from) + 1; line <= source.starts.length; line++) {
    const code = source.code.slice(lineStart(source, line), lineEnd(source, line))
    if (code.trim() !== '' && (/^[ \t]*/.exec(code)?.[0].length ?? 0) <= indent.length) return lineStart(source, line)
  }
  return source.text.length
}

const EACH = /\.each\(/g
const SCRIPT_LOOP = /\bfor\s{0,20}\(\s{0,20}(?:const|let|var)\s{0,20}([[{][^\]}]{0,400}[\]}])\s{0,20}of\s{1,20}/g
const FOR_EACH =
  /([\w$]{1,80}|\])\s{0,20}\.forEach\(\s{0,20}(?:async\s{0,20})?\(\s{0,20}([[{][^\]}]{0,400}[\]}])\s{0,20}\)\s{0,20}=>/g

function scriptTables(source: SourceText): CaseTable[] {
  const { code, pairs } = source
  const each = Array.from(code.matchAll(EACH)).flatMap(({ 0: head, index }) => {
    const rows = insideOf(source, index + head.length - 1)
    const call = rows ? code.indexOf('(', rows.to) : -1
    const scope = rows && call >= 0 ? insideOf(source, call) : undefined
    const body = scope && partsOf(source, scope).find(({ from, to }) => /=>|\bfunction\b/.test(code.slice(from, to)))
    const names = body && /^[^(]*\(([^)]*)\)/.exec(code.slice(body.from, body.to))?.[1]
    return rows && scope && names !== undefined ? [{ names: namesIn(names), rows, scope }] : []
  })
  const loops = Array.from(code.matchAll(SCRIPT_LOOP)).flatMap(({ 0: head, 1: names = '', index }) => {
    const open = code.indexOf('(', index)
    const from = index + head.length
    const close = pairs[open] ?? -1
    const block = code.indexOf('{', close)
    const end = block >= 0 && code.slice(close + 1, block).trim() === '' ? (pairs[block] ?? -1) : -1
    return close > from && end > 0
      ? [{ names: namesIn(names), rows: { from, to: close }, scope: { from: index, to: end } }]
      : []
  })
  const callbacks = Array.from(code.matchAll(FOR_EACH)).flatMap(({ 0: head, 1: rows = '', 2: names = '', index }) => {
    const open = code.indexOf('(', index + rows.length)
    const from = rows === ']' ? (pairs[index] ?? index) : index
    const end = pairs[open] ?? -1
    return head && end > 0
      ? [{ names: namesIn(names), rows: { from, to: index + rows.length }, scope: { from: open, to: end } }]
      : []
  })
  return [...each, ...loops, ...callbacks]
}

function namesIn(list: string): string[] {
  return list
    .replaceAll(/[[\]{}()]/g, '')
    .split(',')
    .map((one) => one.replace(/:.*/s, '').trim())
}

/** Written out, or by a name that nothing else uses. */
function rowsOf(source: SourceText, { from, to }: AssertedSpan): AssertedSpan[] | undefined {
  const written = source.code.slice(from, to)
  const start = from + written.search(/\S/)
  if (/^[[(]/.test(written.trim())) return partsIn(source, start)
  const name = written.trim()
  if (!/^[\w$]+$/.test(name) || countOf(source, name, { from: 0, to: source.code.length }) !== 2) return undefined
  const head = new RegExp(
    `^[ \\t]*(?:(?:export\\s+)?(?:const|let|var)\\s+)?${name.replaceAll('$', '\\$')}(?:\\s*:[^=\\n]*)?\\s*=\\s*(?=[[(])`,
    'm',
  )
  const declared = head.exec(source.code)
  return declared ? partsIn(source, declared.index + declared[0].length) : undefined
}

function partsIn(source: SourceText, open: number): AssertedSpan[] | undefined {
  const inside = insideOf(source, open)
  return inside && partsOf(source, inside)
}

function cellIn(
  source: SourceText,
  row: AssertedSpan,
  names: readonly string[],
  name: string,
): AssertedSpan | undefined {
  const whole = trimmed(source, row)
  const first = source.code.charAt(whole.from)
  if (first === '{') {
    const entry = partsIn(source, whole.from)?.find(({ from, to }) =>
      new RegExp(`^\\s*["']?${name.replaceAll('$', '\\$')}["']?\\s*:`).test(source.bare.slice(from, to)),
    )
    return (
      entry &&
      trimmed(source, { from: entry.from + source.bare.slice(entry.from, entry.to).indexOf(':') + 1, to: entry.to })
    )
  }
  if (names.length === 1) return whole
  const cell = /[[(]/.test(first) ? partsIn(source, whole.from)?.[names.indexOf(name)] : undefined
  return cell && trimmed(source, cell)
}

function trimmed({ bare }: SourceText, { from, to }: AssertedSpan): AssertedSpan {
  const text = bare.slice(from, to)
  const start = from + Math.max(0, text.search(/\S/))
  return { from: start, to: start + text.trim().length }
}
