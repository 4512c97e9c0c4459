// testify, gotest.tools, is, quicktest, Gomega; plain conditions that report a failure.
import type { MatcherTable } from './matcher.ts'

const OWNER = String.raw`^(?:assert|require|is|suite|s|c|qt|a|r)\.`

export const GO: MatcherTable = {
  files: /\.go$/,
  wraps: /^(?:Expect|Eventually|Consistently)\(/,
  conditions: /^(?:assert|require|is|suite|s|a|r)\.True\w*\((?:t,)?/,
  refutations: /^(?:assert|require|is|suite|s|a|r)\.False\w*\((?:t,)?/,
  partial: /\bcmpopts\.Ignore(?:Fields|Types|Interfaces|Unexported|MapEntries|SliceElements)\(|\bcmp\.Ignore\(\)/,
  unordered: /\.ElementsMatch\w*\(|\bcmpopts\.SortSlices\(|\bConsistOf\(/,
  matchers: [
    {
      pattern:
        /^\.(?:ToNot|NotTo|ShouldNot|Should|To)\((?:BeNil|BeEmpty|BeZero|HaveOccurred|Equal|BeEquivalentTo)?\(.{0,40}(?<=^\.(?:ToNot|NotTo|ShouldNot)\(.{0,60})/,
      level: 1,
    },
    { pattern: /^\.(?:To|Should)\((?:Not\(|BeNumerically|BeAssignable|BeTrue|Succeed)/, level: 2 },
    { pattern: /^\.(?:To|Should)\((?:Contain|Match|Have)/, level: 3 },
    { pattern: /^\.(?:To|Should)\((?:Equal|BeEquivalentTo|BeIdenticalTo|Be\b)/, level: 4 },
  ],
  calls: [
    {
      name: new RegExp(`${OWNER}(?:Not\\w*|Error|Errorf|Condition\\w*|Subset\\w*|Implements\\w*)$`),
      level: 1,
      subject: 'all',
    },
    {
      name: new RegExp(`${OWNER}(?:IsType\\w*|Greater\\w*|Less\\w*|Positive\\w*|WithinRange\\w*)$`),
      level: 2,
      subject: 'all',
    },
    { name: new RegExp(`${OWNER}(?:NoError\\w*|Nil\\w*)$`), level: 2, subject: 0 },
    {
      name: new RegExp(`${OWNER}(?:Contains\\w*|Len\\w*|Regexp\\w*|ErrorContains\\w*|InDelta\\w*|InEpsilon\\w*)$`),
      level: 3,
      subject: 'all',
    },
    {
      name: new RegExp(
        `${OWNER}(?:Equal\\w*|Exactly\\w*|JSONEq\\w*|YAMLEq\\w*|Same\\w*|ElementsMatch\\w*|EqualError\\w*|ErrorIs\\w*|ErrorAs\\w*|DeepEqual)$`,
      ),
      level: 4,
      subject: 'all',
    },
  ],
}
