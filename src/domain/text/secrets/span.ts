// Places of secrets in a text, and the text without them.

const MASK = '[masked]'

export interface SecretSpan {
  readonly start: number
  readonly end: number
}

/** Spans may overlap and come in any order. With `keepsLines`, what stands below a secret stays on its line. */
export function withoutSpans(text: string, spans: readonly SecretSpan[], { keepsLines = false } = {}): string {
  let masked = ''
  let at = 0
  for (const { start, end } of merged(spans)) {
    const lineEnds = keepsLines ? '\n'.repeat(text.slice(start, end).split('\n').length - 1) : ''
    masked += `${text.slice(at, start)}${MASK}${lineEnds}`
    at = end
  }
  return masked + text.slice(at)
}

function merged(spans: readonly SecretSpan[]): SecretSpan[] {
  const all: { readonly start: number; end: number }[] = []
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1)
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else all.push({ start, end })
  }
  return all
}
