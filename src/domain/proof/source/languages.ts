// How test files look in the languages we know: a table. What is done with it stands in the other files.
import { CHOSEN_QUOTES, DEAD_BRANCH, OUTSIDE_PHP, PERCENT, RUBY_LINES, SIGILS, VERBATIM } from './further-spans.ts'
import type { Syntax } from './mask.ts'

/** A mark that keeps a test from running or from counting. */
export interface MarkRule {
  readonly pattern: RegExp
  /** Stands above what it marks, or inside it. */
  readonly stands: 'above' | 'inside'
  /** Where it is written: in code if nothing is said. */
  readonly isComment?: boolean
  /** Names a condition, so that it is fair on a test that was not there before. */
  readonly isConditional?: boolean
}

export interface Language {
  readonly files: RegExp
  readonly syntax: Syntax
  /** Where a block ends: at its closing bracket, or at the next line that stands as far left. */
  readonly blocks: 'brackets' | 'indent'
  /** A statement may end in a condition: `assert x if y`. */
  readonly hasModifiers?: boolean
  /** Tests are calls, such as `it('adds', …)`. */
  readonly hasTestCalls?: boolean
  /** Name in the first group. */
  readonly functions?: RegExp
  /** A function is a test by its name, or by what stands above it. */
  readonly testName?: RegExp
  readonly testHead?: RegExp
  /** In a file of such classes the name alone makes a test, as in JUnit 3. */
  readonly inherited?: { readonly file: RegExp; readonly name: RegExp }
  /** Other beginnings of a test; the title is what follows. */
  readonly testStarts?: RegExp
  readonly suites?: RegExp
  readonly assertions: RegExp
  /** Asserts nothing where no matcher follows: `assertThat(x)`. */
  readonly needsMatcher?: RegExp
  /** `expect` alone, or with a block alone, asserts nothing. */
  readonly needsEnd?: boolean
  /** `assert(expected, actual)`: what stands behind the first argument is only said where it fails. */
  readonly takesMessage?: RegExp
  /** Compiled out or without a consequence, whatever it says. */
  readonly idle?: RegExp
  /** These report a failure that the condition above them found: the condition is the assertion. */
  readonly failsUnderCondition?: RegExp
  readonly marks: readonly MarkRule[]
}

const C_LIKE: Syntax = { lineComments: ['//'], blockComments: true, quotes: '"\'', longQuotes: ['"""'] }
const NESTING: Syntax = { ...C_LIKE, nestedComments: true }

