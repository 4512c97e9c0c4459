// Text of others inside a text of ours. Every line of it is marked, or it is put into one line, so that none of it can
// pass for a line of ours.

/** Whatever some reader takes for the end of a line. */
const LINE_END = /\r\n|[\n\r\u000b\u000c\u001c-\u001e\u0085\u2028\u2029]/
/** Control characters but tab, and those that turn the direction of text. */
const UNSEEN = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const GAPS = /[\s\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g

/** What stands before every line of a quotation. */
export const QUOTE = '| '

export function quoted(text: string): string {
  return text
    .split(LINE_END)
    .map((line) => `${QUOTE}${line.replace(UNSEEN, '\u{fffd}')}`.trimEnd())
    .join('\n')
}

/** As one line, whatever it was. */
export function flat(text: string): string {
  return text.replace(GAPS, ' ').trim()
}

/** The first line of a reason; what follows it is the output of a check. */
export function firstLine(text: string): string {
  const end = text.indexOf('\n')
  return flat(end === -1 ? text : text.slice(0, end))
}

/** A reason with the output of its check, quoted. */
export function reasonLines(text: string): string {
  const end = text.indexOf('\n')
  return end === -1 ? flat(text) : `${firstLine(text)}\n${quoted(text.slice(end + 1))}`
}
