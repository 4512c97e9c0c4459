// Whether a line of code reaches beyond its own values: what each language says of that, and how it is asked.
import { lineEnd, lineStart, type SourceText } from '../../../source/source.ts'

/** All patterns are matched on single lines. */
export interface ReachPatterns {
  /** Where nothing of added lines matches it, nothing else is looked at: matched on text with comments and strings. */
  readonly hint: RegExp
  /** On code without what strings hold. */
  readonly code: RegExp
  /** On code with its strings: names of modules, members and events. */
  readonly named: RegExp
  /** On comments, where a compiler heeds them. */
  readonly comments?: RegExp
  /** What is changed, the first name of it in the first group that is there. */
  readonly changed: RegExp
  /** Names that the file has from others. */
  readonly borrowed: (source: SourceText) => ReadonlySet<string>
  /** Names of the language itself. */
  readonly builtin: RegExp
  /** Code that runs only where the file is started by itself. */
  readonly idle?: RegExp
}

/** Those of the lines that reach out. */
export function reachesOut(source: SourceText, lines: readonly number[], reach: ReachPatterns): number[] {
  let borrowed: ReadonlySet<string> | undefined
  const isForeign = (name: string): boolean => {
    borrowed ??= reach.borrowed(source)
    return borrowed.has(name) || ((reach.builtin.test(name) || TYPE.test(name)) && !isDeclared(source, name))
  }
  const idle = idleLines(source, reach.idle)
  return lines.filter((line) => {
    if (idle.has(line)) return false
    const [from, to] = [lineStart(source, line), lineEnd(source, line)]
    const code = source.code.slice(from, to)
    if (code.length > MOST_IN_LINE) return reach.hint.test(code)
    if (reach.code.test(code) || reach.named.test(source.bare.slice(from, to))) return true
    if (reach.comments?.test(source.comments.slice(from, to))) return true
    return Array.from(code.matchAll(reach.changed)).some(([, ...names]) =>
      names.some((name) => name !== undefined && isForeign(name)),
    )
  })
}

/** Named like a class, not like a table of values. */
const TYPE = /^[A-Z]\w*[a-z]/

/** Nobody writes such a line by hand: it is not taken apart. */
const MOST_IN_LINE = 2000

function isDeclared({ code }: SourceText, name: string): boolean {
  const words = ['class', 'function', 'const', 'let', 'var', 'enum', 'namespace', 'interface', 'type']
  return words.some((word) => code.includes(`${word} ${name}`))
}

/** From a line that says so to the next one that stands as far left. */
function idleLines({ code }: SourceText, idle: RegExp | undefined): ReadonlySet<number> {
  const found = new Set<number>()
  if (!idle) return found
  let isIdle = false
  for (const [index, line] of code.split('\n').entries()) {
    if (idle.test(line)) isIdle = true
    else if (/^\S/.test(line)) isIdle = false
    if (isIdle) found.add(index + 1)
  }
  return found
}

/** Patterns that are written in parts. */
export function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}
