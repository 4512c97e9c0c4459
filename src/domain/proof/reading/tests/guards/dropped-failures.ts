// Guards that drop the failure of an assertion: what catches it does nothing about it.
import type { Guard } from '../../test-file/guards.ts'
import { behindBlock } from '../../test-file/guards.ts'
import type { SourceText } from '../../../source/source.ts'

const SUPPRESS =
  /\b(?:contextlib\.)?suppress\([^()]{0,120}\b(?:AssertionError|Exception|BaseException)\b|\bRecord\.Exception(?:Async)?\(|\bcatch_unwind\(|\brunCatching\b|\bTry\.(?:of|run)\b/

export function isSwallowed(guard: Guard, source: SourceText): boolean {
  if (SUPPRESS.test(guard.head)) return !/^(?:var|let|const|auto) [A-Za-z]\w*|^(?!_\b)\w+ =/.test(guard.head)
  if (/^rescue\b/.test(guard.head)) return guard.open < 0
  if (/^(?:try(?: do)?|begin|do)\b ?[:{]?$/.test(guard.head)) return handlersOf(guard, source).some(drops)
  return (
    /\.then\(/.test(guard.head) &&
    /^\s{0,9}\)\s{0,9}\.catch\(\s{0,9}\(?\w{0,20}\)?\s{0,9}=>\s{0,9}\{\s{0,9}\}/.test(behindBlock(source, guard, 80))
  )
}

interface Handler {
  /** What it catches, as written; empty: anything. */
  readonly type: string
  readonly body: string
}

const BRACE_HANDLER = /^\s{0,99}(catch|finally)\b\s{0,9}(\([^()]{0,200}\))?[^{]{0,80}\{/
const LINE_HANDLER = /^([ \t]{0,99})(except|rescue|finally|ensure)\b([^\n]{0,200})/

function handlersOf(guard: Guard, source: SourceText): Handler[] {
  const after = behindBlock(source, guard, 1500)
  return guard.close > 0 ? braceHandlers(after) : lineHandlers(after)
}

function braceHandlers(after: string): Handler[] {
  const found: Handler[] = []
  let rest = after
  for (let steps = 0; steps < 4; steps++) {
    const hit = BRACE_HANDLER.exec(rest)
    if (!hit) break
    const close = closing(rest, hit[0].length)
    found.push({ type: hit[1] === 'finally' ? 'finally' : (hit[2] ?? ''), body: rest.slice(hit[0].length, close) })
    rest = rest.slice(close + 1)
  }
  return found
}

function closing(text: string, from: number): number {
  let depth = 1
  const braces = /[{}]/g
  braces.lastIndex = from
  for (let hit = braces.exec(text); hit; hit = braces.exec(text)) {
    depth += hit[0] === '{' ? 1 : -1
    if (depth === 0) return hit.index
  }
  return text.length
}

function lineHandlers(after: string): Handler[] {
  const found: Handler[] = []
  const lines = after.split('\n')
  for (let at = 0; at < lines.length && found.length < 4;) {
    const [, indent = '', word = '', rest = ''] = LINE_HANDLER.exec(lines[at] ?? '') ?? []
    if (word === '') break
    const [type = '', onLine = ''] =
      word === 'except' ? [rest.split(':')[0], rest.slice(rest.indexOf(':') + 1)] : [rest, '']
    let end = at + 1
    while (end < lines.length && (lines[end]?.trim() === '' || indentOf(lines[end] ?? '') > indent.length)) end++
    const isLast = word === 'finally' || word === 'ensure'
    const body = [onLine, ...lines.slice(at + 1, end)].join('\n')
    found.push(ofClause(body) ?? { type: isLast ? 'finally' : type.trim(), body })
    at = end
  }
  return found
}

/** Elixir says below `rescue` what is caught: `_ -> :ok`. */
function ofClause(body: string): Handler | undefined {
  const [, name, type = '', rest] =
    /^\s*(?:(_\w*|[a-z]\w*)(?: in ([\w.[\], ]{1,80}))?|[A-Z][\w.]{0,60})\s->([^]{0,200})$/.exec(body) ?? []
  if (rest === undefined || /\s->/.test(rest)) return undefined
  return {
    type: name === undefined ? (body.split('->')[0]?.trim() ?? '') : type,
    body: rest.replaceAll(/:(?=[a-z]\w{0,19}\s*$)/gm, ''),
  }
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Would it catch the failure of an assertion? */
const CATCHES =
  /^\(?\s*$|^\(?\s*(?:final\s+)?\w{0,20}\s*:?\s*\w{0,20}\s*\)?$|^=>|\b(?:AssertionError|AssertionFailedError|ExpectationFailedException|ExpectationNotMetError|AssertionException|AssertFailedException|XunitException|ShouldAssertException|ComparisonFailure|Assertion|Exception|BaseException|Throwable|Error|StandardError)\b/
/** One statement that does nothing about a failure. */
const HARMLESS =
  /^(?:[{}]*|(?:console|logging|logger|log|LOG|Console|System\.out|System\.err|warnings|\$stderr|STDERR|fmt)\.\w.{0,200}|(?:print|println|puts|warn|p|pp|echo|error_log|eprintln!|println!)\b.{0,200}|\w{1,20}\.(?:printStackTrace|message|getMessage)(?:\(\))?|pass|nil|null|true|return(?: \w{1,20})?|continue|\w{1,20}|pytest\.(?:skip|xfail)\(.{0,80}|_ =.{0,60})$/
const RETHROWS =
  /\b(?:throw|raise|fail\w*|flunk|assert\w*|Assert\w*|expect\w*|should\w*|Should\w*|reject|done|next|cb|callback|exit|abort|panic|t\.(?:Error|Fatal)\w*)\b|\bdone\(/

function drops({ type, body }: Handler): boolean {
  if (type === 'finally') return /\breturn\b/.test(body)
  if (!CATCHES.test(type) || RETHROWS.test(body)) return false
  return body.split(/[\n;]/).every((statement) => HARMLESS.test(statement.trim()))
}
