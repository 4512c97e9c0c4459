// RSpec, Minitest, test-unit.
import type { MatcherTable } from './matcher.ts'

export const RUBY: MatcherTable = {
  files: /\.rb$/,
  wraps: /^(?:expect|_|value)[({]/,
  refutations: /^refute\b\(?/,
  suffixes: /\.(?=(?:must|wont)_)|\.(?=should\b)/,
  conditions: /^assert\b\(?/,
  partial: /\bto[ (]include\((?=\w{1,40}:|\{|:\w|"[^"]{1,40}" ?=>)|\ba_hash_including\(|\bhash_including\(/,
  unordered: /\bcontain_exactly\b|\bmatch_array\b/,
  matchers: [
    { pattern: /^$|^\.to (?:be_?$|be$|anything|eq\(?anything|satisfy ?\{ ?true)/, level: 0 },
    {
      pattern:
        /^\.(?:not_to|to_not) |^\.to (?:be_truthy|be_present|be_any|be_an?\(?.?Object\)?$|be_kind_of\(Object|respond_to|exist|be ?$|be_itself)|^wont_|^must_respond_to|^must_be_kind_of\(? ?Object|^should_not\b|^should be_(?:true|truthy|present)/,
      level: 1,
    },
    {
      pattern:
        /^\.to have_received\(:\w+\)\.with\((?:anything[,)]){1,9}$|^\.to (?:be_an?\b|be_kind_of|be_instance_of|be ?[<>]=?|be_between|eq\(.{0,200}\)\.or\b|be_\w+\.or\b|all\(|have_received\(:\w+\)$)|^must_be\b|^must_be_(?:kind|instance)/,
      level: 2,
    },
    {
      pattern:
        /^\.to (?:include|match(?!_array)|start_with|end_with|have_attributes|have_\w+|be_within|raise_|change|cover)|^must_(?:include|match|raise)|^should (?:include|match|have)/,
      level: 3,
    },
    {
      pattern:
        /^\.to (?:eq|eql|equal|be)\b|^\.to ==|^must_(?:equal|be_same_as|be_nil)|^should (?:eq|==|be)|^\.to have_received\(:\w+\)\.with|^\.to (?:contain_exactly|match_array)/,
      level: 4,
    },
  ],
  calls: [
    {
      name: /^(?:refute_nil|assert_not_nil|refute_equal|assert_not_equal|assert_respond_to|assert_nothing_raised|assert_silent|refute_empty|assert_not_empty|assert_predicate|assert_operator)$/,
      level: 1,
      subject: 'all',
    },
    { name: /^assert_(?:kind_of|instance_of)$/, level: 2, subject: -1 },
    { name: /^assert_(?:includes?|match|in_delta|in_epsilon)$/, level: 3, subject: 'all' },
    { name: /^assert_(?:equal|same|body|status)$/, level: 4, subject: 'all' },
  ],
}
