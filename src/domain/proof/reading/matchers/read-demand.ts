// Reads what an assertion demands, by the table of its language.
import { given as optional } from '../../../../contract/given.ts'
import { argumentsIn, closeOf, isTupleAsserted, normalised, operatorIn } from './arguments.ts'
import { conditionDemand, failureDemand, isQuestion } from './condition.ts'
import type { Demand } from './demand.ts'
import { isLiteral, plain, stem } from './demand.ts'
import type { Level, MatcherTable } from './matcher.ts'
import { thrownDemand } from './thrown.ts'

const LONGEST = 2000

export function readDemand(written: string, table: MatcherTable): Demand | undefined {
  const whole = normalised(written)
  const text = table.handsOn ? whole.replaceAll(table.handsOn, '') : whole
  if (text.length > LONGEST) return undefined
  const demand =
    thrownDemand(text) ?? stated(text, table) ?? wrapped(text, table) ?? called(text, table) ?? suffixed(text, table)
  return demand && { ...demand, ...optionsIn(text, table) }
}

/** What the assertion lets pass, whatever it is called with. */
export function optionsIn(text: string, { loose, strict, partial, unordered }: MatcherTable): Partial<Demand> {
  return {
    ...(strict && { isStrict: strict.test(text) }),
    ...(loose?.test(text) === true && { isLoose: true }),
    ...(partial?.test(text) === true && { isPartial: true }),
    ...(unordered?.test(text) === true && { isUnordered: true }),
  }
}

function stated(text: string, { conditions, refutations, files }: MatcherTable): Demand | undefined {
  const head = conditions?.exec(text)?.[0]
  if (head === undefined) {
    const negative = refutations?.exec(text)?.[0]
    return negative === undefined ? undefined : failureDemand(conditionIn(text, negative)[0] ?? '')
  }
  const [first = ''] = conditionIn(text, head)
  return files.test('a.py') && isTupleAsserted(text)
    ? { mode: 'value', subjects: [first], level: 0 }
    : conditionDemand(first)
}

