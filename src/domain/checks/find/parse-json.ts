// An object from the text of a manifest, with or without comments and trailing commas. Whatever is wrong with the text,
// the answer is the same: nothing.

/** Strings are matched first, so that nothing inside them is a comment. An open one reaches to the end: one pass. */
const COMMENTS = /"(?:\\.|[^"\\])*(?:"|$)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g
const LAST_COMMAS = /"(?:\\.|[^"\\])*(?:"|$)|,(?=\s*[}\]])/g

/** Never throws. */
export function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    const plain = text.replace(/^\ufeff/, '').replaceAll(COMMENTS, (part) => (part.startsWith('"') ? part : ' '))
    const value: unknown = JSON.parse(plain.replaceAll(LAST_COMMAS, (part) => (part === ',' ? '' : part)))
    return isRecord(value) ? value : undefined
  } catch {
    // No JSON, or nested too deep to be one that a person wrote.
    return undefined
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
