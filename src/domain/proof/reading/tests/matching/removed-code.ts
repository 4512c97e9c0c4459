// Names and texts that stood in the product before the change and stand nowhere in it now. A test that speaks of one of
// them went together with its feature.
import type { FileChange } from '../../../../../contract/change.ts'
import { languageOf } from '../../../source/languages.ts'
import { codeLines } from '../../../source/foreign-lines.ts'
import type { SourceText } from '../../../source/source.ts'
import { readSource } from '../../../source/source.ts'
import { withoutRustTests } from '../../test-file/rust-product.ts'
import { readTestFile } from '../../test-file/test-file.ts'
import {
  isForeignCode,
  isForeignTest,
  isRustTest,
  isTestData,
  isTestFile,
  isTestPlace,
  kindOfConfig,
} from '../../../yardstick/yardstick.ts'

export interface RemovedCode {
  /** Did any product code change at all? */
  readonly isTouched: boolean
  /** The first name or text in this part of a test that went, with the file it went from. */
  readonly namedIn: (source: SourceText, start: number, end: number) => Removed | undefined
  /** This name, if it went. */
  readonly named: (name: string) => Removed | undefined
}

export interface Removed {
  readonly name: string
  readonly from: string
}

interface Side {
  readonly path: string
  /** Without comments, and without tests that stand beside the code. */
  readonly bare: string
}

export function removedCode(changes: readonly FileChange[]): RemovedCode {
  let read: Product | undefined
  return {
    isTouched: changes.some(({ path, before, after }) => isProduct(path) && before !== after),
    namedIn: (source, start, end) => {
      read ??= readProduct(changes)
      return firstRemoved(read, source, start, end)
    },
    named: (name) => {
      read ??= readProduct(changes)
      return read.was.has(name) && !read.is.has(name) ? removedFrom(read, name) : undefined
    },
  }
}

interface Product {
  readonly before: readonly Side[]
  readonly was: ReadonlySet<string>
  readonly is: ReadonlySet<string>
  readonly now: string
  /** New lines with one new name masked, and with their texts masked. */
  readonly shapes: ReadonlySet<string>
}

const WORD = /[A-Za-z_$][\w$]*/g
const SHORTEST = 4
const LARGEST = 2_000_000

function readProduct(changes: readonly FileChange[]): Product {
  const files = changes.filter(({ path, before, after }) => isProduct(path) && before !== after)
  let left = LARGEST
  const side = (path: string, text: string | undefined): Side[] => {
    if (text === undefined || text.length > left) return []
    left -= text.length
    return [{ path, bare: bareOf(path, text) }]
  }
  const before = files.flatMap(({ path, before: text }) => side(path, text))
  const after = files.flatMap(({ path, after: text }) => side(path, text))
  const isComplete = files.every(
    ({ how, before: was, after: is }) =>
      (how === 'added' || was !== undefined) && (how === 'deleted' || is !== undefined),
  )
  const now = after.map(({ bare }) => bare).join('\n')
  const was = new Set(left > 0 && isComplete ? before.flatMap(({ bare }) => bare.match(WORD) ?? []) : [])
  const is = new Set(now.match(WORD))
  const known = new Set(before.flatMap(({ bare }) => bare.split('\n').map((line) => line.trim())))
  return { before, was, is, now, shapes: shapesOf(now, known, was) }
}

const NO_PRODUCT =
  /(?:^|\/)(?:node_modules|vendor|dist|build|out|target|examples?|samples?|docs?|website|bench(?:marks?)?)\/|\.min\.js$/

/** Pages and mails: what a test looks for may stand there and nowhere in the code. */
const TEMPLATE =
  /\.(?:[hl]?eex|erb|haml|slim|ejs|hbs|handlebars|mustache|liquid|njk|jinja2?|j2|go?tmpl|tpl|twig|cshtml|razor|ftl|html?)$/i

/** Rust keeps tests beside the code. */
export function isProduct(path: string): boolean {
  if (NO_PRODUCT.test(path)) return false
  if (TEMPLATE.test(path)) return !isTestData(path)
  if (kindOfConfig(path) !== undefined || !languageOf(path)) return false
  return path.endsWith('.rs') ? !isRustTest(path) : !isTestFile(path)
}

/** Product code in any language, also one that we do not read. */
export function isAnyProduct(path: string): boolean {
  if (isProduct(path)) return true
  if (!isForeignCode(path) || isForeignTest(path) || NO_PRODUCT.test(path)) return false
  return !isTestPlace(path) || /^(?:lib|src)\//.test(path)
}

export function bareOf(path: string, text: string): string {
  const language = languageOf(path)
  if (!language) return TEMPLATE.test(path) ? text : codeLines(path, text).join('\n')
  if (!path.endsWith('.rs')) return readSource(text, language.syntax).bare
  const file = readTestFile(path, text)
  return file ? withoutRustTests(file) : ''
}

const LONGEST_LINE = 400

/** New lines with a new name masked: what a renamed one looks like. */
function shapesOf(now: string, known: ReadonlySet<string>, was: ReadonlySet<string>): Set<string> {
  const shapes = new Set<string>()
  const lines = now.split('\n').map((line) => line.trim())
  for (const [index, line] of lines.entries()) {
    if (line.length > LONGEST_LINE || known.has(line)) continue
    const next = lines[index + 1] ?? ''
    for (const word of new Set(line.match(WORD))) {
      if (!was.has(word)) for (const shape of shapesWithout(line, word, next)) shapes.add(shape)
    }
    if (STRING.test(line)) for (const shape of shapesWithout(line, STRINGS, next)) shapes.add(shape)
  }
  return shapes
}

