// PHPUnit, Pest, Mockery.
import type { MatcherTable } from './matcher.ts'

const OWNER = String.raw`^(?:self::|static::|\$this->|Assert::)?`

export const PHP: MatcherTable = {
  files: /\.php$/,
  wraps: /^expect\(/,
  suffixes: /->(?=expects\()/,
  // `\is_resource(` is the function of that name outside of all namespaces, as `is_resource(` nearly always is.
  handsOn: /(?<=[\s(,!=]|^)\\(?=[a-z]\w*\()/g,
  conditions: /^(?:self::|static::|\$this->|Assert::)?assertTrue\(/,
  refutations: /^(?:self::|static::|\$this->|Assert::)?assertFalse\(/,
  loose: new RegExp(
    `${OWNER}assert(?:Equals(?!WithDelta)\\w*|Empty)\\(|^expect\\(.{1,400}\\)->to(?:Equal\\w*|BeEmpty)\\(`,
  ),
  matchers: [
    { pattern: /^$/, level: 0 },
    { pattern: /^->not->to(?:Be(?:Null|Empty|Falsy)?|Throw|Equal)\(|^->toBeTruthy\(|^expects\(.{0,20}any\(/, level: 1 },
    {
      pattern:
        /^->(?:toBeIn|toBeInstanceOf|toBeGreater\w*|toBeLess\w*|toBe(?:String|Int|Array|Object|Scalar)\w*)\(|^expects\(.{0,20}atLeast\w*\(/,
      level: 2,
    },
    { pattern: /^->(?:toContain\w*|toMatch\w*|toHave\w*|toStartWith|toEndWith)\(/, level: 3 },
    { pattern: /^->(?:toBe|toEqual\w*)\(|^expects\(.{0,20}(?:once|exactly|never)\(/, level: 4 },
  ],
  calls: [
    { name: new RegExp(`${OWNER}assertThat$`), level: 3, subject: 0 },
    {
      name: new RegExp(`${OWNER}assert(?:NotNull|NotEmpty|NotFalse|NotSame|NotEquals|NotCount|ThatAnything)$`),
      level: 1,
      subject: 'all',
    },
    {
      name: new RegExp(`${OWNER}assert(?:InstanceOf|Is(?!Not|String\\(\\(string)\\w+|Greater\\w*|Less\\w*)$`),
      level: 2,
      subject: 'all',
    },
    {
      name: new RegExp(
        `${OWNER}assert(?:Contains\\w*|StringContains\\w*|String(?:Starts|Ends)\\w*|MatchesRegularExpression|RegExp|Count|ArrayHasKey|EqualsWithDelta|ObjectHas\\w*)$`,
      ),
      level: 3,
      subject: 'all',
    },
    {
      name: new RegExp(
        `${OWNER}assert(?:Same|Empty|Equals\\w*|JsonStringEquals\\w*|XmlStringEquals\\w*|StringEquals\\w*)$`,
      ),
      level: 4,
      subject: 'all',
    },
  ],
}
