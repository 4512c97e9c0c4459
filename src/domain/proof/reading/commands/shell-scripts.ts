// Check scripts: shell files, tox and nox sessions.
import { given } from '../../../../contract/given.ts'
import type { CheckLine } from './check-lines.ts'
import { compareLines } from './check-lines.ts'
import { isCheck } from './check-kinds.ts'
import { isTool, readCommand } from './command.ts'
import { weakerExports } from './variables/exported.ts'
import { withoutPassing } from './shell/passed-on.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { readIni } from '../settings/formats/read-sections.ts'
import { closeOf } from '../matchers/arguments.ts'
import { plainLines } from '../../source/source.ts'
import { unrolled } from './shell/loops.ts'
import { underConditions } from './under-conditions.ts'

export function compareShell(file: string, before: string, after: string, around?: Around): TamperFinding[] {
  const isPipeSafe = /^[ \t]{0,40}set[ \t][^\n]{0,40}pipefail/m.test(after)
  const [old, now] = [unrolled(linesOf(before)), unrolled(linesOf(after)).map((line) => ({ ...line, isPipeSafe }))]
  const found = [
    ...givesUp(file, old, now, 'command'),
    ...weakerExports(file, { before: old, after: now }, 'command'),
    ...redefined(file, old, now),
    ...compareLines({ file, before: old, after: now, kind: 'command', ...around }),
  ]
  if (found.length > 0) return found
  const guarded = underConditions(file, { before: old, after: now, text: after }, 'command')
  return guarded.length > 0 ? guarded : gutted(file, old, now)
}

/** What else the change says about commands. */
interface Around {
  readonly elsewhere: readonly CheckLine[]
  readonly expand: { readonly before: (command: string) => string; readonly after: (command: string) => string }
}

/** Whatever it checked, and by whatever means: now it does nothing that could fail. */
function gutted(file: string, old: readonly CheckLine[], now: readonly CheckLine[]): TamperFinding[] {
  const isIdle = ({ text }: CheckLine): boolean => IDLE.test(text)
  if (now.length === 0 || !now.every(isIdle) || old.every(isIdle)) return []
  return [finding('command', file, now[0]?.line ?? 1, 'the check script does nothing any more')]
}

