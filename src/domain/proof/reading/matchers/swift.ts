// XCTest and Swift Testing.
import type { MatcherTable } from './matcher.ts'

export const SWIFT: MatcherTable = {
  files: /\.swift$/,
  conditions: /^(?:XCTAssert(?:True)?|#(?:expect|require))\(/,
  refutations: /^XCTAssertFalse\(/,
  matchers: [],
  calls: [
    { name: /^XCT(?:AssertNotNil|AssertNotEqual|AssertNoThrow|AssertNotIdentical|Unwrap)$/, level: 1, subject: 'all' },
    { name: /^XCTAssert(?:Greater|Less)Than\w*$/, level: 2, subject: 'all' },
    { name: /^XCTAssert(?:Equal|Identical)$/, level: 4, subject: 'all' },
  ],
}
