// Lines of text broken between words.
import { stringWidth } from '../../../adapters/platform/window.ts'
import { graphemes } from './spans.ts'

/** Lines of at most this width, broken between words where there are any. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  const flush = (): void => {
    lines.push(line.trimEnd())
    line = ''
    used = 0
  }
  for (const word of text.replaceAll('\t', '    ').match(/ +|[^ ]+/g) ?? []) {
    const wide = stringWidth(word)
    if (used + wide <= width) {
      line += word
      used += wide
      continue
    }
    if (word.startsWith(' ')) {
      flush()
      continue
    }
    if (used > 0) flush()
    for (const letter of wide > width ? graphemes(word) : [word]) {
      const letterWide = stringWidth(letter)
      if (used + letterWide > width && used > 0) flush()
      line += letter
      used += letterWide
    }
  }
  if (line !== '' || lines.length === 0) flush()
  return lines
}
