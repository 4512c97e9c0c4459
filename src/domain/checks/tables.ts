// The sections of a TOML or INI file with their lines: enough to see which tools a file configures, no more.

export interface Table {
  readonly name: string
  readonly lines: readonly string[]
}

type Growing = Array<{ name: string; lines: string[] }>

const HEADER = /^\[\[?((?:"[^"]*"|'[^']*'|[^\]"'])+)\]\]?\s*(?:#.*)?$/
const KEY = /^(?:"[^"]*"|'[^']*'|[\w.\s-])+=/

/** Null where the file is broken. Never throws. */
export function tomlTables(text: string): Table[] | null {
  const tables: Growing = [{ name: '', lines: [] }]
  let inside: Inside = { quote: '', depth: 0 }
  for (const raw of text.replace(/^\ufeff/, '').split('\n')) {
    const line = raw.trim()
    const isTop = inside.quote === '' && inside.depth === 0
    if (isTop && (line === '' || line.startsWith('#'))) continue
    const header = isTop ? HEADER.exec(line) : null
    if (header) {
      tables.push({ name: toName(header[1] ?? ''), lines: [] })
      continue
    }
    if (isTop && !KEY.test(line)) return null
    tables.at(-1)?.lines.push(line)
    inside = after(line, inside)
  }
  return inside.quote === '' && inside.depth <= 0 ? tables : null
}

export function iniTables(text: string): Table[] {
  const tables: Growing = [{ name: '', lines: [] }]
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    const header = /^\[([^\]]+)\]/.exec(line)
    if (header) tables.push({ name: (header[1] ?? '').trim(), lines: [] })
    else if (line !== '' && !/^[#;]/.test(line)) tables.at(-1)?.lines.push(line)
  }
  return tables
}

function toName(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*\.\s*/g, '.')
    .replaceAll(/["']/g, '')
}

/** What a line leaves open: a string over several lines, or lists and tables. */
interface Inside {
  readonly quote: string
  readonly depth: number
}

function after(line: string, before: Inside): Inside {
  let { quote, depth } = before
  const tokens = /"""|'''|"(?:\\.|[^"\\])*"|'[^']*'|#.*|[[\]{}]/g
  for (let at = 0; at < line.length;) {
    if (quote !== '') {
      const close = line.indexOf(quote, at)
      if (close < 0) return { quote, depth }
      at = close + quote.length
      quote = ''
      continue
    }
    tokens.lastIndex = at
    const token = tokens.exec(line)?.[0]
    if (token === undefined) return { quote, depth }
    at = tokens.lastIndex
    if (token === '"""' || token === "'''") quote = token
    else if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
  }
  return { quote, depth }
}
