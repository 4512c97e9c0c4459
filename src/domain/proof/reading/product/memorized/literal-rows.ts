// Pairs of literals in code: the rows of a table, the branches of a chain, the cases of a switch.
import { lineAt, type SourceText } from '../../../source/source.ts'

export interface LiteralRow {
  readonly key: string
  readonly value: string
  /** Counted from 1. */
  readonly line: number
  /** Where the bracket around its table opens; -1 for a branch. */
  readonly table: number
}

const STRING = String.raw`(?:'(?:[^'\\\n]|\\.){0,300}'|"(?:[^"\\\n]|\\.){0,300}"|\x60(?:[^\x60\\$]|\\.){0,300}\x60)`
const NUMBER = String.raw`-?\d[\d_]*(?:\.\d+)?(?![\w.])`
const LIST = String.raw`[[(](?:[^()[\]\n]|[[(][^()[\]\n]{0,100}[\])]){1,200}[\])]`
const KEY = `(${STRING}|${NUMBER}|${LIST})`
const ENTRY = new RegExp(String.raw`(?<=[{,(]\s{0,40})${KEY}\s{0,9}(?::|=>)\s{0,40}`, 'g')
const PAIR = new RegExp(String.raw`(?<=[[(]\s{0,20})(${STRING}|${NUMBER})\s{0,9},\s{0,40}`, 'g')
const PAIR_OF_LIST = new RegExp(String.raw`(?<=[[(]\s{0,20})(${LIST})\s{0,9},\s{0,40}`, 'g')
const BRANCH = new RegExp(
  String.raw`(?:[!=]==?|\bis|\bequals\(|\bcase)\s{0,9}${KEY}\s{0,9}\){0,3}\s{0,9}(?:[:{?]|->|=>|then\b)?\s{0,40}(?:return\b|\w{1,30}\s?=(?!=))?\s{0,9}`,
  'g',
)
const MOST_ROWS = 300
const WORDS = /^(?:true|false|null|None|True|False|undefined)\b/

/** Linear in the text; never throws. */
export function literalRows(source: SourceText): LiteralRow[] {
  const rows: LiteralRow[] = []
  const opened = openedAt(source)
  const look = (pattern: RegExp, tableAt: (at: number) => number, isPair = false): void => {
    for (const match of source.bare.matchAll(pattern)) {
      if (rows.length === MOST_ROWS) return
      const [, key = ''] = match
      const at = match.index + match[0].indexOf(key)
      if (source.code.charAt(at) !== key.charAt(0) || !isLiteral(source, at, at + key.length)) continue
      const from = match.index + match[0].length
      const to = literalEnd(source, from)
      if (to === undefined || (isPair && !/^\s{0,20},?\s{0,20}[\])]/.test(source.bare.slice(to, to + 42)))) continue
      const value = source.bare.slice(from, to)
      // A list of two lists may be anything.
      if (isPair && key.startsWith('[') && value.startsWith('[')) continue
      rows.push({ key, value, line: lineAt(source, at), table: tableAt(at) })
    }
  }
  look(ENTRY, (at) => opened(at))
  look(PAIR, (at) => opened(opened(at)), true)
  look(PAIR_OF_LIST, (at) => opened(opened(at)), true)
  look(BRANCH, () => -1)
  return rows
}

/** The innermost bracket that is open there; -1 where none is. */
function openedAt({ code, pairs }: SourceText): (at: number) => number {
  return (at) => {
    for (let place = at - 1; place >= 0; place--) {
      const partner = pairs[place] ?? -1
      if (partner < 0) continue
      if (partner > place) return place
      if (')]}'.includes(code.charAt(place))) place = partner
    }
    return -1
  }
}

function literalEnd(source: SourceText, from: number): number | undefined {
  const rest = source.bare.slice(from, from + 400)
  const simple = new RegExp(`^(?:${STRING}|${NUMBER})`).exec(rest) ?? WORDS.exec(rest)
  if (simple) return from + simple[0].length
  const partner = '[{('.includes(rest.charAt(0)) && rest !== '' ? (source.pairs[from] ?? -1) : -1
  return partner > from && isLiteral(source, from, partner + 1) ? partner + 1 : undefined
}

/** Nothing but texts, numbers, lists and keys of plain objects. */
function isLiteral({ code }: SourceText, from: number, to: number): boolean {
  const plain = code.slice(from, to).replaceAll(/(?<=[{,]\s{0,20})[A-Za-z_$][\w$]{0,40}\s{0,3}(?=:)/g, '')
  const words = plain.match(/[A-Za-z_$][\w$]*/g) ?? []
  return to - from <= 1000 && words.every((word) => WORDS.test(word)) && !/[=;*/%<>!|]/.test(plain)
}