const IDLE = /^(?:true|:|exit 0|(?:echo|printf|set|cd|export)\b[^;&|`$()]*);?$/

/** How fast something is, by the name of the script. */
const MEASURES = /(?:^|[/_.-])(?:perf|performance|bench(?:marks?)?)[_.-][^/]*$/i

/** A script that is gone, unless it has another name now or its checks stand elsewhere. */
export function deletedShell(
  file: string,
  before: string,
  around: Around & { readonly isRenamed: boolean; readonly isOfDeletedCi: boolean },
): TamperFinding[] {
  if (around.isRenamed || around.isOfDeletedCi || MEASURES.test(file)) return []
  const lost = compareLines({ ...around, file, before: linesOf(before), after: [], kind: 'command' })
  return lost.length === 0 ? [] : [finding('deleted', file, 1, 'check script deleted')]
}

/** `rename` puts new names of files in the place of old ones. */
export function compareTox(
  file: string,
  before: string,
  after: string,
  rename: (command: string) => string = (command) => command,
): TamperFinding[] {
  const isRun = runIn(after)
  const old = toxLines(before, isRun).map((line) => ({ ...line, text: rename(line.text), shown: line.text }))
  return compareLines({ file, before: old, after: toxLines(after).map(withoutDash), kind: 'command' })
}

const FACTOR = /\bpy(?:py)?\d{0,3}\b/g

/** Does tox still run one of the versions that these words name? Words without a version are for all of them. */
function runIn(text: string): (words: string) => boolean {
  const list = /^[ \t]*env_?list[ \t]*=[ \t]*([^\n]*(?:\n[ \t]+[^\n]*)*)/m.exec(text)?.[1] ?? ''
  const now = versionsIn(list)
  return (words) => {
    const versions = versionsIn(words)
    return versions.size === 0 || now.size === 0 || [...versions].some((version) => now.has(version))
  }
}

/** `py3{7,8}` names py37 and py38. */
function versionsIn(words: string): ReadonlySet<string> {
  const spelled = words.replaceAll(/(py\d?)\{([\w,]{1,200})\}/g, (_, start: string, ends: string) =>
    ends
      .split(',')
      .map((end) => `${start}${end}`)
      .join(' '),
  )
  return new Set(spelled.match(FACTOR) ?? [])
}

export function toxLines(text: string, isRun: (words: string) => boolean = () => true): CheckLine[] {
  return readIni(text)
    .filter(({ path }) => String(path.at(-1)).startsWith('commands'))
    .filter(({ path, value }) => isRun(String(path[0])) && isRun(/^[\w!,.{}-]{1,80}(?=:[ \t])/.exec(value)?.[0] ?? ''))
    .reduce<CheckLine[]>((lines, { value, line, path }) => {
      const last = lines.at(-1)
      const place = String(path[0])
      const isMore = last?.text.endsWith('\\') === true && last.place === place
      if (last && isMore)
        return lines.with(lines.length - 1, { ...last, text: `${last.text.slice(0, -1).trimEnd()} ${plainTox(value)}` })
      return [...lines, { text: plainTox(value), line, place }]
    }, [])
}

/** Without the environments that a line is for (`py311,lint: ruff check`), and as it runs where nobody adds arguments. */
function plainTox(command: string): string {
  return command
    .replace(/^[\w!,.{}-]{1,80}:[ \t]+/, '')
    .replaceAll(/\{tox_?(?:ini|root)_?dir\}(\/?)|\{tox_root\}(\/?)/g, (_, one = '', two = '') =>
      one || two ? '' : '.',
    )
    .replaceAll(/\{env_?site_?packages_?dir\}\//g, '')
    .replaceAll(/\{posargs(?::((?:[^{}]|\{[^{}]{0,80}\}){0,200}))?\}/g, (_, usual: string | undefined) => usual ?? '')
    .trim()
}

/** In tox a leading dash ignores the failure. */
function withoutDash({ text, line }: CheckLine): CheckLine {
  return { text: text.startsWith('- ') ? `${text.slice(2)} || true` : text, line }
}

export function compareNox(file: string, before: string, after: string): TamperFinding[] {
  const checks = sessionLines(before).filter(({ text }) => !MAKES.test(text))
  return compareLines({ file, before: checks, after: sessionLines(after), kind: 'command', isAllChecks: true })
}

const RUNS = /session\.run\(/g
const LONGEST_CALL = 1500
const MOST_RUNS = 200
/** `env={…}`, `external=True`: the words of what is said by name are none of the command. */
const NAMED = /,\s{0,40}[a-z_]{1,40}\s?=(?!=)[^]*$/

/** Each with the function of its session. */
function sessionLines(text: string): CheckLine[] {
  const plain = plainLines(text)
  const heads = Array.from(plain.matchAll(/^def (\w{1,80})/gm), ({ 1: name = '', index }) => ({ name, index }))
  return Array.from(plain.matchAll(RUNS))
    .slice(0, MOST_RUNS)
    .flatMap(({ 0: call, index }) => {
      const written = plain.slice(index + call.length - 1, index + LONGEST_CALL).replaceAll("'", '"')
      const close = closeOf(written, 0)
      if (close < 0) return []
      const inner = written.slice(1, close)
      const words = Array.from(inner.replace(NAMED, '').matchAll(/"([^"]*)"/g), ([, word]) => word)
      return {
        text: words.join(' ') + (/success_codes/.test(inner) ? ' || true' : ''),
        line: plain.slice(0, index).split('\n').length,
        ...given({ place: heads.findLast((head) => head.index < index)?.name }),
      }
    })
}

const SESSION = /^@(?:nox\.)?session\b(?:\(([^()]{0,400})\))?[^]{0,800}?^def (\w{1,80})/gm
const LISTED = /^nox\.options\.sessions\s?=\s?([^\n]{0,20}(?:[^\])]{0,1000}))/m

/** What nox runs where nobody names a session: those of the list, or all that do not stay out. */
export function noxLines(text: string): CheckLine[] {
  const plain = plainLines(text)
  const listed = LISTED.exec(plain)?.[1]
  const names = new Set(Array.from(listed?.matchAll(/["']([\w.-]{1,80})["']/g) ?? [], ([, name]) => name))
  const isRun = new Set<string>()
  for (const [, options = '', name = ''] of plain.matchAll(SESSION)) {
    const own = /\bname\s?=\s?["']([\w.-]{1,80})["']/.exec(options)?.[1] ?? name
    if (listed === undefined ? !/\bdefault\s?=\s?False\b/.test(options) : names.has(own)) isRun.add(name)
  }
  return sessionLines(text)
    .filter(({ place = '' }) => isRun.has(place))
    .map(({ text: command, line }) => ({ text: command, line }))
}

/** Makes documents and packages. */
const MAKES = /^(?:python -m )?(?:twine|sphinx-\w+|mkdocs|build|pyproject-build|flit|towncrier)\b/

export function linesOf(text: string): CheckLine[] {
  const lines: CheckLine[] = []
  let open: CheckLine | undefined
  for (const [index, written] of plainLines(text).split('\n').entries()) {
    const trimmed = written.replace(/(?:^|\s)#.*$/, '').trim()
    const joined: CheckLine = open ? { ...open, text: `${open.text} ${trimmed}` } : { text: trimmed, line: index + 1 }
    open =
      trimmed.endsWith('\\') && joined.text.length < 5000
        ? { ...joined, text: joined.text.slice(0, -1).trim() }
        : undefined
    if (!open && joined.text !== '') lines.push(joined)
  }
  const plain = withoutPassing(lines.map((line) => line.text))
  return lines.map((line) => {
    const command = plain(line.text)
    return command === line.text ? line : { ...line, text: command, shown: line.text }
  })
}

const DEFINED = /^(?:function[ \t]+([\w.-]{1,60})(?:[ \t]*\(\))?|([\w.-]{1,60})[ \t]*\(\)|alias[ \t]+([\w.-]{1,60})=)/

/** A function or alias that is called in the place of a tool. */
function redefined(file: string, old: readonly CheckLine[], now: readonly CheckLine[]): TamperFinding[] {
  const known = new Set(old.map(nameDefined))
  return now.flatMap((line) => {
    const name = nameDefined(line)
    if (name === undefined || known.has(name) || !isTool(name)) return []
    return [finding('command', file, line.line, `${quote(name)} is a function of the script now`)]
  })
}

function nameDefined({ text }: CheckLine): string | undefined {
  const hit = DEFINED.exec(text)
  return hit?.[1] ?? hit?.[2] ?? hit?.[3]
}

const GIVE_UPS: readonly (readonly [RegExp, string])[] = [
  [/^exit 0;?$/, 'exit 0 added'],
  [/^set \+e\b/, 'set +e added'],
  [/^if (?:false|! true|! :)(?:;|$)/, 'if false added'],
  [/^trap[ \t]+(["']).{0,200}?\bexit 0\b.{0,200}?\1[ \t]+(?:[A-Z]+[ \t]+)*(?:EXIT|ERR|0)\b/, 'exit 0 at the end added'],
]

export function givesUp(
  file: string,
  old: readonly CheckLine[],
  now: readonly CheckLine[],
  kind: 'command' | 'ci',
): TamperFinding[] {
  // A step of a CI file may leave early for its own reasons.
  const added = GIVE_UPS.filter(([, what]) => kind === 'command' || !what.startsWith('exit')).flatMap(
    ([pattern, what]) => {
      const hits = now.filter(({ text }) => pattern.test(text))
      const last = hits.at(-1)
      // What comes behind it must be a check that is no longer heard.
      if (kind === 'ci' && last && !now.some((one) => isBehind(one, last))) return []
      return last && hits.length > old.filter(({ text }) => pattern.test(text)).length
        ? [finding(kind, file, last.line, what)]
        : []
    },
  )
  const strict = old.find(({ text }) => STRICT.test(text))
  const isStill = now.some(({ text }) => STRICT.test(text))
  return strict && !isStill && now.length > 0
    ? [...added, finding(kind, file, strict.line, `${strict.text} removed`)]
    : added
}

const FAR = 30

function isBehind({ text, line, place }: CheckLine, last: CheckLine): boolean {
  return line > last.line && line < last.line + FAR && place === last.place && readCommand(text).some(isCheck)
}

const STRICT = /^set -\w*e|^set -o errexit/
