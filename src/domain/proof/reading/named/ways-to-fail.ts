// How a script can fail: exits with an error, exceptions, assertions, and the programs it runs. By words that hardly differ
// between languages; which language it is decides only how comments and strings look.
import { programsIn } from '../../../shell/programs.ts'
import { withoutPassing } from '../commands/shell/passed-on.ts'
import { languageOf } from '../../source/languages.ts'
import type { Syntax } from '../../source/mask.ts'
import type { SourceText } from '../../source/source.ts'
import { lineAt, readSource } from '../../source/source.ts'
import { isShellText } from '../../yardstick/named/paths.ts'

export interface FailingSite {
  readonly line: number
  /** The line as it stands there. */
  readonly text: string
  /** Something is compared before it fails. */
  readonly isCompared: boolean
}

export interface EndingSite extends FailingSite {
  /** Nothing stands around it: neither a condition nor a function. */
  readonly isPlain: boolean
  /** Its line, and the condition above it. */
  readonly around: string
}

/** A line that holds more than a comment. */
export interface CodeLine {
  readonly line: number
  readonly text: string
}

export interface WaysToFail {
  readonly isShell: boolean
  readonly lines: readonly CodeLine[]
  readonly fails: readonly FailingSite[]
  /** Programs that it starts, by name. */
  readonly runs: ReadonlyMap<string, number>
  /** Places where it ends as a success. */
  readonly ends: readonly EndingSite[]
}

const SHELL_SYNTAX: Syntax = { lineComments: ['#'], quotes: '"\'' }
const LONGEST = 256 * 1024

export function waysToFail(path: string, raw: string): WaysToFail {
  const text = raw.slice(0, LONGEST)
  const language = languageOf(`${path}${endingOf(path, text)}`)
  const isShell = isShellText(path, text) || (!language && !/\.\w{1,6}$/.test(path))
  const source = readSource(text, isShell ? SHELL_SYNTAX : (language?.syntax ?? SHELL_SYNTAX))
  const rows = toRows(source)
  const sites = rows.flatMap((row) => sitesIn(row, rows))
  const fails = withHelpers(
    rows,
    sites.filter(({ isFailure }) => isFailure),
  )
  const ends = sites
    .filter(({ isFailure }) => !isFailure)
    .map((site) => ({ ...site, isPlain: isPlain(site, rows), around: aroundOf(site, rows) }))
  return {
    isShell,
    lines: rows.flatMap(({ code, line, text: all }) => (code.trim() === '' ? [] : [{ line, text: all.trim() }])),
    fails,
    runs: isShell ? shellRuns(rows) : startedIn(source),
    ends,
  }
}

/** What the first line of a file without an ending says. */
function endingOf(path: string, text: string): string {
  if (/\.\w{1,6}$/.test(path)) return ''
  const program = /^#![^\n]{0,80}\b(python|node|deno|bun|ruby|php)/.exec(text)?.[1] ?? ''
  return Object.hasOwn(ENDINGS, program) ? (ENDINGS[program] ?? '') : ''
}

const ENDINGS: Readonly<Record<string, string>> = {
  python: '.py',
  node: '.js',
  deno: '.ts',
  bun: '.ts',
  ruby: '.rb',
  php: '.php',
}

interface Row {
  readonly line: number
  readonly text: string
  /** Without comments and strings. */
  readonly code: string
  readonly indent: number
}

function toRows({ text, code }: SourceText): Row[] {
  const masked = code.split('\n')
  return text.split('\n').map((line, index) => ({
    line: index + 1,
    text: line,
    code: masked[index] ?? '',
    indent: line.length - line.trimStart().length,
  }))
}

interface Site extends FailingSite {
  readonly isFailure: boolean
}

/** An exit: its argument says which. Without one it ends well, but for a shell, where the last command decides. */
const EXITS =
  /(?<![\w$.-])(?:process\.exit|process\.exitCode|sys\.exit|os\._exit|os\.Exit|Deno\.exit|System\.exit|Environment\.Exit|std::process::exit|process::exit|SystemExit|Kernel\.exit!?|exit!?|quit|return(?=[ \t]+[0-9$])|halt)(?![\w.])[ \t]{0,4}(?:\([ \t]{0,4}|={1}[ \t]{0,4}|[ \t])?([^\s);,}]{0,60})/g
