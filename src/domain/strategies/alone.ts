// A signal alone on its line: bold or backticks around it are forgiven, nothing else.

/** The most that forgiven marks take before the signal. */
const LONGEST_LEAD = 32

/** The marks between the line's start and the signal; null if anything but white space stands there beside them. */
export function leadOf(text: string, at: number): string | null {
  const marks = /(?:\*\*|__|`{1,8} ?)*$/.exec(text.slice(Math.max(0, at - LONGEST_LEAD), at))?.[0] ?? ''
  for (let before = at - marks.length - 1; before >= 0 && text[before] !== '\n'; before--) {
    if (!/[\s\uFEFF\u200B]/.test(text[before] ?? '')) return null
  }
  return marks
}

/** The marks after the signal if they mirror the ones before it and nothing but white space follows. */
export function tailOf(text: string, from: number, lead: string): string | null {
  const tail = mirrored(lead).find((marks) => text.startsWith(marks, from))
  if (tail === undefined) return null
  for (let at = from + tail.length; at < text.length && text[at] !== '\n'; at++) {
    if ((text[at] ?? '').trim() !== '') return null
  }
  return tail
}

function mirrored(lead: string): readonly string[] {
  const marks = lead.match(/\*\*|__|`+ ?/g) ?? []
  const tail = marks.reverse().map((mark) => (mark.endsWith(' ') ? ` ${mark.trimEnd()}` : mark))
  return [tail.join('')]
}
