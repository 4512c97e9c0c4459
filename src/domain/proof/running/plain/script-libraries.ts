// Which names of a test file come from a test library, and what stands for them in a plain program.
import type { SourceText } from '../../source/source.ts'
import type { AssertedSpan } from '../bent/parts.ts'
import type { PlainEdit } from './names.ts'
import { SCRIPT_PARTS } from './script-helper.ts'

export interface Libraries {
  /** Statements that load one. */
  readonly imports: readonly AssertedSpan[]
  readonly names: readonly PlainEdit[]
  /** The assert module compares strictly. */
  readonly isStrict: boolean
}

type Part = keyof typeof SCRIPT_PARTS

const PARTS: Readonly<Record<string, Part>> = {
  describe: 'suite',
  suite: 'suite',
  context: 'suite',
  it: 'item',
  test: 'item',
  specify: 'item',
  before: 'before',
  beforeAll: 'before',
  after: 'after',
  afterAll: 'after',
  beforeEach: 'beforeEach',
  afterEach: 'afterEach',
  expect: 'expect',
}

const ASSERTS = /^(?:(?:node:)?assert(?:\/strict)?|uvu\/assert)$/
const RUNNERS = /^(?:node:test|vitest|@jest\/globals|bun:test|mocha|chai|ava|tape)$/
const LIBRARY =
  /^[ \t]{0,200}(?:import\s{1,20}([^"';]{1,400}?)\s{0,20}from\s{0,20}["']([^"'\n]{1,200})["']|(?:const|let|var)\s{1,20}([^=;]{1,400}?)\s{0,20}=\s{0,20}require\(\s{0,20}["']([^"'\n]{1,200})["']\s{0,20}\)(\.strict)?)[ \t]{0,20};?/gm

/** Undefined where one offers what cannot be replaced. */
export function librariesIn(source: SourceText, own: string): Libraries | undefined {
  const imports: AssertedSpan[] = []
  const known = new Map<string, string>()
  let isStrict = false
  for (const match of source.bare.matchAll(LIBRARY)) {
    const [whole, names = '', from = '', bound = names, required = from, strict] = match
    const [list, module] = [names || bound, from || required]
    if (!ASSERTS.test(module) && !RUNNERS.test(module)) continue
    imports.push({ from: match.index, to: match.index + whole.length })
    isStrict ||= /strict/.test(module) || strict !== undefined || /\bstrict\b/.test(list) || module === 'chai'
    for (const [name, as] of namesOf(list)) {
      const by = standIn(module, name, own)
      if (by === undefined) return undefined
      known.set(as, by)
    }
  }
  for (const [name, part] of Object.entries(PARTS)) {
    if (!known.has(name) && isFree(source, name)) known.set(name, `${own}.${SCRIPT_PARTS[part]}`)
  }
  return { imports, names: renamed(source, known, imports), isStrict }
}

/** Globals of a runner: what the file itself declares is its own. */
function isFree({ code }: SourceText, name: string): boolean {
  return !new RegExp(`\\b(?:const|let|var|function|class)\\s+${name}\\b|[{,]\\s*${name}\\s*[,}]`).test(code)
}

/** `a`, `{ a, b as c }`, `* as d` and `{ a: b }` as pairs of what it is there and here; a default is `default`. */
function namesOf(list: string): (readonly [string, string])[] {
  const [, first, rest] = /^\s*(?:([\w$]+)\s*,?\s*)?(.*)$/s.exec(list) ?? []
  const found: (readonly [string, string])[] = first === undefined || first === 'type' ? [] : [['default', first]]
  const all = /^\*\s*as\s+([\w$]+)/.exec(rest ?? '')?.[1]
  if (all !== undefined) return [...found, ['default', all]]
  for (const one of (rest ?? '').replaceAll(/[{}]/g, '').split(',')) {
    const [, name, as = name] = /^\s*([\w$]+)\s*(?:(?:\bas\b|:)\s*([\w$]+))?\s*$/.exec(one) ?? []
    if (name !== undefined && as !== undefined) found.push([name, as])
  }
  return found
}

function standIn(module: string, name: string, own: string): string | undefined {
  const assert = `${own}.${SCRIPT_PARTS.assert}`
  if (ASSERTS.test(module)) return name === 'default' || name === 'strict' ? assert : `${assert}.${name}`
  if (module === 'chai' && name === 'assert') return assert
  if (name === 'default') return module === 'chai' || module === 'mocha' ? undefined : `${own}.${SCRIPT_PARTS.item}`
  const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined
  return part === undefined ? undefined : `${own}.${SCRIPT_PARTS[part]}`
}

function renamed(
  { code }: SourceText,
  known: ReadonlyMap<string, string>,
  imports: readonly AssertedSpan[],
): PlainEdit[] {
  return [...known].flatMap(([name, by]) =>
    Array.from(code.matchAll(new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$]|\\s*:)`, 'g')))
      .map(({ index }) => ({ from: index, to: index + name.length, by }))
      .filter(({ from }) => !imports.some((one) => from >= one.from && from < one.to)),
  )
}
