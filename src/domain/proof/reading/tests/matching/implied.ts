// Assertions that go without saying: others of the test cannot hold without them.
import { keyOf, type Assertion } from '../../test-file/assertions.ts'
import { isLoose } from '../assertions/substance.ts'
import type { TestCase } from '../../test-file/test-file.ts'

const PRESENT =
  /^expect\((.{1,200})\)\.(?:toBeDefined|toBeTruthy|not\.toBeNull|not\.toBeUndefined|not\.toBeFalsy)\(\)$|^(?:[\w.$]{1,40}(?:->|::|\.))?assert(?:NotNull|IsNotNone|_not_nil)\((.{1,200})\)$|^assert(\w{1,60})isnotNone$/
const ABSENT_PART = /^expect\((.{1,200})\[(\d{1,6})\]\)\.(?:toBeFalsy|toBeUndefined)\(\)$/

/** What is asserted right beside it asks for a part of the same value, which only a value that is there has. */
export function isImplied(lost: Assertion, one: TestCase, other: TestCase, gained: ReadonlySet<Assertion>): boolean {
  const kept = new Set(other.assertions.filter(({ isVacuous }) => !isVacuous).map(({ key }) => key))
  const near = neighbours(lost, one).filter((key) => kept.has(key))
  const subject = PRESENT.exec(lost.key)
    ?.slice(1)
    .find((group) => group !== undefined)
  if (subject !== undefined) return asksForMore(other, gained) && near.some((key) => asksForPart(key, subject))
  const [, list, place] = ABSENT_PART.exec(lost.key) ?? []
  if (list !== undefined) return near.some((key) => Number(sizeIn(key, list)) <= Number(place))
  return LISTS.some(([asks, equals]) => {
    const name = asks.exec(lost.key)?.[1]
    return name !== undefined && [...kept].some((key) => equals(key, name))
  })
}

/** That something is a list need not be said where it equals one. */
const LISTS: readonly (readonly [asks: RegExp, equals: (key: string, name: string) => boolean])[] = [
  [
    /^expect\(Array\.isArray\(([\w.$]{1,80})\)\)\.to(?:Be\(true\)|BeTruthy\(\)|Equal\(true\)|\.be\.true)/,
    (key, name) =>
      [`expect(${name}).toEqual([`, `expect(${name}).toStrictEqual([`].some((head) => key.startsWith(head)),
  ],
  [
    /^assertisinstance\(([\w.]{1,80}),list\)$/,
    (key, name) => key.startsWith(`assert${name}==[`) && !/[\])](?:or|if)\b/.test(key),
  ],
  [
    /^(?:\$this->|self::|static::)assertIsArray\((\$[\w>$-]{1,80})\)$/,
    (key, name) => /->assert(?:Same|Equals)\(\[|::assert(?:Same|Equals)\(\[/.test(key) && key.endsWith(`,${name})`),
  ],
]

/** The file was made stricter: that is no change which only leaves out. */
function asksForMore({ file: { cases } }: TestCase, gained: ReadonlySet<Assertion>): boolean {
  return cases.some(({ assertions }) => assertions.some((one) => gained.has(one) && !isLoose(one)))
}

const NOTHING = /(?:null|undefined|false|None|nil)[),]|toBe(?:Null|Undefined|Falsy|NaN)\(|\.not\./

/** Behind `?.` nothing may be there either, unless a value is expected. */
function asksForPart(key: string, subject: string): boolean {
  const at = key.indexOf(subject)
  if (at < 1 || /[\w$.]/.test(key.charAt(at - 1))) return false
  const part = key.slice(at + subject.length)
  if (/^!?(?:\.(?!to|not|resolves|rejects)|\[|->)\w/.test(part)) return !/^\w*\(\(\)=>/.test(key)
  return /^\?\.\w/.test(part) && /\)\.to(?:Be|Equal|StrictEqual|Match|Contain)\(/.test(part) && !NOTHING.test(part)
}

function sizeIn(key: string, list: string): string | undefined {
  const rest = key.startsWith(`expect(${list}`) ? key.slice(`expect(${list}`.length) : ''
  return /^(?:\.length\)\.to(?:Be|Equal|StrictEqual)|\)\.toHaveLength)\((\d{1,6})\)$/.exec(rest)?.[1]
}

/** Those before and after it with nothing in between that could change the value. */
function neighbours(lost: Assertion, { assertions, file: { source } }: TestCase): string[] {
  const place = assertions.indexOf(lost)
  const found: string[] = []
  for (const step of [1, -1]) {
    for (let at = place + step, from = lost; ; at += step) {
      const near = assertions[at]
      if (!near) break
      const [start, end] = step > 0 ? [from.end, near.at] : [near.end, from.at]
      if (/\w/.test(keyOf(source.code.slice(start, end)))) break
      found.push(near.key)
      from = near
    }
  }
  return found
}

const NO_THROW =
  /^XCTAssertNoThrow\((?:\w{1,40}=)?try\??(?:a(?:wait))?(.{1,200})\)$|^expect\(\(\)=>(.{1,200})\)\.not\.toThrow\(\)$|^(?:Assertions\.)?assertDoesNotThrow\(\(\)->(.{1,200})\)$/

/** That a call must not fail needs no assertion: the call itself still stands there, where nobody catches its failure. */
export function isCalledPlainly({ key }: Assertion, one: TestCase, other: TestCase): boolean {
  const call = NO_THROW.exec(key)
    ?.slice(1)
    .find((group) => group !== undefined)
  const name = /^[\w.$]{1,100}\(/.exec(call ?? '')?.[0]
  if (name === undefined) return false
  const called = new RegExp(`(?<!try\\?\\s{0,9}|[\\w.$])${name.replaceAll(/\W/g, '\\s{0,9}\\$&')}`, 'g')
  const [was, is] = [one, other].map(({ file, block }) => file.source.code.slice(block.bodyStart, block.end))
  const count = (text = '', pattern: RegExp): number => text.match(pattern)?.length ?? 0
  return count(is, called) >= count(was, called) && count(is, CATCHES) <= count(was, CATCHES)
}

const CATCHES = /\bcatch\b/g
