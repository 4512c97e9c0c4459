// Follows something through the lines of one function: which names hold it, and whether it decides or is answered with.
import { REPORTS } from '../answers.ts'

export const NOTHING = 'nothing'

/** `points`: the answer says where a caller is. `holds`: it holds something of the caller, or depends on that. */
export type Flow = typeof NOTHING | 'points' | 'holds'

export interface FlowSource {
  /** Says where a caller is. */
  readonly place?: RegExp
  /** Holds something of a caller. */
  readonly held?: RegExp
  /** Reads a file: where it is that of a caller, its text is held. */
  readonly opens?: RegExp
}

const LONGEST = 4000
const ASSIGNS = /^(?:(?:const|let|var)\s+)?([\w$.,*{}[\]: ]{1,120}?)\s?(?:[+|]|\?\?|\|\|)?=(?![=>])(.*)$/s
const WALKS = /\bfor\s?\(?(?:const |let |var )?\s?([\w$, ()[\]]{1,60}?)\s(?:in|of)\s(.*)$/s
const ANSWERS = /^(?:.*\b(?:return|yield(?: from)?)\b|.*=>\s?(?!\{))(.*)$/s
const CHOICE = /^(?:\}\s?)?(?:else\s?)?(?:if|elif|while|switch|match)\b/

/** By name it may be asked for: that is what a template or an expression wants of it. */
const BY_NAME = String.raw`\s?(?:\([^()\n]{0,60}\))?\s?(?:\[(?!\s?\d|\s?["'](?:expect|want|answer|result))|\.get\(\s?(?!["'](?:expect|want|answer|result)))`
const EVALUATES = /\b(?:eval|exec|compile|format\w*|vformat|render\w*|substitute|update)\(/

export function flowOf(body: string, { place, held, opens }: FlowSource): Flow {
  const statements = statementsOf(body.slice(0, LONGEST)).slice(1)
  const [places, holds] = [new Set<string>(), new Set<string>()]
  const isAt = (code: string): boolean => place?.test(code) === true || mentions(code, places)
  const isHeld = (code: string): boolean =>
    held?.test(code) === true || mentions(code, holds) || (opens?.test(code) === true && isAt(code))
  let flow: Flow = NOTHING
  // Twice, for what a loop hands on to lines above.
  for (const statement of [...statements, ...statements]) {
    if (REPORTS.test(statement)) continue
    const [, names, value] = ASSIGNS.exec(statement) ?? WALKS.exec(statement) ?? []
    if (names !== undefined && value !== undefined) {
      if (isHeld(value)) add(holds, names)
      else if (isAt(value)) add(places, names)
    }
    const [, answer] = ANSWERS.exec(statement) ?? []
    const plain = answer ?? (CHOICE.test(statement) ? statement : undefined)
    if (plain === undefined) continue
    if (isHeld(plain) && !EVALUATES.test(plain)) return 'holds'
    if (answer !== undefined && isAt(answer)) flow = 'points'
  }
  return flow
}

/** `{ text: code }` gives it the second name. */
function add(names: Set<string>, given: string): void {
  const written = given.includes('{') ? given.replaceAll(/[\w$]+\s?:\s?(?=[\w$])/g, '') : given.replace(/:.*$/s, '')
  for (const name of written.match(/[A-Za-z_$][\w$]*/g) ?? [])
    if (!/^(?:self|this|const|let|var|_)$/.test(name)) names.add(name)
}

/** Other than by a name of what it holds. */
function mentions(code: string, names: ReadonlySet<string>): boolean {
  return [...names].some((name) =>
    new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])(?!${BY_NAME})(?!\\s?:(?!:))`).test(code),
  )
}

/** Without what stands in quotes, and with lines that belong together as one. */
function statementsOf(body: string): string[] {
  return body
    .replaceAll(/(?<=[([,=?]|&&|\|\|)[ \t]*\n\s*(?![^\n]*=>\s?\{\s*$)|\n\s*(?=[.?:&|)\]])/g, ' ')
    .split(/\n|;[ \t]+(?=\S)/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
