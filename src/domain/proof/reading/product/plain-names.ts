// Gives things their usual names: aliases of imports, names put together from parts, properties in brackets.
// Every line stays where it is, so that what is found in the result is found in the file.
import { GO, PYTHON, SCRIPT } from './product-file.ts'

export function withPlainNames(path: string, text: string): string {
  if (SCRIPT.test(path)) return plainScript(text)
  if (PYTHON.test(path)) return plainPython(text)
  return withJoinedStrings(GO.test(path) ? text.replaceAll(EMBEDDED, '_ = ReadFile("$1")') : text)
}

/** A comment that reads a file. */
const EMBEDDED = /^\/\/go:embed ([\w./*-]{1,80})[ \t]*$/gm

/** Modules of JavaScript that matter, by the name that the rules know. */
const SCRIPT_MODULES: Readonly<Record<string, string>> = {
  process: 'process',
  assert: 'assert',
  'assert/strict': 'assert',
  module: 'Module',
  test: 'nodeTest',
  chai: 'chai',
}

function ownScript(module: string): string | undefined {
  return Object.hasOwn(SCRIPT_MODULES, module) ? SCRIPT_MODULES[module] : undefined
}

const SCRIPT_ALIASES =
  /\b(?:import|const|let|var)\s+(?:\*\s+as\s+)?([\w$]+|\{[^{}\n]{1,200}\})(?:\s?:\s?[\w.]{1,20})?\s?(?:from\s?|=\s?(?:[a-z]{5} import\(\s?|require\(\s?)?)(?:["'](?:node:)?([\w/]{1,20})["']|(process\.env|process|globalThis|global|assert)(?![\w.([?])|(process\.env\.(?:NODE_ENV|APP_ENV|VITEST|JEST_WORKER_ID|NODE_TEST_CONTEXT)|process\.(?:argv|execArgv)(?:\[\d\])?)(?=(?:\s?(?:\?\?|\|\|)\s?(?:''|""))?;?\s{0,9}$))/gm
const SCRIPT_HINT =
  /["'](?:node:)?(?:process|assert(?:\/strict)?|module|test|chai)["']|=\s?(?:process|env|globalThis|global|assert)\b/

function plainScript(text: string): string {
  const folded = withPlainRequire(withPlainProcess(withFoldedStrings(text)))
  const once = SCRIPT_HINT.test(folded) ? renamed(folded, scriptAliases(folded)) : folded
  const named = once === folded ? once : renamed(once, scriptAliases(once))
  if (
    !/\bprocess\s?(?:\?\.)?\[|\b(?:globalThis|global)(?:\.|\[["'])process\b|require\(["'](?:node:)?process["']\)/.test(
      named,
    )
  ) {
    return named
  }
  return named
    .replaceAll(/\b(?:globalThis|global)(?:\?\.|\.|\[["'])process(?:["']\])?/g, 'process')
    .replaceAll(/\brequire\(["'](?:node:)?process["']\)/g, 'process')
    .replaceAll(/\bprocess\s?(?:\?\.)?\[\s?["'`](\w{2,20})["'`]\s?\]/g, 'process.$1')
}

/** `globalThis['process']` and `(global as any).process` as `process`, which is how most aliases begin. */
function withPlainProcess(text: string): string {
  if (!/(?:globalThis|global|self)\b[^\n]{0,20}[.[]\s?["'`]?process\b/.test(text)) return text
  return text.replaceAll(
    /(?<![\w$.])\(?(?:globalThis|global|self)(?: as \w{1,20}\))?(?:(?:\?\.|\.)process\b|(?:\?\.)?\[\s?["'`]process["'`]\s?\])/g,
    'process',
  )
}

/** Other ways to get at a module. */
function withPlainRequire(text: string): string {
  const [, made] = /\b([\w$]{1,30})\s?=\s?(?:\w{1,20}\.)?createRequire\(/.exec(text) ?? []
  const plain = text.replaceAll(
    /\bprocess\.getBuiltinModule\(|\bcreateRequire\([^()\n]{0,60}\)\((?=\s?["'](?:node:)?(?:assert|chai))/g,
    'require(',
  )
  if (made === undefined || made === 'require') return plain
  return plain.replaceAll(new RegExp(`(?<![\\w$.])${made.replaceAll('$', '\\$')}\\(`, 'g'), 'require(')
}

/** Name in the file → usual name. */
function scriptAliases(text: string): Map<string, string> {
  const names = new Map<string, string>()
  for (const [, given = '', module = '', value = '', variable = ''] of [...text.matchAll(SCRIPT_ALIASES)].slice(
    0,
    MOST_ALIASES,
  )) {
    const usual =
      variable !== '' ? variable : value === '' ? ownScript(module) : value === 'global' ? 'globalThis' : value
    if (usual === undefined) continue
    if (!given.startsWith('{')) names.set(given, usual)
    else
      for (const [theirs, ours] of parts(given.slice(1, -1), /\s?(?::|\bas\b)\s?/))
        names.set(ours, `${usual}.${theirs}`)
  }
  return names
}

const PYTHON_MODULES =
  /^(?:os|sys|posix|inspect|traceback|atexit|unittest|pytest|_pytest|builtins|importlib|signal)(?:\.|$)/
const PYTHON_IMPORTS = /^[ \t]{0,20}import ([^\n#;(]{1,200})/gm
const PYTHON_FROM = /^[ \t]{0,20}from ([\w.]{1,60}) import \(?([^\n#;()]{1,200})/gm

const PYTHON_BY_NAME =
  /^[ \t]{0,20}(\w{1,30})\s?=\s?(?:importlib\.import_module|import_module|__import__)\(\s?["']((?:unittest|_?pytest|builtins|os|sys)[\w.]{0,30})["']\s?\)/gm

function plainPython(text: string): string {
  const folded = withFoldedStrings(text)
  const names = new Map<string, string>()
  for (const [, given = ''] of [...folded.matchAll(PYTHON_IMPORTS)].slice(0, MOST_ALIASES)) {
    for (const [theirs, ours] of parts(given, /\s+as\s+/))
      if (PYTHON_MODULES.test(theirs) && ours !== theirs) names.set(ours, theirs)
  }
  for (const [, module = '', given = ''] of [...folded.matchAll(PYTHON_FROM)].slice(0, MOST_ALIASES)) {
    if (!PYTHON_MODULES.test(module)) continue
    for (const [theirs, ours] of parts(given, /\s+as\s+/)) names.set(ours, `${module}.${theirs}`)
  }
  for (const [, ours = '', module = ''] of [...folded.matchAll(PYTHON_BY_NAME)].slice(0, MOST_ALIASES))
    names.set(ours, module)
  return renamed(folded, names)
    .replaceAll(/\bsys\.modules\[\s?["'](unittest|pytest|_pytest|os|builtins)["']\s?\](?=\.)/g, '$1')
    .replaceAll(/\bgetattr\(\s?(os|sys)\s?,\s?["'](_?exit)["']\s?\)/g, '$1.$2')
}

const MOST_ALIASES = 200

/** `exit as leave, argv` → [exit, leave], [argv, argv]. */
function parts(given: string, between: RegExp): (readonly [theirs: string, ours: string])[] {
  return given.split(',').flatMap((part) => {
    const [theirs = '', ours = theirs] = part.trim().split(between)
    return /^[\w$.]+$/.test(theirs) && /^[\w$]+$/.test(ours) ? [[theirs, ours] as const] : []
  })
}

/** Where a name is declared it keeps it. */
function renamed(text: string, names: ReadonlyMap<string, string>): string {
  const changed = [...names].filter(([ours, usual]) => ours !== usual).slice(0, 40)
  if (changed.length === 0) return text
  const usual = new Map(changed)
  const any = new RegExp(
    `(?<![\\w$."'\`/-])(?:${changed.map(([ours]) => ours.replaceAll('$', '\\$')).join('|')})(?![\\w$"'])`,
    'g',
  )
  return text
    .split('\n')
    .map((line) => (DECLARES.test(line) ? line : line.replaceAll(any, (name) => usual.get(name) ?? name)))
    .join('\n')
}

const DECLARES =
  /^\s{0,40}(?:import|from)\b|^\s{0,40}(?:const|let|var)\b[^\n]{0,200}(?:require\(|=\s?(?:process|globalThis|global|assert)\b(?![.(]))/

const JOINED =
  /\[((?:\s?["'][\w.]{0,24}["']\s?,?){2,12})\]\.join\(\s?["']([_./-]?)["']\s?\)|["']([_./-]?)["']\.join\(\s?\[((?:\s?["'][\w.]{0,24}["']\s?,?){2,12})\]\s?\)/g
const ADDED = /(["'])([^"'\n\\]{0,40})\1\s?[+.]\s?(["'])([^"'\n\\]{0,40})\3/g

/** `'ex' + 'it'` and `['ex', 'it'].join('')` as `'exit'`; so is a constant that stands for it in brackets. */
function withFoldedStrings(text: string): string {
  return withConstants(withJoinedStrings(text))
}

function withJoinedStrings(text: string): string {
  if (!/["']\s?[+.]\s?["']|\.join\(/.test(text)) return text
  const joined = text.replaceAll(JOINED, (_, script?: string, between?: string, glue?: string, python?: string) => {
    const parts = (script ?? python ?? '').match(/[\w.]+/g) ?? []
    return `"${parts.join(between ?? glue ?? '')}"`
  })
  const add = (_: string, _open: string, first: string, _mark: string, second: string): string => `"${first}${second}"`
  return joined.replaceAll(ADDED, add).replaceAll(ADDED, add)
}

const CONSTANT =
  /^\s{0,20}(?:const |let |var )?([A-Za-z_]\w{0,30})\s?=\s?["'](_?exit|reallyExit|exitCode|process|os|sys|(?:node:)?assert(?:\/strict)?|chai|vitest|unittest|_?pytest|builtins)["'];?\s{0,9}$/gm

function withConstants(text: string): string {
  let now = text
  for (const [, name = '', value = ''] of [...text.matchAll(CONSTANT)].slice(0, 5)) {
    now = now.replaceAll(new RegExp(`(?<=[[(,]\\s?)${name}(?=\\s?[\\])])`, 'g'), `"${value}"`)
  }
  return now
}
