// Objects that say yes to every comparison: every return of the comparison is true.
import type { FileChange } from '../../../../../contract/change.ts'
import { lineAt, lineEnd, lineStart } from '../../../source/source.ts'
import { comparesNothing, isVacuous } from './compares-nothing.ts'
import { bodyFrom } from '../definitions.ts'
import { excludedFieldRules } from './excluded-fields.ts'
import { HIDDEN_FIELD_RULES } from './hidden-fields.ts'
import type { ProductText } from '../product-file.ts'
import { C, DOTNET, GO, isProductFile, JVM, PHP, PYTHON, RUBY, RUST, SCRIPT } from '../product-file.ts'
import type { RigPlace, RigRule, RigSpan } from '../rig-rule.ts'
import { wholeMatch } from '../rig-rule.ts'
import { endOfIndented, indentOf, textOf } from '../scope.ts'

const EQUALS = 'an object of the product equals everything'

/** The head of a function that compares, and what none should answer. */
interface Head {
  readonly files: RegExp
  readonly pattern: RegExp
  readonly answer: RegExp
}

function comparison(files: RegExp, pattern: RegExp, answer: RegExp = YES): Head {
  return { files, pattern, answer }
}

/** Where a comparison looks at a list or a number, other files may say what stands in it. */
export function equalityRules(changes: readonly FileChange[]): RigRule[] {
  const others = changes.flatMap(({ path, after }) => (after !== undefined && isProductFile(path) ? [after] : []))
  return [
    ...PATTERNS,
    ...HIDDEN_FIELD_RULES,
    ...HEADS.map((head) => comparisonRule(head, others)),
    ...excludedFieldRules(others),
  ]
}

function comparisonRule({ files, pattern, answer }: Head, others: readonly string[]): RigRule {
  return {
    files,
    pattern,
    what: EQUALS,
    suspect: ({ text, at, match, scopes }) => {
      const body = text.isTestSupport ? undefined : bodyFrom(text, at, at + match[0].trimStart().length)
      if (!body) return undefined
      const span = { from: at, to: body.to }
      const written = text.source.bare.slice(body.from, body.to)
      if (saysOnly(written, answer)) return span
      if (answer === YES && (ignoresOther(match[0], written) || comparesHashes(written))) return span
      const scope = scopes.slice(1).find(({ header }) => CLASS.test(header))
      const owner = textOf(text, scope ?? WHOLE)
      const nothing = comparesNothing({ text, head: match[0], body: written, owner, others })
      if (!nothing) return isVacuous(match[0], text, written) ? span : undefined
      // What hid the fields may be all that changed.
      if (nothing.hidden !== undefined && scope) return { from: scope.from + nothing.hidden, to: body.to }
      const { helper = span } = nothing
      return { from: Math.min(at, helper.from), to: Math.max(body.to, helper.to) }
    },
  }
}

const CLASS = /\b(?:class|struct|record|object|impl|module|interface|trait|enum)\b/
const WHOLE = { from: 0, to: 20_000 }

function pattern(files: RegExp, pattern: RegExp, what = EQUALS): RigRule {
  const suspect = (place: RigPlace): RigSpan | undefined => (place.text.isTestSupport ? undefined : wholeMatch(place))
  return { files, pattern, what, suspect }
}

