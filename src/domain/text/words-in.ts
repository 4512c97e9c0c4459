// Quick looks at a text without a pattern. A hook runs once, and compiling a pattern takes longer than all it would save:
// these sort out the texts that no pattern needs to see.

/** One of the parts stands anywhere in the text. */
export function holdsPart(text: string, parts: readonly string[]): boolean {
  for (const part of parts) if (text.includes(part)) return true
  return false
}

/** One of the words stands in the text, as `\b` bounds it. Both are in lower case. */
export function holdsWord(text: string, words: readonly string[]): boolean {
  for (const word of words) if (standsAlone(text, word)) return true
  return false
}

function standsAlone(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWordCharacter(text, at - 1) && !isWordCharacter(text, at + word.length)) return true
  }
  return false
}

/** The word that the text begins with, in the letters of `\w`. */
export function leadingWord(text: string): string {
  let end = 0
  while (isWordCharacter(text, end)) end++
  return text.slice(0, end)
}

function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return isLetterOrDigit(code) || code === 95
}

/** Outside the text there is none: its code is not a number. */
export function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
}

/** Every character is one of ASCII. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false
  return true
}
