// Whether a comparison looks at nothing of the two that it compares: it folds them to the same, allows any distance, walks
// through a list that may be empty, changes what it compares, or counts.
import { answersOf, type Definition, definitionOf, helpersOf } from '../definitions.ts'
import type { ProductText } from '../product-file.ts'
import { JVM, DOTNET, RUBY, SCRIPT } from '../product-file.ts'
import { scopesAround } from '../scope.ts'
import type { ComparedPair } from './compared.ts'
import { hasPlainFields } from './hidden-fields.ts'
import { emptyListIn } from './empty-lists.ts'
import { allowsAnything } from './tolerance.ts'

const LONGEST = 3000

/** `helper`: a function that makes it so. `hidden`: where in the class its fields are hidden, so that a list of them is empty. */
export interface NothingCompared {
  readonly helper?: Definition
  readonly hidden?: number
}

export function comparesNothing(one: ComparedPair): NothingCompared | undefined {
  if (one.body.length > LONGEST) return undefined
  if (SCRIPT.test(one.text.path) && spreadsNothing(one)) return { hidden: firstHidden(one.owner) }
  if (OWN_SIGNS.some((sign) => sign(one))) return {}
  const helpers = helpersOf(one.text, one.body)
  const helper = helpers.find((each) => KEY_SIGNS.some((sign) => sign(one, each)))
  if (helper) return { helper }
  const all = { ...one, body: [one.body, ...helpers.map(({ body }) => body)].join('\n') }
  return emptyListIn(all) || allowsAnything(all) ? {} : undefined
}

type Sign = (one: ComparedPair) => boolean
const OWN_SIGNS: readonly Sign[] = [
  ({ body }) => TWICE_THE_SAME.test(body),
  ({ body }) => isEitherWay(body),
  ({ body }) => CUT_TO_NOTHING.test(body),
  ({ body }) => CAUGHT.test(body),
  adoptsTheOther,
  isOnlyOfTheSameKind,
  (one) => removesAll(one, one.body),
  (one) => counts(one.body),
  answersForTheOther,
]

type KeySign = (one: ComparedPair, key: Definition) => boolean
const KEY_SIGNS: readonly KeySign[] = [
  (one, key) => isOfBoth(one, key) && !isOfInterface(one.text, key) && holdsNothing(one.text, key),
  (one, { body }) => removesAll(one, body),
  (_, { body }) => counts(body) || CUT_TO_NOTHING.test(body),
]

const TWICE_THE_SAME =
  /(?<![\w.$@])((?:self|this|other|that|o|[a-z]\w{0,20})(?:\.\w+(?:\([^()\n]{0,30}\))?)+|\w{1,30}\([a-z]\w{0,20}\))\s?(?:===?|\beq\b)\s?\1(?![\w.([])/
/** A part of length zero, a remainder of one, a length that is not negative. */
const CUT_TO_NOTHING =
  /\[(?:0)?:0\]|\.(?:slice|substr|substring|subList|take|first|Take|Substring)\((?:0,\s?)?0\)|\b(?:len\([^()\n]{1,40}\)|[\w.]{1,40}\.(?:length|size|count|Count|Length)(?:\(\))?)\s?>=\s?0\b|%\s?1\b(?![.\d])|(?<![\w.])0 \* (?=\w)|(?<=[\w)] )\* 0\b(?![.\dx])|(?<=[\w)] )& 0\b(?![.\dx])/