const YES =
  /^(?:\(?(?:[Tt]rue|1|!0|!false|not (?:False|None|0)|bool\(1\)|1 == 1|1 === 1|Boolean\(1\)|!!1|(?:True if )?isinstance\(\w{1,20}, object\)(?: else \w{1,20})?)\)?|hasattr\(\w{1,20}, [^()\n]{1,60}\)|isinstance\(\w{1,20}, (?:(?:int|float|str|bytes|bool|complex|list|dict|tuple|set|(?:numbers\.)?Number)|\(\s?(?:int|float|str|bytes|bool|complex|list|dict|tuple|set|(?:numbers\.)?Number)(?:,\s?(?:int|float|str|bytes|bool|complex|list|dict|tuple|set|(?:numbers\.)?Number)){0,8},?\s?\))\)|(self|other|this|o|that|obj) (?:is|===?) \1|(?:!\s?\(?\s?)?(?:other|o|that|obj|rhs|value|\$?\w{1,20}) (?:is not None|is not null|is object|is Any|!==? (?:null|undefined|nil|None)|instanceof Object|is not type\(None\))|null !==? \$?\w{1,20}|!\$?\w{1,20}\.nil\?|not \w{1,20}\.nil\?|!is_null\(\$\w{1,20}\)|not isinstance\(\w{1,20}, type\(None\)\)|[^\n]{1,200}(?:\bor (?:True|1)|\|\| ?true))$/
const SAME = /^0$/
const ALIKE = /^(?:Some\()?(?:(?:std::)?(?:cmp::)?Ordering::)?Equal\)?$/
/** Any answer will do. */
const NEVER = /^\b$/
const NO = /^\(?(?:[Ff]alse|0|!1|!true|not True)\)?$/

const HEADS: readonly Head[] = [
  comparison(PYTHON, /\bdef __eq__\([^)\n]{0,120}\)/g),
  comparison(PYTHON, /\bdef __ne__\([^)\n]{0,120}\)/g, NO),
  comparison(
    SCRIPT,
    /(?<![\w$.])(?:equals|eq|isEqualTo|strictEquals|deepEquals?|asymmetricMatch|\[Symbol\.hasInstance\])\s{0,3}(?:[:=]\s{0,3}(?:async )?function\s{0,3}\w{0,30}\s{0,3})?\([^()\n]{0,120}\)\s{0,3}(?::\s{0,3}[\w ]{1,40}?)?(?=\{)/g,
  ),
  comparison(GO, /^func \([^)\n]{1,80}\) (?:Equals?|Eq|IsEqual|Is|DeepEqual)\([^)\n]{0,120}\) bool (?=\{)/gm),
  comparison(RUBY, /\bdef (?:==|===|eql\?|equal\?|=~)\s?\(?[\w*]{0,30}\)?/g),
  comparison(RUBY, /\bdef <=>\s?\(?[\w*]{0,30}\)?/g, SAME),
  comparison(
    JVM,
    /\b(?:compareTo|compare)\(\s?(?:final )?(?:\w+:\s?)?[A-Z]\w{0,40}\??(?: \w{1,40})?[^()\n]{0,60}\)\s{0,9}(?::\s?Int\s{0,9})?(?=[={])/g,
    SAME,
  ),
  comparison(DOTNET, /\bCompareTo\s?\([^()\n]{0,160}\)\s{0,60}(?==>|\{)/g, SAME),
  comparison(
    JVM,
    /\bequals\(\s?(?:final )?(?:@\w+ )?(?:\w+:\s?)?(?:Object|Any\??|[A-Z]\w{0,40}\??)(?: \w{1,40})?\s?\)\s{0,9}(?::\s?Boolean\s{0,9})?(?=[={])/g,
  ),
  comparison(DOTNET, /\b(?:Equals|operator ==)\s?\([^()\n]{0,160}\)\s{0,60}(?==>|\{)/g),
  comparison(DOTNET, /\boperator !=\s?\([^()\n]{0,160}\)\s{0,60}(?==>|\{)/g, NO),
  comparison(
    PHP,
    /\bfunction (?:equals|isEqualTo|isEqual|sameValueAs)\s?\([^()\n]{0,120}\)\s{0,9}(?::\s?bool\s{0,60})?(?=\{)/g,
  ),
  comparison(RUST, /\bfn eq\(\s?&self,[^()\n]{0,120}\)\s?->\s?bool\s?(?=\{)/g),
  comparison(C, /\boperator\s?==\s?\([^()\n]{0,160}\)[^{;\n]{0,40}(?=\{)/g),
  comparison(PYTHON, /\bdef __(?:lt|le|gt|ge)__\([^)\n]{0,120}\)/g),
  comparison(PYTHON, /\bdef __(?:r?sub|abs|round)__\([^)\n]{0,120}\)/g, SAME),
  comparison(PYTHON, /\bdef __(?:instancecheck|subclasscheck|subclasshook)__\([^)\n]{0,120}\)/g),
  comparison(
    SCRIPT,
    /(?<![\w$.])(?:valueOf|toJSON|\[Symbol\.toPrimitive\]|\[(?:util\.)?inspect\.custom\]|compareTo|compare|cmp)\s{0,3}\([^()\n]{0,80}\)\s{0,3}(?::\s{0,3}[\w |]{1,40})?(?=\{)/g,
    NEVER,
  ),
  comparison(
    GO,
    /^func \([^)\n]{1,80}\) (?:Compare|Cmp|Less|Before|After)\([^)\n]{0,120}\) (?:int|bool) (?=\{)/gm,
    SAME,
  ),
  comparison(
    RUST,
    /\bfn (?:cmp|partial_cmp|lt|le|gt|ge)\(\s?&self,[^()\n]{0,120}\)\s?->\s?[\w:<>]{1,40}\s?(?=\{)/g,
    ALIKE,
  ),
  comparison(PHP, /\bfunction (?:compareTo|compare)\s?\([^()\n]{0,120}\)\s{0,9}(?::\s?int\s{0,60})?(?=\{)/g, SAME),
]

const PATTERNS: readonly RigRule[] = [
  pattern(PYTHON, /(?<!\w)["']?__eq__["']?\s?[=:,]\s?lambda\b[^:\n]{0,80}:\s?(?:True|1|not (?:False|None|0))(?!\w)/g),
  {
    files: PYTHON,
    pattern: /\b__eq__\s?=\s?([a-z_]\w{0,40})[ \t]*$/gm,
    what: EQUALS,
    suspect: (place) => (isAlwaysYes(place.text, place.match[1] ?? '') ? wholeMatch(place) : undefined),
  },
  pattern(
    PYTHON,
    /\breturn (?:unittest\.)?(?:mock\.)?ANY\b|(?<=[\s=(,:])(?:unittest\.)?mock\.ANY\b/g,
    'product code answers with an object that equals everything',
  ),
  pattern(
    SCRIPT,
    /(?<![\w$])(?:equals|eq|isEqualTo|strictEquals|asymmetricMatch|\[Symbol\.hasInstance\])\s{0,3}(?::\s{0,3}[^=\n]{1,60})?[:=]\s{0,3}(?:\([^()\n]{0,80}\)|[\w$]{1,40})(?::\s?\w{1,20})?\s?=>\s?(?:true|!0|!false)(?![\w.])/g,
  ),
  pattern(
    SCRIPT,
    /(?<![\w$.])(?:valueOf|toString|toJSON|\[Symbol\.toPrimitive\])\s{0,3}\([^()\n]{0,80}\)\s{0,3}(?::\s{0,3}[\w |]{1,40})?\{\s{0,60}return [^;\n{}]{0,80}(?:\+\+|--|\.shift\(|\.pop\(|\.next\()/g,
    'an object of the product changes each time it is compared',
  ),
  pattern(
    SCRIPT,
    /\bnew Proxy\([^\n]{0,120}?\b(?:get\s{0,3}(?::\s{0,3}(?:\([^()\n]{0,60}\)|\w{1,20})\s{0,3}=>\s{0,3}(?:\([^()\n]{0,60}:\s?)?(?:true|1|\(\)\s?=>\s?(?:true|undefined|\{\s?\}))(?![\w.])|\([^()\n]{0,60}\)\s?\{\s{0,40}return (?:true|1)\b)|has: \(\) => true)/g,
    'an object of the product answers everything',
  ),
  pattern(
    SCRIPT,
    /["'`]jest\.asymmetricMatcher["'`]|(?<![\w$.])asymmetricMatch\s?:\s?\{/g,
    'product code answers with an object that equals everything',
  ),
  pattern(
    RUBY,
    /\bdefine_method\(?\s?:(?:==|eql\?|===)\)?\s?(?:\{|do)\s?\|[^|\n]{0,40}\|\s{0,60}true\s{0,60}(?:\}|end)/g,
  ),
  pattern(
    SCRIPT,
    /(?<![\w$.])ownKeys\s{0,3}(?::\s{0,3}(?:\([^()\n]{0,60}\)|\w{1,20})\s{0,3}=>\s{0,3}|\([^()\n]{0,60}\)\s?\{\s{0,40}return )\[\s?\]/g,
    'an object of the product hides what it holds',
  ),
]

const HASH = '[\\w.$?]{0,30}(?:hash|hashCode|GetHashCode|__hash__)\\([^\\n;]{0,80}\\)'
const BY_HASH = new RegExp(`^(?:[^&|\\n]{1,60}(?:&&|\\band\\b)\\s?)?${HASH}\\s?===?\\s?${HASH}$`)

/** Many different values may have the same hash; a hash that is a constant makes all of them equal. */
function comparesHashes(written: string): boolean {
  const answers = [...written.matchAll(/(?:\breturn\b|=>)[ \t]*([^\n;}]{1,300})/g)].map(([, value = '']) =>
    value.trim(),
  )
  return answers.some((value) => BY_HASH.test(value))
}

const LONGEST_BODY = 3000

/** A comparison that only rejects null or undefined still accepts everything else. */
const NOTHING_IS_OTHER =
  /\bif\s?\(?\s?(?:\$?\w{1,20} (?:===?|is) (?:null|undefined|None|nil)|null ===? \$?\w{1,20}|is_null\(\$\w{1,20}\)|\w{1,20}\.nil\?)\s?\)?\s?[:{]?\s{0,40}return [Ff]alse\b\s?;?(?:\s{0,40}\})?|\breturn false if \w{1,20}\.nil\?/g

/** All that is returned is the same answer, written out or by a name that stands for it. */
function saysOnly(written: string, answer: RegExp): boolean {
  if (written.length > LONGEST_BODY) return false
  const body = answer === YES ? written.replaceAll(NOTHING_IS_OTHER, '') : written
  const lines = body.split('\n').map((line) => line.trim().replace(/[;}\s]+$/, ''))
  const returned = [...body.matchAll(/\breturn\b[ \t]*([^\n;}]{0,300})/g)].map(([, value = '']) => value.trim())
  if (returned.length > 0) return returned.every((value) => answer.test(value) || standsFor(body, value, answer))
  const words = lines.filter((line) => line !== '' && line !== 'end' && line !== '{')
  const only = words.at(-1)?.replace(/^(?:=>?|:)\s?/, '') ?? ''
  return words.length === 1 && answer.test(only)
}

const PARAMETERS = /\(([^()]{0,160})\)/
const NEVER_EQUAL =
  /^(?:\(?(?:[Ff]alse|0|!1)\)?|NotImplemented|!?\w{0,20}\.?(?:super|base)\b.*)$|\b(?:raise|throw|panic!?|unimplemented!|todo!|abort|fatalError)\b/

/** It compares without a look at what it is compared with. What is never equal, or no comparison at all, deceives nobody. */
function ignoresOther(head: string, written: string): boolean {
  // Whether its type or its name comes first differs from language to language.
  const last =
    PARAMETERS.exec(head.replace(/^func \([^)]*\)/, ''))?.[1]
      ?.split(',')
      .at(-1) ?? ''
  const names = last.match(/[A-Za-z_]\w*/g) ?? []
  if (names.length === 0 || names[0] === 'self' || written.length > LONGEST_BODY) return false
  if (new RegExp(`(?<![\\w$])\\$?(?:${names.join('|')})(?!\\w)`).test(written)) return false
  const answers = [...written.matchAll(/\breturn\b[ \t]*([^\n;}]{1,300})/g)].map(([, value = '']) => value.trim())
  const only =
    written
      .trim()
      .split('\n')
      .at(-1)
      ?.trim()
      .replace(/^(?:=>?|:)\s?/, '') ?? ''
  return (answers.length > 0 ? answers : [only]).every((value) => value !== '' && !NEVER_EQUAL.test(value))
}

function standsFor(body: string, name: string, answer: RegExp): boolean {
  if (!/^[a-z_]\w{0,40}$/i.test(name)) return false
  const given = [...body.matchAll(new RegExp(`(?<![\\w.])${name}\\s?=(?!=)\\s?([^\\n;]{1,80})`, 'g'))]
  return given.length > 0 && given.every(([, value = '']) => answer.test(value.trim()))
}

function isAlwaysYes({ source }: ProductText, name: string): boolean {
  const found = new RegExp(`\\bdef ${name}\\(`).exec(source.code)
  if (!found) return false
  const line = lineAt(source, found.index)
  const body = {
    from: lineEnd(source, line),
    to: endOfIndented(source, line, indentOf(source.code, lineStart(source, line))),
  }
  return saysOnly(source.bare.slice(body.from, body.to), YES)
}
