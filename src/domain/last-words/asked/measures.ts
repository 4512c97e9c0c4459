// Numbers that the request names, held against those of the last words: a target that is not met ("below 30 seconds"),
// fewer of something than were asked for ("convert the 14 files": "12 files converted").
import { lazily } from '../../../contract/lazily.ts'
import { toNumber } from '../own-share.ts'
import { stemOf } from './request-read.ts'

/** The last words name a number that comes near what was wanted, and none that reaches it. */
export function missesMeasure(message: string, prompt: string): boolean {
  if (!/\d/.test(message)) return false
  return targetsIn(prompt).some(({ unit, value: target, isMost }) => {
    const values = valuesIn(message, unit)
    const isNear = (value: number): boolean => value < target * NEAR && value > target / NEAR
    return values.some(isNear) && !values.some((value) => (isMost ? value <= target : value >= target))
  })
}

/** What is further away measures something else. */
const NEAR = 4

type Unit = 'share' | 'time' | 'size' | 'score'
interface Target {
  readonly unit: Unit
  readonly value: number
  readonly isMost: boolean
}

const AMOUNT = '(\\d{1,3}(?:,\\d{3})+|\\d{1,6}(?:[.,]\\d{1,3})?|an?|one|two|half an)'
const UNITS: Readonly<Record<string, readonly [Unit, number]>> = {
  '%': ['share', 1],
  percent: ['share', 1],
  ms: ['time', 1],
  millisecond: ['time', 1],
  s: ['time', 1000],
  sec: ['time', 1000],
  second: ['time', 1000],
  m: ['time', 60_000],
  min: ['time', 60_000],
  minute: ['time', 60_000],
  h: ['time', 3_600_000],
  hour: ['time', 3_600_000],
  kb: ['size', 1],
  mb: ['size', 1000],
  gb: ['size', 1_000_000],
}
const UNIT = '(%|percent|ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|kb|mb|gb)(?![\\p{L}\\d])'
const most = lazily(
  () =>
    new RegExp(
      `\\b(?:below|under|less than|within|smaller than|faster than|at most|no more than|max(?:imum)?(?: of)?|down to)(?: the)? ${AMOUNT} ?${UNIT}`,
      'giu',
    ),
)
/** "The search must answer in 200 ms" */
const inTime = lazily(
  () => new RegExp(`\\b(?:must|should|has to|needs? to|shall)\\b[^.;,\\n]{1,60}? in ${AMOUNT} ?${UNIT}`, 'giu'),
)
const least = lazily(
  () =>
    new RegExp(
      `\\b(?:at least|above|over|more than|reach(?:es)?|coverage (?:to|of)|score of) ${AMOUNT} ?(%|percent)`,
      'giu',
    ),
)
const value = lazily(
  () => new RegExp(`(?<![\\p{L}\\d.:/])${AMOUNT} ?${UNIT}(?: (\\d{1,2}) ?(s|min|m)(?![\\p{L}\\d]))?`, 'giu'),
)

/** "Bring the score to 95", and "it went from 61 to 83". */
const scored = lazily(
  () =>
    /\b(?:score|rating|points)\b[^.\n]{0,40}?\b(?:to|of|at least|above|over) (\d{1,3})(?![\d.,]?\d|[ ]?[%\p{L}/])/giu,
)
const scores = lazily(
  () => /\b(?:score|rating|points)\b[^.\n]{0,40}?\b(?:to|at|is(?: now)?|of|reaches|now) (\d{1,3})(?![.,]?\d| ?[%/])/giu,
)

function targetsIn(prompt: string): readonly Target[] {
  const text = prompt.slice(0, 2000)
  const found = [...text.matchAll(most()), ...text.matchAll(inTime())].map((match) => ({
    ...toValue(match[1], match[2]),
    isMost: true,
  }))
  if (found.length > 0) return found
  const shares = [...text.matchAll(least())].map((match) => ({ ...toValue(match[1], match[2]), isMost: false }))
  if (shares.length > 0) return shares
  return [...text.matchAll(scored())].map((match) => ({
    unit: 'score' as const,
    value: Number(match[1]),
    isMost: false,
  }))
}

function valuesIn(message: string, unit: Unit): readonly number[] {
  if (unit === 'score') return [...message.slice(-4000).matchAll(scores())].map((match) => Number(match[1]))
  const clock =
    unit === 'time'
      ? [...message.matchAll(/\b(\d{1,2}):(\d{2})\b(?!:)/g)].map(
          (match) => Number(match[1]) * 60_000 + Number(match[2]) * 1000,
        )
      : []
  const told = [...message.slice(-4000).matchAll(value())]
    .filter((match) => !isTarget(message.slice(-4000), match.index, match[0].length))
    .map((match) => {
      const first = toValue(match[1], match[2])
      const more = match[3] === undefined ? 0 : toValue(match[3], match[4]).value
      return { unit: first.unit, value: first.value + more }
    })
    .filter((found) => found.unit === unit)
    .map((found) => found.value)
  return [...told, ...clock]
}

