// What one assertion demands of a subject beside what another one did: does it let more pass?
import { argumentsIn } from '../../matchers/arguments.ts'
import type { Demand } from '../../matchers/demand.ts'
import { isLiteral } from '../../matchers/demand.ts'

export function isWeaker(was: Demand, now: Demand): boolean {
  if (was.mode !== now.mode) return false
  if (was.mode === 'throws') return isBroader(was, now)
  const isSame = now.subjects.some((one) => /[A-Za-z_]/.test(one) && was.subjects.includes(one))
  if (isSame && isLooser(was, now)) return true
  if ((isSame || isSameExpected(was, now)) && isOpener(was, now)) return true
  const isAbout =
    isSame || isDerived(now, was) || (now.level === 1 && was.level > 2 && (isMeasured(was, now) || isOpened(was, now)))
  if (!isAbout || isOpposite(was, now)) return false
  if (now.level === 0) return true
  if (now.level === 1) return was.level > 1 && was.isState !== true
  if (isSame && was.tolerance !== undefined && now.tolerance !== undefined) return now.tolerance >= 100 * was.tolerance
  if (isSame && isLoosened(was, now)) return true
  if (now.level === 2) return was.level > 2 && now.isState !== true
  return (
    isSame &&
    (isPartOf(was, now) ||
      isSomeOf(was, now) ||
      isOneOf(was, now) ||
      (was.level === 3 && now.level === 3 && isShortened(was.expected, now.expected)))
  )
}

/** What is left open now had to be so as well: fields by name, an order, the last digits. */
export function isOpener(was: Demand, now: Demand): boolean {
  if (now.isPartial === true && was.isPartial !== true && was.isStrict !== false && was.level === 4) return true
  return now.isUnordered === true && was.isUnordered !== true && was.level === 4 && isOrderedList(was.given ?? [])
}

/** Of several elements that are not all the same. */
function isOrderedList(given: readonly string[]): boolean {
  return given.some((one) => {
    const inside = /^(?:[\w.:<>]{0,40}(?:asList|[lL]istOf|\.of|vec!|\[\][\w.]{1,40}|new\[\])?)?[[({](.*)[\])}]$/.exec(
      one,
    )?.[1]
    return inside !== undefined && new Set(argumentsIn(inside)).size > 1
  })
}

const LITERALS = /"[^"]*"|(?<![\w.])-?\d[\d._]*(?!\w)/g

/** The same values in the same order are asked for, and more than one that could be anybody's. */
function isSameExpected({ given: was = [] }: Demand, { given: now = [] }: Demand): boolean {
  const [old, own] = [was.join().match(LITERALS) ?? [], now.join().match(LITERALS) ?? []]
  return old.length > 1 && old.join().length > 4 && old.join() === own.join()
}

/** Exactly this number, text or list was asked for; now what only compares as equal passes too. */
function isLooser({ isLoose: wasLoose = false, given = [] }: Demand, { isLoose = false }: Demand): boolean {
  return isLoose && !wasLoose && given.some((one) => isLiteral(one) || /^\[.*\]$/.test(one))
}

/** `x != 5` after `x == 5` says something else: that is looked at with the expected values. */
function isOpposite({ given: was = [] }: Demand, { level, tolerance, given: now = [] }: Demand): boolean {
  return level === 1 && tolerance === undefined && was.length > 0 && was.every((one) => now.includes(one))
}

const MEASURE =
  /^(?:len|count|strlen|sizeof|size)\((.{3,200})\)$|^(.{3,200})\.(?:length|size|len|count|Count|Length)(?:\(\))?$/

/** How many there are was asked before, now whether there are any. That there are none may be said either way. */
function isMeasured(was: Demand, now: Demand): boolean {
  if (now.isEmptiness === true && was.given?.includes('0') === true) return false
  return was.subjects.some((one) => {
    const [, inside, before] = MEASURE.exec(one) ?? []
    return now.subjects.some((subject) => subject === (inside ?? before))
  })
}

