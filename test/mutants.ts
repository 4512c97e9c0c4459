// Copies of a source file, each with one judgement turned around: a test that still passes does not look at it.
// Whether the tests notice is left to the caller.

export interface Mutant {
  /** Line, what stood there and what stands there now. */
  readonly name: string
  /** The whole line in which it stood. */
  readonly line: string
  readonly text: string
}

/** For each piece of code that judges: what stands in its place. */
const FLIPS: ReadonlyArray<readonly [RegExp, string]> = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ < /g, ' >= '],
  [/ > /g, ' <= '],
  [/ <= /g, ' > '],
  [/ >= /g, ' < '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/(?<=[\s(!&|])!(?=[\w(])/g, ''],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\.some\(/g, '.every('],
  [/\.every\(/g, '.some('],
]

export function mutantsOf(text: string): Mutant[] {
  const code = masked(text)
  const flipped = FLIPS.flatMap(([pattern, other]) =>
    Array.from(code.matchAll(pattern), ({ 0: found, index }) =>
      replaced(text, { start: index, end: index + found.length, other }),
    ),
  )
  const conditions = [...ifConditions(code), ...ternaryConditions(code)].map(({ start, end }) =>
    replaced(text, { start, end, other: `!(${text.slice(start, end)})` }),
  )
  return [...flipped, ...conditions, ...emptied(text, code)]
}

interface Change {
  readonly start: number
  readonly end: number
  readonly other: string
}

function replaced(text: string, { start, end, other }: Change): Mutant {
  const nth = lineAt(text, start)
  return {
    name: `${nth}: ${text.slice(start, end).trim()} → ${other.trim()}`,
    line: (text.split('\n')[nth - 1] ?? '').trim(),
    text: text.slice(0, start) + other + text.slice(end),
  }
}

/** Comments, texts, patterns and types that stand alone hold no code; every other character stays where it is. */
function masked(text: string): string {
  const quiet =
    /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[=(,:] ?)\/(?![/*])(?:[^/\\\n]|\\.)+\/\w*/g
  return text
    .replaceAll(quiet, (found) => found.replaceAll(/[^\n]/g, '_'))
    .replaceAll(/^(?:export )?(?:interface|type) [\s\S]*?\n(?=\n|$)|^import .*$/gm, (found) =>
      found.replaceAll(/[^\n]/g, '_'),
    )
}

interface Span {
  readonly start: number
  readonly end: number
}

function ifConditions(code: string): Span[] {
  return Array.from(code.matchAll(/\bif \(/g), ({ 0: found, index }) => {
    const start = index + found.length
    let depth = 1
    let end = start
    for (; depth > 0; end++) depth += '([{'.includes(code[end] ?? '') ? 1 : ')]}'.includes(code[end] ?? ')') ? -1 : 0
    return { start, end: end - 1 }
  })
}

/** Before a question mark, back to where its expression begins. */
function ternaryConditions(code: string): Span[] {
  return Array.from(code.matchAll(/\s\? /g), ({ index }) => {
    let depth = 0
    let start = index
    for (; start > 0; start--) {
      const before = code.slice(0, start)
      if (depth === 0 && /(?:[([{,]\s*|(?:=>|(?<![=!<>])=|\breturn|\?|:|\?\?)\s+)$/.test(before.slice(-12))) break
      depth += ')]}'.includes(before.at(-1) ?? '') ? 1 : '([{'.includes(before.at(-1) ?? '') ? -1 : 0
    }
    return { start, end: index }
  })
}

/** Each exported function once without its body. */
function emptied(text: string, code: string): Mutant[] {
  return Array.from(code.matchAll(/^export function (\w+)[\s\S]*?\{$(?=\n {2}\S)/gm), ({ 0: head, 1: name, index }) => {
    const at = index + head.length
    const mutant = replaced(text, { start: at, end: at, other: ' if (Date) return undefined;' })
    return { ...mutant, name: `${lineAt(text, index)}: ${name} → nothing` }
  })
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