const FAILURES =
  /(?<![\w$.-])(?:throw|raise|die|abort|croak|fatal|panic!?|log\.Fatal\w{0,3}|assert\w{0,40}!?|(?:console|Debug|Assert|self|t|chai|assert|unittest|should)\.(?:assert|fail|equal|ok|Fatal|Error|Are|Is|That|True|False|strict|deep|not|match|throws|rejects)\w{0,40}|expect|should|ensure|verify)(?![\w$])/g
const SUCCESS = /^(?:0|0x0|true|EXIT_SUCCESS|ExitCode\.(?:OK|SUCCESS)|null|None|undefined)?$/
const FALSE_WORD = /^\s{0,80}(?:#|import\b|from\b|def\b|function\b|export\b|const\b[^=]{0,80}=\s?require\b)/

function sitesIn(row: Row, rows: readonly Row[]): Site[] {
  const at = { line: row.line, text: row.text.trim(), isCompared: isCompared(row, rows) }
  const exits = Array.from(row.code.matchAll(EXITS), ({ 0: written, 1: given = '', index }) => {
    // A string is blank in the code: `sys.exit("bad")` fails.
    const isText = given === '' && /["'`]/.test(row.code.slice(index, index + written.length + 2))
    // `exit(0 if fine else 1)` continues behind its first word.
    const goesOn =
      written.includes('(') &&
      /^[ \t]{1,9}[^\s)]/.test(row.code.slice(index + written.length, index + written.length + 12))
    return {
      ...at,
      isFailure: isText || goesOn || !SUCCESS.test(given),
      isBare: given === '' && !written.includes('('),
    }
  }).filter(({ isBare, isFailure }) => isFailure || !isBare)
  const isDefinition = FALSE_WORD.test(row.code)
  const others = isDefinition || isConstant(row.text) ? [] : [...row.code.matchAll(FAILURES)].slice(0, 3)
  return [...exits, ...others.map(() => ({ ...at, isFailure: true }))]
}

/** It can never fail: `assert True`, `if (false) throw`. */
function isConstant(line: string): boolean {
  return /\bassert\w{0,20}[ (]{1,3}(?:true|True|1|!0)[ );]{0,3}$|\bif[ (]{1,3}(?:false|False|0|null|None|!1)[ )]{1,2}[^|&]{0,200}$/.test(
    line.slice(0, 500),
  )
}

const COMPARES =
  /[=!]==?|[<>]=?(?![<>])|\s-(?:eq|ne|lt|gt|le|ge|z|n|f|e|d|s)\s|=~|\bnot\b|\bin\b|\bis\b|\.(?:equals|includes|match|test|has|startsWith|endsWith|indexOf|some|every|compare\w{0,20})\(|\bassert\w|(?:^|[\s(])\[{1,2}\s|\b(?:cmp|diff|grep|test)\b|!(?=[\w$(])|\|\|/
const CONDITION = /^\s{0,200}(?:\}?\s?else\b|if\b|elif\b|unless\b|while\b|case\b|when\b|for\b|\w{1,40}\s?\()/

/** On its own line, or in the condition right above it. */
function isCompared(row: Row, rows: readonly Row[]): boolean {
  if (isConstant(row.text)) return false
  if (COMPARES.test(withoutArrows(row.code))) return true
  for (let at = row.line - 2; at >= Math.max(0, row.line - 8); at--) {
    const above = rows[at]
    if (!above || above.code.trim() === '' || above.indent >= row.indent) continue
    return CONDITION.test(above.code) && !isConstant(above.text) && COMPARES.test(withoutArrows(above.code))
  }
  return false
}

function aroundOf({ line, text }: FailingSite, rows: readonly Row[]): string {
  const row = rows[line - 1]
  const above = rows
    .slice(Math.max(0, line - 8), line - 1)
    .findLast(({ code, indent }) => code.trim() !== '' && indent < (row?.indent ?? 0))
  return `${above?.text ?? ''} ${text}`
}

function withoutArrows(code: string): string {
  return code.replaceAll('=>', '').replaceAll('->', '')
}

/** Not in a block, and with no condition on its own line. */
function isPlain({ line }: FailingSite, rows: readonly Row[]): boolean {
  const row = rows[line - 1]
  if (!row || row.indent > 0) return false
  return !/\bif\b|\bunless\b|&&|\|\||\?|^\s{0,9}(?:\}|\)|case\b|when\b|\w{1,40}\(\)\s?\{|function\b|def\b|trap\b)|[{]\s*\S/.test(
    row.code,
  )
}

const DEFINES =
  /^(\s{0,80})(?:export\s{1,4})?(?:async\s{1,4})?(?:(?:function\*?|def|func|fn|sub)\s{1,4}(\w{1,60})|(?:const|let|var)\s{1,4}(\w{1,60})\s?=\s?(?:async\s?)?(?:function\b|\([^()]{0,200}\)[^=]{0,40}=>|\w{1,40}\s?=>)|(\w[\w-]{0,60})\s?\(\)\s?(?:\{|$))/
const MOST_HELPER_LINES = 10

/**
 * A short function that fails and is called in several places counts once for each call: exits that were folded into a
 * helper are still there.
 */
function withHelpers(rows: readonly Row[], sites: readonly Site[]): FailingSite[] {
  const helpers = rows.flatMap((row) => {
    const [, , one, two, three] = DEFINES.exec(row.code) ?? []
    const name = one ?? two ?? three
    if (name === undefined) return []
    const after = rows.slice(row.line).findIndex(({ code, indent }) => code.trim() !== '' && indent <= row.indent)
    const end = after < 0 ? rows.length : row.line + after
    const inside = sites.filter(({ line }) => line >= row.line && line <= end)
    const calls = inside.length === 0 || end - row.line > MOST_HELPER_LINES ? [] : callsOf(name, row, rows)
    return calls.length < 2 ? [] : [{ from: row.line, end, calls, isCompared: inside.some((site) => site.isCompared) }]
  })
  if (helpers.length === 0) return [...sites]
  const own = sites.filter(({ line }) => !helpers.some(({ from, end }) => line >= from && line <= end))
  const known = new Set(own.map(({ line }) => line))
  const called = helpers.flatMap(({ calls, isCompared: byHelper }) =>
    calls
      .filter(({ line }) => !known.has(line))
      .map((row) => ({ line: row.line, text: row.text.trim(), isCompared: byHelper || isCompared(row, rows) })),
  )
  return [...own, ...called]
}

function callsOf(name: string, own: Row, rows: readonly Row[]): Row[] {
  const call = new RegExp(`(?<![\\w$.-])${name}(?=\\s?\\(|\\s|$)`)
  return rows.filter((row) => row.line !== own.line && call.test(row.code))
}

/** Of code it is known that programs are started, not which. */
export const SOME_PROGRAM = 'a program'

const STARTED =
  /(?<![\w$])(?:spawnSync|spawn|execFileSync|execFile|execSync|exec|execa|check_call|check_output|subprocess\.(?:run|call|Popen)|os\.system|popen|system|shell_exec|proc_open|Deno\.Command|exec\.Command|ProcessBuilder|Command::new|Process\.(?:spawn|Start))\b|(?<![\w$])\$(?=`)/g

function startedIn({ code, starts }: SourceText): Map<string, number> {
  const lines = new Set(Array.from(code.matchAll(STARTED), ({ index }) => lineAt({ starts }, index)))
  return lines.size === 0 ? new Map() : new Map([[SOME_PROGRAM, lines.size]])
}

/** Say or prepare something, or belong to the shell. */
const NO_PROOF =
  /^(?:echo|printf|cd|pushd|popd|mkdir|rm|cp|mv|true|:|sleep|export|set|shopt|source|\.|exit|return|cat|ls|pwd|which|command|type|fi|done|do|then|else|elif|case|esac|for|while|until|if|in|touch|chmod|date|clear|trap|local|declare|readonly|unset|shift|read|eval|exec|function|tee|head|tail|sort|wc|tr|cut|sed|awk|xargs|dirname|basename|kill|wait|umask|git|docker|apt-get|pip|npm|yarn|pnpm|curl|wget|\{|\}|\(|\)|;;|!)$/

/** The line below holds more of its words. */
const CONTINUES = /(?<![|&;][ \t]{0,9})\\$/

function shellRuns(rows: readonly Row[]): Map<string, number> {
  const found = new Map<string, number>()
  const plain = withoutPassing(rows.map(({ text }) => text))
  for (const [index, { text, code }] of rows.entries()) {
    if (code.trim() === '' || CONTINUES.test(rows[index - 1]?.text ?? '')) continue
    for (const word of programsIn(plain(text.trim()).slice(0, 2000))) {
      const name =
        word
          .replaceAll(/["'()]/g, '')
          .split('/')
          .at(-1) ?? ''
      if (!/^[\w[.][\w[.-]{0,59}$/.test(name) || NO_PROOF.test(name) || /^\w+\)$/.test(word)) continue
      found.set(name, (found.get(name) ?? 0) + 1)
    }
  }
  return found
}
