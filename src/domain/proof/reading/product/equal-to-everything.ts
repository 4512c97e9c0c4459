// Objects that say yes to every comparison.
import { C, DOTNET, GO, JVM, PHP, PYTHON, RUBY, RUST, SCRIPT } from './product-file.ts'
import type { RigPlace, RigRule, RigSpan } from './rig-rule.ts'
import { wholeMatch } from './rig-rule.ts'

const EQUALS = 'an object of the product equals everything'

const outsideOfTestSupport = (place: RigPlace): RigSpan | undefined =>
  place.text.isTestSupport ? undefined : wholeMatch(place)

function rule(files: RegExp, pattern: RegExp, what = EQUALS): RigRule {
  return { files, pattern, what, suspect: outsideOfTestSupport }
}

export const EQUALITY_RULES: readonly RigRule[] = [
  rule(
    PYTHON,
    /\bdef __eq__\([^)\n]{0,120}\)[^:\n]{0,40}:\s{0,60}(?:"""[^"]{0,300}"""\s{0,60}|pass\s{1,40}|del [^\n]{0,60}\s{1,40})?return (?:\(?True\)?|1|not False|bool\(1\)|1 == 1|(?:self|other) (?:is|==) (?:self|other)(?<=(?:self) (?:is|==) self|other (?:is|==) other))[ \t]*$/gm,
  ),
  rule(PYTHON, /\bdef __eq__\([^)\n]{0,120}\)[^:\n]{0,40}:\s{1,60}return [^\n]{1,200}\bor (?:True|1)[ \t]*$/gm),
  rule(PYTHON, /\bdef __ne__\([^)\n]{0,120}\)[^:\n]{0,40}:\s{1,60}return (?:False|0|not True)[ \t]*$/gm),
  rule(PYTHON, /\b__eq__\s?=\s?lambda\b[^:\n]{0,80}:\s?(?:True|1|not False)(?!\w)/g),
  rule(PYTHON, /["']__eq__["']\s?[:,]\s?lambda\b[^:\n]{0,80}:\s?(?:True|1|not False)(?!\w)/g),
  rule(
    PYTHON,
    /\breturn (?:unittest\.)?(?:mock\.)?ANY\b|(?<=[\s=(,:])(?:unittest\.)?mock\.ANY\b/g,
    'product code answers with an object that equals everything',
  ),
  rule(
    SCRIPT,
    /(?<![\w$.])(?:equals|eq|isEqualTo|strictEquals|deepEquals?|asymmetricMatch|\[Symbol\.hasInstance\]|\["equals"\])\s{0,3}(?:[:=]\s{0,3}(?:async )?function\s{0,3}\w{0,30}\s{0,3})?\([^()\n]{0,120}\)\s{0,3}(?::\s{0,3}[\w ]{1,40})?\{\s{0,60}return (?:true|!0|!false|1|this === this)\s{0,3};?\s{0,60}\}/g,
  ),
  rule(
    SCRIPT,
    /(?<![\w$])(?:equals|eq|isEqualTo|strictEquals|asymmetricMatch|\[Symbol\.hasInstance\])\s{0,3}(?::\s{0,3}[^=\n]{1,60})?[:=]\s{0,3}(?:\([^()\n]{0,80}\)|[\w$]{1,40})(?::\s?\w{1,20})?\s?=>\s?(?:true|!0|!false)(?![\w.])/g,
  ),
  rule(
    SCRIPT,
    /(?<![\w$.])(?:valueOf|toString|toJSON|\[Symbol\.toPrimitive\])\s{0,3}\([^()\n]{0,80}\)\s{0,3}(?::\s{0,3}[\w |]{1,40})?\{\s{0,60}return [^;\n{}]{0,80}(?:\+\+|--|\.shift\(|\.pop\(|\.next\()/g,
    'an object of the product changes each time it is compared',
  ),
  rule(
    SCRIPT,
    /\bnew Proxy\([^\n]{0,120}?\bget\s{0,3}(?::\s{0,3}(?:\([^()\n]{0,60}\)|\w{1,20})\s{0,3}=>\s{0,3}(?:true|1|\(\)\s?=>\s?(?:true|undefined|\{\s?\}))(?![\w.])|\([^()\n]{0,60}\)\s?\{\s{0,40}return (?:true|1)\b)/g,
    'an object of the product answers everything',
  ),
  rule(
    GO,
    /^func \([^)\n]{1,80}\) (?:Equals?|Eq|IsEqual|Is|DeepEqual)\([^)\n]{0,120}\) bool \{\s{0,60}return true\s{0,60}\}/gm,
  ),
  rule(
    RUBY,
    /\bdef (?:==|===|eql\?|equal\?|=~)\s?\(?[\w*]{0,30}\)?\s?(?:=\s?true\b|(?:;|\n)\s{0,60}(?:return )?true\s{0,60}(?:;|\n)?\s{0,60}end\b)/g,
  ),
  rule(RUBY, /\bdefine_method\(?\s?:(?:==|eql\?|===)\)?\s?(?:\{|do)\s?\|[^|\n]{0,40}\|\s{0,60}true\s{0,60}(?:\}|end)/g),
  rule(
    JVM,
    /\bequals\(\s?(?:final )?(?:@\w+ )?(?:\w+:\s?)?(?:Object|Any\??|[A-Z]\w{0,40}\??)(?: \w{1,40})?\s?\)\s{0,9}(?::\s?Boolean\s{0,9})?(?:=\s?true\b|\{\s{0,60}return true\b)/g,
  ),
  rule(
    DOTNET,
    /\b(?:Equals|operator ==)\s?\([^()\n]{0,160}\)\s{0,60}(?:=>\s{0,60}true\s?;|\{\s{0,60}return true;)|\boperator !=\s?\([^()\n]{0,160}\)\s{0,60}(?:=>\s{0,60}false\s?;|\{\s{0,60}return false;)/g,
  ),
  rule(
    PHP,
    /\bfunction (?:equals|isEqualTo|isEqual|sameValueAs)\s?\([^()\n]{0,120}\)\s{0,9}(?::\s?bool\s{0,60})?\{\s{0,60}return true;/g,
  ),
  rule(RUST, /\bfn eq\(\s?&self,[^()\n]{0,120}\)\s?->\s?bool\s?\{\s{0,60}(?:return )?true;?\s{0,60}\}/g),
  rule(C, /\boperator\s?==\s?\([^()\n]{0,160}\)[^{;\n]{0,40}\{\s{0,60}return (?:true|1);/g),
]
