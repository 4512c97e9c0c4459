// Parts of an expression between separators of its own level: what stands in brackets is stepped over.
import type { SourceText } from '../../source/source.ts'

export interface CodeRange {
  readonly start: number
  readonly end: number
}

const MOST_PARTS = 200

/** `separators` must be global and match brackets that open, too. */
function partsBetween({ code, pairs }: SourceText, { start, end }: CodeRange, separators: RegExp): CodeRange[] {
  const found: CodeRange[] = []
  const pattern = new RegExp(separators.source, 'g')
  pattern.lastIndex = start
  let from = start
  for (let hit = pattern.exec(code); hit && hit.index < end && found.length < MOST_PARTS; hit = pattern.exec(code)) {
    if (/^[([{]$/.test(hit[0])) {
      const pair = pairs[hit.index] ?? -1
      if (pair > 0) pattern.lastIndex = pair + 1
      continue
    }
    found.push({ start: from, end: hit.index })
    from = hit.index + hit[0].length
  }
  return [...found, { start: from, end }]
}

const COMMAS = /[,([{]/

export function listedIn(source: SourceText, range: CodeRange): CodeRange[] {
  return partsBetween(source, range, COMMAS)
}

const JOINED = /&&|\|\||\s(?:and|or)\s|[([{]/
const COMPARED = /===?|!==?|<=|>=|=~|!~|\s(?:not\sin|is\snot|is|in)\s|\s[<>]\s|[([{]/

/** `a == 1 && b != 2`: each comparison with its sides. */
export function comparisonsIn(source: SourceText, range: CodeRange): CodeRange[][] {
  return partsBetween(source, range, JOINED).map((part) => partsBetween(source, part, COMPARED))
}

/** The brackets around a place, innermost first: where each opens. */
export function openAround({ code, pairs }: SourceText, at: number, lowest: number): number[] {
  const found: number[] = []
  for (let place = at - 1, steps = 0; place >= lowest && steps < MOST_STEPS; place--, steps++) {
    const char = code.charCodeAt(place)
    if (char === 41 || char === 93 || char === 125) {
      const pair = pairs[place] ?? -1
      if (pair >= 0) place = pair
    } else if (char === 40 || char === 91 || char === 123) found.push(place)
  }
  return found
}

const MOST_STEPS = 4000
