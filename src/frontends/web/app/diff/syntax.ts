// Syntax colours: highlight.js reads the text, and what it finds becomes classes of text, never HTML. Lines are read in
// groups: when the first of a group comes into sight, or before that, while the browser has nothing else to do.
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import makefile from 'highlight.js/lib/languages/makefile'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import type { LineBlock, Line } from '../values.ts'
import { css } from './css-syntax.ts'

export type CodeClass = 'comment' | 'string' | 'number' | 'keyword' | 'name'

export interface CodeToken {
  readonly text: string
  readonly class?: CodeClass | undefined
  /** The word is new, or gone, in a line that has changed. */
  readonly isChanged?: boolean
}

const LANGUAGES = {
  bash,
  cpp,
  csharp,
  css,
  dockerfile,
  go,
  ini,
  java,
  json,
  kotlin,
  makefile,
  markdown,
  php,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
}

const BY_NAME: ReadonlyArray<readonly [RegExp, keyof typeof LANGUAGES]> = [
  [/\.(?:[cm]?[jt]sx?|vue|svelte)$/, 'typescript'],
  [/\.pyi?$/, 'python'],
  [/\.go$/, 'go'],
  [/\.rs$/, 'rust'],
  [/\.(?:java|groovy|gradle|scala)$/, 'java'],
  [/\.kts?$/, 'kotlin'],
  [/\.cs$/, 'csharp'],
  [/\.(?:c|h|cc|cpp|cxx|hpp|hh|m|mm)$/, 'cpp'],
  [/\.(?:rb|rake)$|(?:^|\/)(?:Gemfile|Rakefile)$/, 'ruby'],
  [/\.php$/, 'php'],
  [/\.(?:sh|bash|zsh)$/, 'bash'],
  [/\.(?:jsonc?|webmanifest)$/, 'json'],
  [/\.ya?ml$/, 'yaml'],
  [/\.(?:toml|ini|cfg|conf)$/, 'ini'],
  [/\.(?:html?|xml|svg)$/, 'xml'],
  [/\.(?:css|scss|less)$/, 'css'],
  [/\.sql$/, 'sql'],
  [/\.md$/, 'markdown'],
  [/(?:^|\/)Dockerfile$/, 'dockerfile'],
  [/(?:^|\/)Makefile$|\.mk$/, 'makefile'],
]

export function languageOf(path: string): string | undefined {
  return BY_NAME.find(([pattern]) => pattern.test(path))?.[1]
}

const CLASSES: ReadonlyArray<readonly [RegExp, CodeClass]> = [
  [/^(?:comment|quote|doctag)/, 'comment'],
  [/^(?:string|regexp|char|template-variable|link|code)/, 'string'],
  [/^(?:number|literal|symbol)/, 'number'],
  [/^(?:keyword|built_in|type|meta|selector|tag|bullet|section)/, 'keyword'],
  [/^(?:title|attr|name|function|property)/, 'name'],
]

function classOf(scope: string): CodeClass | undefined {
  return CLASSES.find(([pattern]) => pattern.test(scope))?.[1]
}

/** Takes what highlight.js finds as a flat row of tokens. */
class FlatTokens {
  readonly tokens: CodeToken[] = []
  private readonly open: (CodeClass | undefined)[] = []

  addText(text: string): void {
    if (text !== '') this.tokens.push({ text, class: this.open.findLast((each) => each !== undefined) })
  }
  openNode(scope: string): void {
    this.open.push(classOf(scope))
  }
  closeNode(): void {
    this.open.pop()
  }
  startScope(scope: string): void {
    this.openNode(scope)
  }
  endScope(): void {
    this.closeNode()
  }
  __addSublanguage(inner: FlatTokens): void {
    this.tokens.push(...inner.tokens)
  }
  finalize(): boolean {
    return true
  }
  toHTML(): string {
    return ''
  }
}

let isReady = false

function prepare(): void {
  if (isReady) return
  isReady = true
  for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)
  hljs.configure({ __emitter: FlatTokens } as unknown as Parameters<typeof hljs.configure>[0])
}

/** The tokens of each line; plain text where the language is not known. */
export function highlight(lines: readonly string[], language: string | undefined): readonly (readonly CodeToken[])[] {
  if (language === undefined) return lines.map((text) => [{ text }])
  prepare()
  const result = hljs.highlight(lines.join('\n'), { language, ignoreIllegals: true })
  const found = (result as unknown as { readonly _emitter: FlatTokens })._emitter.tokens
  const rows: CodeToken[][] = [[]]
  for (const token of found) {
    for (const [index, text] of token.text.split('\n').entries()) {
      if (index > 0) rows.push([])
      if (text !== '') add(rows.at(-1) ?? [], { ...token, text })
    }
  }
  return lines.map((_, index) => rows[index] ?? [])
}

