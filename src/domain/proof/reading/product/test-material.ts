// Product code that reads tests for their answers, or writes what only a test runner should.
import { lineAt, lineEnd, lineStart } from '../../source/source.ts'
import type { RigPlace, RigRule, RigSpan } from './rig-rule.ts'
import { wholeMatch } from './rig-rule.ts'

const ANY_CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|pyw?|go|rb|java|kts?|cs|php|rs)$/

const READ =
  /\b(?:readFile\w*|read_text|read_bytes|open|readlines|File\.read\w*|IO\.read\w*|file_get_contents|ReadFile|ReadAllText|include_str!|include_bytes!|Files\.\w+|loads?|require\w*|import|read_to_string|createReadStream|Bun\.file)\b/
const WRITE =
  /\b(?:writeFile\w*|write_text|write|open|File\.write|file_put_contents|WriteFile|WriteAllText|appendFile\w*|createWriteStream|Bun\.write)\b/

export const TEST_MATERIAL_RULES: readonly RigRule[] = [
  {
    files: ANY_CODE,
    pattern:
      /["'`](?:[^"'`\n*]{0,80}[/\\])?(?:[\w.-]{1,60}\.(?:test|spec)\.[cm]?[jt]sx?|[\w-]{1,60}_test\.(?:go|py|exs)|test_\w{1,60}\.py|\w{1,60}_(?:spec|test)\.rb|\w{1,60}Tests?\.(?:java|kt|cs|php))["'`]/g,
    what: 'product code reads a test',
    suspect: (place) => near(place, READ),
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
      /["'`](?:[^"'`\n*]{0,60}\/)?(?:junit[\w.-]{0,20}\.xml|TEST-[\w.-]{1,40}\.xml|test-(?:results?|report)[\w./-]{0,30}|\.pytest_cache\/[\w./-]{1,40}|\.last-run\.json)["'`]/g,
    what: 'product code writes the report of a test run',
    suspect: (place) => (/report|junit/i.test(place.text.path) ? undefined : near(place, WRITE)),
  },
  {
    files: ANY_CODE,
    pattern:
      /(?<![\w$])(?:console\.\w{3,5}|print|println!?|puts|echo|fmt\.Print\w{0,3}|System\.out\.print\w{0,2}|Console\.Write\w{0,4}|(?:process|sys)\.stdout\.write)[ (]\s{0,9}["'`][^"'`\n]{0,80}(?:# (?:pass|tests) \d|\b\d{1,5} passed\b|Tests:\s{1,9}\d|test result: ok|\bOK \(\d{1,5} tests?|\d{1,5} examples?, 0 failures|\d{1,5} passing\b)/g,
    what: 'product code prints the summary of a test run',
    suspect: (place) => (place.text.isTestSupport ? undefined : wholeMatch(place)),
  },
]

/** In the same few lines. */
function near(place: RigPlace, words: RegExp): RigSpan | undefined {
  const { text, at } = place
  if (text.isEntry || text.isTestSupport) return undefined
  const { source } = text
  const line = lineAt(source, at)
  const from = lineStart(source, Math.max(1, line - 2))
  const lines = source.bare.slice(from, lineEnd(source, Math.min(source.starts.length, line + 3)))
  return words.test(lines) ? wholeMatch(place) : undefined
}
