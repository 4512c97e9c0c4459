// What stands around a place in the code and decides whether it is reached: conditions, loops, handlers, closures.
import type { Language } from '../../source/languages.ts'
import type { SourceText } from '../../source/source.ts'
import { lineAt, lineEnd, lineStart } from '../../source/source.ts'

export interface Guard {
  /** As it is written, without what strings hold, on one line. */
  readonly head: string
  readonly at: number
  /** Where the head ends. */
  readonly to: number
  /** The block under it; both -1 where it holds for one statement only. */
  readonly open: number
  readonly close: number
}

export interface GuardedPlace {
  readonly at: number
  /** Of the statement. */
  readonly end: number
}

interface Range {
  readonly from: number
  readonly to: number
}

/** For each place, which are sorted, the guards around it from the outermost to the innermost. */
export function guardsAround(
  source: SourceText,
  language: Pick<Language, 'blocks' | 'hasModifiers'>,
  range: Range,
  places: readonly GuardedPlace[],
): Guard[][] {
  const blocks = language.blocks === 'indent' ? byIndent(source, range, places) : byBrackets(source, range, places)
  return places.map((place, index) => [
    ...(blocks[index] ?? []),
    ...onOwnLine(source, range.from, place, language.blocks),
    ...(language.blocks === 'brackets' ? lineAbove(source, range.from, place) : []),
    ...(language.hasModifiers ? behind(source, place) : []),
  ])
}

/** More nobody nests. */
const DEEPEST = 24

function byBrackets(source: SourceText, { from, to }: Range, places: readonly GuardedPlace[]): Guard[][] {
  const { code, pairs } = source
  const open: number[] = []
  const directives: number[] = []
  const heads = new Map<number, Guard>()
  const headOf = (at: number): Guard => {
    const known = heads.get(at) ?? bracketHead(source, at, from)
    heads.set(at, known)
    return known
  }
  const tokens = /[{}]|^[ \t]{0,40}#(?:if|ifdef|ifndef|endif)\b/gm
  tokens.lastIndex = from
  let hit = tokens.exec(code)
  return places.map(({ at }) => {
    for (; hit && hit.index < Math.min(at, to); hit = tokens.exec(code)) {
      if (hit[0] === '{') open.push(hit.index)
      else if (hit[0] === '}') closeAt(open, hit.index, pairs)
      else if (hit[0].endsWith('endif')) directives.pop()
      else directives.push(hit.index + hit[0].lastIndexOf('#'))
    }
    return [
      ...directives.slice(-DEEPEST).map((place) => lineGuard(source, place)),
      ...open
        .filter((place) => (pairs[place] ?? -1) > at)
        .slice(-DEEPEST)
        .map(headOf),
    ]
  })
}

function closeAt(open: number[], at: number, pairs: Int32Array): void {
  if (pairs[at] === open.at(-1)) open.pop()
}

function lineGuard(source: SourceText, at: number): Guard {
  return forOne(source, at, Math.min(lineEnd(source, lineAt(source, at)), at + LONGEST_HEAD))
}

/** A guard of a single statement. */
function forOne({ code }: SourceText, at: number, to: number): Guard {
  return { head: oneLine(code.slice(at, to)), at, to, open: -1, close: -1 }
}

const LONGEST_HEAD = 400

/** Go writes `for i := 0; i < n; i++ {` without brackets. */
const FOR = /(?:^|\n)\s{0,40}for\b[^\n{}]*$/

/** From the beginning of the statement to its brace; what stands in brackets may run over lines. */
function bracketHead({ code, pairs }: SourceText, open: number, lowest: number): Guard {
  let at = open - 1
  const limit = Math.max(lowest, open - LONGEST_HEAD)
  while (at >= limit && /\s/.test(code.charAt(at))) at--
  for (; at >= limit; at--) {
    const char = code.charAt(at)
    const pair = char === ')' || char === ']' || char === '}' ? (pairs[at] ?? -1) : -1
    const isPassed = pair >= limit && (char !== '}' || !code.slice(pair, at).includes('\n'))
    if (!isPassed && char === ';' && FOR.test(code.slice(Math.max(limit, at - 80), at))) continue
    if (!isPassed && (char === '\n' || char === ';' || char === '{' || char === '}')) break
    if (isPassed) at = pair
  }
  return { head: oneLine(code.slice(at + 1, open)), at: at + 1, to: open, open, close: pairs[open] ?? -1 }
}

function oneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').trim()
}

interface OpenLine {
  readonly indent: number
  readonly at: number
  readonly line: number
}

