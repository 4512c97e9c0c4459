// The same claim in the words of another assertion: it only looks like less.
import { argumentsIn, closeOf } from '../../matchers/arguments.ts'
import type { TestCase } from '../../test-file/test-file.ts'

const MOCKITO = /^verify\(.*\)\.\w+\(.*\)$/

/** Mockito: the call takes more arguments now, and those of before are still asked for, each as it was. */
export function isSameCallWithMore(was: string, is: string): boolean {
  if (!MOCKITO.test(was) || !MOCKITO.test(is)) return false
  const [old, now] = [was, is].map(argumentsOfCall)
  if (!old || !now || old.length === 0 || now.length <= old.length) return false
  return old.every((one, index) => now[index] === one || now[index] === `eq(${one})`)
}

/** AssertJ: what must be exactly so has its size. */
export function isOnlyWithoutSize(was: string, is: string): boolean {
  return /\)\.(?:containsExactly|isEqualTo)/.test(is) && was.replace(/\.hasSize\([^()]{1,40}\)/, '') === is
}

const KIND = /[iI]nstance_?[oO]f|IsInstance|isinstance|kind_of|IsType|BeOfType|IsAssignable/
const TYPE = /(?<![\w.])(?:[\w.]{1,80}\.)?([A-Z]\w{2,60})(?=\.class\b|[>),])/

export function isSaidOtherwise(was: string, is: string): boolean {
  return isAskedByName(was, is) || isAskedByIsset(was, is)
}

/** Of which kind it is, in the words of a predicate: `assertInstanceOf(Cart.class, x)`, `assertTrue(isCart(x))`. */
function isAskedByName(was: string, is: string): boolean {
  const type = KIND.test(was) ? TYPE.exec(was.replace(/^[\w.]+[(<]/, '('))?.[1]?.toLowerCase() : undefined
  if (type === undefined || KIND.test(is)) return false
  return Array.from(is.matchAll(/(?<!\w)(?:is|is_)(\w{3,60})\(/g)).some(
    ([, name = '']) => name.replaceAll('_', '').toLowerCase() === type,
  )
}

/** PHPUnit: `assertObjectHasProperty('a', $x)` and `assertTrue(isset($x->a))`. */
function isAskedByIsset(was: string, is: string): boolean {
  const [, not, name, owner] =
    /assertObject(Not)?Has(?:Attribute|Property)\("(\w{1,80})",(\$[\w>-]{1,80})\)/.exec(was) ?? []
  const sign = not === undefined ? '' : '!'
  return (
    is.includes(`assertTrue(${sign}isset(${owner}->${name}))`) ||
    (not !== undefined && is.includes(`assertFalse(isset(${owner}->${name}))`))
  )
}

/** Those of the last call. */
function argumentsOfCall(key: string): string[] {
  const subject = closeOf(key, key.indexOf('('))
  const open = key.indexOf('(', subject + 1)
  return argumentsIn(key.slice(open + 1, closeOf(key, open))).filter((one) => one !== '')
}

const COLLECTS = /(?:\bTrue|\b[tT]rue|^assert!?)\((?:t,)?(\w{1,40})\.(?:[aA]dd|TryAdd|insert)\(/

/** `Assert.True(seen.Add(item))`: new each time, and in the end so many must have come. */
export function isCounted(key: string, { assertions }: TestCase): boolean {
  const name = COLLECTS.exec(key)?.[1]
  if (name === undefined) return false
  const size = new RegExp(`(?<![\\w.])(?:${name}\\.(?:Count|[sS]ize|[lL]ength|len|count)\\b|len\\(${name}\\))`)
  return assertions.some((one) => !one.isVacuous && EQUALS.test(one.key) && size.test(one.key))
}

const EQUALS = /(?:[eE]quals?(?:To)?|Same|eq!|AreEqual|toBe|==)[(=\d][^]*\d/
