// A condition that must hold: `x == 5`, `"a" in x`, `x is not None`, `a || b`.
import { argumentsIn, closeOf, operatorIn, splitOn } from './arguments.ts'
import type { Demand } from './demand.ts'
import { isLiteral, plain, stem } from './demand.ts'
import type { Level } from './matcher.ts'

const TRUE = /^(?:true|True|TRUE|1|!0|!false|not False|1==1|callable\(print\)|isset\(\$this\)|any\(\[.*True.*\]\))$/
const STATE = /^(?:true|false|null|undefined|None|nil|True|False)$/

export function conditionDemand(written: string): Demand | undefined {
  const text = unwrapped(written)
  if (text === '') return undefined
  if (TRUE.test(text)) return value([], 0)
  const either = splitOn(text, '||')
  if (either.length > 1) return eitherDemand(either)
  const both = splitOn(text, '&&')
  if (both.length > 1) {
    const demands = both.flatMap((one) => conditionDemand(one) ?? [])
    return demands.sort((a, b) => b.level - a.level)[0]
  }
  const inner = /^(?:!|not )(.+)$/.exec(text)?.[1]
  return inner === undefined ? single(text) : negated(inner)
}

/** Go: `diff:=cmp.Diff(want,got);diff!=""` */
const DIFF = /^(\w+) ?:= ?(?:\w+\.)?Diff\((.*)\);\1!=""$/

/** The same for a condition under which a test fails. */
export function failureDemand(written: string): Demand | undefined {
  const [want = '', got = ''] = argumentsIn(DIFF.exec(written.trim())?.[2] ?? '')
  if (got !== '') return compared(got, '==', want)
  const text = unwrapped(spelledOut(written))
  if (/^(?:false|False)$/.test(text)) return value([], 0)
  const both = splitOn(text, '&&')
  if (both.length > 1) {
    const demands = both.flatMap((one) => failureDemand(one) ?? [])
    return demands.some(({ level }) => level === 0)
      ? value(
          demands.flatMap(({ subjects }) => subjects),
          0,
        )
      : value(
          demands.flatMap(({ subjects }) => subjects),
          1,
        )
  }
  const either = splitOn(text, '||')
  if (either.length > 1) return either.flatMap((one) => failureDemand(one) ?? []).sort((a, b) => b.level - a.level)[0]
  const inner = /^!(.+)$/.exec(text)?.[1]
  return inner === undefined ? negated(text) : single(unwrapped(inner))
}

/** Go: in `v,ok:=m[k];ok&&v!=1` the value is `m[k]`. */
function spelledOut(written: string): string {
  const last = written.slice(written.lastIndexOf(';') + 1)
  const [, name, entry] = /^(\w+),\w+:=([\w.]+(?:\[[^\]]{1,80}\]|\.\([^()]{1,80}\)));/.exec(written) ?? []
  return name === undefined || entry === undefined
    ? last
    : last.replaceAll(new RegExp(`(?<![\\w.])${name}(?!\\w)`, 'g'), () => entry)
}

function value(subjects: readonly string[], level: Level, more: Partial<Demand> = {}): Demand {
  return { mode: 'value', subjects, level, ...more }
}

function unwrapped(text: string): string {
  const short = text
    .trim()
    .replace(/^!!/, '')
    .replace(/^\(bool\)/, '')
    .replace(/^(?:bool|Boolean)\((.*?)\)?$/, '$1')
  return short.startsWith('(') && closeOf(short, 0) === short.length - 1 ? unwrapped(short.slice(1, -1)) : short
}

function eitherDemand(parts: readonly string[]): Demand {
  const demands = parts.flatMap((one) => conditionDemand(one) ?? [])
  const subjects = demands.flatMap((one) => one.subjects)
  return value(subjects, demands.some(({ level, subjects: own }) => level === 0 && own.length === 0) ? 0 : 1)
}

function negated(inner: string): Demand | undefined {
  const text = unwrapped(inner)
  const operator = operatorIn(text)
  if (!operator) {
    const part = containing(text)
    return part ? { ...part, level: 1 } : value([stem(text)], 1)
  }
  const { left, sign, right } = operator
  const opposite = OPPOSITES[sign]
  return opposite === undefined ? value([plain(left)], 1) : compared(left, opposite, right)
}