/** "… what's missing to get to 85 %" repeats what was wanted, unless it says that it is reached. */
function isTarget(text: string, at: number, length: number): boolean {
  return TARGET().test(text.slice(Math.max(0, at - 50), at)) && !MET().test(text.slice(at + length, at + length + 40))
}
const TARGET = lazily(
  () =>
    /\b(?:to (?:get (?:it )?(?:to|below|under|above)|reach|hit|meet)|getting (?:it )?(?:to|below|under|above)|reaching|(?:goal|target|limit|threshold|requirement) of|short of|(?:away|far) from|needed for|missing (?:to|for))(?: the| your| about)?(?: required| wanted| target of)? $/i,
)
const MET = lazily(
  () => /^[^.,;]{0,20}\b(?:is|was|are|has been|have been)? ?(?:met|reached|hit|passed|exceeded|achieved|done)\b/i,
)

function toValue(amount = '', unit = ''): { readonly unit: Unit; readonly value: number } {
  const name = unit.toLowerCase()
  const [kind, factor] = UNITS[name] ?? UNITS[name.replace(/s$/, '')] ?? ['share', 1]
  const number = /\d/.test(amount)
    ? Number(/^\d{1,3}(?:,\d{3})+$/.test(amount) ? amount.replaceAll(',', '') : amount.replace(',', '.'))
    : amount.toLowerCase() === 'two'
      ? 2
      : amount.toLowerCase() === 'half an'
        ? 0.5
        : 1
  return { unit: kind, value: number * factor }
}

const COUNTED = lazily(
  () =>
    /(?<![\p{L}\d.,-])(\d{1,5}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:(?:of )?(?:the |those |these )?(?:\p{L}+ ){0,2}?)?(\p{L}{3,20}s)\b/giu,
)
const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** "Convert the 14 components": "12 components are converted", and nowhere all of them. */
export function fallsShort(message: string, prompt: string): boolean {
  const wanted = countsIn(prompt.slice(0, 2000))
  if (wanted.length === 0) return false
  const text = message.slice(-4000)
  if (/\b(?:all|every|each|whole|none|total|both)\b/i.test(text)) return false
  const told = countsIn(text)
  return wanted.some(({ count, thing }) => {
    const same = told.filter((other) => other.thing === thing)
    return (
      same.length > 0 &&
      same.every((other) => other.count < count) &&
      !new RegExp(`\\b${count}\\b`).test(text) &&
      !text.toLowerCase().includes(` ${WORDS[count] ?? '\0'} `) &&
      !addsUp(text, count)
    )
  })
}

/** "12 were converted, and 2 were fine as they are" */
function addsUp(text: string, count: number): boolean {
  if (!FINE.test(text)) return false
  const numbers = (text.match(NUMBERS()) ?? []).slice(0, 40).map(toCount)
  return numbers.some((one, at) => numbers.slice(at + 1).some((other) => one + other === count))
}

const FINE =
  /\b(?:already|had (?:them|it|one)|as (?:they|it) (?:are|were|is|was)|fine|unchanged|correct before|no changes?|needed (?:no|none|nothing))\b/i
const NUMBERS = lazily(() => new RegExp(`(?<![\\p{L}\\d.,-])(?:\\d{1,5}|${WORDS.join('|')})(?![\\p{L}\\d.-])`, 'giu'))
const toCount = (word: string): number => toNumber(word.toLowerCase())

function countsIn(text: string): ReadonlyArray<{ readonly count: number; readonly thing: string }> {
  return [...text.matchAll(COUNTED())].map((match) => {
    return { count: toCount(match[1] ?? ''), thing: stemOf((match[2] ?? '').toLowerCase()) }
  })
}

/** "Do step 1 of the plan": "Steps 2 to 5 are untouched" names none of what was asked for. */
export function isOfOtherNumber(plain: string, prompt: string): boolean {
  const told = numberedIn(plain)
  const asked = prompt.slice(0, 2000)
  if (told.size === 0 || WHOLE.test(asked)) return false
  const wanted = numberedIn(asked)
  return wanted.size > 0 && [...told].every(([thing, numbers]) => isDisjoint(numbers, wanted.get(thing)))
}

/** "… starting with step 1", "the whole plan": a number names a place in it, and no end. */
const WHOLE = /\b(?:all|every(?:thing)?|each|whole|entire|end|start(?:ing)?|begin(?:ning)?|onwards?|through)\b/i

function isDisjoint(told: readonly number[], wanted: readonly number[] | undefined): boolean {
  return wanted !== undefined && !told.some((number) => wanted.includes(number))
}

const NUMBERED = lazily(() => {
  const number = `(?:\\d{1,3}|${WORDS.slice(1).join('|')})(?![\\p{L}\\d.%])`
  return new RegExp(
    `(?<!\\p{L})(step|phase|stage|part|item|chapter|section|milestone|task)s? (${number}(?:(?:, ?| and |, and | or | to |-|–)${number}){0,9})`,
    'giu',
  )
})

/** Of each thing the numbers that stand after it. */
function numberedIn(text: string): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>()
  for (const [, thing = '', list = ''] of text.matchAll(NUMBERED())) {
    const name = thing.toLowerCase()
    found.set(name, [...(found.get(name) ?? []), ...inList(list)])
  }
  return found
}

/** "2, 4 and 6", or from the first to the last: "2 to 5". */
function inList(list: string): readonly number[] {
  const numbers = (list.match(/[\p{L}\d]+/gu) ?? []).map(toCount).filter((number) => number > 0)
  const [first = 0, last = 0] = numbers
  if (numbers.length !== 2 || !/ to |-|–/.test(list) || last < first) return numbers
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}
