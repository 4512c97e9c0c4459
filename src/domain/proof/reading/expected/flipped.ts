// Assertions that say the opposite now.
import { moreOften } from '../../../checks/more-often.ts'
import type { Assertion } from '../test-file/assertions.ts'

export interface Flip {
  readonly old: Assertion
  readonly now: Assertion
  /** One value was expected; now any other will do. */
  readonly isWeaker: boolean
}

/** Each way to say no, and the same without it. In keys, which hold no white space. */
const NEGATIONS: readonly (readonly [no: RegExp, yes: string])[] = [
  [/\.not(?=(?:Equal|Strict|Deep|Same|Ok|Throws)\w{0,20}\()/gi, '.'],
  [/\.to(?:Be|Equal|StrictEqual|Eql)\((?:false|null|undefined)\)|\.toBe(?:Null|Undefined)\(\)/g, '.toBeTrue()'],
  [
    /^(assert\.)(?:strictEqual|equal|deepStrictEqual|deepEqual|is)\((.{1,400}),(?:false|null|undefined)\)$/gi,
    '$1ok($2)',
  ],
  [/be_nil\b|be_falsey\b|be_falsy\b/g, 'be_truthy'],
  [/\.is_err\(\)/g, '.is_ok()'],
  [/\.is_none\(\)/g, '.is_some()'],
  [/\.isEmpty\(\)/g, '.isPresent()'],
  [/^(assert(?:\.ok)?!?\()!\((.{1,400})\)\)$/g, '$1$2)'],
  [/\.not\.(?=to|be|have|deep|eq|contain|include|match|throw|\w+\()/g, '.'],
  [/\.(?:to\.not|not\.to)\./g, '.to.'],
  [/\.(?:not_to|to_not)/g, '.to'],
  [/\.should_not/g, '.should'],
  [/\.ShouldNot(?=[A-Z])/g, '.Should'],
  [/\.wont_/g, '.must_'],
  [/^refute/g, 'assert'],
  [
    /^((?:self\.|this\.|\$this->|self::|->|::|Assert(?:ions)?\.|assert\.|require\.|t\.)?)(?:assert)?Not(?=[A-Z])/g,
    '$1assert',
  ],
  [/assertNot(?=[A-Z])/g, 'assert'],
  [/assert_not_/g, 'assert_'],
  [/assert_ne!/g, 'assert_eq!'],
  [/\.doesNot(?=[A-Z])/g, '.'],
  [/DoesNot(?=[A-Z])/g, ''],
  [/\.(?:Should\(\)\.)?Not(?=[A-Z]\w{0,30}\()/g, '.'],
  [/isNotEqualTo\(/g, 'isEqualTo('],
  [/isNot(?=[A-Z])/g, 'is'],
  [/(?:EXPECT|ASSERT)_NE\(/g, 'EXPECT_EQ('],
  [/^t\.(?:false|falsy|notOk)(?=\()/g, 't.True'],
  [/^t\.(?:true|truthy|ok)(?=\()/g, 't.True'],
  [/(?:False|Falsy|FALSE)(?=\()/g, 'True'],
  [/Truthy(?=\()/g, 'True'],
  [/NoError/g, 'Error'],
  [/!==?/g, '=='],
  [/^assertnot(?=[\w(])/g, 'assert'],
  [/isnotNone/g, 'isNone'],
  [/notin(?=[\w"([{])/g, 'in'],
  [/^(assert(?:\.ok)?!?\()!/g, '$1'],
  [/^!/g, ''],
]

interface Said {
  readonly stem: string
  readonly isNegated: boolean
}

/** Other words for the same. */
const SAME: readonly (readonly [words: RegExp, usual: string])[] = [
  [/^(?:t|ctx)\.(?=assert\b)/, ''],
  [/\.not\.not\./, '.'],
  [/\.to(?:Be|Equal|StrictEqual|Eql)\(true\)|\.toBeDefined\(\)/, '.toBeTrue()'],
]

const IS_TRUE = /^(assert\.)(?:strictEqual|equal|deepStrictEqual|deepEqual|is)\((.{1,400}),true\)$/i

function saidBy(key: string): Said {
  let stem = SAME.reduce((text, [words, usual]) => text.replace(words, usual), key)
  let count = 0
  for (const [pattern, yes] of NEGATIONS) {
    const next = stem.replace(pattern, yes)
    if (next !== stem && !/truthy/i.test(pattern.source)) count++
    stem = next
  }
  stem = stem.replace(IS_TRUE, '$1ok($2)')
  return { stem: stem.replaceAll(/assert|[.=]=(?==)|\.(?=[A-Za-z])/gi, '').toLowerCase(), isNegated: count % 2 === 1 }
}

const STATE = /(?:\(|,|==)(?:true|false|null|nil|none|undefined|0|""|\[\]|\{\})(?:[),{]|$)/
const EQUALS = /eq|same|is\(|tobe\(|==|\bbe\(/

/** Pairs of a lost and a new assertion that are the same but for a no. */
export function flippedIn(before: readonly Assertion[], after: readonly Assertion[]): Flip[] {
  const gone = without(before, after).map(toWords)
  if (gone.length === 0) return []
  const added = without(after, before).map(toWords)
  // `toBeUndefined()` in the place of `not.toBeDefined()` is taken by what it replaces, and says no to nothing else.
  const lost = moreOften(gone, added, wordsOf)
  const came = moreOften(added, gone, wordsOf)
  const flips: Flip[] = []
  for (const { one: old, ...was } of lost) {
    const index = came.findIndex(({ stem, isNegated }) => stem === was.stem && isNegated !== was.isNegated)
    const [other] = index < 0 ? [] : came.splice(index, 1)
    if (other)
      flips.push({
        old,
        now: other.one,
        isWeaker: other.isNegated && EQUALS.test(was.stem.replace(/^require/, '')) && !STATE.test(was.stem),
      })
  }
  return flips
}

interface Worded extends Said {
  readonly one: Assertion
}

function toWords(one: Assertion): Worded {
  return { one, ...saidBy(one.key) }
}

function wordsOf({ stem, isNegated }: Said): string {
  return `${isNegated} ${stem}`
}

/** Those that the others do not hold as often. */
function without(some: readonly Assertion[], others: readonly Assertion[]): Assertion[] {
  return moreOften(some, others, ({ key }) => key)
}
