// A doubt, no suspicion: product code that decides what its values equal, or that looks at who calls it. Mostly that is what
// the work asked for. It asks nobody anything; a run with bent assertions tells whether a check can still fail.
import type { FileChange } from '../../../../contract/change.ts'
import { plainLines, readSource } from '../../source/source.ts'
import { isProductFile, isTestSupport, PYTHON, SCRIPT, syntaxOf } from './product-file.ts'

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
  ].join('|'),
)

const IN_PYTHON = new RegExp(
  [
    String.raw`__(?:eq|ne|lt|le|gt|ge|cmp|hash|bool|nonzero|class|getattr|getattribute|instancecheck|subclasscheck|subclasshook)__`,
    String.raw`\bclass\s+\w+\s?\([^)\n]*\b(?:str|int|float|complex|bytes|list|tuple|dict|set|frozenset|Decimal|Fraction|User(?:String|List|Dict))\b`,
    String.raw`\b(?:compare|eq)\s?=\s?False\b|\btotal_ordering\b`,
    String.raw`\b(?:_getframe\w*|_current_frames|currentframe|getouterframes|f_back|f_locals|f_globals|extract_stack|walk_stack)\b|\binspect\.stack\b`,
    String.raw`\b(?:getsource\w*|linecache|co_filename)\b|\b(?:setprofile|settrace)\b|\bsys\.monitoring\b|\bgc\.get_(?:objects|referrers)\b`,
  ].join('|'),
)

/** Is there an added line of such code? Linear in the texts; never throws. */
export function comparesSpecially(changes: readonly FileChange[]): boolean {
  return changes.some(({ path, before = '', after }) => {
    const pattern = SCRIPT.test(path) ? IN_SCRIPTS : PYTHON.test(path) ? IN_PYTHON : undefined
    if (!pattern || after === undefined || !isProductFile(path) || isTestSupport(path)) return false
    if (SCRIPT.test(path) && hidesFields(before, after)) return true
    if (!pattern.test(after)) return false
    const syntax = syntaxOf(path)
    if (!syntax) return false
    const old = new Set(linesOf(before))
    return readSource(after, syntax)
      .bare.split('\n')
      .some((line) => pattern.test(line) && !old.has(line.trim()))
  })
}

/** Fields that every list showed became private, or moved to where none looks. */
function hidesFields(before: string, after: string): boolean {
  const fields = Array.from(before.matchAll(/\bthis\.([A-Za-z_$]\w*)\s?=(?!=)/g), ([, name = '']) => name)
  const isGone = fields.some((name) => !new RegExp(`\\bthis\\.${name.replaceAll('$', '\\$')}\\s?=(?!=)`).test(after))
  return isGone && /\bthis\.#\w+\s?=(?!=)|\.set\(\s?this\b/.test(after)
}

function linesOf(text: string): string[] {
  return plainLines(text)
    .split('\n')
    .map((line) => line.trim())
}
