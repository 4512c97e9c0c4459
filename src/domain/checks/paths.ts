// Which changed paths concern a check: gitignore-like patterns, relative to the workspace root.
import { addChoice, addLoop, addOptional, matchesWhole, type PatternStep, take } from './pattern-steps.ts'

const any = take(() => true)
/** Any character of a name. */
const one = take((char) => char !== '/')
const slash = take((char) => char === '/')
/** What belongs to the character before it: accents, variants, skin tones. */
const mark = take((char) => /^[\p{M}\p{Emoji_Modifier}]$/u.test(char))

/**
 * The later pattern wins. Where nothing is asked for by name (no pattern, or only negated ones) everything else matches:
 * to run a check too often is the safe side.
 */
export function toPathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const rules = patterns.filter((pattern) => !/^\s*!?\s*$/.test(pattern)).map(toRule)
  const isOpen = rules.every((rule) => rule.isNegated)
  return (path) => {
    const relative = [...toPlain(path).replace(/^(?:\.?\/+)+/, '')]
    const last = rules.findLast((rule) => matchesWhole(rule.steps, relative))
    return last === undefined ? isOpen : !last.isNegated
  }
}

interface PathRule {
  readonly isNegated: boolean
  readonly steps: readonly PatternStep[]
}

/** One form for what looks the same: some file systems take accents apart. */
function toPlain(text: string): string {
  return text.normalize('NFC').replaceAll(/\/{2,}/g, '/')
}

/** Blanks around a pattern are a slip of the hand, but for one that is escaped. */
function trimmed(text: string): string {
  return text.trimStart().replace(/(?<!\s|\\)\s+$|(?<=\\\s)\s+$/, '')
}

function toRule(pattern: string): PathRule {
  const whole = toPlain(trimmed(pattern))
  const isNegated = whole.startsWith('!')
  const glob = isNegated ? whole.slice(1).trimStart() : whole
  const isFolder = glob.endsWith('/')
  const body = glob.replace(/^(?:\.?\/+)+/, '').replace(/\/+$/, '')
  // As in gitignore: a pattern without a slash in it holds at any depth, one with a slash from the root on.
  const isAnchored = body.includes('/') || body !== glob.replace(/\/+$/, '')
  const steps: PatternStep[] = []
  if (body === '' || body === '.') return { isNegated, steps: anything(steps) }
  if (!isAnchored) addFolders(steps)
  addGlob(steps, body)
  addBelow(steps, isFolder)
  return { isNegated, steps }
}

function anything(steps: PatternStep[]): PatternStep[] {
  addLoop(steps, () => steps.push(any))
  return steps
}

/** Any number of whole folders, none included. */
function addFolders(steps: PatternStep[]): void {
  addOptional(steps, () => anything(steps).push(slash))
}

/** What matches a folder matches all that is in it. */
function addBelow(steps: PatternStep[], isFolder: boolean): void {
  const add = (): void => {
    steps.push(slash)
    anything(steps)
  }
  if (isFolder) add()
  else addOptional(steps, add)
}

function addText(steps: PatternStep[], text: string): void {
  for (const char of text) steps.push(take((other) => other === char))
}

function addGlob(steps: PatternStep[], glob: string): void {
  for (let at = 0; at < glob.length;) at = addToken(steps, glob, at)
}

function addToken(steps: PatternStep[], glob: string, at: number): number {
  const char = characterAt(glob, at)
  if (char === '*') return addStars(steps, glob, at)
  if (char === '{') return addAlternatives(steps, glob, at)
  if (char === '[') return addSet(steps, glob, at)
  if (char === '?') {
    steps.push(one)
    addLoop(steps, () => steps.push(mark))
  } else if (char === '\\' && at + 1 < glob.length) {
    const escaped = characterAt(glob, at + 1)
    addText(steps, escaped)
    return at + 1 + escaped.length
  } else addText(steps, char)
  return at + char.length
}

/** A whole one, also where it takes two units. */
function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0)
}

function addStars(steps: PatternStep[], glob: string, at: number): number {
  let end = at
  while (glob[end] === '*') end += 1
  const isWhole = end - at === 2 && '/{,'.includes(glob[at - 1] ?? '/')
  const next = glob[end] ?? ''
  if (isWhole && next === '/') {
    addFolders(steps)
    return end + 1
  }
  if (isWhole && (next === '' || next === ',' || next === '}')) anything(steps)
  else addLoop(steps, () => steps.push(one))
  return end
}

function addAlternatives(steps: PatternStep[], glob: string, at: number): number {
  const parts = alternatives(glob, at)
  if (parts === null) {
    addText(steps, '{')
    return at + 1
  }
  addChoice(
    steps,
    parts.texts.map((part) => () => addGlob(steps, part)),
  )
  return parts.end
}

/** The texts between the commas of a brace; null where it is not closed or has no comma, so is a plain character. */
function alternatives(glob: string, at: number): { texts: string[]; end: number } | null {
  const texts: string[] = []
  let depth = 0
  let start = at + 1
  for (let index = at; index < glob.length; index++) {
    const char = glob[index]
    if (char === '\\') index += 1
    else if (char === '{') depth += 1
    else if (char === ',' && depth === 1) {
      texts.push(glob.slice(start, index))
      start = index + 1
    } else if (char === '}') {
      depth -= 1
      if (depth > 0) continue
      texts.push(glob.slice(start, index))
      return texts.length > 1 ? { texts, end: index + 1 } : null
    }
  }
  return null
}

/** `[ab]` is one of these characters, or the text itself: routes of web frameworks are named `[id].ts`. */
function addSet(steps: PatternStep[], glob: string, at: number): number {
  const found = /^\[([!^]?)([^\]/]+)\]/.exec(glob.slice(at, at + 100))
  if (!found) {
    addText(steps, '[')
    return at + 1
  }
  const [whole = '', sign = '', list = ''] = found
  const has = toSet(list)
  addChoice(steps, [
    () => steps.push(take((char) => char !== '/' && has(char) === (sign === ''))),
    () => addText(steps, whole),
  ])
  return at + whole.length
}

function toSet(list: string): (char: string) => boolean {
  const ranges = [...list.matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, single]) =>
    single === undefined ? [from ?? '', to ?? ''] : [single, single],
  )
  return (char) => ranges.some(([from = '', to = '']) => from <= char && char <= to)
}
