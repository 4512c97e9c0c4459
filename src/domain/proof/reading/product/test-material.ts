// Product code that reads tests for their answers, or writes what only a test runner should.
import { GO } from './product-file.ts'
import { lineAt, lineEnd, lineStart, type SourceText } from '../../source/source.ts'
import type { RigPlace, RigRule, RigSpan } from './rig-rule.ts'
import { wholeMatch } from './rig-rule.ts'

const ANY_CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|pyw?|go|rb|java|kts?|cs|php|rs)$/

const READ =
  /\b(?:readFile\w*|read_text|read_bytes|open|readlines|File\.read\w*|IO\.read\w*|file_get_contents|ReadFile|ReadAllText|include_str|include_bytes|Glob|glob\w*|Dir|readdir\w*|listdir|iterdir|scandir|ReadDir|ReadAllLines|EnumerateFiles|GetFiles|readText|readLines|Files\.\w+|loads?|require\w*|import|read_to_string|createReadStream|Bun\.file)\b/
/** Whether it is there at all. A generator looks too, and then writes. */
const LOOK = /\b(?:exists\w*|is_file|isfile|isFile|statSync|accessSync|os\.Stat|File\.Exists|file_exists|is_readable)\b/
const WRITE =
  /\b(?:writeFile\w*|write_text|write|open|File\.write|file_put_contents|WriteFile|WriteAllText|appendFile\w*|createWriteStream|Bun\.write)\b/

