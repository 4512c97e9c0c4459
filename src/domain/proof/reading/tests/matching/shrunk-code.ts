// Product files that hold less code than before, and what was taken out of them. A test that speaks of it lost something
// together with the code.
import type { FileChange } from '../../../../../contract/change.ts'
import type { SourceText } from '../../../source/source.ts'
import { stemOf } from '../../../source/stem.ts'
import { bareOf, isProduct } from './removed-code.ts'
import { subjectName } from './subject.ts'

/** A part of a test file. */
export interface CodePart {
  readonly path: string
  readonly source: SourceText
  readonly start: number
  readonly end: number
  /** Of the test; empty for a file as a whole. */
  readonly title: string
}

export function partOf(
  { path, source }: Pick<CodePart, 'path' | 'source'>,
  { start, end, title }: Pick<CodePart, 'start' | 'end' | 'title'> = { start: 0, end: source.text.length, title: '' },
): CodePart {
  return { path, source, start, end, title }
}

export interface ShrunkCode {
  /** The product file that lost code which this part of a test speaks of. */
  readonly spokenOfIn: (part: CodePart) => string | undefined
  /** Did lines go from a product file that this part speaks of, whatever came for them? */
  readonly isChangedFor: (part: CodePart) => boolean
  /** The product file that only lost lines, out of functions that this part speaks of. */
  readonly cutFrom: (part: CodePart) => string | undefined
}

interface SpokenFile {
  readonly path: string
  /** Parts of the names that it holds less often now. */
  readonly gone: ReadonlySet<string>
  /** Parts of the names on lines that went, and of the functions and classes around those lines. */
  readonly around: ReadonlySet<string>
  readonly isDeleted: boolean
  readonly isShrunk: boolean
  /** Lines went and none came. */
  readonly isCut: boolean
}

/** `isOf` says which files are product code. */
export function shrunkCode(changes: readonly FileChange[], isOf: (path: string) => boolean = isProduct): ShrunkCode {
  let read: readonly SpokenFile[] | undefined
  const others = (part: CodePart): readonly SpokenFile[] => {
    read ??= changedFiles(changes.filter(({ path }) => isOf(path)))
    return read.filter(({ path, isDeleted }) => !isDeleted || path !== part.path)
  }
  return {
    // A function that merely became shorter keeps its name, and its tests still have something to test.
    spokenOfIn: (part) => {
      const files = others(part).filter(({ isShrunk }) => isShrunk)
      const said = files.length === 0 ? [] : partsSaidIn(part)
      return files.find(({ gone }) => said.some((one) => gone.has(one)))?.path
    },
    isChangedFor: (part) => spokenOf(part, others(part)) !== undefined,
    cutFrom: (part) =>
      spokenOf(
        part,
        others(part).filter(({ isCut }) => isCut),
      )?.path,
  }
}

/** By the name of the test file, or by names around the lines that went. */
function spokenOf(part: CodePart, files: readonly SpokenFile[]): SpokenFile | undefined {
  if (files.length === 0) return undefined
  const said = partsSaidIn(part)
  const subject = subjectName(part.path).toLowerCase()
  return files.find(({ path, around }) => stemOf(path).toLowerCase() === subject || said.some((one) => around.has(one)))
}

const LARGEST = 1_000_000

function changedFiles(product: readonly FileChange[]): SpokenFile[] {
  const files = product.filter(({ before, after }) => before !== after)
  let left = LARGEST
  const sides = files.flatMap(({ path, how, before, after }) => {
    left -= (before?.length ?? 0) + (after?.length ?? 0)
    // A text that nobody read tells nothing.
    if (left < 0 || (how !== 'added' && before === undefined) || (how !== 'deleted' && after === undefined)) return []
    return [{ path, isDeleted: how === 'deleted', was: bareOf(path, before ?? ''), is: bareOf(path, after ?? '') }]
  })
  if (sides.length < files.length) return []
  const total = new Map<string, number>()
  for (const { was, is } of sides) count(total, was, is)
  return sides.flatMap(({ path, isDeleted, was, is }) => {
    const own = count(new Map(), was, is)
    const isShrunk =
      [...own.values()].reduce((sum, change) => sum + change, 0) < 0 && linesOf(is).length < linesOf(was).length
    // A name that went to another file is still there.
    const fewer = new Set([...own].filter(([word, change]) => change < 0 && (total.get(word) ?? 0) < 0).map(([w]) => w))
    const gone = new Set([...fewer].flatMap(partsOf))
    const around = partsAround(was, is, fewer)
    const isCut = isShrunk && cameIn(was, is) === 0
    return fewer.size + around.size > 0 ? [{ path, isDeleted, isShrunk, isCut, gone, around }] : []
  })
}

const WORD = /[A-Za-z_$][\w$]*/g

/** How many more of each word there are now. */
function count(words: Map<string, number>, was: string, is: string): Map<string, number> {
  for (const [text, step] of [
    [was, -1],
    [is, 1],
  ] as const)
    for (const word of text.match(WORD) ?? []) words.set(word, (words.get(word) ?? 0) + step)
  return words
}