/** Pest: behind a test, `})->skip()`. A request or a list has methods of these names too: `$request->only('email')`. */
const BEHIND_PEST =
  /(?<=\}\)\s{0,60}|^[ \t]{0,20}(?:it|test|describe|arch)\([^;\n]{0,300}\)\s{0,60}|->(?:with|group|throws|covers\w{0,20}|repeat|depends)\([^;]{0,300}\)\s{0,60})->(?:skip\w{0,20}|todo|only)\s?\(|->only\s?\(\s{0,9}\)/gm

/** A test that is compiled only where something is defined. */
function compiledWhere(testHead: string): MarkRule {
  const pattern = new RegExp(
    `^[ \\t]{0,40}#[ \\t]{0,9}if(?:n?def)?\\b[^\\n]{0,120}\\n(?=(?:[ \\t]{0,40}(?:\\[[^\\n]{0,120})?\\n){0,3}[ \\t]{0,40}(?:${testHead}))`,
    'gm',
  )
  return { pattern, stands: 'above', isConditional: true }
}

const JVM: Language = {
  files: /\.(?:java|groovy)$/,
  syntax: C_LIKE,
  blocks: 'brackets',
  functions: /\b(?:void|fun(?:\s{1,9}<(?:[^<>\n]|<[^<>\n]{0,60}>){1,80}>)?|def)\s+(`[^`\n]+`|"[^"\n]*"|\w+)\s{0,9}\(/g,
  testName: /^"/,
  testHead:
    /@(?:Test|ParameterizedTest|RepeatedTest|Property|TestFactory|TestTemplate|RetryingTest|RetryTest|(?:Parameterized)?RepeatedIfExceptionsTest)\b/,
  inherited: { file: /\bextends\s+(?:[\w.]{1,60}\.)?\w{0,40}TestCase\b/, name: /^test/ },
  needsMatcher: /^(?:Assertions\.|Truth\.)?(?:assertThat|expectThat)\(/,
  suites: /\b(?:class|object)\s+(\w+)/g,
  assertions:
    /(?<![\w.])(?:(?:\w+\.)?assert\w*|\w+\.verify(?=\(\s{0,9}\(\)\s{0,9}->)|verify\w*|expect\w*|fail|then(?:Code|ThrownBy|\w{0,30}Exception\w{0,20})?|(?:BDD)?Assert(?:ions)?\.\w+)(?:<[^<>\n]{1,80}>)?\s{0,9}[({]|(?<![\w.])assert\s|(?<=\bthrow )(?:new )?Assertion(?:Failed)?Error\(|\.should\w*\(|\s(?:should\w+|mustBe|mustEqual)\s|\.(?:andExpect|expectStatus|expectNext\w*|verifyComplete)\(/g,
  marks: [
    {
      pattern: /@(?:Disabled|Enabled)(?:If|On|For|InNative)\w*/g,
      stands: 'above',
      isConditional: true,
    },
    { pattern: /@(?:Disabled|Ignore|Ignored|PendingFeature)\b(?!\w)/g, stands: 'above' },
    { pattern: /@Test\s?\([^)\n]{0,200}?\benabled\s?=\s?false/g, stands: 'above' },
    // JUnit passes over what it cannot call, and over what has no turn.
    { pattern: /@(?:Parameterized|Repeated)?Test\b(?:\([^()\n]{0,80}\))?\s{1,99}private\b/g, stands: 'above' },
    { pattern: /@RepeatedTest\(\s?0\s?\)|@ValueSource\([^(){}\n]{0,40}\{\s{0,9}\}\s{0,9}\)/g, stands: 'above' },
    {
      pattern: /@Test\s?\([^)\n]{0,200}?\bexpected\s?=\s?(?:AssertionError|Throwable|Error|Exception)\.class/g,
      stands: 'above',
    },
    {
      pattern: /\bthrow new (?:\w+\.)?(?:SkipException|TestAbortedException|AssumptionViolatedException)\b/g,
      stands: 'inside',
    },
    { pattern: /(?<![\w.])(?:Assumptions\.)?abort\s?\(/g, stands: 'inside' },
    {
      pattern: /\bAssum(?:e|ptions)\.\w+\s?\(|(?<![\w.])assume(?:True|False|That)\s?\(/g,
      stands: 'inside',
      isConditional: true,
    },
  ],
}

export const LANGUAGES: readonly Language[] = [
  {
    files: /\.(?:[cm]?[jt]sx?|vue|svelte|dart)$/,
    syntax: { lineComments: ['//'], blockComments: true, quotes: '"\'', templates: true, regexLiterals: true },
    blocks: 'brackets',
    hasTestCalls: true,
    functions:
      /(?<![\w$.])(?:function\s{0,9}\*?\s{1,9}([\w$]+)|(?:const|let|var)\s+([\w$]+)\s{0,9}=\s{0,9}(?:async\s{0,9})?(?:function\b|\([^()\n]{0,200}\)[^=\n]{0,80}=>|[\w$]+\s{0,9}=>))|(?<=\n[ \t]{1,20})(?:(?:async|static|public|private) )*(?!(?:if|for|while|switch|catch|function|return)\b)([\w$]+)\([^()\n]{0,200}\)[^;\n(){}]{0,80}(?=\{)/g,
    assertions:
      /(?<![\w$.])(?:expect(?!\.(?:extend|assertions|hasAssertions|addSnapshotSerializer|any|objectContaining|stringContaining|arrayContaining)\b)(?:\s{0,40}\.\w+)?|expectTypeOf|assert(?:\.\w+)*|assert[A-Z]\w*|expect[A-Z]\w*|should)\s{0,9}[(<]|\.should\b|\.expect\(|(?<![\w$.])(?:t|assert)\.(?:is|not|deepEqual|true|false|truthy|falsy|throws\w*|notThrows\w*|equals?|notEquals?|same|notSame|strictSame|ok|notOk|pass|fail|like|regex|snapshot|assert\.\w+|match|doesNotMatch|rejects|doesNotReject|doesNotThrow|strictEquals?|notStrictEquals?|notDeepEquals?|(?:partialD|notD|d)eepStrictEquals?|error|ifError)\(/g,
    marks: [
      { pattern: /(?<![\w$.])(?:t|ctx|context|this|test|testInfo|task)\.skip\(\s{0,9}(?=["'`)])/g, stands: 'inside' },
      { pattern: /(?<![\w$.])(?:t|ctx|context)\.todo\(/g, stands: 'inside' },
      { pattern: /(?<![\w$.])pending\(\s{0,9}\)/g, stands: 'inside' },
      {
        pattern: /(?<=\b(?:it|test|describe)(?:\.\w+)?)\.(?:each|for)\s?\(\s{0,9}\[\s{0,9}\]\s{0,9}\)/g,
        stands: 'inside',
      },
      { pattern: /(?<![\w$.])t\.(?:runOnly)\(\s{0,9}true/g, stands: 'inside' },
    ],
  },
  {
    files: /\.pyi?$/,
    syntax: { lineComments: ['#'], quotes: '"\'', longQuotes: ['"""', "'''"] },
    blocks: 'indent',
    functions: /^[ \t]{0,99}(?:async[ \t]{1,9})?def[ \t]{1,9}(\w+)/gm,
    testName: /^test/,
    suites: /^[ \t]{0,99}class[ \t]{1,9}(\w+)/gm,
    assertions:
      /(?<![\w.])assert(?:_\w+(?=\())?(?!\w)|(?<![\w.])self\.(?:assert\w*|fail\w*)\s?\(|(?<![\w.])(?:pytest\.)?(?:raises|warns|deprecated_call|RaisesGroup|RaisesExc)\s?\(|(?<![\w.])pytest\.fail\s?\(|(?<![\w.])expect\((?=[^\n]{1,300}\)\.(?:not_)?to_|\n(?:[^\n]{0,300}\n){1,3}[ \t]{0,40}\)\.(?:not_)?to_)|\.assert_\w+\s?\(|\.(?:no_)?(?:fnmatch|re_match)_lines?(?:_random)?\s?\(/g,
    marks: [
      { pattern: /@(?:pytest\.)?mark\.skipif\b/g, stands: 'above', isConditional: true },
      {
        pattern: /@(?:pytest\.)?mark\.xfail\((?=[^\n]{0,300}\bstrict\s?=\s?True\b)/g,
        stands: 'above',
        isConditional: true,
      },
      { pattern: /@(?:pytest\.)?mark\.(?:skip|xfail)\b/g, stands: 'above' },
      { pattern: /@(?:unittest\.)?skip(?:If|Unless)\b/g, stands: 'above', isConditional: true },
      { pattern: /@(?:unittest\.)?(?:skip|expectedFailure)\b/g, stands: 'above' },
      { pattern: /(?<=\bmarks\s?=\s?\[?)pytest\.mark\.(?:skip|skipif|xfail)\b/g, stands: 'inside' },
      {
        pattern: /^pytestmark\s?=[^\n]{0,200}?\bmark\.skipif\b/gm,
        stands: 'inside',
        isConditional: true,
      },
      { pattern: /^pytestmark\s?=[^\n]{0,200}?\bmark\.(?:skip|xfail)\b/gm, stands: 'inside' },
      { pattern: /\bpytest\.(?:skip|xfail)\s?\(/g, stands: 'inside' },
      { pattern: /^[ \t]{0,99}pytest\.importorskip\s?\(/gm, stands: 'inside', isConditional: true },
      { pattern: /\bself\.skipTest\s?\(/g, stands: 'inside' },
      { pattern: /\braise\s{1,9}pytest\.skip\.Exception\b/g, stands: 'inside' },
      { pattern: /@(?:nose\.tools\.|nose\.)?nottest\b/g, stands: 'above' },
      { pattern: /@(?:pytest\.)?mark\.parametrize\([^\n]{1,200},\s{0,9}\[\s{0,9}\]\s{0,9}\)/g, stands: 'above' },
      { pattern: /@pytest\.fixture\b(?=[^\n]{0,80}\n[ \t]{0,40}(?:async )?def test)/g, stands: 'above' },
      { pattern: /\braise\s{1,9}(?:unittest\.)?SkipTest\b/g, stands: 'inside' },
      { pattern: /^[ \t]{0,99}__test__\s?=\s?False\b/gm, stands: 'inside' },
    ],
  },
  {
    files: /\.go$/,
    syntax: { lineComments: ['//'], blockComments: true, quotes: '"', longQuotes: ['`'], characters: true },
    blocks: 'brackets',
    functions: /^func\s+(?:\([^)\n]{0,200}\)\s{0,9})?(\w+)\s{0,9}[([]/gm,
    testName: /^(?:Test|Fuzz|Example)(?![a-z])/,
    assertions:
      /\b(?:t|tb|b|f)\.(?:Errorf?|Fatalf?|Fail|FailNow)\s{0,9}\(|(?:\b(?:assert|require|is|qt|suite)|(?<=^[ \t]{0,40})[scg])\.(?:Equal\w*|Not[A-Z]\w*|True\w*|False\w*|Nil\w*|No\w*|Error\w*|Contains\w*|Len\w*|Empty\w*|Greater\w*|Less\w*|JSONEq\w*|Panics\w*|ElementsMatch\w*|Same\w*|Zero\w*|In[A-Z]\w*|Exactly\w*|Eventually\w*|Never\w*|Fail\w*|Regexp\w*|Subset\w*|Implements\w*|YAMLEq\w*|WithinDuration\w*|Condition\w*|Assert|Check|Is\w*)\s{0,9}\((?!\s?\))|(?<![\w.])(?:Expect|Eventually|Consistently)\(|(?<![\w.])(?:assert|require|expect|must|check|verify)[A-Z]\w*\(/gm,
    failsUnderCondition: /^(?:t|tb|b|f)\./,
    marks: [
      { pattern: /\b(?:t|tb|b|f|s\.T\(\)|suite\.T\(\))\.(?:Skip|Skipf|SkipNow)\s?\(/g, stands: 'inside' },
      { pattern: /(?<![\w.])t\s?=\s?(?:&testing\.T\{\}|new\(testing\.T\))/g, stands: 'inside' },
      { pattern: /^\/\/go:build ignore\b/gm, stands: 'inside', isComment: true },
      { pattern: /^\/\/go:build (?!ignore)[^\n]{1,60}/gm, stands: 'inside', isComment: true, isConditional: true },
      // The older form; where the newer one stands above it, that one counts.
      { pattern: /(?<!^\/\/go:build [^\n]{1,80}\n)^\/\/ ?\+build ignore\b/gm, stands: 'inside', isComment: true },
      {
        pattern: /(?<!^\/\/go:build [^\n]{1,80}\n)^\/\/ ?\+build (?!ignore)[^\n]{1,60}/gm,
        stands: 'inside',
        isComment: true,
        isConditional: true,
      },
    ],
  },
  {
    files: /\.rs$/,
    syntax: {
      lineComments: ['//'],
      blockComments: true,
      quotes: "'",
      longQuotes: ['"'],
      rawStrings: true,
      characters: true,
      nestedComments: true,
    },
    blocks: 'brackets',
    functions: /\bfn\s+(\w+)/g,
    testHead: /#\[\s{0,9}(?:\w+::)*(?:test|rstest|test_case|quickcheck|wasm_bindgen_test|proptest)\b/,
    suites: /\bmod\s+(\w+)\s{0,9}\{/g,
    // Beside the macros: functions of crates (`it::assert_equal(…)`), snapbox (`assert.eq(…)`) and assert_cmd (`.assert().success()`).
    assertions:
      /\b\w*assert\w*!|(?<=\w::)assert_\w+\s?\(|\bpanic!|\bunreachable!|\bassert(?:\(\))?\.(?:eq|eq_path|subset_eq|subset_matches)\(|\.assert\(\)(?=\s{0,200}\.(?:success|failure|code|stdout|stderr|interrupted)\()/g,
    idle: /^(?:std::|core::)?debug_assert\w*!/,
    marks: [
      { pattern: /#\[\s{0,9}ignore\b/g, stands: 'above' },
      {
        pattern: /#!?\[\s{0,9}cfg\(\s{0,9}(?:any\(\s{0,9}\)|FALSE|false)\s{0,9}\)/g,
        stands: 'above',
      },
      {
        pattern:
          /#\[\s{0,9}cfg\(\s{0,9}feature\b[^\]\n]{0,80}\](?=\s{0,40}#\[\s{0,9}test\b)|(?<=#\[\s{0,9}test\s{0,9}\]\s{0,40})#\[\s{0,9}cfg\(\s{0,9}feature\b/g,
        stands: 'above',
        isConditional: true,
      },
      { pattern: /#\[\s{0,9}cfg_attr\(\s{0,9}(?:not\(miri\)|all\(\))\s{0,9},\s{0,9}ignore\b/g, stands: 'above' },
      {
        pattern: /#\[\s{0,9}cfg_attr\((?!\s{0,9}(?:not\(miri\)|all\(\)))[^\]\n]{0,200}?,\s{0,9}ignore\b/g,
        stands: 'above',
        isConditional: true,
      },
      {
        pattern:
          /#\[\s{0,9}cfg\((?:all\(\s{0,9}test\s{0,9},\s{0,9})?(?:not\(|any\()?\s{0,9}(?:feature|target_\w+|not|any)\b[^\]\n]{0,100}\]\s{1,40}(?=(?:#\[[^\]\n]{0,100}\]\s{1,40}){0,4}mod\s{1,9}tests?\b)/g,
        stands: 'above',
        isConditional: true,
      },
      // Above everything in the file: without the feature there is no test in it.
      {
        pattern:
          /^#!\[\s{0,9}cfg\((?!\s{0,9}(?:any\(\s{0,9}\)|FALSE|false|test)\s{0,9}\))[^\]\n]{1,200}\](?=[\s\S]{0,20000}#\[\s{0,9}test\b)/gm,
        stands: 'inside',
        isConditional: true,
      },
      { pattern: /#\[\s{0,9}should_panic\b/g, stands: 'above', isConditional: true },
    ],
  },
  JVM,
  { ...JVM, files: /\.(?:kts?|scala)$/, syntax: NESTING },
  {
    files: /\.(?:cs|fs|vb)$/,
    syntax: { ...C_LIKE, further: [DEAD_BRANCH, VERBATIM] },
    blocks: 'brackets',
    // NUnit compares what a test gives back with what its row expects.
    functions:
      /\b(?:void|Task|ValueTask)\s+(\w+)\s{0,9}\(|(?<=\]\s{1,99}(?:public|internal)\s{1,9}(?:(?:static|async)\s{1,9}){0,2})(?!class\b|record\b|struct\b|sealed\b|abstract\b|partial\b|static\b|override\b|virtual\b|readonly\b|void\b|Task\s|ValueTask\s)[\w.<>?,[\]]{1,60}\s{1,9}(\w+)\s{0,9}\(/g,
    idle: /^(?:System\.Diagnostics\.)?(?:Debug|Trace)\.Assert\(/,
    testHead:
      /\[\s{0,9}(?:\w+\.)?(?:(?:Retry)?Fact|(?:Retry)?Theory|Test|TestMethod|TestCase|DataTestMethod|DataRow|TestCaseSource)\b/,
    suites: /\bclass\s+(\w+)/g,
    assertions:
      /\b(?:\w*Assert\w*|Should)\.\w+\s{0,9}[(<]|\.Should\w*[(<]|\.Verify\w*\(|\.Received\w*\(|(?<![\w.])(?:Expect\w*|Assert[A-Z]\w*)\s?\(/g,
    marks: [
      { pattern: /\[[^\]\n]{0,200}?\bSkip\s?=\s?\$?@?(?=")/g, stands: 'above' },
      // xunit: only where somebody asks for it by name.
      { pattern: /\[[^\]\n]{0,200}?\bExplicit\s?=\s?true\b/g, stands: 'above' },
      {
        pattern: /\[\s{0,9}(?:[\w.]{1,60}(?:\([^()\n]{0,80}\))?\s{0,9},\s{0,9}){0,4}(?:\w+\.)?(?:Ignore|Explicit)\b/g,
        stands: 'above',
      },
      {
        pattern: /\[\s?(?:(?:Retry)?Fact|(?:Retry)?Theory|Test|TestMethod)\b[^\]\n]{0,80}\]\s{1,99}private\b/g,
        stands: 'above',
      },
      {
        pattern:
          /#if \w{1,60}\s{1,40}\[\s?(?:(?:Retry)?Fact|(?:Retry)?Theory|Test|TestMethod)\b[^\n]{0,80}\n\s{0,40}#endif\b/g,
        stands: 'above',
      },
      compiledWhere(String.raw`\[\s?(?:(?:Retry)?Fact|(?:Retry)?Theory|Test|TestMethod)\b`),
      { pattern: /\bAssert\.(?:Ignore|Inconclusive|Skip|Pass)\s?\(/g, stands: 'inside' },
      { pattern: /\bthrow (?:new )?SkipException\b/g, stands: 'inside' },
      { pattern: /\bAssume\.That\s?\(/g, stands: 'inside', isConditional: true },
      { pattern: /\[\s{0,9}Platform\s?\(/g, stands: 'above', isConditional: true },
      { pattern: /\bSkip\.If\w*\s?\(|\bAssert\.Skip(?:When|Unless)\s?\(/g, stands: 'inside', isConditional: true },
    ],
  },
  {
    files: /\.php$/,
    syntax: {
      lineComments: ['//', '#'],
      blockComments: true,
      quotes: '',
      longQuotes: ['"', "'"],
      hashAttributes: true,
      heredoc: /<<<[ \t]{0,9}(["']?)(?<word>[A-Za-z_]\w{0,60})\1(?=[ \t]{0,9}\n)/y,
      further: [OUTSIDE_PHP],
    },
    blocks: 'brackets',
    hasTestCalls: true,
    functions: /\bfunction\s+(\w+)\s{0,9}\(/g,
    testName: /^test/,
    testHead: /#\[\s{0,9}\\?(?:\w+\\)*Test\b/,
    suites: /\bclass\s+(\w+)/g,
    assertions:
      /(?:->|::)(?:assert|expectException|shouldReceive|shouldHave)\w*\s{0,9}\(|(?:->|::)expects\((?=\s{0,9}["'])|->throws(?:If|Unless)?\s{0,9}\(|(?<![\w>:$])(?:expect|assert\w*)\s{0,9}\(/g,
    marks: [
      { pattern: /(?:->|::)markTest(?:Skipped|Incomplete)\s?\(/g, stands: 'inside' },
      { pattern: BEHIND_PEST, stands: 'inside' },
      { pattern: /\bthrow new \\?(?:\w+\\)*Skipped(?:Test\w*|WithMessageException)\b/g, stands: 'inside' },
      { pattern: /(?:->|::)expectNotToPerformAssertions\s?\(/g, stands: 'inside' },
      { pattern: /#\[\s{0,9}\\?(?:\w+\\)*DoesNotPerformAssertions\b/g, stands: 'above' },
      { pattern: /#\[\s{0,9}\\?(?:\w+\\)*Requires[A-Z]\w*/g, stands: 'above', isConditional: true },
      { pattern: /\*\s{0,9}@doesNotPerformAssertions\b/g, stands: 'above', isComment: true },
      { pattern: /\*\s{0,9}@requires\b/g, stands: 'above', isComment: true, isConditional: true },
    ],
  },
  {
    files: /\.rb$/,
    needsEnd: true,
    takesMessage: /^assert(?!_)(?![a-z]*[A-Z]\w*\()/,
    syntax: {
      lineComments: ['#'],
      quotes: '"\'',
      regexLiterals: true,
      // Without a tilde or a dash, a word in small letters is something that is appended.
      heredoc: /<<(?:[~-]|(?<=[^\w)\]]<<)(?=["'`]|[A-Z_]{2}))(["'`]?)(?<word>[A-Za-z_]\w{0,60})\1/y,
      further: [RUBY_LINES, PERCENT],
    },
    blocks: 'indent',
    hasModifiers: true,
    functions: /^[ \t]{0,99}def[ \t]{1,9}(?:self\.)?(\w+[?!]?)/gm,
    testName: /^test_/,
    testStarts:
      /^[ \t]{0,99}(?:it|specify|example|scenario|test|xit|xspecify|xexample|xscenario|fit|fspecify|fexample|pending|skip)\b(?=[ \t]{0,9}(?:\(|["']|do\b|\{))(?![^\n]{0,400}["'][ \t]{0,9}\)?[ \t]{0,9}$)|^[ \t]{0,99}define_method\b(?=[ \t(]{1,2}:?["'])/gm,
    suites: /^[ \t]{0,99}(?:(?:RSpec\.)?[xf]?(?:describe|context|feature)|class)\b/gm,
    assertions:
      /(?<![\w.])expect(?:\s?[({]|\s+do\b)|(?<![\w.])(?:assert|refute)\w*[?!]?(?=[\s(])|\.should(?:_not)?\b|\.(?:must|wont)_\w+|(?<![\w.])is_expected\b|(?<![\w.])flunk\b/g,
    marks: [
      {
        pattern: /^[ \t]{0,99}(?:RSpec\.)?(?:xit|xspecify|xexample|xscenario|xdescribe|xcontext|xfeature)\b(?=[\s(])/gm,
        stands: 'above',
      },
      { pattern: /^[ \t]{0,99}(?:RSpec\.)?(?:fit|fspecify|fexample|fdescribe|fcontext)\b(?=[\s(])/gm, stands: 'above' },
      { pattern: /^[ \t]{0,99}(?:skip|pending)\b(?=[ \t]{0,9}(?:\(|["']|$))/gm, stands: 'inside' },
      { pattern: /^[ \t]{0,99}(?:omit|pend|skip_until)\b(?=[ \t]{0,9}(?:\(|["'\d]|$))/gm, stands: 'inside' },
      { pattern: /^[ \t]{0,99}raise Minitest::Skip\b/gm, stands: 'inside' },
      {
        pattern:
          /(?<=,\s{0,9})(?::(?:skip|pending|focus)\s?=>\s?(?!false|nil)|if:\s{0,9}(?:false|nil)\b|unless:\s{0,9}true\b)/g,
        stands: 'inside',
      },
      { pattern: /(?<=,\s{0,9})(?:if|unless):\s{0,9}ENV\b/g, stands: 'inside', isConditional: true },
      {
        pattern: /^[ \t]{0,99}(?:skip|pending)\b[^\n]{0,300}?\s(?:if|unless)\s/gm,
        stands: 'inside',
        isConditional: true,
      },
      {
        pattern:
          /(?:(?<=,\s{0,9}|\()(?:skip|pending|focus):\s{0,9}(?=true\b|["'])|(?<=(?<!\b(?:before|after|around)\(:\w{1,10}),\s{0,9}):(?:skip|pending|focus)\b)(?=[^\n]{0,300}?(?:\bdo\b|\{|,[ \t]{0,9}\n))/g,
        stands: 'inside',
      },
    ],
  },
  {
    files: /\.exs?$/,
    syntax: { lineComments: ['#'], quotes: '"', longQuotes: ['"""', "'''"], further: [SIGILS] },
    blocks: 'indent',
    testStarts: /^[ \t]{0,99}test\b(?=[ \t(]{1,9}")/gm,
    suites: /^[ \t]{0,99}(?:describe|defmodule)\b/gm,
    assertions: /(?<![\w.@:])(?:assert|refute)\w*(?=[\s(])/g,
    marks: [{ pattern: /@(?:module)?tag\s{1,9}:skip\b|@(?:module)?tag\s{1,9}skip:/g, stands: 'above' }],
  },
  {
    files: /\.swift$/,
    syntax: { ...NESTING, further: [DEAD_BRANCH] },
    blocks: 'brackets',
    functions: /\bfunc\s+(\w+)\s{0,9}\(/g,
    testName: /^test/,
    testHead: /@Test\b/,
    suites: /\b(?:class|struct)\s+(\w+)/g,
    assertions:
      /\bXCT(?:Assert\w*|Fail|Unwrap)\s?\(|\bIssue\.record\s?\(|#(?:expect|require)\s?\(|(?<![\w.])[aA]ssert[A-Z]\w*\s?\(/g,
    marks: [
      { pattern: /\bXCTSkip\s?\(/g, stands: 'inside' },
      { pattern: /\bXCTSkip(?:If|Unless)\s?\(/g, stands: 'inside', isConditional: true },
      { pattern: /\.disabled\s?\((?!\s{0,99}if:)/g, stands: 'above' },
      { pattern: /\.disabled\s?\((?=\s{0,99}if:)|\.enabled\s?\(/g, stands: 'above', isConditional: true },
      compiledWhere(String.raw`func test|@Test\b`),
    ],
  },
  {
    files: /\.(?:c|cc|cpp|cxx|h|hpp)$/,
    syntax: {
      lineComments: ['//'],
      blockComments: true,
      quotes: '"\'',
      further: [DEAD_BRANCH, CHOSEN_QUOTES],
    },
    blocks: 'brackets',
    testStarts: /\b(?:TYPED_)?TEST(?:_F|_P|_CASE)?(?=\s?\()/g,
    assertions: /\b(?:EXPECT|ASSERT|CHECK|REQUIRE)(?:_\w+)?\s?\(|(?<![\w.])assert\s?\(/g,
    marks: [
      { pattern: /\bDISABLED_(?=\w)/g, stands: 'inside' },
      compiledWhere(String.raw`(?:TYPED_)?TEST(?:_F|_P|_CASE)?\s?\(`),
      { pattern: /\bGTEST_SKIP\s?\(/g, stands: 'inside' },
    ],
  },
]

/** By the ending alone, which few files do not share: tens of thousands of paths are asked about. */
export function languageOf(path: string): Language | undefined {
  const dot = path.lastIndexOf('.')
  if (dot === -1 || path.length - dot > LONGEST_ENDING) return undefined
  const ending = path.slice(dot)
  if (!known.has(ending))
    known.set(
      ending,
      LANGUAGES.find(({ files }) => files.test(ending)),
    )
  return known.get(ending)
}

const LONGEST_ENDING = 12
const known = new Map<string, Language | undefined>()