function byIndent(source: SourceText, { from, to }: Range, places: readonly GuardedPlace[]): Guard[][] {
  const { code, starts } = source
  const open: OpenLine[] = []
  let line = lineAt(source, from)
  return places.map(({ at }) => {
    const home = lineAt(source, at)
    for (; line <= Math.min(home, starts.length) && lineStart(source, line) < to; line++) {
      const start = lineStart(source, line)
      const text = code.slice(start, Math.min(lineEnd(source, line), start + LONGEST_HEAD))
      const indent = text.length - text.trimStart().length
      if (text.trim() === '') continue
      const isClosing = /^\s*[)\]}]/.test(text)
      const isBranch = /^\s*(?:when|in)\b/.test(text)
      while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent + (isClosing ? 1 : 0)) {
        const last = open.at(-1)
        if (isBranch && last?.indent === indent && code.startsWith('case', last.at)) break
        open.pop()
      }
      if (!isClosing) open.push({ indent, at: start + indent, line })
    }
    return open
      .filter((one) => one.line < home && one.at >= from)
      .slice(-DEEPEST)
      .map((one) => indentHead(source, one))
  })
}

/** A head over several lines is taken to the bracket that closes it. */
function indentHead({ code, pairs, starts }: SourceText, { at, line }: OpenLine): Guard {
  const end = (starts[line] ?? code.length + 1) - 1
  const bracket = /[([{]\s*$/.exec(code.slice(at, Math.min(end, at + LONGEST_HEAD)))
  const close = bracket ? (pairs[at + bracket.index] ?? -1) : -1
  const to = close > 0 && close - at < LONGEST_HEAD && !/[{]/.test(bracket?.[0] ?? '') ? close + 1 : end
  return { head: oneLine(code.slice(at, to)), at, to, open: end, close: -1 }
}

const ANSWER = /^(?:a(?:wait)|return|void|yield|[\w$.:<>[\], *&]{1,80}[^=!<>]=)\s*$/

/** `if (x) expect(…)`, `false && (expect(…))` */
function onOwnLine(source: SourceText, from: number, { at }: GuardedPlace, blocks: Language['blocks']): Guard[] {
  const start = Math.max(lineStart(source, lineAt(source, at)), from, at - LONGEST_HEAD)
  const written = source.code.slice(start, at)
  const statement = written.slice(Math.max(written.lastIndexOf(';'), written.lastIndexOf('}')) + 1)
  const head = oneLine(statement)
  if (head === '' || (head.endsWith('{') && blocks === 'brackets') || ANSWER.test(head)) return []
  return [forOne(source, at - statement.trimStart().length, at)]
}

const BRACELESS = /^[ \t]*(?:\}[ \t]*)?(?:else[ \t]+)?(?:if|while|for|foreach)\b[^;{}]{0,300}\)[ \t]*$/
const ATTRIBUTE = /^[ \t]*#\[\s*cfg\b/

/** A condition without braces, or an attribute, on the line above. */
function lineAbove(source: SourceText, from: number, { at }: GuardedPlace): Guard[] {
  const line = lineAt(source, at)
  if (source.code.slice(lineStart(source, line), at).trim() !== '') return []
  const start = lineStart(source, line - 1)
  if (line < 2 || start < from) return []
  const text = source.code.slice(start, Math.min(lineEnd(source, line - 1), start + LONGEST_HEAD))
  if (!BRACELESS.test(text) && !ATTRIBUTE.test(text)) return []
  return [forOne(source, start + text.length - text.trimStart().length, start + text.length)]
}

/** Ruby's `… if x` and `… rescue nil`. */
function behind(source: SourceText, { at, end }: GuardedPlace): Guard[] {
  const modifier = modifierAt(source.code.slice(at, Math.min(end, at + 2000)))
  if (modifier < 0) return []
  return [forOne(source, at + modifier, end)]
}

const MODIFIER = /[ \t](?:if|unless|while|until|rescue)[ \t]/g

/** Where the modifier of a statement begins: outside of all brackets; -1 without one. */
export function modifierAt(code: string): number {
  for (const { index } of code.matchAll(MODIFIER)) {
    const before = code.slice(0, index)
    if (depthOf(before) === 0) return index
  }
  return -1
}

function depthOf(code: string): number {
  let depth = 0
  for (const [bracket] of code.matchAll(/[()[\]{}]/g)) depth += '([{'.includes(bracket) ? 1 : -1
  return depth
}

/** Where the block of a guard ends: at its brace, or before the next line that stands as far left. */
function endOf({ code }: SourceText, { open, close, at }: Guard): number {
  if (close > 0) return close
  const indent = at - (code.lastIndexOf('\n', at - 1) + 1)
  const lines = /\n([ \t]*)(?=[^\s])/g
  lines.lastIndex = Math.max(0, open)
  for (let hit = lines.exec(code); hit; hit = lines.exec(code)) {
    if ((hit[1] ?? '').length <= indent) return hit.index
  }
  return code.length
}

/** The text of the block. */
export function blockOf(source: SourceText, guard: Guard, most = 4000): string {
  if (guard.open < 0) return ''
  return source.code.slice(guard.open + 1, Math.min(endOf(source, guard), guard.open + most))
}

/** What follows the block, up to a few lines. */
export function behindBlock(source: SourceText, guard: Guard, most = 600): string {
  if (guard.open < 0) return ''
  const end = endOf(source, guard) + 1
  return source.code.slice(end, end + most)
}
