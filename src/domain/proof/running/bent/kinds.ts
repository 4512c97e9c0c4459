// Another text of the same kind in place of one that reads as a number, a date and the like: what is made of it, or compares by
// what it says, must be able to read it. And other numbers for the parts of a date.

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:([T ])(\d\d):(\d\d)(?::(\d\d))?([.\d]*(?:Z|[+-]\d\d:?\d\d)?))?$/
const SHORT_DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/
const TIME = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/
const NUMBER = /^([+-]?)(\d+|\d{1,3}(?:([,_' ])\d{3})(?:\3\d{3})*)(\.\d+)?$/
const RATIO = /^(-?)(\d{1,9})\/(\d{1,9})$/
const ADDRESS = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|(?=\/|$))){4}(\/\d{1,2})?$/
const VERSION = /^(?:v\d{1,9}(?:\.\d{1,9})*|\d{1,9}(?:\.\d{1,9})+)(?![\d.])[^\s/:]{0,40}$/
const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const LINK = /^((?:https?|wss?|ftp|file):\/\/)\S+$/
const MAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/

/** A prime far above the numbers that people round to. */
const STEP = 7_368_787n
const SMALL_STEP = 7919

/** Undefined where a text is of no kind that is known. `word`: random letters. */
export function bentText(content: string, word: string): string | undefined {
  if (content.length > 200) return undefined
  if (DATE.test(content)) return content.replace(DATE, bentDate)
  if (SHORT_DATE.test(content)) return content.replace(SHORT_DATE, bentShortDate)
  if (TIME.test(content)) return content.replace(TIME, bentTime)
  if (NUMBER.test(content)) return content.replace(NUMBER, bentNumber)
  if (RATIO.test(content))
    return content.replace(RATIO, (_, sign, one, two) => `${sign}${Number(one) + 7_368_787}/${two}`)
  if (ADDRESS.test(content)) return content.replaceAll(/(?<![/\d])\d+/g, (one) => String((Number(one) + 101) % 256))
  if (VERSION.test(content)) return content.replace(/^v?[\d.]+/, raised)
  if (ID.test(content)) return content.replaceAll(/(?<!^.{14}|^.{19})\d/g, (one) => String((Number(one) + 3) % 10))
  if (LINK.test(content)) return content.replace(LINK, (_, head) => `${head}${word.toLowerCase()}.example/${word}`)
  return MAIL.test(content) ? `${word}@${word.toLowerCase()}.example` : undefined
}

function raised(numbers: string): string {
  return numbers.replaceAll(/\d+/g, (one) => String(Number(one) + SMALL_STEP))
}

function bentDate(...[, year, month, day, mark, hour, minute, second, rest]: readonly string[]): string {
  const date = [padded('year', year), padded('month', month), padded('day', day)].join('-')
  if (mark === undefined) return date
  const time = [
    padded('hour', hour),
    padded('minute', minute),
    ...(second === undefined ? [] : [padded('second', second)]),
  ]
  return `${date}${mark}${time.join(':')}${rest}`
}

/** Day and month stand in either order. */
function bentShortDate(...[, one, mark, two, year]: readonly string[]): string {
  return [padded('month', one), padded('month', two), padded('year', year)].join(mark)
}

function bentTime(...[, hour, minute, second]: readonly string[]): string {
  const parts = [
    padded('hour', hour),
    padded('minute', minute),
    ...(second === undefined ? [] : [padded('second', second)]),
  ]
  return parts.join(':')
}

function bentNumber(...[, sign = '', whole = '', mark, rest = '']: readonly string[]): string {
  const digits = mark === undefined ? whole : whole.replaceAll(mark, '')
  const sum = String(BigInt(digits) + STEP * 10n ** BigInt(Math.max(0, digits.length - 5)))
  return `${sign}${mark === undefined ? sum : sum.replaceAll(/\B(?=(?:\d{3})+$)/g, mark)}${rest}`
}

export type DatePart = 'year' | 'month' | 'month-from-0' | 'day' | 'hour' | 'minute' | 'second' | 'fraction'

/** In the order in which those who make dates take them. */
export const DATE_PARTS: readonly DatePart[] = ['year', 'month', 'day', 'hour', 'minute', 'second', 'fraction']

/** From the first to the last that each may be; a day that every month has. */
const RANGES: Readonly<Record<DatePart, readonly [first: number, count: number, step: number]>> = {
  year: [1000, 9000, 1013],
  month: [1, 12, 5],
  'month-from-0': [0, 12, 5],
  day: [1, 28, 13],
  hour: [0, 24, 11],
  minute: [0, 60, 29],
  second: [0, 60, 31],
  fraction: [0, 1000, 457],
}

/** Another one. */
export function other(part: DatePart, written: string): string {
  const [first, count, step] = RANGES[part]
  return String(first + ((((Number(written) - first + step) % count) + count) % count))
}

/** With as many digits, as texts write it. */
function padded(part: DatePart, written = ''): string {
  return other(part, written).padStart(written.length, '0')
}