export const TEST_MATERIAL_RULES: readonly RigRule[] = [
  {
    files: ANY_CODE,
    pattern:
      /["'`](?:[^"'`\n*]{0,80}[/\\])?(?:[\w.-]{1,60}\.(?:test|spec)\.[cm]?[jt]sx?|[\w-]{1,60}_test\.(?:go|py|exs)|test_\w{1,60}\.py|\w{1,60}_(?:spec|test)\.rb|\w{1,60}Tests?\.(?:java|kt|cs|php))["'`]/g,
    what: 'product code reads a test',
    suspect: (place) => near(place, READ) ?? (near(place, WRITE) ? undefined : near(place, LOOK)),
  },
  {
    files: ANY_CODE,
    pattern:
      /["'`](?:[^"'`\n*]{0,60}\/)?(?:__tests__|__snapshots__|tests?|spec|testdata)\/(?:[^"'`\n*]{0,60}[/_-])?(?:expected|golden|snapshots?|answers?|solutions?)[^"'`\n*]{0,60}["'`]/g,
    what: 'product code reads what a test expects',
    suspect: (place) => near(place, READ),
  },
  {
    files: ANY_CODE,
    pattern:
      /["'`](?:[^"'`\n]{0,60}[/\\])?(?:__tests__|__snapshots__|tests?|specs?|testdata|golden)[/\\][^"'`\n]{0,60}(?:\*[^"'`\n]{0,20}\.(?!(?:cs|fs|vb)proj\b|slnx?\b)\w{1,8}|\.(?:golden|snap|expected|approved\.\w{1,5}|verified\.\w{1,5}))["'`]/gi,
    what: 'product code reads what a test expects',
    suspect: (place) => near(place, READ),
  },
  {
    files: ANY_CODE,
    pattern: /["'`][^"'`\n]{0,60}\.(?:golden|snap|(?:approved|verified|received)\.\w{1,5})["'`]/g,
    what: 'product code reads what a test expects',
    suspect: (place) => near(place, READ),
  },
  {
    files: GO,
    pattern: /"(?:[^"\n]{0,60}\/)?testdata(?:\/[^"\n]{0,60})?"/g,
    what: 'product code reads what a test expects',
    suspect: (place) => near(place, READ),
  },
  {
    files: ANY_CODE,
    pattern:
      /["'`](?:\.{1,2}\/){0,6}(?:__tests__|__snapshots__|tests?|specs?|testdata)["'`]\)?(?:\s{0,3}[,/+]\s{0,3}f?["'`][^"'`\n]{0,60}["'`]){0,4}\s{0,3}[,/+]\s{0,3}f?["'`][^"'`\n]{0,40}(?:expected|golden|snapshots?|answers?|solutions?|fixtures?|_test|_spec|test_|\.test|\.spec|Tests?\.)[^"'`\n]{0,40}["'`]/gi,
    what: 'product code reads what a test expects',
    suspect: (place) => near(place, READ),
  },
  {
    files: ANY_CODE,
    pattern:
      /["'`/][^"'`\n]{0,60}?(?:toBe|toEqual|toStrictEqual|assert_equal|assert_eq!|assertEquals?|assertSame|\bAssert\\?\.(?:Equal|AreEqual)|\.to eq|strictEqual|\bassert\b[^\n"'/]{0,20}==)/g,
    what: 'product code looks for the expected value of a test',
    suspect: searchesForAssertions,
  },
  {
    files: ANY_CODE,
    pattern:
      /\.?(?:replace|replaceAll|replace_all|gsub!?|sub!?|ReplaceAll|Replace|str_replace|preg_replace|ReplaceAllString)\(\s?[rb]{0,2}["'`/][^"'`\n]{0,20}(?:\bFAIL(?:ED|URES?|S)?\b|\bfail(?:ed|ing|ures?)\b|\bnot ok\b|[✗✖✘×])[^"'`\n]{0,20}["'`/]\w{0,3},\s?[rb]{0,2}["'`][^"'`\n]{0,20}(?:\bok\b|\bpass(?:ed|ing)?\b|[✓✔])/gi,
    what: 'product code rewrites what a test runner prints',
    suspect: (place) => (place.text.isTestSupport ? undefined : wholeMatch(place)),
  },
  {
    files: ANY_CODE,
    pattern:
      /(?<![\w.])(?:sys\.(?:__)?std(?:out|err)(?:__)?(?:\.write)?\s?=(?!=)|process\.std(?:out|err)\.write\s?=(?![=>])|console\.(?:log|error|info)\s?=(?![=>])|\$std(?:out|err)\s?=(?!=)|os\.Std(?:out|err)\s?=(?!=)|System\.set(?:Out|Err)\(|Console\.Set(?:Out|Error)\(|ob_start\(\s?\S|builtins\.print\s?=(?!=)|def \$stdout\.write)/g,
    what: 'product code rewrites what a test runner prints',
    suspect: filtersFailures,
  },
  {
    files: ANY_CODE,
    pattern:
      /["'`](?:[^"'`\n*]{0,60}\/)?(?:junit[\w.-]{0,20}\.xml|TEST-[\w.-]{1,40}\.xml|test-(?:results?|report)[\w./-]{0,30}|\.pytest_cache\/[\w./-]{1,40}|\.last-run\.json)["'`]/g,
    what: 'product code writes the report of a test run',
    suspect: (place) => (/report|junit/i.test(place.text.path) ? undefined : near(place, WRITE)),
  },
  {
    files: ANY_CODE,
    pattern:
      /(?<![\w$])(?:console\.\w{3,5}|print|e?println?!?|puts|echo|fmt\.Print\w{0,3}|fmt\.Fprint\w{0,2}|System\.(?:out|err)\.print\w{0,2}|Console\.(?:Out\.)?Write\w{0,4}|(?:process|sys)\.(?:__)?std(?:out|err)(?:__)?\.write|(?:\$stdout|STDOUT)\.(?:puts|write|print)|os\.Stdout\.WriteString|os\.write|fs\.writeSync|writeSync)[ (]\s{0,9}(?:(?:1|2|os\.Std(?:out|err)),\s?)?b?["'`][^"'`\n]{0,80}(?:# (?:pass|tests) \d|\b\d{1,5} passed\b|Tests:\s{1,9}\d|test result: ok|\bOK \(\d{1,5} tests?|\d{1,5} examples?, 0 failures|\d{1,5} passing\b|(?<=["'`])ok \d{1,4} - |(?<=["'`])TAP version 1|--- PASS: |(?<=["'`])PASS(?:\\n)?["'`]|Tests run: \d{1,5}, Failures: 0|Failed:\s{1,9}0, Passed:|\bBUILD SUCCESS)/g,
    what: 'product code prints the summary of a test run',
    suspect: (place) => (place.text.isTestSupport ? undefined : wholeMatch(place)),
  },
]

const NAMED =
  /^\s{0,40}(?:(?:export|private|public|static|final|readonly|const|let|var|val|string|String|Path) ){0,6}(?:self\.|this\.|@|\$)?([A-Za-z_]\w{1,40})(?:\s?:\s?[\w.]{1,30})?\s?:?=(?![=>])/

/** In the same few lines, or in a line that uses the name which stands for it. */
function near(place: RigPlace, words: RegExp): RigSpan | undefined {
  const { text, at } = place
  if ((text.isEntry && text.isStarted !== true) || text.isTestSupport) return undefined
  const { source } = text
  const line = lineAt(source, at)
  const from = lineStart(source, Math.max(1, line - 2))
  const lines = source.bare.slice(from, lineEnd(source, Math.min(source.starts.length, line + 3)))
  if (words.test(lines)) return wholeMatch(place)
  const [, name = ''] = NAMED.exec(source.bare.slice(lineStart(source, line), at)) ?? []
  return name !== '' && linesWith(source, name).some((each) => words.test(each)) ? wholeMatch(place) : undefined
}

const MOST_USES = 20

function linesWith(source: SourceText, name: string): string[] {
  const uses = [...source.code.matchAll(new RegExp(`(?<!\\w)${name}(?!\\w)`, 'g'))].slice(0, MOST_USES)
  return uses.map(({ index }) => {
    const line = lineAt(source, index)
    return source.bare.slice(lineStart(source, line), lineEnd(source, line))
  })
}

const TOOLS = /lint|rule|codemod|transform|plugin|runner|report|assert|expect|matcher|parser|grammar|highlight|generat/i
const FURTHEST = 500

/** In a pattern or a string, with a file that is read in the same function. */
function searchesForAssertions(place: RigPlace): RigSpan | undefined {
  const { text, at, around } = place
  if (text.isEntry || text.isTestSupport || TOOLS.test(text.path) || around === undefined) return undefined
  const { bare } = text.source
  const near = bare.slice(Math.max(around.from, at - FURTHEST), Math.min(around.to, at + FURTHEST))
  return CONTENT.test(near) ? wholeMatch(place) : undefined
}

const CONTENT =
  /\b(?:readFile\w*|read_text|readlines|File\.read\w*|IO\.read\w*|file_get_contents|ReadFile|ReadAllText|ReadAllLines|Files\.read\w+|read_to_string|readText|readLines)\b|\bopen\([^\n]{0,80}\.read\(/

const FAILURES =
  /["'`/][^"'`\n]{0,20}(?:\bFAIL(?:ED|URES?|S)?\b|\bnot ok\b|\bAssertionError\b|\bTraceback\b|[✗✖✘]|\b(?:tests?|specs?|\d|\\d\+?) fail(?:ed|ing|ures?)\b)/

/** A stream of the process is replaced, and words for failures stand in the same file. */
function filtersFailures({ text, at, match }: RigPlace): RigSpan | undefined {
  if (text.isTestSupport || text.isEntry) return undefined
  return FAILURES.test(text.source.bare) ? { from: at, to: at + match[0].length } : undefined
}
