// One value in a JSON text with comments, set or taken out; everything else stays as it is, to the letter.
import { applyEdits, findNodeAtLocation, modify, type Node, parseTree } from 'jsonc-parser'

/** Undefined takes the key out. The text is valid, and every part of the path that exists is an object. */
export function withValue(text: string, path: readonly string[], value: unknown): string {
  const root = parseTree(text, [], { allowTrailingComma: true })
  if (!root) return `${JSON.stringify(nested(path, value), null, 2)}\n`
  const there = findNodeAtLocation(root, [...path])
  if (value === undefined) return there === undefined ? text : without(text, path, there)
  if (there !== undefined) return applyEdits(text, modify(text, [...path], value, {}))
  const depth = deepest(root, path)
  const into = depth === 0 ? root : (findNodeAtLocation(root, path.slice(0, depth)) ?? root)
  const [key = '', ...rest] = path.slice(depth)
  return withProperty(text, into, `${JSON.stringify(key)}: ${onOneLine(rest, value)}`)
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, key) => ({ [key]: inner }), value)
}

function onOneLine(path: readonly string[], value: unknown): string {
  return path.reduceRight((inner, key) => `{ ${JSON.stringify(key)}: ${inner} }`, JSON.stringify(value))
}

/** An object that holds nothing more goes with its last key. */
function without(text: string, path: readonly string[], { parent: property }: Node): string {
  const siblings = property?.parent?.children ?? []
  const next = siblings[0] === property ? siblings[1] : undefined
  if (property && next) return `${text.slice(0, property.offset)}${text.slice(next.offset)}`
  const rest = applyEdits(text, modify(text, [...path], undefined, {}))
  const above = path.slice(0, -1)
  const root = parseTree(rest, [], { allowTrailingComma: true })
  const holder = root && above.length > 0 ? findNodeAtLocation(root, above) : undefined
  const isBare = holder !== undefined && /^\{\s*\}$/.test(rest.slice(holder.offset, holder.offset + holder.length))
  return isBare ? without(rest, above, holder) : rest
}

/** How many parts of the path are objects already. */
function deepest(root: Node, path: readonly string[]): number {
  let depth = 0
  while (depth < path.length - 1 && findNodeAtLocation(root, path.slice(0, depth + 1))?.type === 'object') depth += 1
  return depth
}

function withProperty(text: string, into: Node, property: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const last = into.children?.at(-1)
  if (!last) {
    const outer = indentAt(text, into.offset)
    const body = text.slice(into.offset + 1, into.offset + into.length - 1)
    const open = `${text.slice(0, into.offset + 1)}${eol}${outer}  ${property}`
    const isBare = body.trim() === ''
    return `${open}${isBare ? `${eol}${outer}` : body}${text.slice(into.offset + into.length - 1)}`
  }
  const end = last.offset + last.length
  const comma = /^\s*,/.exec(text.slice(end))?.[0].length
  const after = end + (comma ?? 0)
  // A comment behind the last value belongs to that value.
  const comment = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*\*\/[ \t]*)?(?=\r?\n)/.exec(text.slice(after))?.[0]
  const isOnOwnLine = comment !== undefined && text.slice(into.offset, last.offset).includes('\n')
  const at = after + (isOnOwnLine ? comment.length : 0)
  const lead = isOnOwnLine ? `${eol}${indentAt(text, last.offset)}` : ' '
  const added = `${lead}${property}${comma === undefined ? '' : ','}`
  return `${text.slice(0, end)}${comma === undefined ? ',' : text.slice(end, after)}${text.slice(after, at)}${added}${text.slice(at)}`
}

/** The blanks at the beginning of the line. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? ''
}
