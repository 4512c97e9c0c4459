// The laws of put and withdraw, asked of one text. What a text means is asked of the parsers alone, not of our code.
import { expect } from 'bun:test'
import { parse } from 'jsonc-parser'
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser'
import type { Edited, FileFormat, Part } from '../../contract/agent/edit.ts'
import { put, withdraw } from './edit.ts'

type Plain = Record<string, unknown>

/** Returns whether the parts could be put in. */
export function expectLaws(format: FileFormat, text: string, parts: readonly Part[]): boolean {
  const first = put(format, text, parts)
  const gone = withdraw(format, text, parts)
  if (!first.ok) {
    expectReason(first, text)
    if (!gone.ok) expectReason(gone, text)
    return false
  }
  expect(put(format, first.text, parts)).toEqual(first)
  const back = withdraw(format, first.text, parts)
  if (!back.ok) throw new Error(`not withdrawn: ${back.why}`)
  expect(withdraw(format, back.text, parts)).toEqual(back)
  if (format === 'json' || format === 'toml') expectMeaning(format, { text, first: first.text, back: back.text }, parts)
  if (holdsOurs(format, text, parts)) return true
  expect(gone).toEqual({ ok: true, text })
  expect(isWithin(text, first.text)).toBe(true)
  // What is nothing but white space may go as a whole: whether it was there cannot be seen any more.
  expect(back.text).toBe(isBlank(text) ? '' : text)
  return true
}

function expectReason(result: Extract<Edited, { ok: false }>, text: string): void {
  expect(result.why).toMatch(/^[a-z"].*[^.]$/)
  if (result.line === undefined) return
  expect(result.line).toBeGreaterThan(0)
  expect(result.line).toBeLessThanOrEqual(text.split(/\r\n|\n|\r/).length)
}

interface Texts {
  readonly text: string
  readonly first: string
  readonly back: string
}

function expectMeaning(format: 'json' | 'toml', texts: Texts, parts: readonly Part[]): void {
  const [before, after, back] = [texts.text, texts.first, texts.back].map((text) => read(format, text)) as [
    Plain,
    Plain,
    Plain,
  ]
  for (const part of parts) expectThere(after, part)
  const others = (value: Plain): unknown => ordered(format, stripped(value, parts))
  expect(others(after)).toEqual(others(before))
  expect(others(back)).toEqual(others(before))
  if (!holdsOurs(format, texts.text, parts)) expect(ordered(format, back)).toEqual(ordered(format, before))
}

/** Text, where the order of keys counts. */
function ordered(format: 'json' | 'toml', value: unknown): unknown {
  return format === 'json' ? JSON.stringify(value) : value
}

function read(format: 'json' | 'toml', text: string): Plain {
  const body = text.replace(/^\uFEFF/, '')
  if (format === 'toml') return getStaticTOMLValue(parseTOML(body))
  return (isBlank(body) ? {} : parse(body, [], { allowTrailingComma: true })) as Plain
}

const isBlank = (text: string): boolean => /^\uFEFF?\s*$/.test(text)

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Plain | undefined)?.[key], value)
}

function expectThere(value: Plain, part: Part): void {
  if (part.kind === 'text') return
  const found = at(value, part.at)
  if (part.kind === 'set') return expect(found).toEqual(part.value)
  const { inner } = part
  const entries =
    inner === undefined ? (found as unknown[]) : (found as Plain[]).flatMap((group) => listAt(group, inner))
  const wanted = inner === undefined ? [part.value] : listAt(part.value, inner)
  expect(entries.filter((entry) => isKnown(entry, part.known))).toEqual([...wanted])
}

function listAt(value: unknown, key: string): unknown[] {
  const list = (value as Plain | undefined)?.[key]
  return Array.isArray(list) ? list : []
}

function isKnown(entry: unknown, known: RegExp): boolean {
  const text = typeof entry === 'object' && entry !== null ? (entry as Plain)['command'] : entry
  return typeof text === 'string' && known.test(text)
}

export function holdsOurs(format: FileFormat, text: string, parts: readonly Part[]): boolean {
  if (format === 'whole') return false
  const value = read(format, text)
  return parts.some((part) => {
    const found = part.kind === 'text' ? undefined : at(value, part.at)
    if (part.kind !== 'add') return found !== undefined
    const list = Array.isArray(found) ? found : []
    const { inner } = part
    return (inner === undefined ? list : list.flatMap((group) => listAt(group, inner))).some((one) =>
      isKnown(one, part.known),
    )
  })
}

/** A copy without our parts, and without empty lists and objects on the way to them. */
function stripped(value: Plain, parts: readonly Part[]): Plain {
  const copy = structuredClone(value)
  for (const part of parts) {
    if (part.kind === 'text') continue
    strip(copy, part.at, part)
  }
  return copy
}

function strip(value: unknown, path: readonly string[], part: Exclude<Part, { kind: 'text' }>): void {
  const [key = '', ...rest] = path
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return
  const table = value as Plain
  if (rest.length > 0) strip(table[key], rest, part)
  else if (part.kind === 'set') delete table[key]
  else if (Array.isArray(table[key])) table[key] = table[key].filter((entry) => isKept(entry, part))
  const left = table[key]
  if (typeof left === 'object' && left !== null && Object.keys(left).length === 0) delete table[key]
}

/** Takes ours out of a group; a group that held nothing else goes. */
function isKept(entry: unknown, part: Extract<Part, { kind: 'add' }>): boolean {
  if (part.inner === undefined) return !isKnown(entry, part.known)
  const list = listAt(entry, part.inner)
  const others = list.filter((one) => !isKnown(one, part.known))
  if (others.length < list.length) (entry as Plain)[part.inner] = others
  return others.length > 0 || list.length === 0
}

/** Whether taking characters out of `whole` can give `text`. */
function isWithin(text: string, whole: string): boolean {
  let at = 0
  for (const character of text) {
    at = whole.indexOf(character, at) + character.length
    if (at < character.length) return false
  }
  return true
}
