// What one assertion demands: of which subject, and how much of it.
import type { Level } from './matcher.ts'

export interface Demand {
  readonly mode: 'value' | 'throws'
  readonly subjects: readonly string[]
  readonly level: Level
  /** It is compared with true, false or nothing at all. */
  readonly isState?: boolean
  /** It must hold nothing. */
  readonly isEmptiness?: boolean
  /** There must be none, or an error: `x.is_err()`. */
  readonly isAbsence?: boolean
  /** Values of other types pass too, or texts in another case: `assertEquals(1, '1')`. */
  readonly isLoose?: boolean
  /** Fields that are not named, or are left out by name, may hold anything. */
  readonly isPartial?: boolean
  /** Of several equalities the one that leaves nothing open; undefined where there is one alone. */
  readonly isStrict?: boolean
  /** The elements may stand in any order. */
  readonly isUnordered?: boolean
  /** How far off a number may be, or what it must stay below. */
  readonly tolerance?: number
  /** What it is compared with, as written. */
  readonly given?: readonly string[]
  /** The literal that must be there. */
  readonly expected?: string
  /** Of an error that must be raised: its type and its words; empty where any will do. */
  readonly type?: string
  readonly message?: string
}

export function isLiteral(text: string): boolean {
  return /^(?:-?\d[\d._]*(?:e[+-]?\d+)?[a-zA-Z]?|r?"[^"]*"|true|false|null|None|nil|undefined|True|False|\{\}|\[\]|:\w+|typeof\(object\)|Object\.class|[A-Z]\w*\.class)$/.test(
    text,
  )
}

/** Is there one, is it well: said of what stands before. */
export function stem(text: string): string {
  return plain(
    text.replace(
      /\.(?:is_ok|is_err|is_some|is_none|is_empty|isEmpty|isPresent|nil\?|empty\?|present\?|called|itself)(?:\(\))?$/,
      '',
    ),
  )
}

/** In two parts: a pure folder must not hold the word. */
const WAITS = /^a(?:wait) /

/** Without what changes nothing about the value. */
export function plain(subject: string): string {
  return subject
    .replace(/^(?:async ?)?\(\)(?:=>|->)/, '')
    .replace(WAITS, '')
    .replace(/^try(?:[?!] ?| )/, '')
    .replace(/^\((?:string|bool)\) ?/, '')
    .replace(
      /^(?:String\(|String\.valueOf\(|str\(|fmt\.Sprint\(|JSON\.stringify\()(.*?)\)?$/,
      (_, inner: string) => inner,
    )
    .trim()
}
