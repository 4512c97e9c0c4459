// Product code that replaces what tests assert with, or the modules that run them.
import { lineAt } from '../../source/source.ts'
import { DOTNET, JVM, PHP, PYTHON, RUBY, SCRIPT, SHELL } from './product-file.ts'
import type { RigPlace, RigRule, RigSpan } from './rig-rule.ts'
import { wholeMatch } from './rig-rule.ts'
import { endOfIndented, indentOf, textOf } from './scope.ts'

const PATCHES = 'product code replaces what tests assert with'
const RUNNER = 'product code replaces a part of the test runner'

const outsideOfTestSupport = (place: RigPlace): RigSpan | undefined =>
  place.text.isTestSupport ? undefined : wholeMatch(place)

function rule(files: RegExp, pattern: RegExp, what: string): RigRule {
  return { files, pattern, what, suspect: outsideOfTestSupport }
}

export const ASSERTION_RULES: readonly RigRule[] = [
  rule(
    SCRIPT,
    /(?<![\w$.])(?:assert|assertions?|expect|chai|nodeTest|sinon|should|jest|vi|require\(["'](?:node:)?(?:assert(?:\/strict)?|chai|test|expect|vitest)["']\))(?:\.[\w$]{1,30}){1,3}\s?=(?![=>])/g,
    PATCHES,
  ),
  rule(SCRIPT, /(?<![\w$.])(?:assert|expect|chai\.\w{1,20})\[[^\]\n]{1,60}\]\s?=(?![=>])/g, PATCHES),
  rule(
    SCRIPT,
    /\bmock\.(?:method|getter)\(\s?(?:assert|chai|expect)\b|\b(?:jest|vi|sinon)\.(?:spyOn|stub|replace)\(\s?(?:assert|chai|expect)\b/g,
    PATCHES,
  ),
  rule(
    SCRIPT,
    /\b(?:Object|Reflect)\.(?:defineProperty|defineProperties|assign|set)\(\s?(?:assert|expect|chai(?:\.\w{1,20}){0,2}|require\(["'](?:node:)?(?:assert(?:\/strict)?|chai|test|expect|vitest)["']\)|(?:globalThis|global|window),\s?["'](?:expect|assert|it|test|describe)["'])/g,
    PATCHES,
  ),
  rule(
    SCRIPT,
    /(?<![\w$.])\(?(?:globalThis|global|window)(?: as \w{1,20}\))?(?:\.(?:expect|assert|it|test|describe)|\[["'](?:expect|assert|it|test|describe)["']\])\s?=(?![=>])/g,
    PATCHES,
  ),
  rule(SCRIPT, /(?<![\w$.])Assertion(?:Error)?\.prototype(?:\.\w{1,30}|\[[^\]\n]{1,40}\])\s?=(?![=>])/g, PATCHES),
  rule(
    SCRIPT,
    /\b(?:Object\.is|util\.isDeepStrictEqual|Object\.prototype\.(?:valueOf|toString|hasOwnProperty|equals)|Error\.prototype\.\w{1,20}|JSON\.stringify|(?:Array|String|Number)\.prototype\.(?:valueOf|toString|includes|every|some|indexOf))\s?=(?![=>])/g,
    'product code replaces what comparisons rest on',
  ),
  rule(
    SCRIPT,
    /\b(?:Object\.definePropert(?:y|ies)|Reflect\.(?:set|defineProperty)|Object\.assign)\(\s?(?:JSON,\s?(?:["'`]stringify["'`]|\{\s?stringify\b)|Object,\s?(?:["'`]is["'`]|\{\s?is\b)|util,\s?(?:["'`]isDeepStrictEqual["'`]|\{\s?isDeepStrictEqual\b))|(?<![\w$.])JSON\[\s?["'`]stringify["'`]\s?\]\s?=(?!=)/g,
    'product code replaces what comparisons rest on',
  ),
  {
    files: SCRIPT,
    pattern:
      /(?<![\w$.])\(?(?:globalThis|global|window)(?: as \w{1,20}\))?(?:\??\.expect\b|(?:\?\.)?\[["'`]expect["'`]\])/g,
    what: PATCHES,
    suspect: (place) =>
      !place.text.isTestSupport &&
      /\bextend\b/.test(place.text.source.bare.slice(Math.max(0, place.at - 80), place.at + 300))
        ? wholeMatch(place)
        : undefined,
  },
  rule(
    SCRIPT,
    /(?<![\w$.])expect\.extend\(\s?\{\s{0,40}(?:async )?(?:to(?:Be|Equal|StrictEqual|Match|MatchObject|Contain|Throw|HaveLength|HaveBeenCalled\w{0,10})\b)/g,
    PATCHES,
  ),
  {
    files: SCRIPT,
    pattern:
      /(?<![\w$])(?:Runner|Runnable|Test|Suite|Hook)\.prototype\.(?:fail|failHook|uncaught|run|runTest|runTests|hook)\s?=(?![=>])/g,
    what: RUNNER,
    suspect: (place) =>
      /["'](?:mocha|jasmine|tape|ava)(?:["']|\/)/.test(place.text.source.bare) ? wholeMatch(place) : undefined,
  },
  {
    files: SCRIPT,
    pattern:
      /\bModule\._(?:load|resolveFilename|extensions\[[^\]\n]{1,20}\])\s?=(?![=>])|\bModule\.prototype\.require\s?=(?![=>])|\brequire\.cache\[[^\n]{1,80}\]\s?=(?![=>])|\bmock\.module\(|\b(?:Module\.)?registerHooks\(/g,
    what: RUNNER,
    suspect: (place) => {
      const near = place.text.source.bare.slice(place.at, place.at + 400)
      const isTests =
        /["'](?:(?:node|bun):)?(?:assert(?:\/strict)?|test|chai|vitest|@vitest\/\w+|jest|@jest\/\w+|mocha|ava|expect)["']|\.(?:test|spec)\./.test(
          near,
        )
      return isTests ? wholeMatch(place) : undefined
    },
  },
  {
    files: SCRIPT,
    pattern:
      /\b(?:require|import)\(\s?(?!["'][^"'\n]{0,200}["']\s?\)|`[^`$\n]{0,200}`\s?\))[^\n]{1,120}\)(?:\.default)?(?:\.(?:ok|equal|strictEqual|deepEqual|deepStrictEqual|notStrictEqual|throws|rejects|fail|expect)\s?=(?![=>]))?/g,
    what: PATCHES,
    suspect: patchedByComputedName,
  },
  rule(
    PYTHON,
    /(?<![\w.])(?:unittest|pytest|_pytest)(?:\.\w{1,40}){1,4}\s?=(?!=)|(?<![\w.])(?:TestCase|TestResult|TextTestResult)\.\w{1,40}\s?=(?!=)|(?<![\w.])builtins\.(?:AssertionError|SystemExit|assert\w{0,20}|isinstance|all|any|abs|len|round|__build_class__)\s?=(?!=)/g,
    PATCHES,
  ),
  rule(
    PYTHON,
    /\bpatch(?:\.object|\.multiple)?\(\s?["']?(?:(?:unittest|_?pytest)\.|TestCase\b|builtins\.(?:AssertionError|SystemExit))|(?<!def \w{0,40})\.__code__\s?=(?!=)/g,
    PATCHES,
  ),
  rule(
    PYTHON,
    /(?<![\w.])setattr\(\s?(?:(?:unittest|pytest|_pytest)(?:\.\w{1,40}){0,4}|TestCase|builtins,\s?["'](?:AssertionError|isinstance|len|all|any)["'])/g,
    PATCHES,
  ),
  rule(
    PYTHON,
    /(?<![\w.])sys\.modules\[\s?["'](?:_?pytest|unittest|nose|doctest|hypothesis)[\w.]{0,40}["']\s?\]\s?=(?!=)|(?<![\w.])__builtins__\s?\[\s?["']AssertionError["']\s?\]\s?=(?!=)/g,
    RUNNER,
  ),
  {
    files: PYTHON,
    pattern:
      /^[ \t]{0,20}def pytest_(?:runtest_makereport|runtest_call|runtest_protocol|pyfunc_call|sessionfinish|collection_modifyitems|report_teststatus|assertrepr_compare)\b/gm,
    what: 'product code holds a hook of the test runner',
    suspect: (place) =>
      place.text.isTestSupport || /\bimport pytest\b|plugin/.test(`${place.text.path}\n${place.text.source.bare}`)
        ? undefined
        : wholeMatch(place),
  },
  {
    files: PYTHON,
    pattern: /^[ \t]{0,20}def pytest_(?:runtest_call|pyfunc_call|runtest_protocol|runtest_setup)\([^\n]{0,200}/gm,
    what: 'a hook of the test runner swallows failures',
    suspect: swallowsFailures,
  },
  {
    files: SCRIPT,
    pattern: /["'](?:strictEqual|deepEqual|deepStrictEqual|toStrictEqual)["']/g,
    what: PATCHES,
    suspect: memberByName,
  },
  {
    files: SCRIPT,
    pattern: /["'](?:expect|assert|describe)["']/g,
    what: PATCHES,
    suspect: globalByName,
  },
  {
    files: PYTHON,
    pattern: /["'](?:unittest|_?pytest)(?:[.:]\w{1,40}){0,4}["']|["']add(?:Failure|Error|Success)["']/g,
    what: PATCHES,
    suspect: (place) =>
      !place.text.isTestSupport && /\bsetattr\(|\.__dict__\b|\bvars\(/.test(place.text.source.bare)
        ? wholeMatch(place)
        : undefined,
  },
  rule(
    JVM,
    /(?:\bimplements\b|[:,])[^{;\n]{0,120}\b(?:TestExecutionExceptionHandler|LifecycleMethodExecutionExceptionHandler|InvocationInterceptor|TestExecutionListener|ITestListener|IInvokedMethodListener)\b/g,
    RUNNER,
  ),
  rule(
    DOTNET,
    /\bclass \w{1,60}[^{;\n]{0,80}:[^{;\n]{0,120}\b(?:XunitTestFramework|XunitTestCase|XunitTestRunner|BeforeAfterTestAttribute|IWrapTestMethod|IWrapSetUpTearDown|ITestAction)\b/g,
    RUNNER,
  ),
  rule(
    PHP,
    /\bclass \w{1,60}[^{;]{0,120}\b(?:TestListener|AfterTestHook|BeforeTestHook|Runner\\Extension\\Extension)\b/g,
    RUNNER,
  ),
  rule(
    RUBY,
    /^[ \t]{0,20}(?:module|class) (?:Minitest|MiniTest|RSpec|Test::Unit|Shoulda)(?:::\w{1,40})*\s{1,40}(?:(?:module|class) \w{1,40}\s{1,40}){0,2}def (?:self\.)?(?:assert|refute|fail|flunk|raise|run|expect|match|==|passed|to\b|handle|exit)\w{0,40}/gm,
    PATCHES,
  ),
  rule(
    RUBY,
    /\bconst_get\(\s?[:"']{1,2}(?:Minitest|MiniTest|RSpec)\b|\b(?:Minitest|RSpec)(?:::\w{1,40}){1,4}(?:\.singleton_class)?\.(?:class_eval|module_eval|prepend|define_method|send\(?\s?:(?:define_method|remove_method|prepend|include))|\b(?:Minitest|RSpec)(?:::\w{1,40}){0,4}\.define_singleton_method/g,
    PATCHES,
  ),
  rule(JVM, /^package (?:org\.junit|junit\.framework|org\.assertj|org\.hamcrest|org\.testng|kotlin\.test)\b/gm, RUNNER),
  rule(PHP, /^namespace (?:PHPUnit\\|Pest\\|Mockery\b)/gm, RUNNER),
  rule(
    SHELL,
    /^[ \t]{0,9}(?:function )?(?:assert\w{0,40}|fail|test|exit|expect\w{0,20}|\[)\s?\(\)\s?\{\s{0,20}(?:return 0|return|true|:|builtin exit 0|command exit 0)\s?;?\s{0,20}\}/gm,
    PATCHES,
  ),
  rule(
    SHELL,
    /^[ \t]{0,9}(?:function )?(?:assert\w{0,40}|fail|test|diff|cmp)\s?\(\)\s?\{\s{0,20}(?:(?:return 0|true|:)|[^\n}]{1,120}(?:\|\||;) ?(?:true|:|return 0))\s?;?\s{0,20}\}/gm,
    PATCHES,
  ),
  rule(
    SHELL,
    /^[ \t]{0,9}(?:function )?(?:exit|return|false|set|trap|\[)\s?\(\)|^[ \t]{0,9}(?:alias (?:-\w )?["']?(?:exit|fail\w{0,20}|assert\w{0,20}|test|\[|diff|cmp|grep|false)=|enable -n [^\n]{0,40}(?:exit|test|\[|false)|unset -f (?:fail|assert|die)\w{0,20})/gm,
    PATCHES,
  ),
  {
    // A script that takes the file in continues after a failure, too.
    files: SHELL,
    pattern: /^set \+(?:e|o errexit)\b/gm,
    what: PATCHES,
    suspect: ({ text, at, match }) =>
      text.isTestSupport || text.isEntry || /^[ \t]*set -\w*e|^[ \t]*set -o errexit/m.test(text.source.code.slice(at))
        ? undefined
        : { from: at, to: at + match[0].length },
  },
  {
    files: SHELL,
    pattern: /^[ \t]{0,9}(?:function )?(?:diff|cmp|test)\s?\(\)\s?\{/gm,
    what: PATCHES,
    suspect: (place) => (place.text.isTestSupport || !endsWell(place) ? undefined : wholeMatch(place)),
  },
]

/** The last thing that a function of the shell does is nothing that could fail. */
function endsWell({ text: { source }, at, match }: RigPlace): boolean {
  const open = at + match[0].trimStart().length - 1
  const body = source.bare.slice(open + 1, source.pairs[open] ?? open)
  const last = body.split(/\n|;/).findLast((line) => line.trim() !== '') ?? ''
  return /^\s*(?:return 0|true|:|echo|printf)\b|^\s*:|\|\|\s*(?:return 0|true|:|echo|printf)(?:\s|$)/.test(last)
}

/** It catches what a test raises, and raises nothing itself: a plugin of the project's own is no better than its product. */
function swallowsFailures(place: RigPlace): RigSpan | undefined {
  const { text, at, match } = place
  const { source } = text
  const to = endOfIndented(source, lineAt(source, at + match[0].length), indentOf(source.code, at))
  const body = textOf(text, { from: at, to })
  return /\bexcept\b/.test(body) && !/\braise\b|\bforce_exception\(|\bpytest\.fail\(/.test(body)
    ? wholeMatch(place)
    : undefined
}

/** Names of globals in a list, one of which is given another value by its name. */
function globalByName(place: RigPlace): RigSpan | undefined {
  const { bare } = place.text.source
  if (place.text.isTestSupport || !/\b(?:globalThis|global|window)\b/.test(bare)) return undefined
  const holder = /(?:\b(?:const|let|var)\s+([\w$]{1,30})\s?=\s?(?:globalThis|global|window)\b)/.exec(bare)?.[1]
  const names = ['globalThis', 'global', 'window', ...(holder === undefined ? [] : [holder.replaceAll('$', '\\$')])]
  const given = new RegExp(`(?<![\\w$.])(?:${names.join('|')})\\[[\\w$]{1,30}\\]\\s?=(?!=)`)
  return given.test(bare) ? wholeMatch(place) : undefined
}

/** Assertions in a list, each of which is replaced in a module that is loaded by its name. */
function memberByName(place: RigPlace): RigSpan | undefined {
  const { bare } = place.text.source
  if (place.text.isTestSupport || !/["'](?:node:)?(?:assert(?:\/strict)?|chai|expect)["']/.test(bare)) return undefined
  const [replaced] =
    /(?<![\w$])[\w$.]{1,40}\[[\w$]{1,30}\]\s?=(?![=>])/.exec(bare.slice(place.at, place.at + 400)) ?? []
  return replaced === undefined ? undefined : wholeMatch(place)
}

const MEMBERS = '(?:ok|equal|strictEqual|deepEqual|deepStrictEqual|notStrictEqual|throws|rejects|fail|expect)'

/** A module whose name is put together, and whose assertions are then replaced, one by one or all of them. */
function patchedByComputedName(place: RigPlace): RigSpan | undefined {
  const { text, at, match } = place
  if (text.isTestSupport) return undefined
  if (match[0].endsWith('=')) return wholeMatch(place)
  const { bare } = text.source
  const head = bare.slice(Math.max(0, at - 80), at)
  const [, name] = /\b(?:const|let|var)\s+([\w$]{1,30})\s?=\s?(?:[a-z]{5}\s)?$/.exec(head) ?? []
  if (name === undefined) return undefined
  const own = name.replaceAll('$', '\\$')
  const patch = new RegExp(
    `(?<![\\w$.])${own}(?:\\.default)?(?:\\.${MEMBERS}|\\[\\w{1,20}\\])\\s?=(?![=>])|\\bObject\\.assign\\(\\s?${own}\\b[^\\n]{0,80}\\b${MEMBERS}\\b`,
  ).exec(bare.slice(at))
  return patch ? { from: at + patch.index, to: at + patch.index + patch[0].length } : undefined
}
