// Makes text of others safe to quote in a brief: no line of it can pass for one of ours.

const COLOURS = /\u001b\[[0-?]*[ -/]*[@-~]/g
const LINE_ENDS = /\r\n?|[\u2028\u2029]/g
/** Control characters but newline and tab, and those that turn the direction of text. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g
const NOT_IN_NAMES = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu

export function cleanText(text: string): string {
  return text.toWellFormed().replace(COLOURS, '').replace(LINE_ENDS, '\n').replace(CONTROLS, '').trim()
}

export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ')
}

/** Every line is marked, so none can begin like a heading, a note or an instruction of ours. */
export function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

/** A name that a line cannot show as it is, as JSON. */
export function shownPath(path: string): string {
  const isPlain = path !== '' && path === path.trim() && !path.startsWith('"') && path.search(NOT_IN_NAMES) === -1
  return isPlain ? path : asJson(path)
}

/** Any name, always as JSON. */
export function asJson(path: string): string {
  return JSON.stringify(path).replace(NOT_IN_NAMES, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
