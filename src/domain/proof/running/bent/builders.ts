// Which calls in a test file build a value of literals alone: by a class or function of the standard library, by a class or
// factory of product code, or by a function of the test file that does no more than hand its arguments to one of these.
import type { FileChange } from '../../../../contract/change.ts'
import { isProductFile } from '../../reading/product/product-file.ts'
import { languageOf } from '../../source/languages.ts'
import { readSource, type SourceText } from '../../source/source.ts'
import { isTestPlace } from '../../yardstick/yardstick.ts'
import { type BuilderKind, type Builders, insideOf, partsOf } from './parts.ts'

/** What changed product code builds values by. */
export interface ProductBuilders {
  readonly classes: ReadonlySet<string>
  /** Functions that return such a value. */
  readonly functions: ReadonlySet<string>
  /** The first parts of the names of its modules in Python. */
  readonly packages: ReadonlySet<string>
}

const CLASSES =
  /\bclass\s{1,20}([A-Za-z_$][\w$]{0,80})|(?<![\w$])([A-Za-z_$][\w$]{0,80})\s{0,20}=\s{0,20}(?:class\b|(?:\w{1,40}\.)?(?:namedtuple|NamedTuple|make_dataclass)\()|\bfunction\s{1,20}([A-Z][\w$]{0,80})\s{0,20}\(/g
const SCRIPT_FUNCTION =
  /\bfunction\s{1,20}([\w$]{1,80})\s{0,20}\(|(?<![\w$])([\w$]{1,80})\s{0,20}(?::[^=\n]{0,80})?=\s{0,20}(?:function\b\s{0,20})?\(/g
const PYTHON_FUNCTION = /^[ \t]{0,40}(?:async[ \t]{1,20})?def[ \t]{1,20}(\w{1,80})[ \t]{0,20}\(/gm

/** Linear in the texts; never throws. */
export function productBuilders(changes: readonly FileChange[]): ProductBuilders {
  const product = changes.filter(({ path, after }) => after !== undefined && isProductFile(path))
  const sources = product.flatMap(({ path, after = '' }) => {
    const syntax = languageOf(path)?.syntax
    return syntax ? [{ isPython: path.endsWith('.py'), source: readSource(after, syntax) }] : []
  })
  const classes = sources.flatMap(({ source }) =>
    Array.from(source.code.matchAll(CLASSES), ([, one, two, three]) => one ?? two ?? three ?? ''),
  )
  const known = new Set(classes)
  return {
    classes: known,
    functions: new Set(sources.flatMap(({ source, isPython }) => buildingFunctions(source, isPython, known))),
    packages: new Set(product.flatMap(({ path }) => (path.includes('/') ? [packageOf(path)] : []))),
  }
}

function packageOf(path: string): string {
  return path.replace(/^(?:src|lib)\//, '').replace(/\/.*/s, '')
}

/** Longer ones do more than build a value. */
const LONGEST_BODY = 600

function buildingFunctions({ code, pairs }: SourceText, isPython: boolean, classes: ReadonlySet<string>): string[] {
  return Array.from(code.matchAll(isPython ? PYTHON_FUNCTION : SCRIPT_FUNCTION)).flatMap(
    ({ 0: head, 1: one, 2: two, index }) => {
      const close = pairs[index + head.length - 1] ?? -1
      const name = one ?? two ?? ''
      if (close < 0) return []
      const rest = code.slice(close + 1, close + 1 + LONGEST_BODY)
      const body = isPython ? (rest.split(/\n(?=\S)|\n[ \t]*def\b/)[0] ?? '') : scriptBody(rest, pairs, close + 1)
      const returned = isPython
        ? /\breturn[ \t]+(\w+)\(/.exec(body)?.[1]
        : /(?:\breturn|=>)\s{0,20}\(?\s{0,20}new\s{1,20}([\w$]+)/.exec(body)?.[1]
      return returned !== undefined && classes.has(returned) ? [name] : []
    },
  )
}

function scriptBody(rest: string, pairs: Int32Array, from: number): string {
  const open = /^[^{};]{0,80}\{/.exec(rest)?.[0].length
  const end = open === undefined ? -1 : (pairs[from + open - 1] ?? -1)
  return end < 0 ? (/^[^;\n]*/.exec(rest)?.[0] ?? '') : rest.slice(0, end - from)
}

const PYTHON_STANDARD: readonly (readonly [BuilderKind, RegExp])[] = [
  ['date', /^datetime\.(?:date|datetime|time)$/],
  [
    'values',
    /^(?:decimal\.Decimal|fractions\.Fraction|datetime\.timedelta|datetime\.(?:date|datetime|time)\.(?:fromisoformat|strptime|fromtimestamp|fromordinal)|pathlib\.(?:Pure)?(?:Posix|Windows)?Path|collections\.(?:Counter|OrderedDict|deque)|uuid\.UUID|ipaddress\.\w+|types\.SimpleNamespace|array\.array)$/,
  ],
  ['values', /^(?:set|frozenset|tuple|list|dict|complex|float|int|str|bytes|bytearray)$/],
]
const SCRIPT_STANDARD: readonly (readonly [BuilderKind, RegExp])[] = [
  ['date', /^Date(?:\.UTC)?$/],
  [
    'values',
    /^(?:BigInt|String|Number|Set|Map|URL|URLSearchParams|(?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array|Float\d+Array|ArrayBuffer|Buffer\.from|Array\.(?:of|from)|Object\.(?:freeze|fromEntries|seal)|Symbol\.for|\w*Error|Temporal\.\w+\.from)$/,
  ],
]

/** Of a test file. Linear in its text. */
export function buildersIn(source: SourceText, isPython: boolean, product: ProductBuilders): Builders {
  const names = isPython ? pythonNames(source) : scriptNames(source)
  const helpers = new Map<string, BuilderKind>()
  const of = (name: string, isNew: boolean): BuilderKind | undefined => {
    const helper = isNew ? undefined : helpers.get(name)
    if (helper) return helper
    const [first = '', ...inner] = name.split('.')
    const full = [names.get(first) ?? first, ...inner].join('.')
    const standard = (isPython ? PYTHON_STANDARD : SCRIPT_STANDARD).find(([, pattern]) => pattern.test(full))
    if (standard) return standard[0]
    return isOfProduct(full, { isNew, isPython, product }) ? 'product' : undefined
  }
  // One of them may hand on to another.
  for (const _ of [1, 2])
    for (const { name, calls, isNew } of isPython ? pythonHelpers(source) : scriptHelpers(source)) {
      const kind = of(calls, isNew)
      // Which part of a date it takes is not known.
      if (kind) helpers.set(name, kind === 'date' ? 'values' : kind)
    }
  const given = new Map<string, readonly (readonly string[])[]>()
  const otherText: Builders['otherText'] = (name, index, written) => {
    const texts = given.get(name) ?? textsGiven(source, name)
    given.set(name, texts)
    return texts[index]?.find((text) => text !== written)
  }
  return { of, otherText }
}

function isOfProduct(
  full: string,
  {
    isNew,
    isPython,
    product,
  }: { readonly isNew: boolean; readonly isPython: boolean; readonly product: ProductBuilders },
): boolean {
  // A path of the project, a module of it, and then what is called.
  const parts = full.split(/[./]/).filter((part) => part !== '')
  const [last = '', before = ''] = parts.toReversed()
  const isClass = (name: string): boolean =>
    product.classes.has(name) || (/^[A-Z][\w$]*[a-z]/.test(name) && isOwn(full, isPython, product))
  if (isNew) return isClass(last)
  if (isPython && isClass(last)) return true
  return product.functions.has(last) || (/^[a-z_$]/.test(last) && isClass(before))
}

/** Its class may stand on one that changed. */
function isOwn(full: string, isPython: boolean, { packages }: ProductBuilders): boolean {
  return isPython ? packages.has(full.split('.')[0] ?? '') : full.startsWith('./')
}

const PYTHON_FROM =
  /^[ \t]{0,40}from[ \t]{1,20}([\w.]{1,200})[ \t]{1,20}import[ \t]{1,20}(?:\(([^()]{0,2000})\)|([^\n(]{1,400}))/gm
const PYTHON_IMPORT = /^[ \t]{0,40}import[ \t]{1,20}([\w., \t]{1,400})/gm
const PYTHON_ALIAS = /^([A-Za-z_]\w{0,80})[ \t]{0,20}=[ \t]{0,20}([A-Za-z_][\w.]{0,120})[ \t]{0,20}$/gm
const ONE_NAME = /^\s*([\w.$]{1,200})(?:\s{1,20}as\s{1,20}([\w$]{1,80})|\s{0,20}:\s{0,20}([\w$]{1,80}))?\s*$/

function pythonNames({ code }: SourceText): Map<string, string> {
  const names = new Map<string, string>()
  for (const [, module = '', listed, plain] of code.matchAll(PYTHON_FROM))
    for (const [name, as] of namesIn(listed ?? plain ?? '')) names.set(as, `${module}.${name}`)
  for (const [, list = ''] of code.matchAll(PYTHON_IMPORT))
    for (const [name, as] of namesIn(list)) if (as !== name || !name.includes('.')) names.set(as, name)
  for (const [, as = '', name = ''] of code.matchAll(PYTHON_ALIAS)) addAlias(names, as, name)
  return names
}

function namesIn(list: string): (readonly [name: string, as: string])[] {
  return list.split(',').flatMap((one) => {
    const [, name, as, renamed] = ONE_NAME.exec(one.replace(/\btype\s+(?=\w)/, '')) ?? []
    return name === undefined ? [] : [[name, as ?? renamed ?? name] as const]
  })
}

function addAlias(names: Map<string, string>, as: string, name: string): void {
  const [first = '', ...inner] = name.split('.')
  if (!names.has(as)) names.set(as, [names.get(first) ?? first, ...inner].join('.'))
}

const SCRIPT_IMPORT =
  /\bimport\s{1,20}(?:type\s{1,20})?(?:([\w$]{1,80})\s{0,20},?\s{0,20})?(?:\{([^{}]{0,2000})\}|\*\s{0,20}as\s{1,20}([\w$]{1,80}))?\s{0,20}from\s{0,20}["']([^"'\n]{1,200})["']/g
const SCRIPT_REQUIRE =
  /\b(?:const|let|var)\s{1,20}(?:([\w$]{1,80})|\{([^{}]{0,2000})\})\s{0,20}=\s{0,20}(?:\w{5}\s{1,20}import|require)\(\s{0,20}["']([^"'\n]{1,200})["']\s{0,20}\)(?:\.([\w$]{1,80}))?/g
const SCRIPT_ALIAS = /\b(?:const|let|var)\s{1,20}([\w$]{1,80})\s{0,20}=\s{0,20}([A-Za-z_$][\w.$]{0,120})[ \t]*(?:;|$)/gm

function scriptNames({ bare, code }: SourceText): Map<string, string> {
  const names = new Map<string, string>()
  const add = (
    from: string,
    { all, listed, one }: { all?: string | undefined; listed?: string | undefined; one?: string | undefined },
  ): void => {
    const isOwnFile = /^\.{1,2}\//.test(from) && !isTestPlace(from.replaceAll(/\.{1,2}\//g, ''))
    const head = isOwnFile ? './' : ''
    if (all !== undefined) names.set(all, `${head}${one ?? all}`)
    for (const [name, as] of namesIn(listed ?? '')) names.set(as, `${head}${name}`)
  }
  for (const [, all, listed, space, from = ''] of bare.matchAll(SCRIPT_IMPORT)) {
    add(from, { all, listed })
    add(from, { all: space })
  }
  for (const [, all, listed, from = '', one] of bare.matchAll(SCRIPT_REQUIRE)) add(from, { all, listed, one })
  for (const [, as = '', name = ''] of code.matchAll(SCRIPT_ALIAS)) addAlias(names, as, name)
  return names
}

interface Helper {
  readonly name: string
  /** What it hands its arguments to. */
  readonly calls: string
  readonly isNew: boolean
}

const PYTHON_HELPER =
  /^(?:def[ \t]{1,20}(\w{1,80})\(([^()\n]{1,200})\)(?:[ \t]{0,20}->[^:\n]{1,80})?:\s{1,80}return[ \t]{1,20}|(\w{1,80})[ \t]{0,20}=[ \t]{0,20}lambda[ \t]{1,20}([^:\n]{1,120}):[ \t]{0,20})([\w.]{1,120})(\([^\n]{0,400}\))[ \t]*$/gm
const SCRIPT_HELPER =
  /\b(?:const|let|var)\s{1,20}([\w$]{1,80})\s{0,20}=\s{0,20}(?:\(([^()]{1,200})\)|([\w$]{1,80}))[^=(){};]{0,80}=>\s{0,20}(?:\{\s{0,20}return\s{1,20})?(new\s{1,20})?([\w$.]{1,120})(\([^\n]{0,400}\))/g
const SCRIPT_FUNCTION_HELPER =
  /\bfunction\s{1,20}([\w$]{1,80})\s{0,20}\(([^()]{1,200})\)[^=(){};]{0,80}\{\s{0,80}return\s{1,20}(new\s{1,20})?([\w$.]{1,120})(\([^\n]{0,400}\))/g

function pythonHelpers({ code }: SourceText): Helper[] {
  return Array.from(code.matchAll(PYTHON_HELPER)).flatMap(([, one, params, two, others, calls = '', args = '']) =>
    toHelper(one ?? two, params ?? others, { calls, args, isNew: false }),
  )
}

function scriptHelpers({ code }: SourceText): Helper[] {
  return [
    ...Array.from(code.matchAll(SCRIPT_HELPER)).flatMap(([, name, params, one, isNew, calls = '', args = '']) =>
      toHelper(name, params ?? one, { calls, args, isNew: isNew !== undefined }),
    ),
    ...Array.from(code.matchAll(SCRIPT_FUNCTION_HELPER)).flatMap(([, name, params, isNew, calls = '', args = '']) =>
      toHelper(name, params, { calls, args, isNew: isNew !== undefined }),
    ),
  ]
}

/** It hands on all that it is given. */
function toHelper(
  name = '',
  params = '',
  { calls, args, isNew }: { readonly calls: string; readonly args: string; readonly isNew: boolean },
): Helper[] {
  const all = params.split(',').map((one) => /[\w$]+/.exec(one)?.[0] ?? '')
  const goesOn = all.every(
    (one) => one === '' || new RegExp(`(?<![\\w$.])${one.replaceAll('$', '\\$')}(?![\\w$])`).test(args),
  )
  return goesOn ? [{ name, calls, isNew }] : []
}

const MOST_CALLS = 200

/** The texts that a call is given at each place, two of each at most: one of them is another than any that is asked about. */
function textsGiven(source: SourceText, name: string): readonly (readonly string[])[] {
  const pattern = new RegExp(`(?<![\\w$.])${name.replaceAll(/[$.]/g, '\\$&')}\\(`, 'g')
  const all: string[][] = []
  let count = 0
  for (const { 0: head, index: at } of source.code.matchAll(pattern)) {
    if (++count > MOST_CALLS) break
    const inside = insideOf(source, at + head.length - 1)
    for (const [index, { from, to }] of (inside ? partsOf(source, inside) : []).entries()) {
      const text = source.text.slice(from, to).trim()
      const texts = (all[index] ??= [])
      if (texts.length < 2 && !texts.includes(text) && /^(["'])[^"'\\\n]+\1$/.test(text)) texts.push(text)
    }
  }
  return all
}
