// Added lines of product code that look at how the process was started or at what surrounds it: the environment, arguments,
// modules that are loaded, handlers, callers, files. Nearly all of them are honest; a plain run shows whether the answers of the
// code depend on a test around it.
import type { FileChange } from '../../../../../contract/change.ts'
import { plainLines, readSource } from '../../../source/source.ts'
import type { DoubtfulLine } from './doubtful-line.ts'
import { type LookedFor, mayBeNew } from './new-lines.ts'
import { isProductFile, PYTHON, SCRIPT, syntaxOf } from '../product-file.ts'

const IN_SCRIPTS = new RegExp(
  [
    String.raw`(?<![\w$.])(?:process|performance|Deno|Bun|globalThis|global)\b|\bimport\.meta\b(?!\.url)|\brequire\.(?:main|cache|resolve)\b|(?<![\w$.])module\.(?:parent|children|paths|constructor)\b`,
    String.raw`["'](?:node:)?(?:process|os|fs(?:/promises)?|module|async_hooks|worker_threads|child_process|perf_hooks|v8|vm|inspector|diagnostics_channel)["']`,
    String.raw`\b(?:Error|captureStackTrace|prepareStackTrace)\b[^\n]*\bstack\b|\.stack\b|\bcall(?:er|ee)\b|\btypeof\s+(?:jest|vi|expect|it|test|describe)\b|["'](?:describe|expect|jest|it)["']`,
    String.raw`(?<![\w$.])(?:eval|Function)\s*\(|\bnew\s+Proxy\b|\bSymbol\s*\.\s*(?:toPrimitive|for|hasInstance|iterator)\b|\.\s*prototype\b|\b(?:Object|Reflect)\s*\.\s*(?:assign|definePropert\w+|getOwnProperty\w+|ownKeys)\b`,
  ].join('|'),
)

const IN_PYTHON = new RegExp(
  [
    String.raw`(?<![\w.])(?:sys|os|inspect|gc|threading|warnings|logging|traceback|linecache|importlib|builtins|__main__|unittest|pytest|_pytest|psutil|signal|atexit|weakref|ctypes|platform|pathlib|pkgutil)\b`,
    String.raw`\b(?:environ|getenv|argv|process_time\w*|__(?:mro|bases|closure|wrapped|builtins)__|__traceback__|tb_frame|f_back|co_\w+|getsource\w*|__subclasses__|__code__|__globals__)\b|(?<![\w.])(?:open|exec|eval|compile|globals|vars|__import__|getattr|setattr)\s*\(`,
  ].join('|'),
)

/** What these patterns need, with little else that has it. */
const SCRIPT_WORDS =
  /Bun|Deno|Function|Object|Proxy|Reflect|Symbol|_hooks|calle[er]|describe|diagnostics_channel|eval|expect|global|import\.meta|inspector|\b(?:fs|it|os|v8|vm)\b|jest|module|performance|process|prototype|require\.|stack|typeof|worker_threads/g
const PYTHON_WORDS =
  /__(?:bases|builtins|closure|code|globals|import|main|mro|subclasses|traceback|wrapped)__|argv|atexit|builtins|co_|compile|ctypes|environ|eval|exec|f_back|getattr|getenv|getsource|globals|importlib|inspect|linecache|logging|open|pathlib|pkgutil|platform|process_time|psutil|pytest|setattr|signal|tb_frame|threading|traceback|unittest|warnings|weakref|\b(?:gc|os|sys|vars)\b/g

export const LOOKED_FOR: readonly LookedFor[] = [
  { files: SCRIPT, pattern: IN_SCRIPTS, words: SCRIPT_WORDS, comments: 'slashes' },
  { files: PYTHON, pattern: IN_PYTHON, words: PYTHON_WORDS, comments: 'hash' },
]

const MOST_LINES = 20

/** Linear in the texts; never throws. */
export function askingLines(changes: readonly FileChange[]): DoubtfulLine[] {
  return changes.flatMap((change) => linesIn(change)).slice(0, MOST_LINES)
}

function linesIn({ path, before = '', after }: FileChange): DoubtfulLine[] {
  const looked = LOOKED_FOR.find(({ files }) => files.test(path))
  if (!looked || after === undefined || before === after || !isProductFile(path)) return []
  if (!mayBeNew(plainLines(before), plainLines(after), looked) || !looked.pattern.test(after)) return []
  const syntax = syntaxOf(path)
  if (!syntax) return []
  const old = new Set(
    plainLines(before)
      .split('\n')
      .map((line) => line.trim()),
  )
  return readSource(after, syntax)
    .bare.split('\n')
    .flatMap((line, index) =>
      looked.pattern.test(line) && !old.has(line.trim()) ? [{ file: path, line: index + 1 }] : [],
    )
}