/** Neighbours of the same class are one token, with the space between them: fewer elements. */
function add(row: CodeToken[], token: CodeToken): void {
  const [before, last] = [row.at(-2), row.at(-1)]
  if (last && last.class === token.class) row[row.length - 1] = { ...last, text: last.text + token.text }
  else if (before && last && before.class === token.class && last.text.trim() === '')
    row.splice(-2, 2, { ...before, text: before.text + last.text + token.text })
  else row.push(token)
}

/** So many lines are read at once: a few milliseconds. */
const TOGETHER = 80
/** A longer line stays plain: it is data more often than code. */
const LONGEST_LINE = 1000

/** Lines that are read together, in the order of the file. */
interface LineGroup {
  readonly lines: readonly Line[]
  readonly isMeant: (line: Line) => boolean
  next?: LineGroup
  previous?: LineGroup
  isRead?: boolean
  isAhead?: boolean
}

export interface ColourerOptions {
  /** Runs what need not be done at once. */
  readonly whenIdle: (act: () => void) => void
}

/**
 * The tokens of a line, read with its neighbours on the same side when it is first asked for. The groups before and after
 * them are read when there is time, so that scrolling finds them ready.
 */
export function colourer(
  path: string,
  blocks: readonly LineBlock[],
  { whenIdle }: ColourerOptions,
): (line: Line) => readonly CodeToken[] {
  const language = languageOf(path)
  const groups = new Map<Line, LineGroup>()
  const known = new Map<Line, readonly CodeToken[]>()
  const addGroups = (side: 'added' | 'removed', isMeant: LineGroup['isMeant']): void => {
    let previous: LineGroup | undefined
    for (const block of blocks) {
      const lines = block.lines.filter(({ kind }) => kind === side || kind === 'same')
      for (let at = 0; at < lines.length; at += TOGETHER) {
        const group: LineGroup = { lines: lines.slice(at, at + TOGETHER), isMeant, ...(previous ? { previous } : {}) }
        if (previous) previous.next = group
        previous = group
        for (const line of group.lines) if (isMeant(line)) groups.set(line, group)
      }
    }
  }
  addGroups('added', () => true)
  // Removed lines are read among the unchanged ones around them.
  addGroups('removed', ({ kind }) => kind === 'removed')
  const read = (group: LineGroup): void => {
    if (group.isRead) return
    group.isRead = true
    if (!group.lines.some(group.isMeant)) return
    const tokens = highlight(group.lines.map(textToRead), language)
    for (const [index, line] of group.lines.entries()) {
      if (group.isMeant(line)) known.set(line, withMarks(line, tokens[index] ?? []))
    }
  }
  return (line) => {
    const group = groups.get(line)
    if (!group) return [{ text: textOf(line) }]
    read(group)
    if (!group.isAhead) {
      group.isAhead = true
      for (const near of [group.next, group.previous]) if (near && !near.isRead) whenIdle(() => read(near))
    }
    return known.get(line) ?? [{ text: textOf(line) }]
  }
}

export function textOf({ pieces }: Line): string {
  return pieces.length === 1 ? (pieces[0]?.text ?? '') : pieces.map(({ text }) => text).join('')
}

function textToRead(line: Line): string {
  const text = textOf(line)
  return text.length > LONGEST_LINE ? '' : text
}

/** Tokens cut where a changed word begins or ends. The marks come with the line. */
export function withMarks(line: Line, tokens: readonly CodeToken[]): readonly CodeToken[] {
  const text = textOf(line)
  const whole = text.length > LONGEST_LINE ? [{ text }] : tokens
  if (!line.pieces.some(({ isChanged }) => isChanged)) return whole
  const cut: CodeToken[] = []
  let [piece, left] = [0, line.pieces[0]?.text.length ?? 0]
  for (const token of whole) {
    let rest = token.text
    while (rest !== '') {
      while (left === 0 && piece < line.pieces.length - 1) left = line.pieces[++piece]?.text.length ?? 0
      const length = left === 0 ? rest.length : Math.min(left, rest.length)
      const isChanged = line.pieces[piece]?.isChanged === true
      cut.push({ ...token, text: rest.slice(0, length), ...(isChanged ? { isChanged } : {}) })
      rest = rest.slice(length)
      left -= Math.min(left, length)
    }
  }
  return cut
}