const MOST_LINES = 400
const MOST_ABOVE = 200
const LONGEST_LINE = 400

function partsAround(was: string, is: string, gone: ReadonlySet<string>): Set<string> {
  const kept = new Set(is.split('\n').map((line) => line.trim()))
  const lines = was.split('\n')
  const parts = new Set<string>()
  let looked = 0
  for (const [index, line] of lines.entries()) {
    if (line.length > LONGEST_LINE || kept.has(line.trim()) || looked >= MOST_LINES) continue
    const words = line.match(WORD) ?? []
    if (gone.size > 0 && !words.some((word) => gone.has(word))) continue
    looked++
    for (const word of [...words.filter((one) => gone.has(one)), ...headsAbove(lines, index)])
      for (const part of partsOf(word)) parts.add(part)
  }
  return parts
}

/** How many lines came that were not there. */
function cameIn(was: string, is: string): number {
  const known = new Set(linesOf(was).map((line) => line.trim()))
  return linesOf(is).filter((line) => !known.has(line.trim())).length
}

/** Lines that say something. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => /\w/.test(line))
}

/** `def name`, `fn name`, `class Name`, `name = function`, `name(args) {`: at the beginning of a line. */
const HEAD =
  /^\s*(?:[\w$<>[\]?*&.,]+ ){0,6}?(?:def|function\*?|func|fn|fun|class|struct|enum|interface|trait|impl|module|mod)\s+(?:\([^)]{0,80}\)\s{0,3})?(?:self\.)?([\w$]+)|^\s*(?:[\w$]+\.){0,3}([\w$]+)\s{0,3}[:=]\s{0,3}(?:async )?(?:function\b|\([^()]{0,200}\)\s?(?::[^=]{1,80})?=>)|^\s+(?:(?:public|private|protected|static|async|override|final|virtual|internal) ){0,4}(?:[\w$<>[\]?,.]+ )?([\w$]+)\s?\([^;]{0,200}\)[^;]{0,60}\{$/

/** What the lines further out are called: the function, its class. */
export function headsAbove(lines: readonly string[], from: number): string[] {
  const names: string[] = []
  let indent = indentOf(lines[from] ?? '') + 1
  for (let at = from; at >= Math.max(0, from - MOST_ABOVE) && indent > 0 && names.length < 2; at--) {
    const line = (lines[at] ?? '').slice(0, LONGEST_LINE)
    if (line.trim() === '' || indentOf(line) >= indent) continue
    const name = HEAD.exec(line)
      ?.slice(1)
      .find((group) => group !== undefined)
    if (name === undefined) continue
    indent = indentOf(line)
    names.push(name)
  }
  return names
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

const SHORTEST = 4
/** Words that any two pieces of code may share. */
const PLAIN =
  /^(?:values?|names?|data|errors?|exceptions?|results?|responses?|requests?|length|size|count|strings?|numbers?|ints?|integers?|booleans?|params?|parameters?|options?|opts|index|items?|elements?|keys?|lists?|array|object|objects|texts?|types?|paths?|args|arguments|body|call|called|apply|this|self|super|return|returns|test|tests|expect|assert|should|describe|true|false|none|null|undefined|void|context|config|content|contents|message|status|code|codes|format|print|open|close|read|write|send|push|join|split|slice|replace|match|exec|find|filter|each|init|__init__|constructor|initialize|start|stop|main|default|from|import|into|with|that|then|when|else|elif|case|class|function|const|static|public|private|async|throw|throws|raise|yield|while|break|continue|switch|struct|enum|interface|export|require|module|isinstance|typeof|instanceof|hasattr|getattr|setattr|dict|tuple|bool|bytes|char|input|output|line|lines|file|files|first|last|next|head|host|port|line|user|time|date|year|month|day|hour|minute|second|seconds|http|https|html|json|node|root|base|item|info|debug|warn|warning|level|mode|state|flag|flags|empty|equal|equals|contains|include|includes|exists|valid|invalid|event|events|handler|callback|listener|version|method|methods|func|self|client|server|example|foo|bar|baz)$/i

/** `return`, `value`: any two pieces of code may share it. */
export function isPlainWord(word: string): boolean {
  return PLAIN.test(word)
}

/** `isValidBase64` speaks of validity and of base64. */
function partsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+\d*|[A-Z]+(?![a-z])\d*/g) ?? [])
    .map((part) => part.toLowerCase())
    .filter((part) => part.length >= SHORTEST && !PLAIN.test(part))
}

const LONGEST_PART = 40_000

/** In code and in texts, and in the name of the file. */
function partsSaidIn({ path, source, start, end, title }: CodePart): string[] {
  const words = source.bare.slice(start, Math.min(end, start + LONGEST_PART)).match(WORD) ?? []
  return [...new Set([...words, ...(`${stemOf(path).toLowerCase()} ${title}`.match(WORD) ?? [])].flatMap(partsOf))]
}
