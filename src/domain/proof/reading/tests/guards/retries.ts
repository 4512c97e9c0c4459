// Tests that are tried again when they fail, since then: what fails now and then passes from here on. Options of runners in
// configs and commands are compared where those are read.
import type { FileChange } from '../../../../../contract/change.ts'
import type { TamperFinding } from '../../finding.ts'
import { cut, finding } from '../../finding.ts'
import { languageOf } from '../../../source/languages.ts'
import { lineAt, readSource, type SourceText } from '../../../source/source.ts'
import type { CodeBlock } from '../../test-file/block.ts'
import type { TestCase, TestFile } from '../../test-file/test-file.ts'
import type { Comparison } from '../matching/comparison.ts'
import { isTestFile, kindOfConfig } from '../../../yardstick/yardstick.ts'

interface RetryForm {
  readonly files: RegExp
  /** Matched on code without comments and without what strings hold; how often stands in the first group. */
  readonly pattern: RegExp
  /** Among the words of a test or suite before its body, in an object behind it, or anywhere. */
  readonly stands: 'head' | 'tail' | 'anywhere'
  /** Written as settings are. */
  readonly isSetting?: true
}

const SCRIPT = /\.[cm]?[jt]sx?$/
const JVM = /\.(?:java|kts?|groovy|scala)$/

