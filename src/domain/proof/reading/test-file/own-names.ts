// Names that a JavaScript file itself gives to its assertions: an object that a plan is kept by, functions taken out of one.
import type { Language } from '../../source/languages.ts'
import type { SourceText } from '../../source/source.ts'

export interface OwnNames {
  /** Begins an assertion. */
  readonly pattern: RegExp
  /** The key of one, in the words that are usual. */
  readonly usual: (key: string) => string
}

const WORDS =
  /^(?:ok|notOk|equals?|notEquals?|strictEquals?|notStrictEquals?|deepEquals?|notDeepEquals?|deepStrictEquals?|notDeepStrictEquals?|partialDeepStrictEquals?|throws|rejects|doesNotThrow|doesNotReject|match|doesNotMatch|fail|ifError|same|strictSame|notSame|is|not|truthy|falsy|like|regex)$/
/** `const plan = tspl(t)` counts what is asserted and asserts itself. */
const OBJECT = /(?:const|let|var)\s{1,9}([A-Za-z_$][\w$]{0,40})\s{0,9}=\s{0,9}tspl\s?\(/g
/** `const { equal } = tspl(t)`, `import { strictEqual } from 'node:assert'`, `test('…', async ({ same }) => {` */
const TAKEN =
  /\{([\w$\s,:]{2,400})\}\s{0,9}(?:=\s{0,9}(?:tspl\s?\(|t(?:ap)?[\s;]|assert[\s;]|require\(\s?["'](?:node:)?assert(?:\/strict)?["'])|from\s{1,9}["'](?:node:)?assert(?:\/strict)?["']|\)\s{0,9}=>)/g
/** `const { match } = require('./helper')`: one that the project wrote itself. */
const FROM_HELPER =
  /\{([\w$\s,:]{2,400})\}\s{0,9}(?:=\s{0,9}require\(|from)\s{0,9}["']\.{1,2}\/(?:[\w.-]+\/){0,5}[\w.-]*(?:helper|util|assert)[\w.-]*["']/g
/** `const match = require('@scope/assert-match')`: a package that is one assertion. */
const FROM_PACKAGE =
  /(?:(?:const|let|var)\s{1,9}([A-Za-z]\w{0,40})\s{0,9}=\s{0,9}require\(|import\s{1,9}([A-Za-z]\w{0,40})\s{1,9}from)\s{0,9}["'](?:@[\w.-]{1,60}\/)?[\w.-]{0,40}assert-[\w.-]{1,40}["']/g
/** `t.test('…', function (st) {`: what a test inside another is given asserts as well. */
const CONTEXT =
  /(?<=\btest(?:\.\w{1,12})?\([^\n]{0,300}?(?:,\s{0,9}|\s))(?:async\s{1,9})?(?:function\s{0,9}\w{0,40}\(([a-z]\w{0,11})\)\s{0,9}\{|\(([a-z]\w{0,11})\)\s{0,9}=>|([a-z]\w{0,11})\s{0,9}=>)/g
const CONTEXT_WORDS =
  '(?:is|not|deepEqual|deepEquals|true|false|truthy|falsy|throws\\w*|notThrows\\w*|equals?|notEquals?|same|notSame|strictSame|ok|notOk|pass|fail|like|regex|snapshot|match|doesNotMatch|rejects|doesNotReject|doesNotThrow|strictEquals?|notStrictEquals?|notDeepEquals?|(?:partialD|notD|d)eepStrictEquals?|error|ifError)'
const HELPER_WORDS = /^(?:equal|strictEqual|deepEqual|deepStrictEqual|same|match|throws|rejects)$/
const MOST_NAMES = 40

/** Undefined where it gives none: most files. */
export function ownNames({ code, bare }: SourceText, { hasTestCalls = false }: Language): OwnNames | undefined {
  if (!hasTestCalls || !MAY.test(bare)) return undefined
  const objects = new Set(Array.from(code.matchAll(OBJECT), ([, name = '']) => name))
  const listed = (pattern: RegExp): string[] =>
    Array.from(bare.matchAll(pattern), ([, list = '']) => list.split(',')).flatMap(namesIn)
  const contexts = new Set(
    Array.from(bare.matchAll(CONTEXT), ([, one, two, three]) => one ?? two ?? three ?? '').filter(
      (name) => !/^(?:t|assert|done|cb|_)?$/.test(name),
    ),
  )
  const packed = Array.from(bare.matchAll(FROM_PACKAGE), ([, required, imported]) => required ?? imported ?? '')
  const taken = new Set([
    ...listed(TAKEN),
    ...[...listed(FROM_HELPER), ...packed].filter((name) => HELPER_WORDS.test(name)),
  ])
  const parts = [
    ...[...objects].slice(0, MOST_NAMES).map((name) => `${escaped(name)}\\.[a-z]\\w{1,30}`),
    ...[...taken].slice(0, MOST_NAMES).map(escaped),
    ...[...contexts].slice(0, MOST_NAMES).map((name) => `${escaped(name)}\\.${CONTEXT_WORDS}`),
  ]
  if (parts.length === 0) return undefined
  const start = new RegExp(`^(?:${[...objects, ...contexts].map(escaped).join('|') || '(?!)'})\\.`)
  const isTaken = new RegExp(`^(?:${[...taken].map(escaped).join('|') || '(?!)'})\\(`)
  return {
    pattern: new RegExp(`(?<![\\w$.])(?:${parts.join('|')})\\s{0,9}\\(`, 'g'),
    usual: (key) => (isTaken.test(key) ? `assert.${key}` : key.replace(start, 't.')),
  }
}

const MAY = /tspl|["'](?:node:)?assert(?:\/strict)?["']|["'](?:tap|tape|ava|node:test|tape-\w{1,20})["']|= t[;\s]/

/** `deepEqual: same` and `deepEqual as same` bring the second name. */
function namesIn(list: readonly string[]): string[] {
  return list.flatMap((item) => {
    const [name = '', own = name] = item.split(/:|\bas\b/).map((word) => word.trim())
    return WORDS.test(name) && /^[A-Za-z_$][\w$]*$/.test(own) ? [own] : []
  })
}

function escaped(name: string): string {
  return name.replaceAll('$', String.raw`\$`)
}
