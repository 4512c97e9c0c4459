// GoogleTest, Catch2, doctest, Boost.Test, plain assert.
import type { MatcherTable } from './matcher.ts'

export const CPP: MatcherTable = {
  files: /\.(?:c|cc|cpp|cxx|h|hpp)$/,
  conditions: /^(?:(?:EXPECT|ASSERT)_TRUE|(?:CHECK|REQUIRE)|assert)\(/,
  refutations: /^(?:(?:EXPECT|ASSERT)_FALSE|(?:CHECK|REQUIRE)_FALSE)\(/,
  matchers: [],
  calls: [
    {
      name: /^(?:(?:EXPECT|ASSERT)_(?:NE|STRNE|NO_THROW)|(?:CHECK|REQUIRE)_(?:NOTHROW|NE))$/,
      level: 1,
      subject: 'all',
    },
    { name: /^(?:EXPECT|ASSERT|CHECK|REQUIRE)_(?:GT|GE|LT|LE)$/, level: 2, subject: 'all' },
    { name: /^(?:EXPECT|ASSERT)_NEAR$/, level: 3, subject: 'all' },
    { name: /^(?:EXPECT|ASSERT|CHECK|REQUIRE)_(?:EQ|STREQ|STRCASEEQ|FLOAT_EQ|DOUBLE_EQ)$/, level: 4, subject: 'all' },
  ],
}
