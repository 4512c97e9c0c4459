// Added lines of product code that decide what its values equal, that look at who calls it, that keep waiting who calls it, or
// that take answers from files and other programs. Mostly that is what the work asked for.
import type { FileChange } from '../../../../../contract/change.ts'
import { plainLines, readSource } from '../../../source/source.ts'
import type { DoubtfulLine } from './doubtful-line.ts'
import { type LookedFor, mayBeNew } from './new-lines.ts'
import { isProductFile, PYTHON, SCRIPT, syntaxOf } from '../product-file.ts'
import { testSupportIn } from '../test-support.ts'

const IN_SCRIPTS = new RegExp(
  [
    // Conversion and comparison.
    String.raw`\b(?:toJSON|valueOf)\b|\btoString\s?\(\s?\)\s?\{|\bSymbol\.(?:toPrimitive|hasInstance|toStringTag|species)\b`,
    String.raw`\bextends\s+(?:String|Number|BigInt|Boolean|Array|Object|Date|Map|Set|RegExp|Function|Promise)\b`,
    String.raw`\bnew\s+Proxy\b|\bProxy\.revocable\b|\b(?:setPrototypeOf|__proto__|definePropert(?:y|ies)|__defineGetter__)\b`,
    String.raw`\b(?:Object|Array|String|Number|Function)\.prototype\.\w+\s?=(?![=>])`,
    // The stack, callers and their sources.
    String.raw`\.stack\b|\b(?:captureStackTrace|prepareStackTrace|getCallSites?|callsites?)\b|\bcaller\b|\bcallee\b`,
    String.raw`\bFunction\.prototype\.toString\b|["'](?:node:)?inspector["']`,
    // Fields that no comparison sees.
    String.raw`\bthis\.#\w+\s?=(?!=)`,
    // A promise that somebody else keeps, or nobody, and timers that nobody waits for: assertions behind them may never run.
    String.raw`\.unref\s?\(`,
    String.raw`(?:=|\b(?:push|unshift|add|set|enqueue)\(\s?(?:[^()\n]{1,60},\s?)?)\s?resolve[ \t]?(?:[);,\n]|$)|\bwithResolvers\b|\bnew\s+Promise\s?\(\s?(?:function\s?\w*\s?)?\(\s?\)`,
    // Files, which may be those of the tests, and programs that may read them.
    String.raw`(?<![\w$])(?:readFile(?:Sync)?|createReadStream|readdir(?:Sync)?|openSync|(?:exec|spawn|execFile)Sync|execFile|spawn)\b|\bBun\.(?:file|spawn)`,
  ].join('|'),
)

const IN_PYTHON = new RegExp(
  [
    String.raw`__(?:eq|ne|lt|le|gt|ge|cmp|hash|bool|nonzero|class|getattr|getattribute|instancecheck|subclasscheck|subclasshook)__`,
    String.raw`\bclass\s+\w+\s?\([^)\n]*\b(?:str|int|float|complex|bytes|list|tuple|dict|set|frozenset|Decimal|Fraction|User(?:String|List|Dict))\b`,
    String.raw`\b(?:compare|eq)\s?=(?![=\s]*True\b)|\btotal_ordering\b`,
    String.raw`\b(?:_getframe\w*|_current_frames|currentframe|getouterframes|f_back|f_locals|f_globals|extract_stack|walk_stack)\b|\binspect\.stack\b`,
    String.raw`\b(?:getsource\w*|linecache|co_filename)\b|\b(?:setprofile|settrace)\b|\bsys\.monitoring\b|\bgc\.get_(?:objects|referrers)\b`,
    // Files, which may be those of the tests, and programs that may read them.
    String.raw`(?<![\w.])open\s?\(|\b(?:tokenize|io|codecs|gzip|shelve|mmap)\.open\b|\.open\(\)|\bread_(?:text|bytes)\b|\bsubprocess\b|\bos\.(?:popen|system|listdir|scandir|walk|open)\b|\b(?:glob|fileinput)\.\w|\.r?glob\(|\bget_data\b`,
  ].join('|'),
)

