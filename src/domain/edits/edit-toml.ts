// Our parts in a TOML text. Tables are appended under headers of their own; where a table is written inline or by dotted
// keys, ours is too.
import type { Edited, Json, KeyPath, Part } from '../../contract/agent/edit.ts'
import { append, eolOf, indentAt, type Layout, left, splice, whiteBefore } from './edit-list.ts'
import { cutItem, cutPath } from './edit-toml-cut.ts'
import { renderKey, renderPairs, renderToml } from './edit-toml-text.ts'
import {
  contentOf,
  depthOf,
  find,
  headerSpan,
  listOf,
  type Missing,
  type Pair,
  type TomlPlace,
} from './edit-toml-tree.ts'
import { readToml, refused, shown, type TomlText } from './edit-toml-tree.ts'
import { type AddPart, isOthers, isSame, type Step, stepsToAdd, stepsToWithdraw, fromJson } from './edit-value.ts'

export function putIntoToml(toml: TomlText, part: Part): Edited {
  if (part.kind === 'text') return left('a block of text has no place in TOML')
  if (part.at.length === 0) return left('our part names no place')
  if (part.kind === 'set') return set(toml, part.at, part.value)
  if (part.inner !== undefined) return left('groups in a list are not known in TOML')
  const found = find(toml, part.at)
  if (found.kind === 'left') return found.why
  if (found.kind === 'missing') return insert(toml, found, part.at, [part.value])
  const list = found.place.pair && contentOf(found.place.pair.value)
  if (!Array.isArray(list)) return refused(`${shown(part.at)} is not a list in brackets`, toml, found.place)
  return walk(toml, part, stepsToAdd(list, part))
}

export function takeFromToml(toml: TomlText, part: Part): Edited {
  const found = part.kind === 'text' ? undefined : find(toml, part.at)
  if (part.kind === 'text' || found?.kind !== 'place') return toml
  if (part.kind === 'set')
    return isOthers(toml.value, part) ? toml : { ok: true, text: cutPath(toml, part.at, found.place, 'prune') }
  const list = found.place.pair && contentOf(found.place.pair.value)
  return Array.isArray(list) && part.inner === undefined ? walk(toml, part, stepsToWithdraw(list, part)) : toml
}

/** One step after the other, each on the text that the one before it left. */
function walk(toml: TomlText, part: AddPart, steps: readonly Step[]): Edited {
  let now = toml
  for (const step of steps) {
    const found = find(now, part.at)
    const pair = found.kind === 'place' ? found.place.pair : undefined
    if (pair?.value.type !== 'TOMLArray') return left('our list is gone')
    const changed = take(now, pair, step)
    const next = changed.ok ? readToml(changed.text) : changed
    if (!next.ok) return next
    now = next
  }
  return { ok: true, text: now.text }
}

function take(toml: TomlText, pair: Pair, step: Step): Edited {
  const { text } = toml
  const [index = 0] = step.kind === 'append' ? [] : step.at
  if (step.kind === 'remove') return { ok: true, text: cutItem(text, pair, index, 'prune') }
  const item = renderToml(step.value)
  if (item === undefined) return unsayable
  if (step.kind === 'append') return appended(text, pair.value, item)
  const old = listOf(text, pair.value).items[index]
  return old ? { ok: true, text: splice(text, [{ ...old, text: item }]) } : left('our entry is gone')
}

function set(toml: TomlText, at: KeyPath, value: Json): Edited {
  const found = find(toml, at)
  if (found.kind === 'left') return found.why
  if (found.kind === 'missing') return insert(toml, found, at, value)
  const { place } = found
  if (isSame(found.value, fromJson(value))) return toml
  if (isTable(value) && (place.shape === 'table' || place.shape === 'inline')) return setKeys(toml, at, value, place)
  if (!place.pair) {
    return then({ ok: true, text: cutPath(toml, at, place, 'keep') }, (next) => set(next, at, value))
  }
  const item = renderToml(value)
  const [start, end] = place.pair.value.range
  return item === undefined ? unsayable : { ok: true, text: splice(toml.text, [{ start, end, text: item }]) }
}

