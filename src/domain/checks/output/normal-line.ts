// A line that names a failure, in a form that two runs share: no places, times, counts or random ids.
// The title of a test keeps its numbers: "converts 1999" and "converts 2024" are two tests.

const MOST_CHARACTERS = 160

/** The part of a line that is the title of a test; what follows it is a message. */
const TITLES: readonly RegExp[] = [
  /^\s*(?:\[gw\d+\]\s*)?(?:\[\s*\d+%\]\s*)?(?:FAILED|ERROR)\s+[^\s:]*::[^\s[]*(?:\[.*?\](?= - |$))?/,
  /^\s*[^\s:]+::\S+(?: \S+){0,9}? +(?:FAILED|ERROR)\b/,
  /^\s*(?:[✗✘✕✖❌●⨯]|×(?! \S+\(\S+\): )|\(fail\)|not ok|--- FAIL:|FAIL:?|\d+\)|Failed|rspec|\[\s*FAILED\s*\])\s.*$/,
  /^test .* \.\.\. FAILED$/,
  /^[^>]+ > .* FAILED$/,
]

/** It names a test; other lines of a failure are what the test says. */
export function namesTest(line: string): boolean {
  return TITLES.some((pattern) => pattern.test(line))
}

export function toNormal(line: string, root: string | undefined): string {
  const whole = withoutPlaces(line.replaceAll('file://', ''), root).replace(RANDOM, '')
  const title = TITLES.map((pattern) => pattern.exec(whole)?.[0]).find((found) => found !== undefined) ?? ''
  return `${normalTitle(title)}${normalMessage(whole.slice(title.length))}`
    .replace(/[([<{][\s.:,;%-]{0,9}[)\]>}]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,:;.](?: |$))/g, '')
    .trim()
    .replace(/[:,;.]{1,3}$/, '')
    .slice(0, MOST_CHARACTERS)
    .trimEnd()
}

const RANDOM =
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\[gw\d+\]|\b0x[0-9a-f]+\b|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}\b/gi

/** How runners number the failures of one run. */
const COUNTER = /^(\s*(?:not ok|✘)\s+|\s*)\d+(?=\)?\s)/
const TITLE_NUMBERS =
  /\[\s*\d+%\]|(?<=\.[A-Za-z]\w{0,5}):\d+(?::\d+)?\b|(?<=\d\.\d{1,3}|localhost):\d+\b|(?<=\b(?:pid|port|process)[ =:#])\d+|\d{7,}/gi
const TOOK =
  /\s*[([]?(?<![\d.,])\d+(?:[.,]\d+)?\s?(?:ns|µs|μs|us|ms|s|secs?|seconds?|m|mins?|minutes?)(?:, \d+ MB heap size)?[)\]]?$/

function normalTitle(title: string): string {
  return title.trimEnd().replace(COUNTER, '$1').replace(TITLE_NUMBERS, '').trimEnd().replace(TOOK, '')
}

const TIMES =
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\b|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b|\b\d+(?:[.,]\d+)?\s?(?:ns|µs|μs|us|ms|s|secs?|seconds?|m|mins?|minutes?)\b/g
const LINE_NUMBERS = /\(\d+,\d+\)|\b\d+:\d+\b|:\d+(?::\d+)*\b/g

function normalMessage(message: string): string {
  return message.replace(TIMES, '').replace(LINE_NUMBERS, '').replace(/\d+/g, keptDigits)
}

/** An error code (TS2322) and the number of a name (case_2) tell failures apart; lines and counts do not. */
function keptDigits(digits: string, at: number, message: string): string {
  const before = /[A-Za-z_]+$/.exec(message.slice(Math.max(at - 12, 0), at))?.[0] ?? ''
  const isCode = /^[A-Z]{1,5}$/.test(before) && digits.length >= 3 && digits.length <= 5
  return isCode || (before !== '' && digits.length <= 4) ? digits : ''
}

const TEMPORARY = /(?:\/private)?\/(?:tmp|var\/tmp|var\/folders\/[^/\s]+\/[^/\s]+\/T)\/(?:[^\s/:'"`()[\]]+\/)*/g
const ABSOLUTE =
  /(?<![\w.@/-])(?:[A-Za-z]:\\|\/)(?:[^\s/\\:'"`()[\]<>]+[/\\]){2,}(?=[^\s/\\:'"`()[\]<>]+[/\\][^\s/\\:'"`()[\]<>]+)/g

function withoutPlaces(line: string, root: string | undefined): string {
  const relative = root === undefined || root.length < 2 ? line : line.replaceAll(`${root.replace(/\/+$/, '')}/`, '')
  return relative.replace(TEMPORARY, '').replace(ABSOLUTE, '')
}