const FORMS: readonly RetryForm[] = [
  {
    files: SCRIPT,
    pattern: /\bjest\.retryTimes\(\s{0,9}([\w.]+)|\bthis\.retries\(\s{0,9}([\w.]+)|\.retries\(\s{0,9}(\d+)\s{0,9}\)/g,
    stands: 'anywhere',
  },
  {
    files: SCRIPT,
    pattern:
      /\bvi\.setConfig\(\s{0,9}\{[^{}]{0,200}\bretry:\s{0,9}(?:\{[^{}]{0,99}\bcount:\s{0,9})?([\w.]+)|\.configure\(\s{0,9}\{[^{}]{0,200}\bretries:\s{0,9}([\w.]+)/g,
    stands: 'anywhere',
    isSetting: true,
  },
  {
    files: SCRIPT,
    pattern:
      /,\s{0,99}\{[^{}]{0,200}\b(?:retry|retries):\s{0,9}(?:\{[^{}]{0,99}\b(?:count|runMode|openMode):\s{0,9})?([\w.]+)/g,
    stands: 'head',
  },
  { files: SCRIPT, pattern: /,\s{0,99}\{[^{}]{0,200}\b(?:retry|retries):\s{0,9}([\w.]+)/g, stands: 'tail' },
  {
    files: /\.py$/,
    pattern:
      /@(?:pytest\.mark\.)?(?:flaky|rerun|(?:tenacity\.|retrying\.|stamina\.)?retry)\b(?:\([^()\n]{0,40}?(?:reruns|max_runs|retries|tries|times|stop_max_attempt_number)\s?=\s?(\d+))?|@backoff\.on_(?:exception|predicate)\b/g,
    stands: 'head',
  },
  {
    files: /\.py$/,
    pattern:
      /^pytestmark\s?=[^\n]{0,200}\bmark\.(?:flaky|rerun|retry)\b(?:\([^()\n]{0,40}?(?:reruns|retries)\s?=\s?(\d+))?|\badd_marker\(\s{0,9}(?:pytest\.mark\.)flaky\b(?:\([^()\n]{0,40}?reruns\s?=\s?(\d+))?/gm,
    stands: 'anywhere',
  },
  {
    files: /\.rb$/,
    pattern:
      /\bdefault_retry_count\s?=\s?(\d+)|\brun_with_retry\b(?:[ (]{0,2}retry:\s{0,9}(\d+))?|\bMinitest::Retry\.use!/g,
    stands: 'anywhere',
  },
  { files: /\.rb$/, pattern: /,\s{0,9}(?::?retry(?:\s?=>|:)\s{0,9}(\d+)|:retry\b|:flaky\b)/g, stands: 'head' },
  {
    files: JVM,
    pattern:
      /@(?:RetryingTest|(?:Parameterized)?RepeatedIfExceptionsTest|RetryTest|RetryOnFailure|Retry)\b(?:\([^()\n]{0,40}?(\d+))?|\bretryAnalyzer\s?=|\.config\([^()\n]{0,200}\bretries\s?=\s?(\d+)/g,
    stands: 'head',
  },
  {
    files: JVM,
    pattern:
      /\bnew (?:\w{0,30}Retry\w{0,30}(?:Rule|Extension)|RetryRule)\(\s{0,9}(\d+)?|\bdefaultTestConfig\s?=[^\n]{0,99}\bretries\s?=\s?(\d+)/g,
    stands: 'anywhere',
  },
  {
    files: /\.(?:cs|fs|vb)$/,
    pattern: /[[,]\s?(?:Retry(?:Fact|Theory)?|TestRetry|FlakyTest)\b(?:\([^()\n]{0,40}?(\d+))?/g,
    stands: 'head',
  },
  {
    files: /\.rs$/,
    pattern: /#\[(?:flaky_test|test_retry|retry|test_with_retries)\b(?:::\w+)?(?:\([^()\n]{0,40}?(\d+))?/g,
    stands: 'head',
  },
  {
    files: /\.php$/,
    pattern: /->flaky\(\s{0,9}(?:tries:\s{0,9})?(\d+)?|#\[\\?(?:\w+\\){0,9}Retry\b(?:\(\s{0,9}(\d+))?/g,
    stands: 'anywhere',
  },
]

interface Retry {
  readonly at: number
  /** Unknown where no number stands there. */
  readonly times: number | undefined
  readonly form: RetryForm
  /** What is tried again: a test, a suite; the file where none. */
  readonly on: CodeBlock | undefined
}

export function newRetries({ before, after, matches }: Comparison, changes: readonly FileChange[]): TamperFinding[] {
  const former = new Map([...matches].map(([one, other]) => [other, one]))
  const known = new Map(before.map((file) => [file.path, file]))
  const moved = before.flatMap((file) => retriesIn(file).filter(({ on }) => on === undefined))
  const found = after.flatMap((file) => {
    const old = known.get(file.path)
    const stood = old ? retriesIn(old) : []
    const ofTest = ({ at, on }: Retry): TestCase | undefined =>
      file.cases.find(({ block }) => (on ? block.at === on.at : block.start <= at && at < block.end))
    return retriesIn(file).flatMap((retry) => {
      const test = ofTest(retry)
      const was = test && former.get(test)
      if (test && (!was || retriesOf(was).some((one) => isAsMuch(one, retry)))) return []
      if (!test && !hasOldTest(file, retry, former)) return []
      const others = test ? [] : retry.on ? stood.filter(({ on }) => on?.title === retry.on?.title) : moved
      if (others.some((one) => isAsMuch(one, retry))) return []
      // It was said of each test before, and is said once for all of them.
      if (!test && file.cases.some((one) => isTriedBefore(former.get(one), retry))) return []
      return [told(file.path, file.source, retry.at)]
    })
  })
  return [...found, ...changes.flatMap(inSetup)]
}

const SETUP =
  /(?:^|\/)(?:(?:jest|vitest|mocha|test)[._-]?)?setup(?:[._-]?(?:tests?|jest|vitest|files?|env|after-?env))?\.[cm]?[jt]sx?$/i

/** Loaded before the tests, and no test file by its place. */
function inSetup({ path, before = '', after = '' }: FileChange): TamperFinding[] {
  const language = SETUP.test(path) && !isTestFile(path) ? languageOf(path) : undefined
  if (!language) return []
  const [was, is] = [before, after].map((text) => readSource(text, language.syntax))
  if (!was || !is) return []
  const stood = everywhere(path, was.code)
  return everywhere(path, is.code).flatMap((retry) => {
    const isRead = retry.form.isSetting === true && kindOfConfig(path) !== undefined
    return isRead || stood.some((one) => isAsMuch(one, retry)) ? [] : [told(path, is, retry.at)]
  })
}

function told(path: string, source: SourceText, at: number): TamperFinding {
  const line = lineAt(source, at)
  const written = source.text.slice(source.starts[line - 1] ?? 0, (source.starts[line] ?? source.text.length + 1) - 1)
  return finding('skipped', path, line, `tests that fail are tried again now (${cut(written)})`)
}

/** Of the suite, or of the file; a file of helpers alone is loaded by others. */
function hasOldTest({ cases }: TestFile, { on }: Retry, former: ReadonlyMap<TestCase, TestCase>): boolean {
  const own = on ? cases.filter(({ block }) => on.start <= block.at && block.at < on.end) : cases
  return own.some((one) => former.has(one)) || (!on && cases.length === 0)
}

function isTriedBefore(test: TestCase | undefined, retry: Retry): boolean {
  return test !== undefined && retriesOf(test).some(({ times }) => (times ?? 1) >= (retry.times ?? 1))
}

function retriesOf({ file, block }: TestCase): Retry[] {
  return retriesIn(file).filter(({ at, on }) => (on ? on.at === block.at : block.start <= at && at < block.end))
}

/** Tried at least as often, in the same way. */
function isAsMuch(was: Retry, is: Retry): boolean {
  return was.form.files === is.form.files && (was.times ?? 1) >= (is.times ?? 1)
}

const read = new WeakMap<TestFile, readonly Retry[]>()

function retriesIn(file: TestFile): readonly Retry[] {
  const known = read.get(file)
  if (known) return known
  const blocks = [...file.cases.map(({ block }) => block), ...file.suites]
  const found = /retr|flaky|rerun|repeatedif|backoff/i.test(file.source.code)
    ? [...everywhere(file.path, file.source.code), ...blocks.flatMap((block) => onBlock(file, block))]
    : []
  read.set(file, found)
  return found
}

function everywhere(path: string, code: string): Retry[] {
  return FORMS.filter(({ files, stands }) => stands === 'anywhere' && files.test(path)).flatMap((form) =>
    Array.from(code.matchAll(form.pattern)).flatMap((hit) => toRetry(hit, 0, form, undefined)),
  )
}

const LONGEST_HEAD = 1500

function onBlock({ path, source: { code, pairs } }: TestFile, block: CodeBlock): Retry[] {
  const forms = FORMS.filter(({ files, stands }) => stands !== 'anywhere' && files.test(path))
  return forms.flatMap((form) => {
    const isTail = form.stands === 'tail'
    const from = isTail ? afterBody(code, pairs, block) : Math.max(block.start, block.bodyStart - LONGEST_HEAD)
    const text = from === undefined ? '' : code.slice(from, isTail ? block.end : block.bodyStart)
    return Array.from(text.matchAll(form.pattern)).flatMap((hit) => toRetry(hit, from ?? 0, form, block))
  })
}

/** Behind the function that is the body of a call. */
function afterBody(code: string, pairs: Int32Array, { bodyStart, end }: CodeBlock): number | undefined {
  const arrow = code.slice(bodyStart, Math.min(end, bodyStart + 300)).search(/=>\s{0,9}\{|\)\s{0,9}\{/)
  const open = arrow < 0 ? -1 : code.indexOf('{', bodyStart + arrow)
  const close = open < 0 ? -1 : (pairs[open] ?? -1)
  return close > open && close < end ? close + 1 : undefined
}

function toRetry(hit: RegExpMatchArray, from: number, form: RetryForm, on: CodeBlock | undefined): Retry[] {
  const written = hit.slice(1).find((group) => group !== undefined)
  const times = written !== undefined && /^\d+$/.test(written) ? Number(written) : undefined
  if (times === 0 || written === 'undefined' || written === 'false') return []
  return [{ at: from + (hit.index ?? 0) + hit[0].search(/[^\s,[]/), times, form, on }]
}
