// Jest, Vitest, Chai, node:assert, AVA, tap, Playwright.
import type { MatcherTable } from './matcher.ts'

export const JAVASCRIPT: MatcherTable = {
  files: /\.(?:[cm]?[jt]sx?|vue|svelte|dart)$/,
  wraps: /^(?:expect(?:\.soft|\.poll)?|expectTypeOf|should)\(/,
  conditions: /^(?:(?:t\.|ctx\.)?assert(?:\.(?:ok|isOk|isTrue))?|t\.(?:ok|true|truthy)|console\.assert)\(/,
  // Of Node and Chai; a file that imports the strict mode of Node is read without this.
  loose: /^assert\.(?:equal|deepEqual)\(/,
  strict: /\.toStrictEqual\(|\b[dD]eepStrictEqual\(/,
  partial: /\.toMatchObject\(|\bexpect\.objectContaining\(|\.(?:partialDeepStrictEqual|like|hasSubset)\(/,
  unordered:
    /\.to\.have\.(?:deep\.)?(?:same\.)?(?:deep\.)?members\(|\bexpect\.arrayContaining\(|\.sameDeepMembers\(|\.sameMembers\(/,
  matchers: [
    {
      pattern: /^$|^\.to$|^\.to\.(?:equal|eql|be)$|^\.toSatisfy\(\(\w*\)=>true\)|^\.to\.satisfy\(\(\w*\)=>true\)/,
      level: 0,
    },
    {
      pattern:
        /^\.(?:not\.toBe(?:Null|Undefined|Falsy|NaN)\(|toBe(?:Defined|Truthy|Ok)\(|to\.(?:exist|be\.ok)\b|to\.not\.(?:be\.(?:null|undefined)|equal)|not\.to(?:Throw\w*|Be|Equal|StrictEqual|HaveLength|BeEmpty)\(|not\.to\.(?:be\.(?:null|undefined)|equal|throw)|to\.not\.throw|toHaveBeenCalled\(|to\.have\.been\.called\b(?!\w)|toSatisfy|rejects\.(?:toBeDefined|toBeTruthy|not\.))/,
      level: 1,
    },
    {
      pattern:
        /^\.(?:toBe(?:Greater|Less)Than\w*|toBeTypeOf|toBeInstanceOf|to\.be\.(?:an?|above|below|(?:at\.)?(?:least|most)|oneOf|within|instanceof)\b|to\.be\.a\(|toBeOneOf|toBeInTheDocument|toBeVisible)/,
      level: 2,
    },
    {
      pattern:
        /^\.(?:toContain\w*|toMatch\(|toMatchObject|toHaveLength|toHaveProperty|to\.(?:include|contain|match|have)\b|toHaveBeenCalledTimes|toHaveBeenCalledOnce\(|toHaveReturned\w*|toHaveTitle|toHaveText|toHaveURL|toHaveCount|toBeCloseTo|to\.be\.closeTo|toMatchSnapshot|rejects\.|toThrow)/,
      level: 3,
    },
    {
      pattern:
        /^\.(?:toBe\(|toEqual|toStrictEqual|to\.(?:equal|eql|deep|be\.equal|eq)\b|toMatchInlineSnapshot|toHaveBeen(?:Nth|Last)?CalledWith|toHaveBeenCalledExactlyOnceWith|to\.have\.been\.calledWith|to\.have\.been\.calledOnceWith)/,
      level: 4,
    },
    // One of the project's own: it holds the subject against something.
    { pattern: /^\.to(?!Have)[A-Z]\w{1,60}\((?!\))/, level: 3 },
  ],
  calls: [
    { name: /^(?:(?:t\.|ctx\.)?assert|t)\.(?:doesNotThrow|notThrows|doesNotReject)$/, level: 1, subject: 'all' },
    { name: /^(?:(?:t\.|ctx\.)?assert|t)\.(?:not\w*|isNot\w*|exists|isDefined|notOk)$/, level: 1, subject: 0 },
    {
      name: /^(?:(?:t\.|ctx\.)?assert|t)\.(?:match|include\w*|contains?|like|regex|lengthOf|property|partialDeepStrictEqual|hasSubset)$/,
      level: 3,
      subject: 0,
    },
    {
      name: /^(?:(?:t\.|ctx\.)?assert|t)\.(?:typeOf|instanceOf|is(?:Above|Below|AtLeast|AtMost|String|Array|Object|Number|Function))$/,
      level: 2,
      subject: 0,
    },
    { name: /^(?:(?:t\.|ctx\.)?assert|t)\.(?:\w*[eE]quals?|is|same|deep\w*|\w*Same)$/, level: 4, subject: 'all' },
  ],
}
