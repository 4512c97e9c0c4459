// A rule for one kind of rig: where to look, and what makes a place suspicious.
import type { ProductText } from './product-file.ts'
import { functionAround, type CodeScope, scopesAround } from './scope.ts'

export interface RigSpan {
  readonly from: number
  readonly to: number
}

/** A place in code where a pattern matched. */
export interface RigPlace {
  readonly text: ProductText
  readonly at: number
  readonly match: RegExpMatchArray
  /** Innermost first. */
  readonly scopes: readonly CodeScope[]
  readonly around: CodeScope | undefined
}

export interface RigRule {
  readonly files: RegExp
  /** Matched on code whose strings are kept and whose comments are gone. */
  readonly pattern: RegExp
  /** One of these stands in every text that the pattern matches in. */
  readonly words?: () => readonly string[]
  /** What the product code does now. */
  readonly what: string
  /** The lines that make it suspicious; everything that matched if nothing is said. */
  readonly suspect?: (place: RigPlace) => RigSpan | undefined
  /** It may well have been asked for. */
  readonly isOftenMeant?: boolean
  /** Says the same as others from further away: heard only where they say nothing. */
  readonly isLastResort?: boolean
}

export interface Rig {
  readonly rule: RigRule
  readonly at: number
  readonly span: RigSpan
}

const MOST_PLACES = 50

export function rigsIn(text: ProductText, rules: readonly RigRule[]): Rig[] {
  return rules.flatMap((rule) => {
    const rigs: Rig[] = []
    let left = MOST_PLACES
    for (const match of text.source.bare.matchAll(rule.pattern)) {
      if (left-- === 0) break
      const at = match.index + (match[0].length - match[0].trimStart().length)
      if (!isCode(text, at)) continue
      const span = spanOf(rule, text, at, match)
      if (span) rigs.push({ rule, at, span })
    }
    return rigs
  })
}

function spanOf(rule: RigRule, text: ProductText, at: number, match: RegExpMatchArray): RigSpan | undefined {
  const whole = { from: at, to: (match.index ?? at) + match[0].length }
  if (!rule.suspect) return whole
  const scopes = scopesAround(text, at)
  if (isInTests(text, scopes)) return undefined
  return rule.suspect({ text, at, match, scopes, around: functionAround(scopes) })
}

/** Not inside a string. */
function isCode({ source: { code, bare } }: ProductText, at: number): boolean {
  return code.charAt(at) === bare.charAt(at)
}

/** Rust and some others keep tests in the file itself. */
function isInTests({ path }: ProductText, scopes: readonly CodeScope[]): boolean {
  return path.endsWith('.rs') && scopes.some(({ header }) => /\bmod\s+\w*tests?\b|#\[(?:\w+::)?test\b/.test(header))
}

export function wholeMatch({ at, match }: RigPlace): RigSpan {
  return { from: at, to: (match.index ?? at) + match[0].length }
}
