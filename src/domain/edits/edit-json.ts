// Our parts in a JSON text that may hold comments and trailing commas. What is written there by others keeps its bytes;
// jsonc-parser reads, its `modify` is not used because it formats the neighbours too.
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Edited, Json, KeyPath, Part } from '../../contract/agent/edit.ts'
import * as lists from './edit-list.ts'
import { type Layout, type Left, type List, left, type Splice, splice } from './edit-list.ts'
import {
  isOthers,
  type AddPart,
  isSame,
  type Step,
  stepsToAdd,
  stepsToWithdraw,
  fromJson,
  type Value,
  wrap,
} from './edit-value.ts'

/** `top` is missing where the text holds nothing but white space. */
export interface JsonText {
  readonly ok: true
  readonly text: string
  readonly value: Value
  readonly top?: Node
}

export function readJson(text: string): JsonText | Left {
  if (/^[ \t\r\n]*$/.test(text)) return { ok: true, text, value: new Map() }
  const errors: ParseError[] = []
  const top = parseTree(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first || !top) return left(`it is not valid JSON: ${sentence(first)}`, text, first?.offset ?? 0)
  if (top.type !== 'object') return left('it does not hold an object', text, top.offset)
  return { ok: true, text, value: valueOf(top), top }
}

export function putIntoJson(json: JsonText, part: Part): Edited {
  if (part.kind === 'text') return left('a block of text has no place in JSON')
  if (part.at.length === 0) return left('our part names no place')
  const { text, top } = json
  const value: Json = part.kind === 'set' ? part.value : [part.value]
  if (!top) {
    const style = styleOf(text, undefined)
    return { ok: true, text: `${text}${render(wrap(part.at, value), style, '')}${style.eol}` }
  }
  const found = find(json, top, part.at)
  if (found.kind === 'left') return found.why
  if (found.kind === 'missing') {
    const [key = '', ...rest] = found.rest
    return { ok: true, text: splice(text, appendTo(json, found.within, wrap(rest, value), key)) }
  }
  if (part.kind === 'set') {
    if (isSame(valueOf(found.node), fromJson(part.value))) return json
    return { ok: true, text: splice(text, [replacement(json, found.node, part.value)]) }
  }
  const list = valueOf(found.node)
  if (!Array.isArray(list)) return left(`${shown(part.at)} is not a list`, text, found.node.offset)
  return walk(json, part, stepsToAdd(list, part))
}

export function takeFromJson(json: JsonText, part: Part): Edited {
  if (part.kind === 'text' || !json.top) return json
  const found = find(json, json.top, part.at)
  if (found.kind === 'left') return found.isTwice ? found.why : json
  if (found.kind === 'missing') return json
  if (part.kind === 'set') return isOthers(json.value, part) ? json : { ok: true, text: cut(json, found.node.parent) }
  const list = valueOf(found.node)
  return Array.isArray(list) ? walk(json, part, stepsToWithdraw(list, part)) : json
}

/** One step after the other, each on the text that the one before it left. */
function walk(json: JsonText, part: AddPart, steps: readonly Step[]): Edited {
  let now = json
  for (const step of steps) {
    const found = now.top && find(now, now.top, part.at)
    if (found?.kind !== 'node') return left('our list is gone')
    const changed = take(now, found.node, step, part)
    const next = changed.ok ? readJson(changed.text) : changed
    if (!next.ok) return next
    now = next
  }
  return { ok: true, text: now.text }
}

function take(json: JsonText, list: Node, step: Step, part: AddPart): Edited {
  if (step.kind === 'append') return { ok: true, text: splice(json.text, appendTo(json, list, step.value)) }
  const [index = 0, entry] = step.at
  let node = list.children?.[index]
  if (node && entry !== undefined) {
    const inner = find(json, node, [part.inner ?? ''])
    if (inner.kind === 'left') return inner.why
    node = inner.kind === 'node' ? inner.node.children?.[entry] : undefined
  }
  if (!node) return left('our entry is gone')
  const text = step.kind === 'remove' ? cut(json, node) : splice(json.text, [replacement(json, node, step.value)])
  return { ok: true, text }
}

type Found =
  | { readonly kind: 'node'; readonly node: Node }
  | { readonly kind: 'missing'; readonly within: Node; readonly rest: KeyPath }
  | { readonly kind: 'left'; readonly why: Left; readonly isTwice: boolean }

function find({ text }: JsonText, top: Node, path: KeyPath): Found {
  let node = top
  for (const [depth, key] of path.entries()) {
    if (node.type !== 'object') {
      const why = left(`${shown(path.slice(0, depth))} is not an object`, text, node.offset)
      return { kind: 'left', why, isTwice: false }
    }
    const [property, second] = (node.children ?? []).filter((child) => child.children?.[0]?.value === key)
    if (second) {
      const why = left(`the key ${shown(path.slice(0, depth + 1))} is there twice`, text, second.offset)
      return { kind: 'left', why, isTwice: true }
    }
    const value = property?.children?.[1]
    if (!value) return { kind: 'missing', within: node, rest: path.slice(depth) }
    node = value
  }
  return { kind: 'node', node }
}

