// Fields that were looked at one by one, and an exact comparison of the whole object now: what each had to be stands there,
// perhaps by way of a constant that is spread into it; a field that had to be missing is named nowhere.
import { argumentsIn, closeOf } from '../../matchers/arguments.ts'
import { type Assertion, keyOf } from '../../test-file/assertions.ts'

interface Field {
  readonly root: string
  readonly name: string
  readonly value: string
}

/** `u.host`, `u["host"]` */
const OWNED = String.raw`([A-Za-z_$][\w$]{0,60})(?:\.([A-Za-z_$][\w$]{0,60})|\["([^"]{1,60})"\])`
const EQUAL = String.raw`\.(?:toBe|toEqual|toStrictEqual|to\.(?:equal|eql|deep\.equal|be\.equal))\((.{1,200})\)`
const STATE = String.raw`\.(?:toBe(Undefined|Null)\(\)|to\.be\.(undefined|null))`
const FIELDS: readonly RegExp[] = [
  new RegExp(String.raw`^expect\(${OWNED}\)${EQUAL}$`),
  new RegExp(String.raw`^expect\(${OWNED}\)${STATE}$`),
  new RegExp(
    String.raw`^(?:t|assert)\.(?:strictEqual|equal|is|same|deepEqual|deepStrictEqual)\(${OWNED},(.{1,200})\)$`,
  ),
  new RegExp(String.raw`^assert${OWNED}(?:==|is(?=(?:None|True|False)$))(.{1,200})$`),
  new RegExp(String.raw`^self\.assertEquals?\(${OWNED},(.{1,200})\)$`),
  new RegExp(String.raw`^self\.assertIs(None)\(${OWNED}\)$`),
]

function fieldIn(key: string): Field | undefined {
  for (const [place, pattern] of FIELDS.entries()) {
    const groups = pattern.exec(key)?.slice(1)
    if (!groups) continue
    const [first, ...others] = groups
    const [root = '', dotted, quoted, one, two] = place === FIELDS.length - 1 ? [...others, first] : groups
    const value = one ?? two ?? ''
    return {
      root,
      name: dotted ?? quoted ?? '',
      value: /^(?:Undefined|Null)$/.test(value) ? value.toLowerCase() : value,
    }
  }
  return undefined
}

interface Whole {
  readonly subject: string
  /** With braces. */
  readonly object: string
}

const MATCHER = /^\.(?:toEqual|toStrictEqual|to\.(?:eql|deep\.(?:equal|eq|eql)))\((\{.{0,590}\})\)$/
const CALL = /^(?:(?:t|assert)\.(?:deepEqual|deepStrictEqual|same|strictSame)|self\.assert(?:Dict)?Equals?)\(/

function wholeIn(key: string): Whole | undefined {
  if (key.startsWith('expect(')) {
    const close = closeOf(key, 'expect'.length)
    const object = close < 0 ? undefined : MATCHER.exec(key.slice(close + 1))?.[1]
    return object === undefined ? undefined : { subject: key.slice('expect('.length, close), object }
  }
  const call = CALL.exec(key)?.[0]
  const compared = call === undefined ? key.indexOf('=={') : -1
  const [subject = '', object = ''] =
    call === undefined
      ? compared > 0 && key.startsWith('assert')
        ? [key.slice('assert'.length, compared), key.slice(compared + 2)]
        : []
      : argumentsIn(key.slice(call.length, closeOf(key, call.length - 1)))
  return object.startsWith('{') && closeOf(object, 0) === object.length - 1 ? { subject, object } : undefined
}

const SPREAD = /^(?:\.\.\.|\*\*)([A-Za-z_$][\w$]{0,60})$/
const ENTRY = /^(?:"([^"]{1,60})"|([A-Za-z_$][\w$]{0,60})):(.{1,500})$/
const DEEPEST = 2
const LONGEST = 4000

/** Undefined where not all of it is known. */
function entriesOf(object: string, text: string, depth = 0): Map<string, string> | undefined {
  const found = new Map<string, string>()
  for (const part of argumentsIn(object.slice(1, -1))) {
    if (part === '') continue
    const name = SPREAD.exec(part)?.[1]
    const inner = name === undefined || depth >= DEEPEST ? undefined : constant(name, text)
    const entries = inner === undefined ? undefined : entriesOf(inner, text, depth + 1)
    const [, quoted, plain, value] = ENTRY.exec(part) ?? []
    if (entries) for (const [key, given] of entries) found.set(key, given)
    else if (value !== undefined) found.set(quoted ?? plain ?? '', value)
    else if (/^[A-Za-z_$][\w$]{0,60}$/.test(part)) found.set(part, part)
    else return undefined
  }
  return found
}

/** An object that the file binds to this name, once. */
function constant(name: string, text: string): string | undefined {
  const bound = new RegExp(
    `(?<![\\w$.])${name.replaceAll('$', '\\$')}\\s{0,3}(?::[^=\\n]{1,60})?=(?![=>])\\s{0,9}`,
    'g',
  )
  const [hit, ...more] = text.matchAll(bound)
  if (!hit || more.length > 0) return undefined
  const from = hit.index + hit[0].length
  if (text.charAt(from) !== '{') return undefined
  const written = text.slice(from, from + LONGEST).replaceAll(/['`]/g, '"')
  const close = closeOf(written, 0)
  return close < 0 ? undefined : keyOf(written.slice(0, close + 1))
}

/** `around`: the test of before, each line as a key; `text`: the file as it is now. */
export function isInWhole({ key }: Assertion, gained: readonly Assertion[], around: string, text: string): boolean {
  const field = fieldIn(key)
  if (!field) return false
  return gained.some((one) => {
    const whole = wholeIn(one.key)
    if (!whole || !isSameSubject(field.root, whole.subject, around)) return false
    const entries = entriesOf(whole.object, text)
    const given = entries?.get(field.name)
    if (given !== undefined) return given === field.value
    return entries !== undefined && field.value === 'undefined'
  })
}

/** By the same name, or by what the name stood for. */
function isSameSubject(root: string, subject: string, around: string): boolean {
  const plain = subject.replace(WAITS, '')
  if (plain === root) return true
  return around.split('\n').some((line) => {
    const at = line.indexOf(`${root}=`)
    const value = line.slice(at + root.length + 1).replace(WAITS, '')
    return /^(?:const|let|var|val)?$/.test(line.slice(0, Math.max(at, 0))) && at >= 0 && value === plain
  })
}

/** In two parts: a pure folder must not hold the word. */
const WAITS = /^a(?:wait)/
