// xUnit, NUnit, MSTest, FluentAssertions, Shouldly, Moq, NSubstitute.
import type { MatcherTable } from './matcher.ts'

export const DOTNET: MatcherTable = {
  files: /\.(?:cs|fs|vb)$/,
  wraps: /^Assert\.That\(/,
  handsOn: /\.ShouldNotBeNull\(\)(?=\.Should[A-Z])/g,
  suffixes: /\.(?=Should[A-Z]\w*[(<])|\.Should\(\)\.?|\.(?=Received\w*\()|\.(?=Verify\()/,
  loose: /\bIgnoreCase\b|\bignoreCase:true|\bStringComparison\.\w*IgnoreCase|\.BeEquivalentTo\("/,
  // NUnit: a condition alone must hold.
  conditions: /^Assert\.(?:True|IsTrue|That(?=\([^,]{1,200}\)$))\(/,
  refutations: /^Assert\.(?:False|IsFalse)\(/,
  partial: /\.(?:Should\(\)\.)?Be(?:Equivalent|EquivalentTo)\(.{0,300}\.Excluding\w*\(/,
  unordered:
    /\bAreEquivalent\(|,Is\.EquivalentTo\(|\bignoreOrder:true|\.BeEquivalentTo\((?!.{0,300}WithStrictOrdering)/,
  matchers: [
    { pattern: /^$|^Match\(\w+=>true\)|^ShouldSatisfyAllConditions\(\)/, level: 0 },
    {
      pattern:
        /^,Is\.(?:Not\.|Anything|InstanceOf<object>|InstanceOf\(typeof\(object\)\))|^(?:Should)?Not(?:Be|BeNull|BeEmpty|BeNullOrEmpty|BeSameAs|BeNullOrWhiteSpace|Throw\w*)[(<]|^(?:ShouldBeAssignableTo|BeAssignableTo|ShouldBeOfType|BeOfType)<(?:object|bool)>|^ReceivedWithAnyArgs|^Should(?:BeGreaterThanOrEqualTo)\(0\)/,
      level: 1,
    },
    {
      pattern:
        /^,(?:Is\.(?:InstanceOf|TypeOf|AnyOf|GreaterThan\w*|LessThan\w*|AtLeast|AtMost|InRange|AssignableTo)|Is\.EqualTo\(.{0,200}\)\.Or\.)|^(?:Should)?(?:Be)?(?:OneOf|BeOneOf|BeOfType|BeAssignableTo|BeGreater\w*|BeLess\w*|HaveCountGreater\w*|HaveCountLess\w*|BePositive|BeInRange|Match)[(<]|^Received\(\)|^Verify\((?:(?!Times\.).)*\)$|^Verify\(.*Times\.(?:AtLeast|AtMost|Between)/,
      level: 2,
    },
    {
      pattern:
        /^,(?:Does\.|Contains\.|Has\.)|^(?:Should)?(?:Contain\w*|StartWith|EndWith|HaveCount|Have\w*|MatchRegex|BeSubsetOf|BeCloseTo|BeApproximately)[(<]/,
      level: 3,
    },
    {
      pattern:
        /^,(?:Is\.(?:EqualTo|SameAs|EquivalentTo))|^(?:Should)?(?:Be|BeEquivalentTo|Equal|BeSameAs|BeEqualTo|BeSequentiallyEqualTo)[(<]|^Received\(\d|^Verify\(.*Times\.(?:Exactly|Once|Never)/,
      level: 4,
    },
  ],
  calls: [
    { name: /^Should\.NotThrow\w*$/, level: 1, subject: 'all' },
    {
      name: /^(?:\w+)?Assert\.(?:NotNull|IsNotNull|NotEqual|AreNotEqual|NotSame|AreNotSame|NotEmpty|IsNotEmpty|DoesNotThrow\w*|Null(?=\(Record))$/,
      level: 1,
      subject: 'all',
    },
    {
      name: /^(?:\w+)?Assert\.(?:IsType|IsAssignableFrom|IsInstanceOf\w*|InRange|Greater\w*|Less\w*)$/,
      level: 2,
      subject: 'all',
    },
    {
      name: /^(?:\w+)?Assert\.(?:Contains|StartsWith|EndsWith|Matches|Single|StringContains|IsMatch)$/,
      level: 3,
      subject: 'all',
    },
    {
      name: /^(?:\w+)?Assert\.(?:Equal|AreEqual|Same|AreSame|StrictEqual|Equivalent|AreEquivalent)$/,
      level: 4,
      subject: 'all',
    },
  ],
}
