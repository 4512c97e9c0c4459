// Two versions of a TOML file in one: some keys as they were, all others as they are. Values keep their own text, so that
// their meaning cannot change on the way; comments are lost.
import { type AST, getStaticTOMLValue, parseTOML } from 'toml-eslint-parser'

type IsOld = (path: readonly string[]) => boolean

interface Section {
  readonly header: string
  readonly pairs: string[]
}

/** Undefined where that cannot be done exactly. Never throws. */
export function sealToml(before: string, after: string, isOld: IsOld): string | undefined {
  try {
    const text = [...sectionsOf(after, (path) => !isOld(path)), ...sectionsOf(before, isOld)]
      .reduce(merged, [])
      .map(({ header, pairs }) => [header, ...pairs].filter((line) => line !== '').join('\n'))
      .join('\n\n')
    const wanted = new Map([...leaves(after, (path) => !isOld(path)), ...leaves(before, isOld)])
    const made = leaves(text, () => true)
    const isExact = made.size === wanted.size && [...made].every(([path, value]) => wanted.get(path) === value)
    return isExact ? `${text}\n` : undefined
  } catch {
    // One of the two is no TOML: nothing can be taken from it.
    return undefined
  }
}

function sectionsOf(text: string, takes: IsOld): Section[] {
  const [top] = parseTOML(text).body
  const root: Section = { header: '', pairs: [] }
  const sections = [root]
  for (const node of top.body) {
    if (node.type === 'TOMLKeyValue') {
      if (takes(keysOf(node.key))) root.pairs.push(text.slice(...node.range))
      continue
    }
    const prefix = keysOf(node.key)
    const pairs = node.body.filter(({ key }) => takes(node.kind === 'array' ? prefix : [...prefix, ...keysOf(key)]))
    const isEmpty = pairs.length === 0
    if (isEmpty && !(node.body.length === 0 && takes(prefix))) continue
    const name = text.slice(...node.key.range)
    sections.push({
      header: node.kind === 'array' ? `[[${name}]]` : `[${name}]`,
      pairs: pairs.map((pair) => text.slice(...pair.range)),
    })
  }
  return sections
}

function keysOf({ keys }: AST.TOMLKey): string[] {
  return keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value))
}

/** A table may stand in a file once; one of a list as often as the list is long. */
function merged(all: Section[], section: Section): Section[] {
  const same = section.header.startsWith('[[') ? undefined : all.find(({ header }) => header === section.header)
  if (same) same.pairs.push(...section.pairs)
  else all.push(section)
  return all
}

/** Every value by its path, lists as a whole. */
function leaves(text: string, takes: IsOld): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date))
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key])
    else if (takes(path)) found.set(JSON.stringify(path), `${typeof value} ${JSON.stringify(value) ?? String(value)}`)
  }
  visit(getStaticTOMLValue(parseTOML(text)), [])
  return found
}
