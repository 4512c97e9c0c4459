// The judgement that all detectors share: is a signal at this place in a message a claim of its author?
import { isDiffLine } from './diff-line.ts'
import type { SpanKind } from './inline.ts'
import type { Document, LineKind } from './markdown.ts'
import { lineAt } from './markdown.ts'
import { deniesCompletion, hangsOnCondition } from './mood.ts'
import { CONDITIONAL, QUESTION } from './introduction.ts'
import { whyIntroduced, whyMention } from './mention.ts'
import { isQuestion } from './sentence.ts'
import type { SignalSurroundings } from './setting.ts'
import { surroundings } from './setting.ts'
import { takenBackAfter } from './take-back.ts'

export interface Candidate {
  readonly at: number
  readonly end: number
}

export type ClaimJudgement =
  | { readonly claim: Candidate }
  | { readonly claim: null; readonly because: readonly string[] }

/** Which wrappings a detector forgives. */
export interface Tolerance {
  readonly lines: readonly LineKind[]
  readonly spans: readonly SpanKind[]
}

/** Nothing is forgiven: the author's own text alone. */
export const OWN_TEXT: Tolerance = { lines: ['prose'], spans: [] }

const LINE_REASONS: Readonly<Record<LineKind, string>> = {
  prose: '',
  blank: '',
  fence: 'it stands in a code fence',
  code: 'it stands in an indented code block',
  quote: 'it stands in a quotation',
  hidden: 'it stands in a comment or in markup that is not shown',
}

const SPAN_REASONS = {
  code: 'it stands in inline code',
  quotation: 'it stands in quotation marks',
  comment: 'it stands in a comment or in markup that is not shown',
  element: 'it stands in a comment or in markup that is not shown',
  struck: 'it is struck out',
} as const

/** So many candidates, counted from the end, are looked at closely; a message with more is not a statement. */
const MOST_CANDIDATES = 50
const MOST_REASONS = 5

/** The last real claim among the candidates decides; what follows it may take it back. */
export function judge(
  document: Document,
  candidates: readonly Candidate[],
  tolerance: Tolerance = OWN_TEXT,
): ClaimJudgement {
  const because: string[] = []
  for (const candidate of candidates.slice(-MOST_CANDIDATES).reverse()) {
    const tolerated = isPadded(document, candidate)
      ? { ...tolerance, lines: [...tolerance.lines, 'code' as const] }
      : tolerance
    const why = isDiffLine(document, candidate.at)
      ? 'it stands in a line of a diff'
      : whyNoClaim(surroundings(document, candidate.at, candidate.end), tolerated)
    if (why === null) {
      const withdrawal = takenBackAfter(document, candidate.end)
      if (withdrawal === null) return { claim: candidate }
      because.push(`it is taken back: "${shorten(withdrawal)}"`)
      break
    }
    if (!because.includes(why) && because.length < MOST_REASONS) because.push(why)
  }
  return { claim: null, because }
}

/**
 * Terminals pad what they print: a signal alone on an indented line is no code block, unless code stands beside it or a
 * list above it that it may belong to.
 */
function isPadded({ text, lines }: Document, { at, end }: Candidate): boolean {
  const index = lineAt({ text, lines }, at)
  const line = lines.at(index)
  if (line?.kind !== 'code' || lines.at(index - 1)?.kind === 'code' || lines.at(index + 1)?.kind === 'code')
    return false
  const farthest = index - 20
  let before = index - 1
  while (before >= farthest && lines.at(before)?.kind === 'blank') before--
  const above = before >= farthest ? lines.at(before) : undefined
  if (above && /^\s{0,99}(?:[-*+•]|\d{1,9}[.)])\s/.test(text.slice(above.start, above.start + 120))) return false
  return text.slice(line.start, at).trim() === '' && text.slice(end, line.end).trim() === ''
}

export function whyNoClaim(around: SignalSurroundings, tolerance: Tolerance): string | null {
  if (!tolerance.lines.includes(around.line.kind)) return LINE_REASONS[around.line.kind] || 'it is no text'
  const span = around.span?.kind
  if (span && !tolerance.spans.includes(span)) return SPAN_REASONS[span]
  if (around.paragraph === 'open-item') return 'it is an open item of a list'
  if (around.paragraph === 'table') return 'it stands in a table'
  const mention = whyMention(around) ?? (around.above ? whyIntroduced(around.above) : null)
  if (mention) return mention
  if (isQuestion(around.previous) && whyIntroduced(around.previous)) return QUESTION
  if (hangsOnCondition(around.previous)) return CONDITIONAL
  return deniesCompletion(around.previous) ? 'the sentence before it says that the work is not done' : null
}

function shorten(text: string): string {
  const line = text.replace(/\s{1,200}/g, ' ')
  return line.length > 120 ? `${line.slice(0, 117)}…` : line
}