/** The condition and what follows it, such as a message. */
function conditionIn(text: string, head: string): string[] {
  const isBracketed = /[({]$/.test(head) && closeOf(text, head.length - 1) === text.length - 1
  return argumentsIn(isBracketed ? text.slice(head.length, -1) : text.slice(head.replace(/\($/, '').length).trim())
}

function wrapped(text: string, { wraps, matchers }: MatcherTable): Demand | undefined {
  const head = wraps?.exec(text)?.[0]
  if (head === undefined) return undefined
  const close = closeOf(text, head.length - 1)
  if (close < 0) return undefined
  const [subject = '', ...rest] = argumentsIn(text.slice(head.length, close))
  const second = rest[0] !== undefined && !rest[0].startsWith('"') ? `,${rest[0]}` : ''
  const owner = head.startsWith('verify') ? 'verify' : ''
  return matched(plain(subject), `${owner}${second}${text.slice(close + 1)}`, matchers)
}

function suffixed(text: string, { suffixes, matchers }: MatcherTable): Demand | undefined {
  const hit = suffixes?.exec(text)
  if (!hit || hit.index === 0) return undefined
  return matched(plain(text.slice(0, hit.index)), text.slice(hit.index + hit[0].length), matchers)
}

/** Says that a condition holds. */
const HOLDS =
  /^(?:\.toBe\(true\)|\.toEqual\(true\)|\.toBeTruthy\(\)|->toBeTrue\(\)|\.isTrue\(\)|\.to be\(?[ (]?true\)?|\.to be_truthy|\.to eq\(true\)|ShouldBeTrue\(\)|BeTrue\(\)|,Is\.True|,is\(true\)|shouldBe true|\.to\.be\.true|\.to\.equal\(true\))/

function matched(subject: string, matcher: string, rules: MatcherTable['matchers']): Demand | undefined {
  if (HOLDS.test(matcher) && (operatorIn(subject) || isQuestion(subject))) return conditionDemand(subject)
  const level = rules.find(({ pattern }) => pattern.test(matcher))?.level
  if (level === undefined) return undefined
  const open = matcher.indexOf('(')
  const close = open < 0 ? -1 : closeOf(matcher, open)
  const given = argumentsIn(
    matcher.slice(
      open < 0 ? (/\w[ ](?=\S)/.exec(matcher)?.index ?? matcher.length) + 1 : open + 1,
      close < 0 ? undefined : close,
    ),
  )
  if (level === 4 && isAnswer(subject) && isAnswer(given[0]))
    return { mode: 'value', subjects: [withoutAnswer(subject)], level: 1, given }
  const isTyped = subject.startsWith('typeof ')
  const about = isTyped ? subject.slice('typeof '.length) : subject
  if (isLiteral(about) && given.every((one) => one === '' || isLiteral(one)))
    return { mode: 'value', subjects: [about], level: 0 }
  if (isTyped) return { mode: 'value', subjects: [about], level: 1 }
  return weighed(
    { mode: 'value', subjects: [about], level },
    given.filter((one) => one !== ''),
    matcher,
  )
}

function called(text: string, { calls }: MatcherTable): Demand | undefined {
  const [, name = '', bracket = ''] =
    /^([\w.:$>!-]{3,80}?)([( ]|(?=[[{]|-\d))/.exec(text.replace(/^([\w.:$-]{3,60})<[^<>]{0,80}>\(/, '$1(')) ?? []
  const rule = name === '' ? undefined : calls.find((one) => one.name.test(name))
  if (!rule) return undefined
  // Ruby: `assert_equal [1, 2], x`
  const open = bracket === '' ? name.length - 1 : text.indexOf(bracket)
  const close = bracket === '(' ? closeOf(text, open) : text.length
  const [first = '', ...others] = argumentsIn(text.slice(open + 1, close < 0 ? undefined : close))
  if (/^&testing\.T\{\}$|^new\(testing\.T\)$/.test(first)) return { mode: 'value', subjects: others, level: 0 }
  const all =
    /^(?:t|tb|b|s\.T\(\)|suite\.T\(\))$/.test(first) && /\.go$|^(?:assert|require|is|qt)\./.test(name)
      ? // The words for a failure follow.
        others.slice(0, rule.level === 4 ? 2 : undefined)
      : [first, ...others]
  const subjects =
    rule.subject === 'all' ? all.filter((one) => !isLiteral(one)).map(plain) : [plain(all.at(rule.subject) ?? '')]
  const [a, b] = all
  if (rule.level === 4 && a !== undefined && a === b) return { mode: 'value', subjects: [a], level: 0 }
  if (rule.level === 4 && isAnswer(a) && isAnswer(b))
    return { mode: 'value', subjects: [a, b].map((one = '') => plain(withoutAnswer(one))), level: 1, given: all }
  // A call with one argument compares it with nothing.
  const compared = all.length > 1 ? all : []
  const given = rule.subject === 'all' ? compared : all.filter((one) => !subjects.includes(plain(one)))
  return { ...weighed({ mode: 'value', subjects, level: rule.level }, given, name), given: all }
}

const ANSWER = /^(?:\(bool(?:ean)?\) ?|bool\((?=.*\)$)|Boolean\((?=.*\)$)|!!)/

/** Cast to true or false: where both sides are, any value that is there equals any other. */
function isAnswer(argument: string | undefined): boolean {
  return argument !== undefined && ANSWER.test(argument)
}

function withoutAnswer(argument: string): string {
  const inner = argument.replace(ANSWER, '')
  return /^[bB]ool/.test(argument) ? inner.slice(0, -1) : inner
}

const STATE = /^(?:true|false|null|undefined|None|nil|True|False|!0|!1)$/
/** Takes any value. */
const ANYTHING =
  /^(?:""|r?"\.[*+?]?"|"\/\.?[*+]?\/"|"\^?\.\*\$?"|\/\^?\.?[*+?]?\$?\/\w{0,3}|\/\(\?:\)\/|(?:mock\.|unittest\.mock\.)?ANY|anything(?:\(\))?|expect\.anything\(\)|(?:self::|\$this->)anything\(\)|any\(\)|Arg\.Any<\w+>\(\)|It\.IsAny<\w+>\(\)|Object\.class|typeof\(object\)|\[\]any\{\}|expect\.any\(\w+\)|expect\.(?:objectContaining|arrayContaining)\((?:\{\}|\[\])\)|_)$/

/** The arguments may leave less of it than the name says. */
function weighed(bare: Demand, given: readonly string[], name: string): Demand {
  const demand = { ...bare, given }
  const { level, subjects } = demand
  const [subject = ''] = subjects
  const others = given.filter((one) => plain(one) !== subject)
  if (
    level > 1 &&
    given.length > 0 &&
    subject.length > 2 &&
    given.some((one) => holds(one, subject, given) || isListOf(subject, one) || isOwnBound(one, subject, name))
  )
    return { ...demand, level: 0 }
  if (
    level > 1 &&
    (others.length > 0 || given.length > 0) &&
    (others.length > 0 ? others : given).some((one) => isAnything(one, level)) &&
    !/typeof/.test(name)
  ) {
    return { ...demand, level: 1 }
  }
  const tolerance = toleranceOf(given, name)
  if (tolerance !== undefined) {
    const size = Math.max(1, ...given.slice(0, 2).map((one) => Math.abs(Number(one)) || 0))
    return { ...demand, level: tolerance >= size ? 1 : 3, tolerance }
  }
  const isState = level === 4 && given.some((one) => STATE.test(one.replace(/^(?:be|eq|eql|equal) /, '')))
  const about = isState && subject.length > 0 ? stem(subject) : subject
  if (about !== subject) return { ...demand, subjects: [about], level: 1 }
  const [literal] = given.filter((one) => /^"[^"]*"$/.test(one))
  return {
    ...demand,
    ...(isState && { isState, level: 2 as const }),
    ...optional({ expected: literal?.slice(1, -1) }),
  }
}

function isAnything(argument: string, level: Level): boolean {
  // An empty text is part of every text, and equal to itself alone.
  if (argument === '""') return level < 4
  if (ANYTHING.test(argument) || (level === 2 && /^[oO]bject$/.test(argument)) || (level === 3 && argument === '{}'))
    return true
  const [, body] = /^\/(.{1,60})\/\w{0,3}$/.exec(argument) ?? []
  return body !== undefined && matchesNothing(body)
}

/** A pattern that takes the empty text takes every text. */
function matchesNothing(pattern: string): boolean {
  try {
    return new RegExp(pattern).test('') && !/^\^.*\$$/.test(pattern)
  } catch {
    // Written for another language: nothing is known of it.
    return false
  }
}

/** `[a, b]` holds `b`. */
function isListOf(subject: string, argument: string): boolean {
  return /^[[({].*[\])}]$/.test(subject) && argumentsIn(subject.slice(1, -1)).includes(argument)
}

const BOUNDS = [
  { name: /most|LessThanOrEqual|lessThanOrEqual|\.lte\b/, bound: /^(?:Math\.|math\.)?max\((.*)\)$/ },
  { name: /least|GreaterThanOrEqual|greaterThanOrEqual|\.gte\b/, bound: /^(?:Math\.|math\.)?min\((.*)\)$/ },
]

/** `at.most(Math.max(n, subject))`: no value is larger than that. */
function isOwnBound(argument: string, subject: string, matcher: string): boolean {
  const bounds = BOUNDS.filter(({ name }) => name.test(matcher)).map(({ bound }) => bound.exec(argument)?.[1])
  return bounds.some((inside) => inside !== undefined && argumentsIn(inside).includes(subject))
}

/** It is compared with itself, or must be one of a list that holds it. */
function holds(argument: string, subject: string, given: readonly string[]): boolean {
  const inner = /^(?:new\[\]|Arrays\.asList|List\.of|listOf)?[[({](.*)[\])}]$/.exec(argument)?.[1]
  if (inner !== undefined && argumentsIn(inner).includes(subject)) return true
  return given.filter((one) => plain(one) === subject).length > (given.length > 1 ? 1 : 0)
}

/** `assertEquals(3.5, total, Math.abs(total))`: computed from what is compared, so that any number is near enough. */
function isOfItsOwnSize(delta: string, compared: readonly string[]): boolean {
  if (!/^[Mm]ath\.\w+\(|[\w)]\s?[*/]\s?[\w(]/.test(delta) || /["']|->|=>|\bulp\(/.test(delta)) return false
  return compared.some((one) => one.length > 2 && !isLiteral(one) && delta.includes(one))
}

const BY_DELTA =
  /almost|delta|within|closeTo|approx|near|InEpsilon|assertEquals|Equal$|AreEqual|ShouldBe\(|BeCloseTo|in_delta/i
const DIGITS = /toBeCloseTo/
/** xUnit and unittest: a whole number says how many digits behind the point count. */
const BY_PLACES = /(?:^|\.)Assert\.(?:Not)?Equal$|assert(?:Not)?AlmostEquals?$|assert_(?:array_)?almost_equal$/
const HALF = 0.5

function toleranceOf(given: readonly string[], name: string): number | undefined {
  const named = given
    .map(
      (one) =>
        /^(?:(?:delta|abs|rel|atol|rtol|epsilon|max_relative)=|(?:accuracy|tolerance|delta):)(-?[\d.e_+-]+)[dfm]?$/.exec(
          one,
        )?.[1],
    )
    .find((one) => one !== undefined)
  if (named !== undefined) return Number(named.replaceAll('_', ''))
  const places = given
    .map((one) => /^(?:(?:places|decimal)=|precision:)(-?\d+)$/.exec(one)?.[1])
    .find((one) => one !== undefined)
  if (places !== undefined) return 10 ** -Number(places)
  const within = /(?:Within|be_within|isWithin)\(([\d._e+-]+)\)/.exec(name)?.[1]
  if (within !== undefined) return Number(within.replaceAll('_', ''))
  if (DIGITS.test(name)) return given[1] === undefined ? 0.01 : 10 ** -Number(given[1])
  const last = given.at(-1) ?? ''
  if (BY_PLACES.test(name) && given.length === 3 && /^\d{1,2}$/.test(last)) return HALF * 10 ** -Number(last)
  if (BY_DELTA.test(name) && given.length > 2 && isOfItsOwnSize(last, given.slice(0, -1))) return Infinity
  if (
    !BY_DELTA.test(name) ||
    given.length < (/ShouldBe\(/.test(name) ? 2 : 3) ||
    !/^-?[\d._]+(?:e[+-]?\d+)?[dfm]?$/.test(last)
  )
    return undefined
  const value = Number(last.replaceAll('_', '').replace(/[dfm]$/, ''))
  return Number.isNaN(value) ? undefined : value
}