const OPPOSITES: Readonly<Record<string, string>> = {
  '==': '!=',
  '===': '!=',
  '!=': '==',
  '!==': '==',
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
  is: 'is not',
  'is not': 'is',
}

/** Go: `errors.Is(err, ErrOpen)`, `bytes.Equal(a, b)`; Rust: `ptr::eq(a, b)`. */
const SAME_CALL =
  /^(?:(?:std::|core::)?ptr::eq|(?:A?Rc)::ptr_eq|errors\.Is|bytes\.Equal|reflect\.DeepEqual|slices\.Equal|maps\.Equal|strings\.EqualFold)\(/

function single(text: string): Demand | undefined {
  const call = SAME_CALL.exec(text)?.[0]
  if (call !== undefined && closeOf(text, call.length - 1) === text.length - 1) {
    const [left = '', right = '', ...more] = argumentsIn(text.slice(call.length, -1))
    if (more.length === 0 && right !== '') return compared(left, '==', right)
  }
  const operator = operatorIn(text)
  if (operator) return compared(operator.left, operator.sign, operator.right)
  return (
    containing(text) ??
    value([stem(text)], 1, {
      ...(ABSENCE.test(text) && { isAbsence: true as const }),
      ...(EMPTY.test(text) && { isEmptiness: true as const }),
    })
  )
}

const ABSENCE = /\.is_(?:err|none)\(\)$/
const EMPTY = /\.(?:is_empty\(\)|isEmpty(?:\(\))?|empty\?|empty\(\)|IsEmpty)$/

function compared(left: string, sign: string, right: string): Demand | undefined {
  const demand = weighedBy(left, sign, right)
  return demand && { ...demand, given: [left, right] }
}

function weighedBy(left: string, sign: string, right: string): Demand | undefined {
  const subjects = [left, right].filter((one) => !isLiteral(one)).map(plain)
  if (/^(?:[=!]==?|is|is not|>=|<=)$/.test(sign) && left === right) return value([plain(left)], 0)
  switch (sign) {
    case '==':
    case '===':
    case 'is':
      return equal(left, right, subjects)
    case 'in':
      if (/^[([{]/.test(right))
        return argumentsIn(right.slice(1, -1)).includes(left) ? value(subjects, 0) : value([plain(left)], 2)
      return /^r?""$/.test(left) ? value([plain(right)], 1) : value([plain(right)], 3, expectedOf(left))
    case '<':
    case '>':
    case '<=':
    case '>=':
      return ordered(sign, right, subjects)
    default:
      return value(subjects.length > 0 ? subjects : [plain(left)], 1)
  }
}

const ANY_VALUE = /^(?:mock\.|unittest\.mock\.)?ANY$/

function equal(left: string, right: string, subjects: readonly string[]): Demand {
  if (ANY_VALUE.test(left) || ANY_VALUE.test(right)) return value(subjects, 1)
  const isState = STATE.test(right) || STATE.test(left)
  const approx = /^(?:pytest\.)?approx\((.*)\)$/.exec(right)?.[1]
  if (approx !== undefined) {
    const tolerance = argumentsIn(approx)
      .map((one) => Number(/^(?:abs|rel)=(.+)$/.exec(one)?.[1] ?? Number.NaN))
      .find((one) => !Number.isNaN(one))
    const size = Math.abs(Number(argumentsIn(approx)[0])) || 1
    const isShare = /\brel=/.test(approx) && !/\babs=/.test(approx)
    return value([plain(left)], tolerance !== undefined && tolerance >= (isShare ? 0.5 : size / 2) ? 1 : 3, {
      // What nobody wrote is the usual one, whatever the number.
      tolerance: tolerance === undefined ? 1e-6 : tolerance * (isShare && size > 1 ? size : 1),
    })
  }
  return value(subjects, isState ? 2 : 4, { ...(isState && { isState }), ...expectedOf(right) })
}

function ordered(sign: string, right: string, subjects: readonly string[]): Demand {
  const limit = Number(right)
  const isAlways =
    /^(?:Infinity|float\("inf"\)|math\.inf|PHP_INT_MAX)$/.test(right) ||
    (/^>=?$/.test(sign) && (limit < 0 || (limit === 0 && sign === '>=')))
  const isBelow = sign.startsWith('<')
  return value(subjects, isAlways ? 1 : 2, isBelow && Number.isFinite(limit) && limit > 0 ? { tolerance: limit } : {})
}

const METHOD =
  /\.(?:(contains|includes|Contains|include\?|startsWith|starts_with|endsWith|ends_with|StartsWith|EndsWith)|[eE]quals?|eql\?|isEqual|is_equal)\(/g

/** `text.includes("a")`, `one.equals(other)`: a question to the subject that is the whole condition. */
function askedOf(text: string): { subject: string; argument: string; isPart: boolean } | undefined {
  for (const { 0: call, 1: part, index } of text.matchAll(METHOD)) {
    const open = index + call.length - 1
    if (index === 0 || closeOf(text, open) !== text.length - 1) continue
    return { subject: text.slice(0, index), argument: text.slice(open + 1, -1), isPart: part !== undefined }
  }
  return undefined
}

export function isQuestion(text: string): boolean {
  return askedOf(text) !== undefined
}

const OF_TWO =
  /^(?:strings\.(?:Contains|HasPrefix|HasSuffix)|bytes\.Contains|str_contains|re\.(?:match|search|fullmatch)|preg_match|matches!|isinstance|reflect\.DeepEqual|Objects\.equals|Equals|object\.Equals)\(/

const BETWEEN = /^(.{1,200})\.between\?\([^()]{1,100}\)$/

/** Of which kind it is: `x instanceof Date`, `Array.isArray(x)`, `x.is_a?(Date)`, `is_array($x)`. */
const KINDS: readonly RegExp[] = [
  /^(.{1,400}?)(?: |(?<=[)\]]))instanceof [\w$.\\]{1,80}(?:<.{0,80}>)?(?: \w{1,40})?$/,
  /^(?:Array\.isArray|Number\.is(?:Integer|SafeInteger|Finite)|Buffer\.isBuffer|is_(?:array|string|int|integer|float|bool|callable|iterable|object|numeric|resource))\((.{1,400})\)$/,
  /^(.{1,400})\.(?:is_a\?|kind_of\?|instance_of\?)[( ][\w:]{1,80}\)?$/,
]
/** Nearly everything is one. */
const ANY_KIND = /[( ](?:Object|BasicObject)\)?$/

function ofKind(text: string): Demand | undefined {
  const subject = KINDS.map((kind) => kind.exec(text)?.[1]).find((one) => one !== undefined)
  if (subject === undefined || splitOn(subject, '||').length > 1 || operatorIn(subject)) return undefined
  return value([plain(subject)], ANY_KIND.test(text) ? 1 : 2)
}

function containing(text: string): Demand | undefined {
  const kind = ofKind(text)
  if (kind) return kind
  const measured = BETWEEN.exec(text)?.[1]
  if (measured !== undefined) return value([plain(measured)], 2)
  const asked = askedOf(text)
  if (asked) return answered(asked)
  const head = OF_TWO.exec(text)?.[0]
  if (head === undefined) return undefined
  const [first = '', second = ''] = argumentsIn(text.slice(head.length, -1))
  if (/DeepEqual|quals/.test(head)) return value([plain(first), plain(second)], first === second ? 0 : 4)
  if (head === 'isinstance(') return value([plain(first)], second === 'object' ? 1 : 2)
  if (head === 'matches!(') return value([plain(first)], /^_$|\((?:_|\.\.)\)/.test(second) ? 1 : 3)
  if (head.startsWith('re.') || head.startsWith('preg'))
    return value([plain(second)], /^r?"(?:\/?)(?:\.?[*+]?|[^"]?\\?\w\?)\/?"$/.test(first) ? 1 : 3)
  return value([plain(first)], second === '""' ? 1 : 3, expectedOf(second))
}

function answered({ subject, argument, isPart }: NonNullable<ReturnType<typeof askedOf>>): Demand {
  if (isPart) return value([plain(subject)], argument === '""' ? 1 : 3, expectedOf(argument))
  // `Arrays.equals(a, b)`, `cmp.Equal(a, b)`: both sides are handed over.
  const [first = '', second] = argumentsIn(argument)
  const [left, right] = second === undefined || isLiteral(second) ? [subject, first] : [first, second]
  return left === right
    ? value([plain(left)], 0)
    : equal(left, right, [left, right].filter((one) => !isLiteral(one)).map(plain))
}

function expectedOf(argument: string): Partial<Demand> {
  return /^"[^"]*"$/.test(argument) ? { expected: argument.slice(1, -1) } : {}
}