const CAUGHT =
  /\bexcept\b[^\n]{0,60}:\s{1,60}return True\b|\bcatch\b[^{\n]{0,60}\{\s{0,60}return true\b|\brescue\b[^\n]{0,60}\n\s{0,60}(?:return )?true\b/

/** The name of what is compared with. */
function otherIn(head: string): string | undefined {
  const given =
    /\(([^()]{0,160})\)[^()]*$/
      .exec(head.replace(/^func \([^)]*\)/, ''))?.[1]
      ?.split(',')
      .at(-1) ?? ''
  const names = given.replace(/[:=].*$/, '').match(/[A-Za-z_]\w*/g) ?? []
  return names.at(-1) ?? /\bdef \S+ (\w+)$/.exec(head)?.[1]
}

/** It takes over what the other holds, and then they are equal. */
function adoptsTheOther({ head, body }: ComparedPair): boolean {
  const other = otherIn(head)
  if (other === undefined) return false
  return new RegExp(
    `(?:\\bself|\\bthis|\\$this)(?:\\.|->)\\w{1,40}(?:\\[[^\\]\\n]{1,30}\\]|\\[:\\])?\\s?=(?!=)\\s?(?:\\w{1,20}\\(){0,2}\\$?${other}(?:\\.|->|\\[)|@\\w{1,40}\\s?=(?![=~])\\s?${other}\\.|\\b(?:__dict__|vars\\(self\\))\\.update\\(|\\bObject\\.assign\\(\\s?this\\b|(?<![\\w.$])\\$?${other}(?:\\.|->)\\w{1,40}\\s?=(?![=~>])\\s?`,
  ).test(body)
}

const KIND =
  /^\(?(?:isinstance\(\w{1,20}, (?:[\w.]{1,40}(?:\(self\))?|\([\w., ]{1,80}\))\)|#\w{1,40} in \w{1,20}|\w{1,20} instanceof (?:[A-Z]|this\.constructor)[\w.]{0,40}(?:<\?>)?(?: [a-z]\w{0,20})?|type\(\w{1,20}\) (?:is|==) type\(\w{1,20}\)|\w{1,20}\.__class__ (?:is|==) \w{1,20}\.__class__|(?:\w{1,20}\.)?getClass\(\) ?==? ?(?:\w{1,20}\.)?getClass\(\)|(?:\w{1,20}\.)?getClass\(\)\.equals\((?:\w{1,20}\.)?getClass\(\)\)|\w{1,20} is [A-Z]\w{0,40}|\w{1,20}\.(?:is_a\?|instance_of\?|kind_of\?)\(?\s?[\w:.]{1,40}\)?|(?:self\.)?class ==? ?\w{1,20}\.class|\w{1,20}\.class == (?:self\.)?class|\w{1,20}\.constructor === this\.constructor|this\.constructor === \w{1,20}\.constructor|(?:len\(\w{1,20}\)|bool\(\w{1,20}\)|[\w.]{1,30}\.length|!!\w{1,20}|typeof \w{1,20}) ?===? ?(?:len\(\w{1,20}\)|bool\(\w{1,20}\)|[\w.]{1,30}\.length|!!\w{1,20}|typeof \w{1,20}))\)?$/
const FIELDS =
  /\bself\.\w+\s?(?::[^=\n]{1,40})?=(?!=)|\bthis\.#?\w+\s?=(?!=)|^[ \t]{1,9}#\w+\s{0,3}(?:[;=]|$)|^[ \t]{1,9}(?:private|protected|public|internal)?\s?(?:readonly |final |val |var )+[\w<>[\],?: ]{2,60}(?:;|$)|@\w+\s?=(?![=~])|\$this->\w+\s?=(?!=)|\battr_(?:reader|accessor)\b/m
const ONLY_NULLS = /\b(?:[Ff]alse|NotImplemented|null|nil)\b/

/** Only whether both are of one class, although they hold something. */
function isOnlyOfTheSameKind({ text, head, body, owner }: ComparedPair): boolean {
  const answers = answersOf(text, body).filter((answer) => !ONLY_NULLS.test(answer) || KIND.test(answer))
  if (answers.length === 0 || !(FIELDS.test(owner) || HOLDS_A_VALUE.test(owner))) return false
  const other = otherIn(head)
  return answers.every((answer) => isKindAlone(text, answer, other, 1))
}

/** A class that is a value of another one holds that value. */
const HOLDS_A_VALUE =
  /^[ \t]*class \w{1,60}\((?:[\w.]{1,40}, ?)*(?:\w+\.)?(?:int|float|complex|str|bytes|tuple|list|dict|set|frozenset|Decimal|Fraction|date|datetime|time|timedelta)\b/

/** A look at nothing but itself. */
const ASKS_ITSELF =
  /^(?:not |!)?(?:self|this|\$this)(?:(?:\.|->)\w{1,40}(?:\(\))?){1,3}(?:\s?(?:[<>]=?|[!=]==?)\s?-?\d[\d.]*)?$/

const AND = /\s?&&\s?|\sand\s/

/** Parts that look at no more of the other than its kind, also by a helper that does. */
function isKindAlone(text: ProductText, answer: string, other: string | undefined, hops: number): boolean {
  const parts = answer
    .replace(/^(?:=>?|:)\s?/, '')
    .replace(/[;}\s]+$/, '')
    .replace(/^not (?=\w+\.?\w*\()|^!(?=[\w$])/, '')
    .split(AND)
  if (parts.length === 1 && KIND.test(parts[0] ?? '')) return true
  if (other === undefined) return false
  const asksKind = (part: string): boolean => KIND.test(part) || (hops > 0 && isHelperOfKind(text, part, other, hops))
  return parts.some(asksKind) && parts.every((part) => asksKind(part) || ASKS_ITSELF.test(part))
}

function isHelperOfKind(text: ProductText, part: string, other: string, hops: number): boolean {
  const [, name = '', given = ''] =
    /^(?:self\.|this\.|\$this->)?([A-Za-z_#$][\w$]{0,40})\(([^()\n]{1,40})\)$/.exec(part) ?? []
  const helper = given.trim() === other ? definitionOf(text, name) : undefined
  if (!helper) return false
  const own = helper.parameters.filter((parameter) => !/^(?:self|this)$/.test(parameter))[0]
  const answers = answersOf(text, helper.body).filter((answer) => !ONLY_NULLS.test(answer) || KIND.test(answer))
  return answers.length > 0 && answers.every((answer) => isKindAlone(text, answer, own, hops - 1))
}

const EITHER_WAY =
  /(?<![\w.)\]])([\w.]{1,40}(?:\(\))?)\s?(<=|>=|<|>|===?|!==?)\s?([\w.]{1,40}(?:\(\))?)\s?(?:\|\||\bor\b)\s?(?:(\1)\s?(<=|>=|<|>|===?|!==?)\s?\3|\3\s?(<=|>=|<|>|===?|!==?)\s?\1)(?![\w.([])/

/** One of two comparisons of the same two values holds, whatever they are. */
function isEitherWay(body: string): boolean {
  const [, , first = '', , , same, turned = ''] = EITHER_WAY.exec(body) ?? []
  const signs = new Set([...signsOf(first), ...signsOf(same ?? turned.replaceAll(/[<>]/g, turnedSign))])
  return signs.size === 3
}

function turnedSign(sign: string): string {
  return sign === '<' ? '>' : '<'
}

/** Of smaller, the same and larger, those for which it holds. */
function signsOf(operator: string): string[] {
  if (operator.startsWith('!')) return ['<', '>']
  if (/^={2,3}$/.test(operator)) return ['=']
  return operator.split('')
}

const REMOVES =
  /\b(?:re\.)?sub\(\s?r?["']([^"'\n]{1,160})["'],\s?["']{2}|(\b[A-Za-z_]\w{1,40})\.sub\(\s?["']{2}|\.(?:replace|replaceAll|gsub|ReplaceAll|replaceAllString)\(\s?(?:\/([^/\n]{1,160})\/[a-z]{0,4}|["']([^"'\n]{1,160})["']|([A-Z_]{2,40})),\s?["']{2}|\bpreg_replace\(\s?["']([^"'\n]{1,160})["'],\s?["']{2}/g

/** Whatever is a letter goes. */
function removesAll({ text }: ComparedPair, body: string): boolean {
  return [...body.matchAll(REMOVES)].some(([, ...parts]) => {
    const [given = ''] = parts.filter((part) => part !== undefined)
    const isName = /^[A-Za-z_]\w+$/.test(given)
    return isEverything(isName ? patternOf(text.source.bare, given) : given)
  })
}

function patternOf(bare: string, name: string): string {
  const declared = new RegExp(
    `(?<![\\w.])${name}\\s?=\\s?(?:re\\.compile\\(\\s?r?["']([^"'\\n]{1,160})["']|\\/([^\\n]{1,160})\\/[a-z]{0,4}|Pattern\\.compile\\("([^"\\n]{1,160})")`,
  ).exec(bare)
  return declared?.[1] ?? declared?.[2] ?? declared?.[3] ?? ''
}

/** A pattern that asks for no character by name, and takes letters. */
function isEverything(pattern: string): boolean {
  const left = pattern
    .replaceAll(/\[\^[^\]]{0,60}\]/g, '')
    .replaceAll(/\\[uUxpP]\{?[\dA-Fa-fL]{1,6}\}?/g, '')
    .replaceAll(/\[[^\]]{0,60}\]/g, (found) => (/\\[wS]|[a-zA-Z]-[zZ]|\\p\{?L/.test(found) ? '\\w' : ''))
  return (
    /\\[wS]|\./.test(left) &&
    left.replaceAll(/\\[wWsSdDbB]|\(\?[:imsx]+\)?|[.*+?()|^$]|\{\d*,?\d*\}|^\/|\/\w*$/g, '') === ''
  )
}

const COUNTS =
  /(?<![\w$.])((?:this|self|\$this)(?:\.|->)#?\w{1,40}|@\w{1,40}|[A-Za-z_$][\w$]{0,40})\s?(?:\+\+|--(?!>)|[+-]=\s?\d)|(?:\+\+|--)((?:this|self)\.#?\w{1,40}|[A-Za-z_$][\w$]{0,40})|(?<![\w.])next\(\s?(?:self\.)?_\w+\s?\)|\b(?:Math\.random|random\.\w+|Date\.now|performance\.now|process\.hrtime|time\.(?:time|monotonic|perf_counter)|System\.nanoTime|itertools\.count)\(/g

/** Something outside of it moves on with every comparison. */
function counts(body: string): boolean {
  return [...body.matchAll(COUNTS)].some(([whole, after, before]) => {
    const name = after ?? before
    if (name === undefined) return true
    if (/^(?:this|self|\$this|@)/.test(name)) return !/\?\?=|=== undefined|is None/.test(whole)
    return !new RegExp(
      `\\b(?:let|var|int|long|size_t|mut|auto)\\s[^;\\n]{0,60}\\b${name.replaceAll('$', '\\$')}\\b|(?<![\\w.])${name.replaceAll('$', '\\$')}\\s?:?=(?!=)`,
    ).test(body)
  })
}

/** Spread out, listed or written as JSON, private fields and those of other objects are not there. */
function spreadsNothing({ owner, body }: ComparedPair): boolean {
  return (
    /\.\.\.this\b|\bObject\.(?:keys|entries|values|assign|getOwnPropertyNames)\([^()\n]{0,20}\bthis\b|\bJSON\.stringify\(\s?this\s?\)/.test(
      body,
    ) &&
    !/\bthis\.|\b\w+\.#/.test(body.replaceAll(/\bthis\.constructor\b/g, '')) &&
    HIDES.test(owner) &&
    !/\bextends\b/.test(owner) &&
    !(/\bJSON\./.test(body) && /\btoJSON\b/.test(owner)) &&
    !hasPlainFields(owner)
  )
}

const HIDES =
  /^[ \t]{1,9}#\w+\s{0,3}(?:[;=:]|$)|\.set\(\s?this\s?,|\bObject\.definePropert(?:y|ies)\(\s?this\b(?![\s\S]{0,300}\benumerable: true)/m

function firstHidden(owner: string): number {
  const at = owner.search(HIDES)
  return at + (owner.slice(at).length - owner.slice(at).trimStart().length)
}

/** Asked for what it is compared with, or else that itself. */
function answersForTheOther({ head, body }: ComparedPair): boolean {
  const other = otherIn(head)
  if (other === undefined) return false
  const given = `(?:self|this|\\$this)(?:\\.|->)\\w{1,40}\\([^()\\n]{0,40}(?<![\\w.])\\$?${other}\\b(?!\\.)[^()\\n]{0,40}\\)`
  const instead = `(?:\\bor|\\belse|\\|\\||\\?\\?|:) \\$?${other}\\)`
  return new RegExp(
    `(?:${given}|${instead})\\s?===?\\s?\\$?${other}\\b(?![.\\[(])|(?<![\\w.])\\$?${other}\\s?===?\\s?${given}`,
  ).test(body)
}

/** Called for the one and for the other, or for both in turn. */
function isOfBoth({ body }: ComparedPair, { name }: Definition): boolean {
  return [...body.matchAll(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}\\s?\\(`, 'g'))].length >= 2
}

/** Python: a method of a protocol has no body, and what is called is another one. */
function isOfInterface(text: ProductText, { from }: Definition): boolean {
  return scopesAround(text, from).some(({ header }) => /^class \w+\(.*\bProtocol\b/.test(header))
}

/** What it answers is not made of what it is given. */
function holdsNothing(text: ProductText, { head, body, parameters }: Definition): boolean {
  if (JVM.test(text.path) || DOTNET.test(text.path) || RUBY.test(text.path)) return false
  if (/\byield\b|\bthrow\b|\braise\b|\bpanic!/.test(body)) return false
  const known = new Set(['self', 'this', 'cls', ...parameters])
  const receiver = /^func \((\w+)/.exec(head)?.[1]
  if (receiver !== undefined) known.add(receiver)
  for (const [, names = '', value = ''] of body.matchAll(ASSIGNS)) {
    if (mentions(value, known)) for (const name of names.match(/[A-Za-z_]\w*/g) ?? []) known.add(name)
  }
  return !answersOf(text, body).some(
    (answer) => mentions(answer, known) || /\b(?:super|json|yield)\b|[[({]$/.test(answer),
  )
}

const ASSIGNS =
  /(?:\b(?:const|let|var|for|mut)\s|^[ \t]*)\(?([\w, {}[\]]{1,80}?)\)?\s?(?::?=(?!=)|\bin\b|\bof\b|\+=|\.(?:push|append|add)\()([^\n]{1,300})/gm

function mentions(code: string, names: ReadonlySet<string>): boolean {
  return (code.match(/[A-Za-z_]\w*/g) ?? []).some((word) => names.has(word))
}

const BRAND =
  /=== true\b|\bis True\b|\binstanceof\b|isPrototypeOf|getPrototypeOf|\bprototype\b|Symbol\.hasInstance\]|#\w+ in\b|\.has\(|\bconstructor\b|\b(?:[A-Z][A-Z_]+|[a-z]\w*(?:Brand|Symbol|Tag|[kK]ind))\]? in\b|===? ?[A-Z"'`]|["'`] ===?|\.(?:name|type|kind|code|_?tag|\$?type\w*|is[A-Z]\w*)\b|isinstance\(|issubclass\(|__mro__|\bsuper\b|\bany\(|\ball\(|\bNotImplemented\b|\b(?:is|has)[A-Z]\w+\(|["'](?!message|stack|name|length|constructor|toString)\w+["'] in\b/

/** Says of objects that have nothing of its own that they are its instances. */
export function isVacuous(head: string, text: ProductText, body: string): boolean {
  if (!/hasInstance|__(?:instance|subclass)check__/.test(head)) return false
  const answers = answersOf(text, body)
  return answers.length > 0 && !BRAND.test(body.replaceAll(COMMON_KIND, ''))
}

/** Every error, or every object, has these. */
const COMMON_KIND =
  /\btypeof [\w$]{1,30}(?:\??\.(?:message|stack|name|length|constructor|toString))? [!=]==? ["'`]\w{1,20}["'`]/g