/** What it holds was asked before, now whether it holds something: `data.unwrap()`, `data`. That it holds none is another claim. */
function isOpened(was: Demand, now: Demand): boolean {
  if (now.isAbsence === true && !was.subjects.some((one) => /\.(?:unwrap|expect)_err\(/.test(one))) return false
  return was.subjects.some((one) => {
    const whole = /^(.{1,200}?)\.(?:unwrap|unwrap_err|expect|expect_err|get|orElseThrow)\(.{0,200}\)$/.exec(one)?.[1]
    return whole !== undefined && now.subjects.includes(whole)
  })
}

/** These and no others were asked for, now some of them: `containsExactly(1, 2)`, `contains(1)`. */
function isSomeOf(was: Demand, now: Demand): boolean {
  if (was.level !== 4 || now.level !== 3) return false
  const [all, some] = [elementsOf(was.given), elementsOf(now.given)]
  return some.length > 0 && some.length < all.length && some.every((one) => all.includes(one))
}

/** It was this value, now it may be another one of a list that is written out: `contains(listOf(x, null), got)`. */
function isOneOf(was: Demand, now: Demand): boolean {
  if (was.level !== 4 || now.level !== 3) return false
  return (now.given ?? []).some((list) => {
    const inside = WRITTEN_LIST.exec(list)?.[1]
    const among = inside === undefined ? [] : argumentsIn(inside)
    return among.length > 1 && !was.given?.includes(list) && among.some((one) => was.given?.includes(one))
  })
}

const WRITTEN_LIST =
  /^(?:\[\][\w.*]{1,40}|(?:[\w.]{0,40}\b)?(?:listOf|setOf|arrayOf|asList|of)(?=\()|new\[\])?[[({](.*)[\])}]$/

/** Those of the one list or object that is given; else all that is. */
function elementsOf(given: readonly string[] = []): readonly string[] {
  const inside = given.length === 1 ? /^[[{](.*)[\]}]$/.exec(given[0] ?? '')?.[1] : undefined
  return inside === undefined ? given : argumentsIn(inside)
}

/** `"total: 12"` must be there, now `"total"`. */
function isShortened(was: string | undefined, now: string | undefined): boolean {
  return was !== undefined && now !== undefined && now.length < was.length && was.includes(now)
}

/** All of it was expected, now one part of that: the beginning of a text, one element of a list. */
function isPartOf(was: Demand, now: Demand): boolean {
  if (was.level !== 4 || now.level !== 3 || now.tolerance !== undefined) return false
  const given = (now.given ?? []).filter((one) => isLiteral(one) && !now.subjects.includes(one)).map(unquoted)
  const parts = now.expected === undefined ? given : [...given, now.expected]
  const wholes = (was.given ?? []).filter((one) =>
    /^["[{(\d]|\[[\]\w]*\]?\{|^(?:Arrays|List|Set|listOf|vec!)/.test(one),
  )
  return parts.some((part) => part !== '' && wholes.some((one) => one.length > part.length + 2 && one.includes(part)))
}

/** It was one number, now whatever lies around it. */
function isLoosened(was: Demand, now: Demand): boolean {
  return was.level === 4 && now.level === 3 && (now.tolerance ?? 0) >= WIDE
}

const WIDE = 0.5

function unquoted(text: string): string {
  return /^"[^"]*"$/.test(text) ? text.slice(1, -1) : text
}

function isBroader(was: Demand, now: Demand): boolean {
  const isSame = was.subjects.some((one) => now.subjects.includes(one))
  if (!isSame) return false
  const isAnyType = was.type !== '' && now.type === '' && (now.message ?? '') === ''
  const isAnyMessage = was.message !== '' && now.message === '' && (was.type === now.type || now.type === '')
  return isAnyType || isAnyMessage
}

/** `String(x)`, `x != null` and `x.length` are about `x`. */
function isDerived(now: Demand, was: Demand): boolean {
  return was.subjects.some(
    (subject) => subject.length > 2 && !/^["\d]/.test(subject) && now.subjects.some((one) => contains(one, subject)),
  )
}

function contains(text: string, part: string): boolean {
  const at = text.indexOf(part)
  if (at < 0 || text.length === part.length) return false
  const isWordBefore = /\w/.test(part.charAt(0)) && /[\w.]/.test(text.charAt(at - 1))
  const isWordAfter = /\w/.test(part.at(-1) ?? '') && /\w/.test(text.charAt(at + part.length))
  return !isWordBefore && !isWordAfter
}

/** Something else that came says as much about it, or about parts of it. */
export function makesUp(now: Demand, was: Demand): boolean {
  if (now.mode !== was.mode || now.level < Math.min(was.level, 3) || now.isState === true) return false
  if (was.mode === 'throws') return !isBroader(was, now) && (now.type ?? '') !== ''
  return (
    (isMeasured(was, now) ||
      was.subjects.some((subject) => now.subjects.some((one) => one === subject || one.includes(subject)))) &&
    !isLooser(was, now) &&
    !isOpener(was, now) &&
    !(was.tolerance !== undefined && now.tolerance !== undefined && now.tolerance >= 100 * was.tolerance) &&
    !isShortened(was.expected, now.expected) &&
    !isPartOf(was, now) &&
    !isSomeOf(was, now) &&
    !isOneOf(was, now) &&
    !isLoosened(was, now)
  )
}