/** Puts a value behind the last one of a list, or with its key of an object. */
function appendTo(json: JsonText, within: Node, value: Json, key?: string): Splice[] {
  const style = styleOf(json.text, json.top)
  const layout: Layout = { ...style, isTall: isTall(json.text, within) }
  return lists.append(listOf(json.text, within), layout, (indent) => {
    const item = render(value, style, indent)
    return key === undefined ? item : `${JSON.stringify(key)}${style.colon}${item}`
  })
}

function replacement({ text, top }: JsonText, node: Node, value: Json): Splice {
  const around = node.parent?.type === 'property' ? node.parent.parent : node.parent
  const isBroken = /[\r\n]/.test(textOf(text, around ?? node))
  const indent = isBroken ? lists.indentAt(text, node.offset) : undefined
  return { start: node.offset, end: node.offset + node.length, text: render(value, styleOf(text, top), indent) }
}

/** The text without this item or property, and without the lists and objects that held nothing else and were ours. */
function cut(json: JsonText, node: Node | undefined): string {
  const within = node?.parent
  const { text } = json
  if (!node || !within) return text
  const splices = lists.remove(listOf(text, within), (within.children ?? []).indexOf(node))
  if (splices !== 'whole') return splice(text, splices)
  if (within.parent?.type === 'property') return cut(json, within.parent)
  const rest = `${text.slice(0, within.offset)}${text.slice(within.offset + within.length)}`
  if (!within.parent && rest.trim() === '') return ''
  return splice(text, [{ start: within.offset + 1, end: within.offset + within.length - 1, text: '' }])
}

function listOf(text: string, node: Node): List {
  const items = (node.children ?? []).map(({ offset, length }) => ({ start: offset, end: offset + length }))
  return { text, open: node.offset + 1, close: node.offset + node.length - 1, items, between: lists.BETWEEN_JSON }
}

/** An empty one goes by the nearest one around it that holds something. */
function isTall(text: string, within: Node): boolean {
  let node: Node | undefined = within
  while (node && (node.type === 'property' || (node.children ?? []).length === 0)) node = node.parent
  return !node || node === within || /[\r\n]/.test(textOf(text, node))
}

function valueOf(node: Node): Value {
  if (node.type === 'array') return (node.children ?? []).map(valueOf)
  if (node.type !== 'object') return node.value as Value
  return new Map(
    (node.children ?? []).flatMap(({ children: [key, value] = [] }): Array<[string, Value]> =>
      key && value ? [[String(key.value), valueOf(value)]] : [],
    ),
  )
}

interface Style {
  readonly eol: string
  readonly unit: string
  readonly colon: string
  readonly space: string
}

function styleOf(text: string, top: Node | undefined): Style {
  const eol = lists.eolOf(text)
  const first = top?.children?.[0]
  const [key, value] = first?.children ?? []
  if (!top || !first || !key || !value) return { eol, unit: '  ', colon: ': ', space: ' ' }
  const written = text.slice(key.offset + key.length, value.offset)
  const colon = /^[ \t]*:[ \t]*$/.test(written) ? written : ': '
  const isBroken = /[\r\n]/.test(text.slice(top.offset, first.offset))
  const outer = lists.indentAt(text, top.offset)
  const inner = lists.indentAt(text, first.offset)
  const unit = isBroken && inner.startsWith(outer) ? inner.slice(outer.length) : /[\r\n]\t/.test(text) ? '\t' : '  '
  return { eol, unit, colon, space: colon === ':' && !isBroken ? '' : ' ' }
}

function render(value: Json, style: Style, indent: string | undefined): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const deeper = indent === undefined ? undefined : indent + style.unit
  const isArray = Array.isArray(value)
  const items = isArray
    ? value.map((item) => render(item, style, deeper))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}${style.colon}${render(item, style, deeper)}`)
  const [open, close] = isArray ? '[]' : '{}'
  if (items.length === 0) return `${open}${close}`
  if (deeper === undefined) return `${open}${items.join(`,${style.space}`)}${close}`
  const broken = `${style.eol}${deeper}`
  return `${open}${broken}${items.join(`,${broken}`)}${style.eol}${indent}${close}`
}

const textOf = (text: string, { offset, length }: Node): string => text.slice(offset, offset + length)

const shown = (path: KeyPath): string => path.map((key) => JSON.stringify(key)).join('.') || 'the top'

const SENTENCES: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word or sign stands there that JSON does not know',
  InvalidNumberFormat: 'a number is not written as JSON wants it',
  PropertyNameExpected: 'a key in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'something follows behind its end',
  UnexpectedEndOfComment: 'a comment has no end',
  UnexpectedEndOfString: 'a string has no end',
  UnexpectedEndOfNumber: 'a number has no end',
  InvalidUnicode: 'an escape in a string is not complete',
  InvalidEscapeCharacter: 'a string holds an escape that JSON does not know',
  InvalidCharacter: 'a string holds a control character',
}

function sentence(error: ParseError | undefined): string {
  return (error && SENTENCES[printParseErrorCode(error.error)]) ?? 'it holds no value'
}
