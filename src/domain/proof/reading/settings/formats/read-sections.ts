// Settings from TOML and INI files: sections, keys, values; lists over several lines.
import { readLiteral } from './read-literal.ts'
import type { ToolSetting } from '../setting.ts'
import { plainLines } from '../../../source/source.ts'

export function readToml(raw: string): ToolSetting[] {
  const found: ToolSetting[] = []
  const lines = plainLines(raw).split('\n')
  let section: (string | number)[] = []
  const tables = new Map<string, number>()
  for (let index = 0; index < lines.length; index++) {
    const line = withoutComment(lines[index] ?? '')
    const head = /^\s*\[(\[?)([^\]]+)\]\]?\s*$/.exec(line)
    const pair = /^\s*("[^"]*"|'[^']*'|[\w.-]+)\s*=\s*(.*)$/.exec(line)
    if (head) {
      const name = head[2] ?? ''
      section = keysIn(name)
      // One of several tables of that name.
      if (head[1] !== '') {
        section.push(tables.get(name) ?? 0)
        tables.set(name, (tables.get(name) ?? 0) + 1)
      }
    } else if (pair) {
      const last = endOfValue(lines, index, pair[2] ?? '')
      const value = [pair[2] ?? '', ...lines.slice(index + 1, last + 1).map(withoutComment)].join('\n')
      found.push(...readValue({ path: [...section, ...keysIn(pair[1] ?? '')], value, line: index + 1 }))
      index = last
    }
  }
  return found
}

function keysIn(written: string): string[] {
  return Array.from(written.matchAll(/"([^"]*)"|'([^']*)'|([^.\s"']+)/g), ([, a, b, c]) => a ?? b ?? c ?? '')
}

/** A `#` that stands in no string. */
function withoutComment(line: string): string {
  if (!line.includes('#')) return line
  return /^(?:[^#"']|"[^"]*"|'[^']*')*/.exec(line.slice(0, 2000))?.[0] ?? line
}

const LONGEST_VALUE = 500

/** The last line of a value whose brackets or triple quotes are still open. */
function endOfValue(lines: readonly string[], from: number, first: string): number {
  const long = /^("""|''')/.exec(first)?.[1]
  if (long) {
    if (first.indexOf(long, 3) > 0) return from
    const end = lines.slice(from + 1, from + LONGEST_VALUE).findIndex((line) => line.includes(long))
    return end < 0 ? from : from + 1 + end
  }
  let depth = depthOf(first)
  let index = from
  while (depth > 0 && index + 1 < lines.length && index - from < LONGEST_VALUE) {
    index++
    depth += depthOf(withoutComment(lines[index] ?? ''))
  }
  return index
}

function depthOf(text: string): number {
  const code = text.replaceAll(/"[^"]*"|'[^']*'/g, '')
  return (code.match(/[[{]/g)?.length ?? 0) - (code.match(/[\]}]/g)?.length ?? 0)
}

interface Written {
  readonly path: readonly (string | number)[]
  readonly value: string
  readonly line: number
}

/** Lists and inline tables read like literals once `=` is `:`. */
function readValue({ path, value, line }: Written): ToolSetting[] {
  const text = value.trim()
  if (!/^[[{]/.test(text)) {
    const isText = /^["']/.test(text)
    return [{ path, value: isText ? unquoted(text) : text, isText, line }]
  }
  const colons = text.replaceAll(
    /("[^"]*"|'[^']*')|=/g,
    (found, quoted: string | undefined) => quoted ?? (found === '=' ? ':' : found),
  )
  return readLiteral(colons).map((one) => ({ ...one, path: [...path, ...one.path], line: line + one.line - 1 }))
}

/** Without the quotes that belong together: those inside of a value stay. */
function unquoted(text: string): string {
  const [, , inside] = /^("""|'''|["'])([^]*)\1$/.exec(text) ?? []
  return inside ?? text.replaceAll(/^["']{1,3}|["']{1,3}$/g, '')
}

/** Lists stand on indented lines below their key, or behind it with commas. */
export function readIni(raw: string): ToolSetting[] {
  const found: ToolSetting[] = []
  let section: string[] = []
  let key: string | undefined
  for (const [index, written] of plainLines(raw).split('\n').entries()) {
    const line = written.replace(/(?:^|\s)[#;].*$/, '').trimEnd()
    const head = /^\[([^\]]+)\]/.exec(line)
    const pair = /^([\w.:*-]+)\s*[=:]\s*(.*)$/.exec(line)
    if (head) {
      section = [head[1] ?? '']
      key = undefined
    } else if (/^\s+\S/.test(line) && key !== undefined) {
      found.push(...items({ path: [...section, key], value: line.trim(), line: index + 1 }))
    } else if (pair) {
      key = pair[1] ?? ''
      const value = pair[2] ?? ''
      if (value !== '') found.push(...items({ path: [...section, key], value, line: index + 1 }))
    }
  }
  return found
}

const LISTS =
  /^(?:(?:extend-|extend_|per-file-)?(?:ignores?|exclude|select)|enable|disable|omit|include|source|norecursedirs|testpaths|filename|files|packages|plugins|fail-on|enable_error_code|disable_error_code)$/

function items({ path, value, line }: Written): ToolSetting[] {
  if (!LISTS.test(String(path.at(-1)))) return [{ path, value, isText: true, line }]
  return value
    .split(/,|\s+(?!\S*=)/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item, index) => ({ path: [...path, index], value: item, isText: true, line }))
}