const KEYWORDS =
  /\b(?:def|function|func|fn|fun|class|const|let|var|val|struct|enum|interface|type|public|protected|private|static|void|export|default|return|async|self|this|string|int|bool|any|nil|null|true|false)\b/g

/** The line by itself only where enough of it is left to tell it from others; else with the line below it. */
function shapesWithout(line: string, part: string | RegExp, next: string): string[] {
  const shape = typeof part === 'string' ? masked(line, part) : line.replaceAll(part, '\0')
  // A function in one line may have another body under its new name.
  const head = HEAD.exec(shape)?.[0]
  const isEnough = (text: string): boolean => (text.replaceAll(KEYWORDS, '').match(/[A-Za-z]{2}/g) ?? []).length > 1
  return [
    ...[shape, ...(head === undefined ? [] : [head])].filter(isEnough),
    ...(next.length > 3 ? [`${shape}\n${next}`] : []),
  ]
}

const HEAD =
  /^(?:export )?(?:const|let|var) \0(?::[^=\n]{1,80})? = (?:async )?\([^()\n]{0,200}\)(?::[^=\n]{1,80})? =>|^(?:export |pub |async ){0,3}(?:function|func|def|fn) \0\([^()\n]{0,200}\)/

const STRING = /["'`]/
const STRINGS = /"[^"\n]{0,300}"|'[^'\n]{0,300}'|`[^`\n]{0,300}`/g

function masked(line: string, word: string): string {
  return line.replaceAll(new RegExp(`(?<![\\w$])${word.replaceAll('$', '\\$')}(?![\\w$])`, 'g'), '\0')
}

function firstRemoved(product: Product, source: SourceText, start: number, end: number): Removed | undefined {
  if (product.was.size === 0) return undefined
  const code = source.code.slice(start, end)
  for (const word of new Set(code.match(WORD))) {
    if (word.length < SHORTEST || !product.was.has(word) || product.is.has(word)) continue
    if (OF_LANGUAGES.test(word) || isDeclared(source, word)) continue
    const found = removedFrom(product, word)
    if (found) return found
  }
  const texts = new Set(
    Array.from(source.bare.slice(start, end).matchAll(STRINGS), ([text]) => withoutEnds(text.slice(1, -1))),
  )
  for (const text of texts) {
    if (text.length < SHORTEST || !/[A-Za-z]{3}/.test(text)) continue
    const found = isWhole(text, product.now) ? undefined : removedFrom(product, text)
    if (found) return found
  }
  return undefined
}

/** `"Total:\n"` is looked for as `Total:`. */
function withoutEnds(text: string): string {
  return text.replaceAll(/^(?:\s|\\[nrt])+|(?:\s|\\[nrt])+$/g, '')
}

const OF_LANGUAGES =
  /^(?:true|false|True|False|None|null|undefined|return|this|self|else|elif|case|with|from|import|type|string|number|object|class|function|async|static|public|private|void|const|this|throw|raise|yield|while|break|continue|switch|default|struct|enum|interface|test|tests|expect|assert|should|describe|require)$/

/** What the tests made themselves was never a name of the product; what they only took from it was. */
function isDeclared({ code }: SourceText, word: string): boolean {
  const name = word.replaceAll('$', '\\$')
  const made = new RegExp(
    `\\b(?:def|function|func|fn|fun|class|const|let|var|val|struct|enum|interface|type|void)\\s{1,9}${name}\\b(?!\\s{0,9}=\\s{0,9}(?:\\w{1,9}\\s{1,9}import|require)\\b)|(?<=^[ \\t]{0,60})${name}\\s?(?::=|=(?![=>~]))`,
    'm',
  )
  return made.test(code)
}

const DECLARES =
  /\b(?:def|function|func|fn|fun|class|const|let|var|val|struct|enum|interface|type|public|protected|void|export)\b/

/** Undefined: it never stood there, or something of another name stands in its place. */
function removedFrom({ before, shapes }: Product, name: string): Removed | undefined {
  for (const { path, bare } of before) {
    if (!isWhole(name, bare)) continue
    const lines = linesWith(bare, name)
    const part = /^[\w$]+$/.test(name) ? name : STRINGS
    const renamed = lines.filter(({ line, next }) => shapesWithout(line, part, next).some((shape) => shapes.has(shape)))
    if (renamed.length * 2 >= lines.length || renamed.some(({ line }) => DECLARES.test(line))) return undefined
    return { name, from: path }
  }
  return undefined
}

const MOST_LINES = 40

function linesWith(text: string, part: string): { readonly line: string; readonly next: string }[] {
  const lines: { line: string; next: string }[] = []
  for (let at = text.indexOf(part); at >= 0 && lines.length < MOST_LINES;) {
    const start = text.lastIndexOf('\n', at) + 1
    const stop = text.indexOf('\n', at)
    const end = stop < 0 ? text.length : stop
    const below = text.indexOf('\n', end + 1)
    const next = text.slice(end + 1, below < 0 ? text.length : below).trim()
    if (isWhole(part, text.slice(start, end))) lines.push({ line: text.slice(start, end).trim(), next })
    at = text.indexOf(part, end)
  }
  return lines
}

/** Not as a part of a longer word. */
function isWhole(part: string, text: string): boolean {
  const isWord = (char: string): boolean => /[\w$]/.test(char)
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const isCut =
      (isWord(part.charAt(0)) && isWord(text.charAt(at - 1))) ||
      (isWord(part.at(-1) ?? '') && isWord(text.charAt(at + part.length)))
    if (!isCut) return true
  }
  return false
}