/** What these patterns need, with little else that has it. */
const SCRIPT_WORDS =
  /inspector|Bun|create|exec|read|openSync|spawn|\.stack|\.unref|this\.#|\.prototype\.|Promise|Proxy|Symbol\.|__defineGetter__|__proto__|calle[er]|callsite|captureStackTrace|definePropert|extends|getCallSite|prepareStackTrace|resolve(?![(\w])|setPrototypeOf|toJSON|toString|valueOf|withResolvers/g
const PYTHON_WORDS =
  /__(?:bool|class|cmp|eq|ge|getattr|getattribute|gt|hash|instancecheck|le|lt|ne|nonzero|subclasscheck|subclasshook)__|_current_frames|_getframe|class|co_filename|compare|currentframe|\beq\b|extract_stack|f_back|f_globals|f_locals|gc\.get_|getouterframes|getsource|inspect\.stack|linecache|setprofile|settrace|sys\.monitoring|total_ordering|walk_stack|\bopen\b|read_(?:text|bytes)|subprocess|os\.\w|glob|fileinput|mmap|get_data/g

export const LOOKED_FOR: readonly LookedFor[] = [
  { files: SCRIPT, pattern: IN_SCRIPTS, words: SCRIPT_WORDS, comments: 'slashes' },
  { files: PYTHON, pattern: IN_PYTHON, words: PYTHON_WORDS, comments: 'hash' },
]

const MOST_LINES = 20

/** Added lines of such code. Linear in the texts; never throws. */
export function comparingLines(changes: readonly FileChange[]): DoubtfulLine[] {
  const isSupport = testSupportIn(changes)
  return changes.flatMap((change) => (isSupport(change.path) ? [] : linesIn(change))).slice(0, MOST_LINES)
}

function linesIn({ path, before = '', after }: FileChange): DoubtfulLine[] {
  const looked = LOOKED_FOR.find(({ files }) => files.test(path))
  if (!looked || after === undefined || !isProductFile(path)) return []
  const isHiding = SCRIPT.test(path) && hidesFields(before, after)
  const compares = COMPARES.test(after)
  if (!isHiding && !compares && !mayBeNew(plainLines(before), plainLines(after), looked)) return []
  const syntax = isHiding || compares || looked.pattern.test(after) ? syntaxOf(path) : undefined
  if (!syntax) return []
  const old = new Set(linesOf(before))
  const lines = readSource(after, syntax).bare.split('\n')
  const bodies = compares ? bodiesIn(lines) : new Set<number>()
  return lines.flatMap((line, index) => {
    const isDoubtful = bodies.has(index) || looked.pattern.test(line) || (isHiding && HIDES.test(line))
    return isDoubtful && !old.has(line.trim()) ? [{ file: path, line: index + 1 }] : []
  })
}

/** What compares or converts, under a head that may have been there before. */
const COMPARES =
  /\bdef __(?:eq|ne|lt|le|gt|ge|bool)__\(|\b(?:toJSON|valueOf)\s?\([^()\n]{0,40}\)\s?\{|\[Symbol\.toPrimitive\]/

/** The lines that stand further right than such a head, up to the next one that does not. */
function bodiesIn(lines: readonly string[]): Set<number> {
  const found = new Set<number>()
  let left: number | undefined
  for (const [index, line] of lines.entries()) {
    const indent = line.search(/\S/)
    if (indent < 0) continue
    if (left !== undefined && indent > left) found.add(index)
    else left = COMPARES.test(line) ? indent : undefined
  }
  return found
}

const HIDES = /\.set\(\s?this\b/

/** Fields that every list showed became private, or moved to where none looks. */
function hidesFields(before: string, after: string): boolean {
  if (!HIDES.test(after)) return false
  const left = new Set(fieldsOf(after))
  return fieldsOf(before).some((name) => !left.has(name))
}

function fieldsOf(text: string): string[] {
  return Array.from(text.matchAll(/\bthis\.([A-Za-z_$]\w*)\s?=(?!=)/g), ([, name = '']) => name)
}

function linesOf(text: string): string[] {
  return plainLines(text)
    .split('\n')
    .map((line) => line.trim())
}
