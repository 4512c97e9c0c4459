// Assertions of equality with a literal in JavaScript and TypeScript, and how each is bent.
import { given } from '../../../../contract/given.ts'
import { lineAt, lineStart, type SourceText } from '../../source/source.ts'
import { type BentStatements, type EqualAssertion, type LiteralSide, literalSide } from './assertion.ts'
import { insideOf, partsOf, type TestText, type AssertedSpan, usesOf } from './parts.ts'

/** Of assert modules, chai and ava: strict or deep, and the loose one of old. */
const CALL =
  /(?<![\w$.])(?:(?:t\.)?assert(?:\.strict)?\.(?:equal|strictEqual|deepEqual|deepStrictEqual|is)|t\.(?:is|equal|deepEqual|strictEqual)|equal|strictEqual|deepEqual|deepStrictEqual)\(/g
const EXPECT = /(?<![\w$.])expect\(/g
const NEAR = /\s*\.toBeCloseTo\(/y
const MATCHER = /\s*\.(?:toBe|toEqual|toStrictEqual|to\.(?:(?:be|deep)\.)?(?:equal|eql|eq))\(/y

export interface ScriptAssertion extends EqualAssertion {
  /** Written where a statement stands, or what an arrow function returns. */
  readonly place: 'statement' | 'value'
}

/** A comparison with a literal, wherever it stands. */
export interface ScriptComparison {
  readonly span: AssertedSpan
  readonly side: LiteralSide
  /** `assert.equal(`, or `.toBe(`. */
  readonly by: string
  readonly control: string
  /** How far apart the two may be; absent where they must be equal. */
  readonly distance?: number
}

export function scriptAssertions(test: TestText): ScriptAssertion[] {
  return scriptComparisons(test).flatMap(({ span, side, control }) => placed(test.source, span, side, control))
}

export function scriptComparisons(test: TestText): ScriptComparison[] {
  return [...comparedByCall(test), ...comparedByExpect(test)]
}

function comparedByCall(test: TestText): ScriptComparison[] {
  const { source } = test
  return Array.from(source.code.matchAll(CALL)).flatMap(({ 0: head, index }) => {
    const inside = insideOf(source, index + head.length - 1)
    const [first, second] = inside ? partsOf(source, inside) : []
    if (!inside || !first || !second) return []
    const side = literalSide(test, [first, second], valueOfName)
    if (!side) return []
    const control = `${head}${side.told.join(', ')})`
    return [{ span: { from: index, to: inside.to + 1 }, side, by: head, control }]
  })
}

function comparedByExpect(test: TestText): ScriptComparison[] {
  const { source } = test
  return Array.from(source.code.matchAll(EXPECT)).flatMap(({ 0: head, index }) => {
    const actual = insideOf(source, index + head.length - 1)
    if (!actual) return []
    const near = test.takesAll && matcherAt(NEAR, source, actual.to + 1)
    const matcher = near ?? matcherAt(MATCHER, source, actual.to + 1)
    const expected = matcher === undefined ? undefined : insideOf(source, actual.to + matcher.length)
    const [compared, [second, places, more] = []] = [partsOf(source, actual)[0], expected && partsOf(source, expected)]
    if (matcher === undefined || !expected || !compared || !second || more || (places && !near)) return []
    const side = literalSide(test, [compared, near ? second : expected], valueOfName)
    if (!side || isWithin(side.literal, actual)) return []
    const [written, bent] = side.told
    const control = `expect(${written})${matcher}${bent})`
    const distance = near ? distanceOf(places && source.code.slice(places.from, places.to)) : undefined
    return [{ span: { from: index, to: expected.to + 1 }, side, by: matcher.trim(), control, ...given({ distance }) }]
  })
}

/** `toBeCloseTo` looks at two places behind the point, if nothing is said. */
function distanceOf(places = '2'): number {
  return 10 ** -Number(places) / 2
}

function matcherAt(pattern: RegExp, { code }: SourceText, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(code)?.[0]
}

function isWithin(one: AssertedSpan, { from, to }: AssertedSpan): boolean {
  return one.from >= from && one.to <= to
}

/** `const expected = 'abc'` that this assertion alone uses. */
function valueOfName({ source }: TestText, name: string, at: number): AssertedSpan | undefined {
  const declared = new RegExp(`(?<![\\w$.])(?:const|let|var)\\s+${name.replaceAll('$', '\\$')}\\s*=(?!=)`, 'g')
  const head = [...source.code.slice(0, at).matchAll(declared)].at(-1)
  if (!head) return undefined
  const from = head.index + head[0].length
  const end = endOfBlock(source, head.index)
  if (at >= end || usesOf(source, name, { from: head.index, to: end }) !== 2) return undefined
  let to = from
  while (to < end && !/[;\n]/.test(source.code.charAt(to))) to = Math.max(to, source.pairs[to] ?? -1) + 1
  return { from, to }
}

function endOfBlock({ code, pairs }: SourceText, from: number): number {
  for (let at = from; at < code.length; at++) {
    const close = pairs[at] ?? -1
    if (close > at) at = close
    else if (close >= 0) return at
  }
  return code.length
}

function placed(source: SourceText, span: AssertedSpan, side: LiteralSide, control: string): ScriptAssertion[] {
  const place = placeOf(source, span)
  if (!place) return []
  // The end of the statement goes with it, so that an `else` may follow.
  const isEnded = place === 'statement' && source.code.charAt(span.to) === ';'
  const { literal, bent, cells, bentCells, isBuilt, ways } = side
  const whole = isEnded ? { from: span.from, to: span.to + 1 } : span
  return [{ span: whole, literal, bent, control, place, ...given({ cells, bentCells, isBuilt, ways }) }]
}

const GOES_ON = /^(?:[.([`+*/%?:&|^<>=-]|(?:in|instanceof)\b)/
const LEFT_OPEN = /(?:[.,([+*/%?:&|^<>=!~-]|(?<![\w$.])(?:yield|typeof|new|in|of|instanceof|void|delete))$/

/** Undefined where something is done with what it returns. */
function placeOf(source: SourceText, { from, to }: AssertedSpan): ScriptAssertion['place'] | undefined {
  const { code } = source
  const before = code.slice(0, from).trimEnd()
  const space = /^\s*/.exec(code.slice(to))?.[0] ?? ''
  const next = code.slice(to + space.length, to + space.length + 12)
  if (before.endsWith('=>')) return /^(?:[;,)}\]]|$)/.test(next) ? 'value' : undefined
  const isFirst = code.slice(lineStart(source, lineAt(source, from)), from).trim() === ''
  const isBegun = /(?:^|[;{})]|\belse)$/.test(before) || (isFirst && !LEFT_OPEN.test(before))
  const isEnded = /^(?:[;}]|$)/.test(next) || (space.includes('\n') && !next.startsWith(',') && !GOES_ON.test(next))
  return isBegun && isEnded ? 'statement' : undefined
}

/** The line of the assertion stays as it is: code that reads the lines around a call finds there what it found. */
export function bentScript(
  { place, control }: ScriptAssertion,
  { statements: [first, ...more], name, index }: BentStatements,
): string {
  const [tried, passed] = [`${name}.tried(${index}, () => ${control})`, `${name}.passed(${index})`]
  if (first?.value !== undefined) {
    const each = [first, ...more].map(
      ({ text, value }) =>
        `if (${name}.builds(() => ${value})) try {\n${text}\n${name}.note(${index}, true) } catch { ${name}.note(${index}, false) }`,
    )
    return `{ ${tried};\n${each.join('\n')}\n${name}.end(${index}) }`
  }
  return place === 'value'
    ? `void (${tried},\n${first?.text},\n${passed})`
    : `try { ${tried};\n${first?.text}\n${passed} } catch {}`
}

/** Each is said once. `tried`, `passed`: words in parts. */
export function scriptMarks(tried: string, passed: string): string {
  return `const said = new Set()
const notes = new Map()
const say = (parts, index) => {
  const word = parts.join('') + index + '.'
  if (!said.has(word)) try { said.add(word); writeSync(2, word + '\\n') } catch {}
}
const marks = {
  tried(index, control) { try { control() } catch { say([${tried}], index) } },
  passed(index) { say([${passed}], index) },
  builds(build) { try { build(); return true } catch { return false } },
  note(index, isPassed) { notes.set(index, [...(notes.get(index) ?? []), isPassed]) },
  end(index) {
    if (notes.get(index)?.every((isPassed) => isPassed)) marks.passed(index)
    notes.delete(index)
  },
}
`
}
