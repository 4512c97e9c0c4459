// pytest's plain assertions, unittest, mock, Playwright.
import type { MatcherTable } from './matcher.ts'

export const PYTHON: MatcherTable = {
  files: /\.pyi?$/,
  conditions: /^(?:assert\b\(?|self\.assert(?:True|_)\()/,
  refutations: /^self\.assertFalse\(/,
  wraps: /^expect\(/,
  suffixes: /\.assert_(?=\w)/,
  unordered:
    /\bassertCountEqual\(|\bassertItemsEqual\(|^assert\(?(?:sorted|set|Counter)\([^=]{1,200}==(?:sorted|set|Counter)\(/,
  matchers: [
    { pattern: /^called$/, level: 1 },
    { pattern: /^called\(/, level: 1 },
    { pattern: /^called_once\(/, level: 2 },
    { pattern: /^(?:called_with|called_once_with|any_call|has_calls|a(?:waited)\w*with)\(/, level: 4 },
    { pattern: /^\.not_to_\w/, level: 1 },
    { pattern: /^\.to_be_\w/, level: 2 },
    { pattern: /^\.to_(?:have|contain|match)_\w/, level: 3 },
  ],
  calls: [
    { name: /^(?:self\.)?assert(?:IsNotNone|IsNot|NotEqual|NotEquals|NotIn|NotIsInstance)$/, level: 1, subject: 'all' },
    { name: /^(?:self\.)?assert(?:IsInstance|Greater\w*|Less\w*)$/, level: 2, subject: 0 },
    { name: /^(?:self\.)?assertIn$/, level: 3, subject: 'all' },
    { name: /^(?:self\.)?assert(?:Regex|RegexpMatches|DictContainsSubset)$/, level: 3, subject: 'all' },
    { name: /^(?:self\.)?assert(?:\w*Equals?|Is|CountEqual)$/, level: 4, subject: 'all' },
  ],
}
