// Product code that goes through the whole project or all loaded modules, and so through its tests.
import type { FileChange } from '../../../../contract/change.ts'
import { isProductFile, PYTHON } from './product-file.ts'
import type { RigRule, RigSpan } from './rig-rule.ts'
import type { RigPlace } from './rig-rule.ts'
import { wholeMatch } from './rig-rule.ts'

/** The folder above that of the sources, and no folder in it. */
const ROOT =
  /\bpath\.(?:dirname\(\s?(?:__dirname|import\.meta\.dirname)\s?\)|(?:resolve|join)\(\s?(?:__dirname|import\.meta\.dirname)\s?,\s?["']\.\.\/?["']\s?\))|\bnew URL\(\s?["']\.\.\/?["'],\s?import\.meta\.url\s?\)|__file__[\w.() ]{0,30}(?:\.parent\.parent|\.parents\[\d\])\b|\bdirname\([\w. (]{0,40}dirname\([\w. (]{0,40}__(?:file__\W{1,4}|FILE__\W{1,4}|DIR__\)?)|\bdirname\(\s?__DIR__\s?\)|\bFile\.(?:expand_path|join)\(\s?["']\.\.["'],\s?__dir__\s?\)|\benv!\(\s?"CARGO_MANIFEST_DIR"\s?\)/g
/** The folder of the file that loaded or started this one. */
const FOLDER_OF_CALLER =
  /\bpath\.dirname\(\s?(?:module\.parent|require\.main|process\.argv\[1\])[^()\n]{0,60}\)|\bdirname\(\s?(?:module\.parent|require\.main)[^()\n]{0,60}\)|(?<!path\.)\bdirname\(\s?(?:sys\.modules\[["']__main__["']\]|__main__)\.__file__\s?\)|\bPath\(\s?(?:sys\.modules\[["']__main__["']\]|__main__)\.__file__\s?\)(?:\.resolve\(\))?\.parent\b/g
const INTO_A_FOLDER = /^\)*\s{0,3}(?:,\s{0,3}["']|\/\s{0,3}["']|\.\s{0,3}["']|\+\s{0,3}["']|\.joinpath\()/
const ANY_CODE = /\.(?:[cm]?[jt]sx?|pyw?|rb|php|rs)$/

const WALKS =
  /\brecursive:\s?true\b|\.rglob\(|\bos\.walk\(|\.walk\(\)|\bglob\w*(?:\.\w+)?\([^()\n]{0,80}\*\*|\bDir(?:\.glob\(|\[)[^\n]{0,60}\*\*|\bFind\.find\b|\bRecursiveDirectoryIterator\b|\bWalkDir\b|\b(?:readdir(?:Sync)?|scandir|listdir|iterdir|read_dir)\b/
/** Any list of what is there. */
const LISTS = new RegExp(WALKS.source)
const AT_ONCE = /\brecursive:\s?true\b|rglob|walk|\*\*|Find\.find|Recursive|Walk/
const USES =
  /\b(?:readFile\w*|writeFile\w*|read_text|read_bytes|write_text|write_bytes|file_get_contents|file_put_contents|File\.(?:read|write)\w*|read_to_string|require)\b|(?<![\w.])open\(/

export function otherModuleRules(changes: readonly FileChange[]): RigRule[] {
  const texts = changes.flatMap(({ path, before, after }) =>
    after !== undefined && after !== before && isProductFile(path) ? [after] : [],
  )
  return [
    {
      files: ANY_CODE,
      pattern: ROOT,
      what: 'product code goes through the whole project, and so through its tests',
      suspect: (place) => goesThrough(place, texts),
    },
    {
      files: ANY_CODE,
      pattern: FOLDER_OF_CALLER,
      what: 'product code goes through the folder of its caller, and so through its tests',
      suspect: (place) => goesThrough(place, texts, LISTS),
    },
    {
      files: PYTHON,
      pattern: /\bin (?:list\(|tuple\(|sorted\(|set\()?sys\.modules(?:\.copy\(\))?\.(?:values|items)\(\)/g,
      what: 'product code looks into every loaded module, and so into tests',
      suspect: looksInto,
    },
    {
      files: PYTHON,
      pattern: /\bgc\.get_(?:objects|referrers|referents)\(/g,
      what: 'product code looks into all values of the process, and so into tests',
      suspect: looksIntoValues,
    },
  ]
}

/** With another file, the one names the root and the other goes. */
function goesThrough(place: RigPlace, texts: readonly string[], walks = WALKS): RigSpan | undefined {
  const { text } = place
  const { bare } = text.source
  if ((text.isEntry && text.isStarted !== true) || text.isTestSupport) return undefined
  const rest = bare.slice(place.at + place.match[0].length)
  if (INTO_A_FOLDER.test(rest)) return undefined
  const all = [bare, ...texts.filter((one) => one.length < LONGEST && one !== text.source.text)]
  const isWalked =
    walks === LISTS
      ? all.some((one) => LISTS.test(one)) && all.some((one) => USES.test(one))
      : all.some((one) => WALKS.test(one) && USES.test(one) && (AT_ONCE.test(one) || callsItself(one)))
  return isWalked ? wholeMatch(place) : undefined
}

const LONGEST = 3000

/** A function that lists a folder and calls itself for what it finds there. */
function callsItself(code: string): boolean {
  const names = Array.from(code.matchAll(/\b(?:function\*?|def|fn|const) (\w{2,40})/g), ([, name = '']) => name)
  return names.some((name) => [...code.matchAll(new RegExp(`(?<![\\w.])${name}\\(`, 'g'))].length >= 2)
}

/** Names with underscores on both sides are there in any module. */
function looksInto(place: RigPlace): RigSpan | undefined {
  const { text, at } = place
  const near = text.source.bare.slice(at, at + 400)
  if (text.isTestSupport) return undefined
  return /\bgetattr\(\s?\w{1,30},\s?(?:["'](?!__)\w|[a-z_]+\b)|\bvars\(\s?\w{1,30}\s?\)|\bsetattr\(|\.__dict__\b/.test(
    near,
  )
    ? wholeMatch(place)
    : undefined
}

/** Code that counts or closes its own objects asks for its own classes. */
function looksIntoValues(place: RigPlace): RigSpan | undefined {
  const near = place.text.source.bare.slice(place.at, place.at + 500)
  return !place.text.isTestSupport && BUILT_IN_KIND.test(near) ? wholeMatch(place) : undefined
}

const BUILT_IN_KIND =
  /\b(?:isinstance\(\s?\w{1,40},\s?\(?|type\(\s?\w{1,40}\s?\)\s?(?:is|==|in)\s?\(?)\s?(?:list|tuple|dict|set|str|int|float|object|(?:types\.)?(?:FrameType|FunctionType|ModuleType|CodeType|CellType)|(?:unittest\.)?TestCase)\b/
