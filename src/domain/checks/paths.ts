// Which changed paths concern a check: gitignore-like patterns, relative to the workspace root.
// A pattern becomes a small program whose states are followed all at once, so no pattern can make it slow.

type Step =
  | { readonly op: 'text'; readonly char: string }
  | { readonly op: 'one' }
  /** What belongs to the character before it: accents, variants, skin tones. */
  | { readonly op: 'mark' }
  | { readonly op: 'any' }
  | { readonly op: 'set'; readonly has: (char: string) => boolean }
  /** Goes on at each of these steps. */
  | { readonly op: 'fork'; readonly to: readonly number[] }

/**
 * The later pattern wins. Where nothing is asked for by name (no pattern, or only negated ones) everything else matches:
 * to run a check too often is the safe side.
 */
export function toPathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const rules = patterns.filter((pattern) => !/^\s*!?\s*$/.test(pattern)).map(toRule)
  const isOpen = rules.every((rule) => rule.isNegated)
  return (path) => {
    const relative = [...toPlain(path).replace(/^(?:\.?\/+)+/, '')]
    const last = rules.findLast((rule) => runs(rule.steps, relative))
    return last === undefined ? isOpen : !last.isNegated
  }
}

interface PathRule {
  readonly isNegated: boolean
  readonly steps: readonly Step[]
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
  const steps: Step[] = []
  if (body === '' || body === '.') return { isNegated, steps: anything(steps) }
  if (!isAnchored) addFolders(steps)
  addGlob(steps, body)
  addBelow(steps, isFolder)
  return { isNegated, steps }
}

function anything(steps: Step[]): Step[] {
  addLoop(steps, { op: 'any' })
  return steps
}

/** Any number of whole folders, none included. */
function addFolders(steps: Step[]): void {
  const fork = steps.push({ op: 'fork', to: [] }) - 1
  addLoop(steps, { op: 'any' })
  steps.push({ op: 'text', char: '/' })
  steps[fork] = { op: 'fork', to: [fork + 1, steps.length] }
}

/** What matches a folder matches all that is in it. */
function addBelow(steps: Step[], isFolder: boolean): void {
  const fork = isFolder ? -1 : steps.push({ op: 'fork', to: [] }) - 1
  steps.push({ op: 'text', char: '/' })
  addLoop(steps, { op: 'any' })
  if (fork >= 0) steps[fork] = { op: 'fork', to: [fork + 1, steps.length] }
}

function addLoop(steps: Step[], step: Step): void {
  const fork = steps.push({ op: 'fork', to: [] }) - 1
  steps.push(step, { op: 'fork', to: [fork] })
  steps[fork] = { op: 'fork', to: [fork + 1, steps.length] }
}

function addGlob(steps: Step[], glob: string): void {
  for (let at = 0; at < glob.length;) at = addToken(steps, glob, at)
}

function addToken(steps: Step[], glob: string, at: number): number {
  const char = characterAt(glob, at)
  if (char === '*') return addStars(steps, glob, at)
  if (char === '{') return addAlternatives(steps, glob, at)
  if (char === '[') return addSet(steps, glob, at)
  if (char === '?') {
    steps.push({ op: 'one' })
    addLoop(steps, { op: 'mark' })
  } else if (char === '\\' && at + 1 < glob.length) {
    const escaped = characterAt(glob, at + 1)
    steps.push({ op: 'text', char: escaped })
    return at + 1 + escaped.length
  } else steps.push({ op: 'text', char })
  return at + char.length
}

/** A whole one, also where it takes two units. */
function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0)
}

function addStars(steps: Step[], glob: string, at: number): number {
  let end = at
  while (glob[end] === '*') end += 1
  const isWhole = end - at === 2 && '/{,'.includes(glob[at - 1] ?? '/')
  const next = glob[end] ?? ''
  if (isWhole && next === '/') {
    addFolders(steps)
    return end + 1
  }
  if (isWhole && (next === '' || next === ',' || next === '}')) anything(steps)
  else addLoop(steps, { op: 'one' })
  return end
}

function addAlternatives(steps: Step[], glob: string, at: number): number {
  const parts = alternatives(glob, at)
  if (parts === null) {
    steps.push({ op: 'text', char: '{' })
    return at + 1
  }
  const fork = steps.push({ op: 'fork', to: [] }) - 1
  const starts: number[] = []
  const ends: number[] = []
  for (const part of parts.texts) {
    starts.push(steps.length)
    addGlob(steps, part)
    ends.push(steps.push({ op: 'fork', to: [] }) - 1)
  }
  steps[fork] = { op: 'fork', to: starts }
  for (const end of ends) steps[end] = { op: 'fork', to: [steps.length] }
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
function addSet(steps: Step[], glob: string, at: number): number {
  const found = /^\[([!^]?)([^\]/]+)\]/.exec(glob.slice(at, at + 100))
  if (!found) {
    steps.push({ op: 'text', char: '[' })
    return at + 1
  }
  const [whole = '', sign = '', list = ''] = found
  const has = toSet(list)
  const fork = steps.push({ op: 'fork', to: [] }) - 1
  steps.push({ op: 'set', has: (char) => char !== '/' && has(char) === (sign === '') })
  const jump = steps.push({ op: 'fork', to: [] }) - 1
  for (const char of whole) steps.push({ op: 'text', char })
  steps[fork] = { op: 'fork', to: [fork + 1, jump + 1] }
  steps[jump] = { op: 'fork', to: [steps.length] }
  return at + whole.length
}

function toSet(list: string): (char: string) => boolean {
  const ranges = [...list.matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, single]) =>
    single === undefined ? [from ?? '', to ?? ''] : [single, single],
  )
  return (char) => ranges.some(([from = '', to = '']) => from <= char && char <= to)
}

function runs(steps: readonly Step[], text: readonly string[]): boolean {
  let states = follow(steps, [0])
  for (const char of text) {
    const next: number[] = []
    for (const state of states) if (takes(steps[state], char)) next.push(state + 1)
    states = follow(steps, next)
    if (states.size === 0) return false
  }
  return states.has(steps.length)
}

function takes(step: Step | undefined, char: string): boolean {
  switch (step?.op) {
    case 'text':
      return step.char === char
    case 'one':
      return char !== '/'
    case 'mark':
      return /^[\p{M}\p{Emoji_Modifier}]$/u.test(char)
    case 'any':
      return true
    case 'set':
      return step.has(char)
    case 'fork':
    case undefined:
      return false
    default:
      return step satisfies never
  }
}

function follow(steps: readonly Step[], from: readonly number[]): Set<number> {
  const seen = new Set<number>()
  const open = [...from]
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (seen.has(state)) continue
    seen.add(state)
    const step = steps[state]
    if (step?.op === 'fork') open.push(...step.to)
  }
  return seen
}
