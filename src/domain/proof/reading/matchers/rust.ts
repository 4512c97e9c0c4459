// The macros of the standard library and their kin.
import type { MatcherTable } from './matcher.ts'

export const RUST: MatcherTable = {
  files: /\.rs$/,
  conditions: /^(?:debug_)?assert!\(/,
  matchers: [],
  calls: [
    { name: /^(?:\w+_)?assert_ne!$/, level: 1, subject: 'all' },
    { name: /^assert_matches!$/, level: 3, subject: 0 },
    { name: /^(?:\w+_)?assert_eq\w*!?$/, level: 4, subject: 'all' },
  ],
}