/** Key by key, so that comments in the table stay. */
function setKeys(toml: TomlText, at: KeyPath, value: { readonly [key: string]: Json }, place: TomlPlace): Edited {
  let now: Edited = toml
  for (const [key, item] of Object.entries(value)) now = then(now, (next) => set(next, [...at, key], item))
  for (const key of place.children.keys()) {
    if (Object.hasOwn(value, key)) continue
    now = then(now, (next) => {
      const found = find(next, [...at, key])
      return found.kind === 'place' ? { ok: true, text: cutPath(next, [...at, key], found.place, 'keep') } : next
    })
  }
  return then(now, (next) => {
    const found = find(next, at)
    return found.kind === 'missing' ? insert(next, found, at, value) : next
  })
}

function then(now: Edited, edit: (next: TomlText) => Edited): Edited {
  const next = now.ok ? readToml(now.text) : now
  return next.ok ? edit(next) : next
}

/** Puts what is not there yet into the nearest table that is, in the way that this one is written. */
function insert(toml: TomlText, { within, depth }: Missing, at: KeyPath, value: Json): Edited {
  const { text } = toml
  const dotted = within.header ? undefined : within.dotted.at(-1)
  const { parent } = dotted ?? {}
  if (within.shape === 'inline' && within.pair) return insertInline(text, within.pair.value, at.slice(depth), value)
  if (dotted && parent?.type === 'TOMLInlineTable') {
    const from = depthOf(dotted)
    return insertInline(text, parent, at.slice(from), value, depth - from)
  }
  const pairs = isTable(value) ? renderPairs(value) : undefined
  const item = renderToml(value)
  const key = (from: number): string | undefined => renderKey(at.slice(from))
  const [whole, last] = [key(0), key(at.length - 1)]
  if (item === undefined || whole === undefined || last === undefined) return unsayable
  if (dotted) return insertLine(text, dotted.range, `${key(depthOf(dotted))} = ${item}`)
  if (pairs) return appendBlock(text, [`[${whole}]`, ...pairs])
  const line = `${last} = ${item}`
  if (at.length === 1) return insertAtTop(toml, line)
  if (!within.header || depth < at.length - 1) return appendBlock(text, [`[${renderKey(at.slice(0, -1))}]`, line])
  const sibling = within.header.body.at(-1)
  if (sibling) return insertLine(text, sibling.range, line)
  const header = headerSpan(text, within.header)
  // The space says that the table was there before us; see `edit-list.ts`.
  return insertLine(text, [header.start, header.end], line, ' ')
}

/** The first keys lead through a table of dotted keys, so that ours must be dotted there too. */
function insertInline(text: string, table: Pair['value'], path: KeyPath, value: Json, dotted = 0): Edited {
  const key = renderKey(path.slice(0, dotted + 1))
  const rest = path.slice(dotted + 1).map((name) => renderKey([name]))
  const item = renderToml(value)
  if (item === undefined || key === undefined || rest.includes(undefined)) return unsayable
  const nested = rest.reduceRight<string>((inner, name) => `{${name} = ${inner}}`, item)
  return appended(text, table, `${key} = ${nested}`)
}

function appended(text: string, list: Pair['value'], item: string): Edited {
  const layout: Layout = { eol: eolOf(text), unit: '', space: ' ', isTall: false }
  const splices = append(listOf(text, list), layout, () => item)
  return { ok: true, text: splice(text, splices) }
}

/** On a line of its own, behind the line of another and its comment. */
function insertLine(text: string, [start, end]: readonly [number, number], line: string, mark = ''): Edited {
  const comment = /^[ \t]*#[^\r\n]*/.exec(text.slice(end))?.[0] ?? ''
  const at = end + comment.length - whiteBefore(comment, comment.length).length
  const put = `${comment === '' ? mark : ''}${eolOf(text)}${indentAt(text, start)}${line}`
  return { ok: true, text: splice(text, [{ start: at, end: at, text: put }]) }
}

function insertAtTop({ text, sections }: TomlText, line: string): Edited {
  const [first] = sections
  const last = sections.findLast((section) => section.type === 'TOMLKeyValue')
  if (last) return insertLine(text, last.range, line)
  return first ? { ok: true, text: `${line}${eolOf(text)}${eolOf(text)}${text}` } : appendBlock(text, [line])
}

function appendBlock(text: string, lines: readonly string[]): Edited {
  const eol = eolOf(text)
  const block = lines.join(eol)
  const end = text.length - whiteBefore(text, text.length).length
  if (end === 0) return { ok: true, text: `${text}${block}${eol}` }
  return { ok: true, text: `${text.slice(0, end)}${eol}${eol}${block}${text.slice(end)}` }
}

const isTable = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const unsayable = left('our part cannot be said in TOML')
