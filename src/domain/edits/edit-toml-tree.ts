// A TOML text as tables that know where they are written: by a header, by dotted keys, or inline.
import { type AST, parseTOML } from 'toml-eslint-parser'
import type { KeyPath } from '../../contract/agent/edit.ts'
import { BETWEEN_TOML, type Left, left, type List, type TextSpan } from './edit-list.ts'
import type { Value } from './edit-value.ts'

export type Pair = AST.TOMLKeyValue

export interface TomlPlace {
  /** `tables` is a list of tables by `[[…]]`, of which nothing is looked up. */
  shape: 'table' | 'inline' | 'list' | 'tables' | 'value'
  readonly children: Map<string, TomlPlace>
  /** The table of its own header. */
  header?: AST.TOMLTable
  /** The pair that it is the value of. */
  pair?: Pair
  /** Pairs with dotted keys that lead through it. */
  readonly dotted: Pair[]
}

export interface TomlText {
  readonly ok: true
  readonly text: string
  readonly value: Value
  readonly sections: ReadonlyArray<Pair | AST.TOMLTable>
  readonly top: TomlPlace
}

export function readToml(text: string): TomlText | Left {
  try {
    const sections = parseTOML(text).body[0].body
    return { ok: true, text, sections, value: valueOf(sections), top: placesOf(sections) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const why = `it is not valid TOML: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`
    const line = (error as { lineNumber?: unknown }).lineNumber
    return typeof line === 'number' ? { ok: false, why, line } : { ok: false, why }
  }
}

export const namesOf = (key: AST.TOMLKey): string[] =>
  key.keys.map((one) => (one.type === 'TOMLBare' ? one.name : one.value))

export const spanOf = ({ range }: AST.TOMLNode): TextSpan => ({ start: range[0], end: range[1] })

export const shown = (path: KeyPath): string => path.map((key) => JSON.stringify(key)).join('.')

export interface Missing {
  readonly kind: 'missing'
  /** The nearest table on the path that is there. */
  readonly within: TomlPlace
  /** How many keys of the path lead to it. */
  readonly depth: number
}

export type FoundKey =
  | { readonly kind: 'place'; readonly place: TomlPlace; readonly value: Value | undefined }
  | { readonly kind: 'left'; readonly why: Left }
  | Missing

export function find(toml: TomlText, path: KeyPath): FoundKey {
  let place = toml.top
  let value: Value | undefined = toml.value
  for (const [depth, key] of path.entries()) {
    if (place.shape !== 'table' && place.shape !== 'inline')
      return { kind: 'left', why: refused(`${shown(path.slice(0, depth))} is not a table`, toml, place) }
    const child = place.children.get(key)
    if (!child) return { kind: 'missing', within: place, depth }
    place = child
    value = value instanceof Map ? value.get(key) : undefined
  }
  return { kind: 'place', place, value }
}

/** How many keys lead to the table, or inline table, in which this pair is written. */
export function depthOf({ parent }: Pair): number {
  if (parent.type === 'TOMLTopLevelTable') return 0
  if (parent.type === 'TOMLTable') return parent.key.keys.length
  return parent.parent.type === 'TOMLKeyValue' ? depthOf(parent.parent) + parent.parent.key.keys.length : 0
}

/** The brackets of a list or an inline table. */
export function listOf(text: string, node: AST.TOMLContentNode): List {
  const items = node.type === 'TOMLArray' ? node.elements : node.type === 'TOMLInlineTable' ? node.body : []
  return { text, open: node.range[0] + 1, close: node.range[1] - 1, items: items.map(spanOf), between: BETWEEN_TOML }
}

/** The header alone, without the pairs below it. */
export function headerSpan(text: string, table: AST.TOMLTable): TextSpan {
  const close = table.kind === 'array' ? ']]' : ']'
  return { start: table.range[0], end: text.indexOf(close, table.key.range[1]) + close.length }
}

const placeOf = (shape: TomlPlace['shape']): TomlPlace => ({ shape, children: new Map(), dotted: [] })

function placesOf(sections: TomlText['sections']): TomlPlace {
  const top = placeOf('table')
  for (const section of sections) {
    if (section.type === 'TOMLKeyValue') enter(top, section)
    else enterTable(top, section)
  }
  return top
}

function enterTable(top: TomlPlace, table: AST.TOMLTable): void {
  let place = top
  for (const name of namesOf(table.key)) {
    place = childOf(place, name)
    if (place.shape === 'tables') return
  }
  if (table.kind === 'array') {
    place.shape = 'tables'
    place.header = table
    return
  }
  place.header = table
  for (const pair of table.body) enter(place, pair)
}

function enter(within: TomlPlace, pair: Pair): void {
  const names = namesOf(pair.key)
  let place = within
  for (const [index, name] of names.entries()) {
    place = childOf(place, name)
    if (index < names.length - 1) place.dotted.push(pair)
  }
  place.pair = pair
  place.shape = pair.value.type === 'TOMLArray' ? 'list' : 'value'
  if (pair.value.type !== 'TOMLInlineTable') return
  place.shape = 'inline'
  for (const inner of pair.value.body) enter(place, inner)
}

function childOf(place: TomlPlace, name: string): TomlPlace {
  const child = place.children.get(name) ?? placeOf('table')
  place.children.set(name, child)
  return child
}

type Open = Map<string, Value> | Value[]

function valueOf(sections: TomlText['sections']): Value {
  const top = new Map<string, Value>()
  for (const section of sections) {
    if (section.type === 'TOMLKeyValue') assign(top, section)
    else {
      const table = section.resolvedKey.reduce<Open>((open, key, index, path) => {
        return step(open, key, typeof path[index + 1] === 'number' ? [] : new Map())
      }, top)
      for (const pair of section.body) assign(table, pair)
    }
  }
  return top
}

function assign(table: Open, pair: Pair): void {
  const names = namesOf(pair.key)
  const within = names.slice(0, -1).reduce((open, name) => step(open, name, new Map()), table)
  step(within, names.at(-1) ?? '', contentOf(pair.value))
}

/** What stands at this key, or what is put there now. */
function step(open: Open, key: string | number, fresh: Value): Open {
  const old = Array.isArray(open) ? open[Number(key)] : open.get(String(key))
  if (old !== undefined) return old as Open
  if (Array.isArray(open)) open.push(fresh)
  else open.set(String(key), fresh)
  return fresh as Open
}

export function contentOf(node: AST.TOMLContentNode): Value {
  if (node.type === 'TOMLArray') return node.elements.map(contentOf)
  if (node.type === 'TOMLInlineTable') {
    const table = new Map<string, Value>()
    for (const pair of node.body) assign(table, pair)
    return table
  }
  if ('datetime' in node) return { moment: node.datetime }
  if (node.kind === 'integer' && !Number.isSafeInteger(node.value)) return node.bigint
  return node.value
}

export function refused(why: string, toml: TomlText, place: TomlPlace): Left {
  const at = place.pair ?? place.header
  return at ? left(why, toml.text, at.range[0]) : left(why)
}
