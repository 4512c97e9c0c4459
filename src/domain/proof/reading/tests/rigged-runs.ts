// Code in tests and their setup that makes a run look good whatever happened: results rewritten, tests dropped from the
// list, an early exit, objects that equal everything. Only what was not there before counts.
import type { FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { languageOf } from '../../source/languages.ts'
import { replacedInJava, replacedInPython, replacedInRuby, replacedMatchers } from './replaced-matchers.ts'
import type { SourceText } from '../../source/source.ts'
import { lineAt, lineEnd, lineStart, readSource } from '../../source/source.ts'
import { isTestFile, kindOfConfig } from '../../yardstick/yardstick.ts'

interface RiggedRule {
  readonly files: RegExp
  /** Matched on code whose strings are kept and whose comments are gone. */
  readonly pattern: RegExp
  readonly what: string
  /** Inside a hook or function that must not hold this as well. */
  readonly unless?: RegExp
  /** Inside a hook or function that holds this. */
  readonly within?: RegExp
  /** Says where it is met, in texts in which the pattern is found. */
  readonly places?: (source: SourceText) => readonly number[]
}

const PYTHON = /\.py$/
const SCRIPT = /\.[cm]?[jt]sx?$/
const RUBY = /\.rb$/
const JVM = /\.(?:java|kt|groovy|scala)$/
/** Loaded by the runner itself before the tests. */
const SETUP =
  /(?:^|\/)(?:setup|global-?setup|jest|vitest|mocha|karma|conftest|(?:site|user)customize|spec_helper|test_helper|bootstrap)[\w.-]*\.\w+$|setup[\w-]{0,20}\.\w+$/i

const RULES: readonly RiggedRule[] = [
  {
    files: PYTHON,
    pattern:
      /\b(?:rep|report|outcome|result|res|r|call)\w*\.(?:outcome\s?=\s?["']passed["']|force_result\(|force_exception\()|\.outcome\s?=\s?["'](?:passed|skipped)["']/g,
    what: 'results of tests are rewritten',
  },
  {
    files: SCRIPT,
    pattern:
      /\b(?:currentTest|task\.result|test\.result|testResult)\??\.(?:state\s?=\s?["']pass|err(?:or)?s?\s?=\s?(?:undefined|null|\[\s?\])|status\s?=\s?["']pass)/g,
    what: 'results of tests are rewritten',
  },
  {
    files: RUBY,
    pattern:
      /\binstance_variable_set\(?\s?:@exception,\s?nil|\bset_exception[ (]\s?nil|\bexecution_result\.(?:status|exception)\s?=\s?(?::passed|nil)|\bfailures\.clear\b/g,
    what: 'results of tests are rewritten',
  },
  {
    files: PYTHON,
    pattern: /^def pytest_ignore_collect\b/gm,
    what: 'tests are left out of the collection',
    unless: /\bgetoption\b|\bgetvalue\b|\bplatform\b|version_info|find_spec|import_module|ImportError|\.suffix\b/,
  },
  {
    files: PYTHON,
    pattern: /\baddTest\(\s?(?:\w{1,40}\.){0,3}(?!\w*Suite\b)[A-Z]\w{1,60}\(\s?(?:["']\w|[a-z])/g,
    within: /\bdef load_tests\(/,
    what: 'tests are collected one by one',
    unless: /\b(?:loadTests\w*|discover|getTestCaseNames)\(/,
  },
  {
    files: PYTHON,
    pattern: /\bsetattr\(\s?(?:request|item|request\.node)\.(?:module|obj)\b/g,
    what: 'what the tests imported is replaced',
  },
  {
    files: PYTHON,
    pattern: /^def load_tests\(/gm,
    what: 'tests are left out of the collection',
    unless:
      /\badd_?[tT]ests?\(|\bloadTests\w*\(|\bdiscover\(|\bDoc(?:Test|File)Suite\(|^\s*return tests\b|TestSuite\(\s?[^)\s]/m,
  },
  {
    files: PYTHON,
    pattern: /\bexitstatus\s?=\s?(?:0\b|pytest\.ExitCode\.OK\b|ExitCode\.OK\b)/g,
    within: /\bdef pytest_/,
    what: 'the exit code of the run is rewritten',
  },
  { files: PYTHON, pattern: /\bos\._exit\(\s?0?\s?\)/g, what: 'the run ends early as a success' },
  {
    files: PYTHON,
    pattern: /\bitems(?:\[:\]\s?=|\.clear\(|\.pop\(|\.remove\()|\bdel\s+items\b/g,
    what: 'collected tests are dropped',
    unless: /\.keywords\b|get_closest_marker|iter_markers|own_markers|getoption|getvalue|sort|random|shuffle/,
    within: /\bdef pytest_collection/,
  },
  {
    files: PYTHON,
    pattern: /\.add_marker\([^\n]{0,80}(?:skip|xfail)/g,
    what: 'collected tests are skipped',
    unless: /\.keywords\b|get_closest_marker|iter_markers|own_markers|getoption|getvalue/,
    within: /\bdef pytest_collection/,
  },
  {
    files: PYTHON,
    pattern: /\.add_marker\([^\n]{0,80}\bxfail\b/g,
    what: 'collected tests may fail',
    unless:
      /\bstrict\s?=\s?True\b|\bgetoption\b|\bgetvalue\b|\bplatform\b|version_info|["']\w{0,40}(?:fail|flaky|bug|broken|issue)\w{0,40}["']/,
    within: /\bdef pytest_collection(?=[\s\S]{0,4000}(?:\.keywords\b|get_closest_marker|iter_markers|own_markers))/,
  },
  {
    files: PYTHON,
    pattern: /^def pytest_(?:runtest_call|runtest_protocol|pyfunc_call)\b[^\n]{0,120}:\s{0,20}(?:return True|pass)\b/gm,
    what: 'tests are no longer called',
  },
  {
    files: PYTHON,
    pattern: /\bdef __(?:eq|ne)__\([^)\n]{0,120}\)[^:\n]{0,40}:\s{0,40}return True\b/g,
    what: 'an object equals everything',
  },
  {
    files: PYTHON,
    pattern: /^(?:sys\.exit|exit|quit)\(\s?0?\s?\)|^raise SystemExit(?:\(\s?0?\s?\))?\s*$/gm,
    what: 'the run ends early as a success',
  },
  { files: SCRIPT, pattern: /^process\.exit\(\s?0?\s?\)/gm, what: 'the run ends early as a success' },
  {
    files: SCRIPT,
    pattern:
      /\bprocess\.(?:on|once)\(\s?["'](?:exit|beforeExit)["'][\s\S]{0,120}?\bprocess\.(?:exitCode\s?=\s?0\b|exit\(\s?0)/g,
    what: 'the exit code of the run is rewritten',
  },
  {
    files: SCRIPT,
    pattern:
      /(?<![\w$.])(?:globalThis|global|window)\.(?:expect|assert|it|test|describe)\s?=\s?(?:\(|async\b|function\b|new Proxy\b|(?:vi|jest)\.fn\b|[\w$]+\s?=>|[\w$.]+\.(?:skip|todo)\b)/g,
    what: 'the test functions are replaced',
  },
  {
    files: SCRIPT,
    pattern: /\b(?:expect|matchers)\.prototype\b[^\n]{0,80}=|\bObject\.(?:is|prototype\.equals)\s?=(?!=)/g,
    what: 'the test functions are replaced',
  },
  {
    files: /_test\.go$/,
    pattern: /\bos\.Exit\(\s?0\s?\)/g,
    what: 'the run ends as a success whatever happened',
    within: /\bfunc (?:TestMain|init)\b/,
    unless: /\bos\.Exit\(\s?(?:m\.Run\(|[A-Za-z_])|\bos\.(?:Args|Getenv|LookupEnv)\b/,
  },
  { files: /(?:^|\/)tests\/.*\.rs$/, pattern: /\bprocess::exit\(\s?0\s?\)/g, what: 'the run ends early as a success' },
  {
    files: JVM,
    pattern: /\bSystem\.exit\(\s?0\s?\)|\bexitProcess\(\s?0\s?\)|\bhalt\(\s?0\s?\)/g,
    what: 'the run ends early as a success',
  },
  {
    files: RUBY,
    pattern: /^[ \t]{0,20}(?:at_exit\s?\{?\s?)?(?:Kernel\.)?exit!?[ (]\s?(?:0|true)\b|\bat_exit\s?\{\s?exit!/gm,
    what: 'the run ends early as a success',
  },
  { files: /\.php$/, pattern: /^(?:exit|die)(?:\(\s?0?\s?\))?;/gm, what: 'the run ends early as a success' },
]

/** Matchers that everybody knows, under their own names: no helper has a reason to replace them. */
const REDEFINED: readonly RiggedRule[] = [
  {
    files: SCRIPT,
    pattern: /\bexpect\.extend\b|\badd(?:Async)?Matchers\b/g,
    what: 'known matchers are replaced',
    places: replacedMatchers,
  },
  {
    // Kept in a file of their own, from where a setup takes all of them.
    files: SCRIPT,
    pattern:
      /^export (?:async )?(?:function |(?:const|let) )(?:toBe|toEqual|toStrictEqual|toThrow|toThrowError|toMatch|toMatchObject|toContain|toContainEqual|toHaveLength|toHaveProperty|toBeTruthy|toBeDefined|toBeCloseTo)\b(?=\s?[(=:<])/gm,
    what: 'known matchers are replaced',
  },
  {
    files: SCRIPT,
    pattern:
      /\b(?:overwrite|add)(?:Method|Property|ChainableMethod)\(\s?["'](?:equals?|eq|eql|deep|throws?|includes?|contains?|ok|true|false|null|match|property|length|members|above|below)["']/g,
    what: 'known matchers are replaced',
  },
  {
    files: SCRIPT,
    pattern: /^assert\.(?:equal|strictEqual|deepEqual|deepStrictEqual|ok|throws|rejects|match)\s?=(?!=)/gm,
    what: 'known matchers are replaced',
  },
  {
    files: PYTHON,
    pattern:
      /\bdef (?:assert[A-Z]\w{1,40}|fail)\(\s?self\b[^)\n]{0,120}\)[^:\n]{0,40}:\s{0,40}(?:return(?:[ \t]+(?:None|True))?[ \t]*$|pass\b|\.\.\.)/gm,
    what: 'known matchers are replaced',
  },
  {
    files: PYTHON,
    pattern: /\bdef assert[A-Z]/g,
    what: 'known matchers are replaced',
    places: replacedInPython,
  },
  { files: RUBY, pattern: /\bdef (?:assert|refute)_/g, what: 'known matchers are replaced', places: replacedInRuby },
  {
    files: RUBY,
    pattern:
      /\bMatchers\.define[ (]{1,3}:(?:eq|eql|equal|be|be_nil|be_truthy|be_falsey|include|match|match_array|contain_exactly|raise_error|have_attributes)\b/g,
    what: 'known matchers are replaced',
  },
  {
    files: JVM,
    pattern: /\b(?:void|fun)\b[^(\n]{0,120}\b(?:assert|should)[A-Z]/g,
    what: 'known matchers are replaced',
    places: replacedInJava,
  },
  {
    // Pest.
    files: /\.php$/,
    pattern:
      /\bexpect\(\)\s{0,99}->(?:extend|intercept|pipe)\(\s?["'](?:toBe|toEqual|toBeTrue|toBeFalse|toBeNull|toContain|toHaveCount|toMatch|toMatchArray|toThrow|toBeInstanceOf)["']/g,
    what: 'known matchers are replaced',
  },
  {
    files: /\.(?:c|cc|cpp|cxx|h|hpp)$/,
    pattern:
      /^[ \t]{0,9}#[ \t]{0,9}define[ \t]{1,9}(?:(?:ASSERT|EXPECT)_(?:EQ|NE|TRUE|FALSE|STREQ|NEAR|THROW)|CHECK|REQUIRE|TEST_ASSERT\w{0,40})\([^\n]{0,300}/gm,
    what: 'known matchers are replaced',
  },
  {
    files: /\.rs$/,
    pattern: /\bmacro_rules!\s{0,9}assert(?:_eq|_ne)?\s{0,9}[{(]/g,
    what: 'known matchers are replaced',
  },
  {
    files: JVM,
    pattern:
      /\b(?:void|fun) (?:assert(?:Equals|True|False|Null|NotNull|That|Same|Throws|ArrayEquals|NotEquals)|fail)\s?\([^)\n]{0,200}\)\s{0,9}(?:\{\s{0,40}(?:return;?\s{0,40})?\}|=\s?Unit\b)/g,
    what: 'known matchers are replaced',
  },
  {
    files: RUBY,
    pattern:
      /^[ \t]{0,20}def (?:assert(?:_equal|_nil|_raises|_match|_includes|_in_delta|_empty)?|refute(?:_\w{1,20})?|flunk)(?:\([^)\n]{0,80}\)| [^\n;]{1,80})?[;\s]{1,40}(?:(?:true|nil|return)[;\s]{1,40})?end\b/gm,
    what: 'known matchers are replaced',
  },
  {
    files: RUBY,
    pattern:
      /^[ \t]{0,20}module Minitest\b[^\n]{0,20}\n[ \t]{0,20}def self\.(?:run|__run|run_one_method)\b|\bdef self\.(?:runnable_methods|test_methods)\b[^\n]{0,40}\n\s{0,40}\[\s{0,9}\]/gm,
    what: 'tests are no longer called',
  },
  {
    files: JVM,
    pattern:
      /\bhandleTestExecutionException\s?\([^)]{0,200}\)[^{=]{0,80}(?:\{(?:(?!\bthrow\b)[^}]){0,400}\}|=\s?Unit\b)/g,
    what: 'failures of tests are swallowed',
  },
]

/** The environment of Jest hears of every test, and holds its errors. */
const ENVIRONMENT: RiggedRule = {
  files: SCRIPT,
  pattern:
    /\bhandleTestEvent\b[^\n]{0,80}\{[\s\S]{0,600}?\.(?:errors(?:\.length)?\s?=(?!=)|errors\.(?:splice|pop|shift)\(|(?:status|mode)\s?=\s?["'](?:pass|skip))/g,
  what: 'results of tests are rewritten',
}

/** In files that are there to set up the run these need not stand at the left. */
const IN_SETUP: readonly RiggedRule[] = [
  {
    files: SCRIPT,
    pattern: /\bprocess\.exit\(\s?0\s?\)(?<!\.on(?:ce)?\([^\n]{0,120})/g,
    what: 'the run ends early as a success',
  },
  { files: PYTHON, pattern: /\bsys\.exit\(\s?0?\s?\)/g, what: 'the run ends early as a success' },
]

/** Hooks that a runner looks for, in whatever file. */
const HOOKS =
  /^(?:async )?def pytest_\w{3,60}\(|\bmocha(?:Hooks|GlobalSetup|GlobalTeardown)\b|^export (?:default )?(?:async )?function (?:(?:globalS|s)etup|(?:globalT|t)eardown)\b/m

/** A test file that came may do in itself what it likes, unless it is there to set up others. */
export function riggedRuns({ path, before = '', after, how }: FileChange): TamperFinding[] {
  const language = languageOf(path)
  if (after === undefined || !language) return []
  const isEnvironment = SCRIPT.test(path) && after.includes('handleTestEvent')
  const isOfTests = isTestFile(path) || kindOfConfig(path) === 'runner' || (PYTHON.test(path) && HOOKS.test(after))
  if (!isOfTests && !isEnvironment) return []
  const isSetup = SETUP.test(path) || HOOKS.test(after)
  const isOwn = how === 'added' && !isSetup && !path.endsWith('_test.go')
  const usual = isOwn ? [] : [...RULES, ...(isSetup ? IN_SETUP : [])]
  const rules = [...(isOfTests ? [...REDEFINED, ...usual] : []), ...(isEnvironment ? [ENVIRONMENT] : [])].filter(
    ({ files }) => files.test(path),
  )
  if (!rules.some(({ pattern }) => after.search(pattern) >= 0)) return []
  const [old, now] = [readSource(before, language.syntax), readSource(after, language.syntax)]
  return rules.flatMap((rule) => {
    const places = placesOf(now, rule)
    const last = places.at(-1)
    if (last === undefined || places.length <= placesOf(old, rule).length) return []
    const line = lineAt(now, last)
    const written = now.text.slice(Math.max(last, lineStart(now, line)), lineEnd(now, line))
    return [finding('vacuous', path, line, `${rule.what} (${quote(written)})`)]
  })
}

function placesOf(source: SourceText, { pattern, unless, within, places }: RiggedRule): readonly number[] {
  if (places) return places(source)
  return Array.from(source.bare.matchAll(pattern), ({ index }) => index).filter((at) => {
    if (!isCode(source, at)) return false
    const around = unless || within ? functionAround(source, at) : ''
    return !unless?.test(around) && within?.test(around) !== false
  })
}

/** Not inside a string: its first word is there without the strings too. */
function isCode({ code, bare }: SourceText, at: number): boolean {
  return code.charAt(at) === bare.charAt(at)
}

const FUNCTION = /^(?:async )?(?:def|func) /gm
const LONGEST_FUNCTION = 5000

/** From the last function that begins at the left to the next one. */
function functionAround({ bare }: SourceText, at: number): string {
  const from = Math.max(0, at - LONGEST_FUNCTION)
  const text = bare.slice(from, at + LONGEST_FUNCTION)
  const starts = Array.from(text.matchAll(FUNCTION), ({ index }) => index)
  return text.slice(
    starts.findLast((start) => from + start <= at) ?? 0,
    starts.find((start) => from + start > at) ?? text.length,
  )
}
