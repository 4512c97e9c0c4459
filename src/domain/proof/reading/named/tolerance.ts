// The limits of a check's script: how much it lets pass before it fails, and under which condition it fails at all.
import type { FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { lineAt, lineStarts } from '../../source/source.ts'
import type { CodeLine, WaysToFail } from './ways-to-fail.ts'

/** Fails above such a number. */
const CEILING = /(?:(?<![=<>-])>=?(?![=>])|\s-g[te]\s)\s{0,4}(\d{1,9}(?:\.\d{1,6})?)/g
/** Fails below such a number. */
const FLOOR = /(?:(?<![=<>-])<=?(?![=<])|\s-l[te]\s)\s{0,4}(\d{1,9}(?:\.\d{1,6})?)/g
const NUMBER = /(?<![\w.])\d{1,9}(?:\.\d{1,6})?(?![\w.])/g
const MOST_NAMES = /(?:^|[^a-z])(?:max|limit|allow|toleran|budget|permit|accept)|Max|Limit|Allowed|Tolerance|Budget/i
const LEAST_NAMES = /(?:^|[^a-z])(?:min|floor|required|at_?least|threshold)|Min|Required|Threshold/i
const SETS =
  /^(?:export |const |let |var |local |readonly |final |static ){0,3}([\w.]{1,60})(?:\s{0,4}:[^=\n]{1,40})?\s{0,4}:?=\s{0,4}\d/

/** The same line with another number counts where the number is a limit; a condition, where it fails behind it. */
export function higherLimits(path: string, was: WaysToFail, now: WaysToFail): TamperFinding[] {
  const lost = withoutThoseOf(was.lines, now.lines).slice(0, MOST_LINES)
  const came = withoutThoseOf(now.lines, was.lines)
  if (lost.length === 0 || came.length === 0 || came.length > MOST_LINES) return []
  const failing = new Set(now.fails.flatMap(({ line }) => Array.from({ length: NEAR }, (_, at) => line - at)))
  for (const line of came) {
    const isCondition = failing.has(line.line)
    const old = lost.find((other) => isSameBut(other, line, isCondition))
    if (!old || !isLooser(old.text, line.text, isCondition)) continue
    const what = `the script of a check lets more pass now (${quote(line.text)})`
    return [finding('command', path, line.line, what)]
  }
  return []
}

const MOST_LINES = 200
/** A message or two may stand between the condition and the failure. */
const NEAR = 6

function withoutThoseOf(lines: readonly CodeLine[], others: readonly CodeLine[]): CodeLine[] {
  const known = new Set(others.map(({ text }) => text))
  return lines.filter(({ text }) => !known.has(text) && text.length < 500)
}

/** The same words but for numbers; of a condition it is enough that it is about the same thing. */
function isSameBut(old: CodeLine, now: CodeLine, isCondition: boolean): boolean {
  if (old.text.replaceAll(NUMBER, '0') === now.text.replaceAll(NUMBER, '0')) return true
  if (!isCondition || !IS_CONDITION.test(old.text) || !IS_CONDITION.test(now.text)) return false
  const subject = subjectOf(old.text)
  return subject !== undefined && now.text.includes(subject)
}

const IS_CONDITION = /\bif\b|\bunless\b|\bexit\b|\bassert\b|\?|^\[{1,2}\s|\btest\s/

function subjectOf(condition: string): string | undefined {
  const words = condition.replaceAll(
    /\b(?:if|elif|else|unless|not|len|count|length|size|assert|process|sys|exit|test|return)\b/g,
    ' ',
  )
  return /[A-Za-z_]\w{2,}/.exec(words)?.[0]
}

function isLooser(old: string, now: string, isCondition: boolean): boolean {
  const name = SETS.exec(now)?.[1]
  if (name !== undefined) {
    const [was = 0, is = 0] = [numbersIn(old, NUMBER), numbersIn(now, NUMBER)].map((list) => list[0])
    return (MOST_NAMES.test(name) && is > was) || (LEAST_NAMES.test(name) && !MOST_NAMES.test(name) && is < was)
  }
  if (!isCondition) return false
  if (ASKS_AROUND.test(now) && !ASKS_AROUND.test(old) && /&&|\band\b|-a\s/.test(now)) return true
  const [above, below] = [numbersIn(now, CEILING), numbersIn(now, FLOOR)]
  const [aboveBefore, belowBefore] = [numbersIn(old, CEILING), numbersIn(old, FLOOR)]
  const isRaised = above.length > 0 && Math.max(...above) > Math.max(0, ...aboveBefore) && belowBefore.length === 0
  const isLowered = below.length > 0 && belowBefore.length > 0 && Math.min(...below) < Math.min(...belowBefore)
  return isRaised || isLowered
}

/** It fails only where somebody wants it to. */
const ASKS_AROUND = /\bprocess\.env\b|\bos\.environ\b|\bgetenv\b|\bENV\[|\$\{?[A-Z][A-Z_]{2,40}\b/

/** `>= 1` is `> 0`. */
function numbersIn(text: string, pattern: RegExp): number[] {
  return Array.from(
    text.matchAll(pattern),
    ({ 0: all, 1: number }) => Number(number ?? all) - (/>=|-ge/.test(all) ? 1 : 0),
  )
}

interface List {
  readonly name: string
  readonly items: readonly string[]
  readonly line: number
}

const LISTS =
  /(?<![\w.])(?<name>[\w.]{1,60})(?:\s{0,4}:[^=\n]{1,60})?\s{0,4}=\s{0,4}(?:new Set\(|frozenset\(|set\(|tuple\(|Object\.freeze\()?(?:%[wi])?[[({](?<list>[^[\](){}=;]{1,4000})[\])}]|(?<![\w.])(?:(?<words>[A-Za-z_]\w{0,60})="(?<given>[\w./ \n-]{1,2000})"|for (?<each>\w{1,40}) in (?<of>[\w./ -]{1,1000})(?:;|\n))/g
const LEFT_OUT = /ignore|skip|exclu|allow|except|known|pending|todo|optional|deny|forbid/i
const MOST_ITEMS = 500

/** An item less in a list of what is looked at, or one more in a list of what is passed over. */
export function droppedItems(change: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  const { path, before = '', after = '' } = change
  const now = listsIn(after)
  for (const old of listsIn(before)) {
    const is = now.find(({ name }) => name === old.name)
    if (!is) continue
    const isLeftOut = LEFT_OUT.test(old.name)
    const [from, to] = isLeftOut ? [is.items, old.items] : [old.items, is.items]
    const gone = from.filter((item) => !to.includes(item) && !isChanged(item, isLeftOut, changes))
    const isOnlyLess = to.every((item) => from.includes(item))
    const [first] = gone
    if (first === undefined || !isOnlyLess) continue
    const what = isLeftOut ? 'passes over' : 'no longer looks at'
    return [finding('command', path, is.line, `the script of a check ${what} ${quote(first)} (${old.name})`)]
  }
  return []
}

/** What is gone need not be looked at; what came may be passed over. */
function isChanged(item: string, isLeftOut: boolean, changes: readonly FileChange[]): boolean {
  const how = isLeftOut ? 'added' : 'deleted'
  return changes.some(
    (other) => other.how === how && other.path.split(/[/.]/).some((part) => item.split(/[/.]/).includes(part)),
  )
}

function listsIn(raw: string): List[] {
  const text = raw.slice(0, 100_000)
  const starts = lineStarts(text)
  return Array.from(text.matchAll(LISTS)).flatMap(({ index, groups = {} }) => {
    const { name = groups['words'] ?? groups['each'] ?? '', list, given = groups['of'] ?? '' } = groups
    const items =
      list === undefined || !/["'`]/.test(list)
        ? (list ?? given).split(/\s+/)
        : Array.from(
            list.matchAll(/"([^"\n]{1,200})"|'([^'\n]{1,200})'/g),
            ({ 1: one, 2: other }) => one ?? other ?? '',
          )
    const plain = items.filter((item) => item !== '').slice(0, MOST_ITEMS)
    const isList = plain.length > 0 && plain.every((item) => /^[\w@./*:-]+$/.test(item) && !item.startsWith('-'))
    return isList ? [{ name, items: plain, line: lineAt({ starts }, index) }] : []
  })
}
