// Places of secrets in a text, and the text without them.

export const MASK = '[masked]'

export interface SecretSpan {
  readonly start: number
  readonly end: number
}

/** Spans may overlap and come in any order; what overlaps is masked as one. */
export function withoutSpans(text: string, spans: readonly SecretSpan[]): string {
  if (spans.length === 0) return text
  const ordered = spans.toSorted((one, other) => one.start - other.start)
  let masked = ''
  let at = 0
  for (const { start, end } of ordered) {
    if (start >= at) masked += `${text.slice(at, start)}${MASK}`
    at = Math.max(at, end)
  }
  return masked + text.slice(at)
}
