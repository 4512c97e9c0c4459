// ExUnit.
import type { MatcherTable } from './matcher.ts'

export const ELIXIR: MatcherTable = {
  files: /\.exs?$/,
  conditions: /^assert\b\(?/,
  refutations: /^refute\b\(?/,
  matchers: [],
  calls: [{ name: /^assert_in_delta$/, level: 3, subject: 'all' }],
}
