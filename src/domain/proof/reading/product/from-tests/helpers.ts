// Answers that are taken from the tests by something else than the product itself: a script that it starts or takes in, and
// what the build makes.
import type { FileChange } from '../../../../../contract/change.ts'
import { isProductFile, isEntry, RUST, SHELL } from '../product-file.ts'
import type { RigPlace, RigRule, RigSpan } from '../rig-rule.ts'
import { wholeMatch } from '../rig-rule.ts'

const READS = 'product code reads a test'
const TOOLS = '(?:[efz]?grep|rg|ag|sed|[gm]?awk|cat|head|tail|cut|perl|python3?|ruby|tr|comm|join|source|mapfile|read)'
const TEST_PATH =
  '(?:(?<![\\w-])(?:\\.{1,2}/|\\$\\{?\\w+\\}?"?/){0,4}(?:tests?|__tests__|specs?|t)/|(?<![\\w-])test_[\\w*]+\\.\\w{1,4}\\b|[\\w*]_(?:test|spec)\\.\\w{1,4}\\b|[\\w*]\\.(?:test|spec)\\.\\w{1,4}\\b)'
/** All of the project: the folder above that of the script, or where the check runs. */
const WHOLE =
  '(?:"?\\$\\{?\\w*(?:root|ROOT|top|TOP|base|BASE|repo|REPO|project|PROJECT|PWD)\\w*\\}?"?(?=\\s|$)|(?<=\\s)\\.{1,2}/?(?=\\s|$|\\)|\\|))'

export const HELPER_RULES: readonly RigRule[] = [
  {
    files: SHELL,
    pattern: new RegExp(`(?<![\\w./-])${TOOLS}\\b[^\\n|;]{0,200}?${TEST_PATH}`, 'g'),
    what: READS,
    suspect: ofTheProduct,
  },
  {
    files: SHELL,
    pattern: new RegExp(
      `(?<![\\w./-])(?:(?:[efz]?grep)\\b(?=[^\\n|;]{0,200}\\s-\\w*[rR]|[^\\n|;]{0,200}--recursive)|rg\\b|ag\\b|git grep\\b|find\\b(?=[^\\n;]{0,200}(?:-exec|xargs)))[^\\n|;]{0,200}?${WHOLE}`,
      'g',
    ),
    what: 'product code goes through the whole project, and so through its tests',
    suspect: ofTheProduct,
  },
  {
    // In a file that others take in, it is their own text.
    files: SHELL,
    pattern: new RegExp(
      `(?<![\\w./-])${TOOLS}\\b[^\\n|;]{0,120}?(?:"?\\$\\{?0\\}?"?(?![\\w}])|\\$\\{?BASH_SOURCE\\[(?:1|-1)\\])`,
      'g',
    ),
    what: 'product code reads the source or the variables of its caller',
    suspect: (place) => (place.text.isEntry ? undefined : ofTheProduct(place)),
  },
  {
    files: RUST,
    pattern: /"(?:\.\/)?tests?(?:\/[^"\n]{0,60})?"/g,
    what: 'the build makes product code of what tests expect',
    isOftenMeant: true,
    suspect: ({ text, at, match }) => {
      const { bare } = text.source
      const isBuild = /(?:^|\/)build\.rs$/.test(text.path) && /"OUT_DIR"|\bfs::write\b|\bFile::create\b/.test(bare)
      const isCases = /cases|data|fixtures|suite|spec|corpus|snapshots/.test(match[0])
      return isBuild && !isCases && TEXT.test(bare) ? { from: at, to: at + match[0].length } : undefined
    },
  },
  {
    files: /\.(?:[cm]?[jt]s|py|rb|p[lm]|php)$/,
    pattern: /["'`](?:\.{1,2}\/){0,3}(?:tests?|__tests__|specs?|t)(?:\/[^"'`\n*]{0,60})?["'`]/g,
    what: 'the build makes product code of what tests expect',
    isOftenMeant: true,
    suspect: (place) => (makesSources(place) ? wholeMatch(place) : undefined),
  },
]

/** Reads what a file says, not only that it is there. */
const TEXT = /\b(?:read_to_string|File::open|fs::read\(|read_to_end|include_str)/

function ofTheProduct(place: RigPlace): RigSpan | undefined {
  const { text } = place
  return text.isTestSupport || (text.isEntry && text.isStarted !== true) ? undefined : wholeMatch(place)
}

/** A program that reads files, cuts something out of them, and writes into the sources. */
function makesSources({ text }: RigPlace): boolean {
  const { bare } = text.source
  if (!text.isEntry || text.isTestSupport) return false
  const isReading = /\b(?:readFile\w*|read_text|readlines|File\.read\w*|file_get_contents)\b|\.read\(/.test(bare)
  const isCutting = /\b(?:matchAll|match|exec|findall|finditer|search|scan|preg_match\w*|split)\(/.test(bare)
  const written =
    /(?:\b(?:writeFile\w*|file_put_contents|File\.write|open)\(|["'][\w./-]*["']\)\.write_text\()[^\n]{0,80}/g
  return (
    isReading &&
    isCutting &&
    [...bare.matchAll(written)].some(([line]) => /["'`/](?:src|lib|pkg|app)\/[^"'`\n]+["'`]/.test(line))
  )
}

const STARTS =
  /\b(?:subprocess|child_process|exec\w*|spawn\w*|system|popen|Popen|check_output|Command|Open3|ProcessBuilder|Process\.(?:run|Start)|shell_exec|proc_open|qx)\b|`[^`\n]*\.(?:sh|pl|py|rb)\b|\$\(/
const MOST_NAMED = 50

/** Scripts that product code of the same change names, beside something that starts programs. Linear in the texts. */
export function startedIn(changes: readonly FileChange[]): (path: string) => boolean {
  const entries = changes
    .filter(({ path, after }) => after !== undefined && isProductFile(path) && isEntry(path, after))
    .slice(0, MOST_NAMED)
  if (entries.length === 0) return () => false
  const starters = changes.filter(
    ({ path, before, after = '' }) =>
      before !== after && isProductFile(path) && !isEntry(path, before ?? after) && STARTS.test(after),
  )
  const started = new Set(
    entries
      .map(({ path }) => path)
      .filter((path) => starters.some((one) => one.path !== path && (one.after ?? '').includes(nameOf(path)))),
  )
  return (path) => started.has(path)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
