// JUnit, TestNG, AssertJ, Truth, Hamcrest, Kotest, kotlin.test, Mockito.
import type { MatcherTable } from './matcher.ts'

export const JVM: MatcherTable = {
  files: /\.(?:java|kts?|groovy|scala)$/,
  wraps:
    /^(?:(?:Assertions|Truth|MatcherAssert)\.)?(?:assertThat(?:Code|ThrownBy)?|assertWithMessage\([^()]*\)\.that|expectThat|expect|then|verify)\(/,
  suffixes:
    /\.(?=should[A-Z]\w*\()|\s(?=should(?:Be|NotBe|Contain|Match|HaveSize)\b)|(?<=[)\]}"])(?=should(?:Be|NotBe|Contain|Match|HaveSize)\b)/,
  conditions: /^(?:Assert(?:ions)?\.)?assertTrue[({](?:"[^"]*",(?=.))?/,
  refutations: /^(?:Assert(?:ions)?\.)?assertFalse\(/,
  loose:
    /\.isEqualToIgnoring\w+\(|\bequalTo(?:Ignoring|Compressing)\w+\(|\.containsIgnoringCase\(|\bshouldBeEqualIgnoringCase\b/,
  partial:
    /\.(?:usingRecursiveComparison\(\).{0,200}ignoring\w+|isEqualToIgnoring(?:GivenFields|NullFields)|isEqualToComparingOnlyGivenFields|comparingOnlyFields)\(|shouldBeEqualToIgnoringFields\b/,
  unordered:
    /\.contains(?:ExactlyInAnyOrder|Only|ExactlyElementsOfInAnyOrder)\w*\(|\bcontainsInAnyOrder\(|\bassertEqualsNoOrder\(|shouldContainExactlyInAnyOrder\b|\.hasSameElementsAs\(/,
  matchers: [
    { pattern: /^verify$/, level: 0 },
    { pattern: /^verify,(?:atLeast\(0\)|atMost\()/, level: 1 },
    { pattern: /^verify,atLeast|^verify(?:,\w+\([^()]*\))?\.\w+\((?:[^()]*,)?any\w*\(/, level: 2 },
    { pattern: /^verify[,.]/, level: 4 },
    {
      pattern:
        /^(?:\.(?:as|describedAs|withFailMessage)\([^()]*\))?$|^\.satisfies\(\w+->\{\}\)|^\.matches\(\w+->true\)/,
      level: 0,
    },
    {
      pattern:
        /^\.(?:hasMessageThat\(\)\.|asString\(\)\.)?(?:isNotNull(?!\(\)\.(?:is|has|contains|starts|ends|matches))|isNotEqualTo|isNotSame\w*|isNotEmpty|isNotBlank|doesNotThrow\w*|isPresent|isNotNaN|satisfies|matches\(\w+->)|^\.hasSizeGreaterThanOrEqualTo\(0\)|^,(?:is\()?(?:notNullValue|not\(nullValue|not\(|anything|any)\b|^shouldNotBe\b|^shouldNotBe(?:Null|Empty|Blank)\(|^shouldNotThrow/,
      level: 1,
    },
    {
      pattern:
        /^\.(?:isNotNull\(\)\.)?(?:isInstanceOf\w*|isAnyOf|isIn\b|isAtLeast|isAtMost|isGreater\w*|isLess\w*|isBetween|isOfAnyClassIn|hasSizeGreater\w*|hasSizeLess\w*|containsAnyOf)|^,(?:is\()?(?:instanceOf|isA|anyOf|either|greaterThan\w*|lessThan\w*|isOneOf|oneOf)\b|^should(?:BeIn|BeGreater|BeLess|BeTypeOf|BeInstanceOf)/,
      level: 2,
    },
    {
      pattern:
        /^\.(?:hasMessageThat\(\)\.|asString\(\)\.|isNotNull\(\)\.)?(?:contains(?!Exactly)\w*|startsWith|endsWith|matches|hasSize|hasMessage\w*|hasLength|isWithin|isCloseTo|has\w+|extracting)|^,(?:is\()?(?:contains\w*|hasItem\w*|startsWith|endsWith|hasSize|hasEntry|hasKey|closeTo|matches\w*)\b|^should(?:Contain|Have|Start|End|Match)/,
      level: 3,
    },
    {
      pattern:
        /^\.(?:hasMessageThat\(\)\.|asString\(\)\.|isNotNull\(\)\.)?(?:isTrue|isFalse|isEqualTo\w*|isSame\w*|containsExactly\w*|hasToString|isEqual\w*)|^,(?:is|equalTo|sameInstance|theInstance|contains)\(|^shouldBe\b|^shouldBe\(|^shouldContainExactly/,
      level: 4,
    },
  ],
  calls: [
    {
      name: /^(?:Assert(?:ions)?\.)?assert(?:NotNull|NotEquals|NotSame|DoesNotThrow|NotEmpty)$/,
      level: 1,
      subject: 'all',
    },
    { name: /^(?:Assert(?:ions)?\.)?assert(?:InstanceOf|Is|IsNot)$/, level: 2, subject: -1 },
    { name: /^(?:Assert(?:ions)?\.)?assert(?:Contains|LinesMatch|ContentContains)$/, level: 3, subject: 'all' },
    {
      name: /^(?:Assert(?:ions)?\.)?assert(?:\w*Equals|Same|ArrayEquals|IterableEquals|EqualsNoOrder)$/,
      level: 4,
      subject: 'all',
    },
  ],
}
