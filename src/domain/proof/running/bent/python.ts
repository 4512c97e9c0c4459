// Assertions of equality with a literal in Python, and how each is bent.
import { given } from '../../../../contract/given.ts'
import { lineEnd, lineAt, lineStart, type SourceText } from '../../source/source.ts'
import { type BentStatements, type EqualAssertion, type LiteralSide, literalSide } from './assertion.ts'
import { insideOf, partsOf, type TestText, type AssertedSpan, usesOf } from './parts.ts'

export interface PythonAssertion extends EqualAssertion {
  readonly indent: string
  /** What is compared with the literal. */
  readonly actual: AssertedSpan
  /** How far apart the two may be; absent where they must be equal. */
  readonly distance?: number
}

const BEGINS =
  /^([ \t]*)(?:(self\.assert(?:Equals?|ListEqual|DictEqual|TupleEqual|SetEqual|SequenceEqual|MultiLineEqual|AlmostEquals?|Is)\()|assert\b)/gm

export function pythonAssertions(test: TestText): PythonAssertion[] {
  return Array.from(test.source.code.matchAll(BEGINS)).flatMap(({ 0: head, 1: indent = '', 2: call, index }) => {
    const from = index + indent.length
    const to = endOfStatement(test.source, from)
    if (to === undefined) return []
    const found = call === undefined ? byStatement(test, index + head.length, to) : byCall(test, call, from, to)
    return found ? [{ ...found, span: { from, to }, indent }] : []
  })
}

type Compared = Omit<PythonAssertion, 'span' | 'indent'>

function byCall(test: TestText, call: string, from: number, to: number): Compared | undefined {
  const { source } = test
  const inside = insideOf(source, from + call.length - 1)
  const [first, second, third, ...more] = inside ? partsOf(source, inside) : []
  if (!inside || !first || !second || source.code.slice(inside.to + 1, to).trim() !== '') return undefined
  if ([first, second].some((part) => /^\s*(?:\*|\w+\s*=(?!=))/.test(source.code.slice(part.from, part.to))))
    return undefined
  const isNear = /AlmostEquals?\($/.test(call)
  const places = isNear && third ? source.code.slice(third.from, third.to).trim() : ''
  const delta = test.takesAll && isNear ? /^delta\s*=\s*([\d.]+)$/.exec(places)?.[1] : undefined
  if (isNear && (more.length > 0 || !(PLACES.test(places) || delta !== undefined))) return undefined
  const side = literalSide(test, [first, second], valueOfName)
  if (!side || (call.endsWith('Is(') && !isBoolean(side))) return undefined
  return toCompared(
    side,
    `${call}${side.told.join(', ')}${places === '' ? '' : `, ${places}`})`,
    isNear ? Number(delta ?? distanceOf(places)) : undefined,
  )
}

/** A distance of another kind may be as large as it likes; so may less than no place. */
const PLACES = /^(?:(?:places\s*=\s*)?\d{1,2})?$/

/** More than one comparison, or one that is negated, says something else. */
const MORE = /[<>]|!=|:=|==|\b(?:and|or|not|if|else|in|is|lambda)\b/

function byStatement(test: TestText, from: number, to: number): Compared | undefined {
  const { source } = test
  const [said] = partsOf(source, { from, to })
  if (!said) return undefined
  const flat = withoutInner(source, said)
  const sign = /==|\bis\b/.exec(flat)
  if (!sign) return undefined
  const first = { from: said.from, to: said.from + sign.index }
  const second = { from: first.to + sign[0].length, to: said.to }
  if ([first, second].some((side) => MORE.test(flat.slice(side.from - said.from, side.to - said.from))))
    return undefined
  const side = literalSide(test, [first, second], valueOfName)
  if (!side || (sign[0] === 'is' && !isBoolean(side))) return undefined
  return toCompared(side, `assert ${side.told.join(` ${sign[0]} `)}`)
}

function toCompared(side: LiteralSide, control: string, distance?: number): Compared {
  const { literal, bent, actual, cells, bentCells, isBuilt, ways } = side
  return { literal, bent, control, actual, ...given({ distance, cells, bentCells, isBuilt, ways }) }
}

function distanceOf(places: string): number {
  return 10 ** -Number(/\d+/.exec(places)?.[0] ?? 7) / 2
}

function isBoolean({ written }: LiteralSide): boolean {
  return written === 'True' || written === 'False'
}

/** What stands in brackets is blank. */
function withoutInner({ code, pairs }: SourceText, { from, to }: AssertedSpan): string {
  let flat = ''
  for (let at = from; at < to; at++) {
    const close = pairs[at] ?? -1
    if (close > at) {
      flat += ' '.repeat(close - at + 1)
      at = close
    } else flat += code.charAt(at)
  }
  return flat
}

/** Undefined where the line holds more than one statement, or is continued by a backslash. */
function endOfStatement({ code, pairs }: SourceText, from: number): number | undefined {
  for (let at = from; at < code.length; at++) {
    const close = pairs[at] ?? -1
    if (close > at) at = close
    else if (/[;\\]/.test(code.charAt(at))) return undefined
    else if (code.charAt(at) === '\n') return at
  }
  return code.length
}

/** `expected = "abc"` above, in the same block, that this assertion alone uses. */
function valueOfName({ source }: TestText, name: string, at: number): AssertedSpan | undefined {
  const line = lineAt(source, at)
  const indent = indentOf(source, line)
  for (let above = line - 1; above >= 1; above--) {
    const code = source.code.slice(lineStart(source, above), lineEnd(source, above))
    if (code.trim() !== '' && indentOf(source, above).length < indent.length) return undefined
    const head = new RegExp(`^${indent}${name}\\s*=(?!=)`).exec(code)
    if (!head) continue
    const from = lineStart(source, above)
    const block =
      indent === '' ? { from: 0, to: source.text.length } : { from, to: endOfIndented(source, above, indent) }
    const to = endOfStatement(source, from)
    return to === undefined || usesOf(source, name, block) !== 2 ? undefined : { from: from + head[0].length, to }
  }
  return undefined
}

function indentOf(source: SourceText, line: number): string {
  return /^[ \t]*/.exec(source.code.slice(lineStart(source, line), lineEnd(source, line)))?.[0] ?? ''
}

function endOfIndented(source: SourceText, from: number, indent: string): number {
  for (let line = from + 1; line <= source.starts.length; line++) {
    const isBlank = source.code.slice(lineStart(source, line), lineEnd(source, line)).trim() === ''
    if (!isBlank && indentOf(source, line).length < indent.length) return lineStart(source, line)
  }
  return source.text.length
}

/** A failure is caught, so that the next assertion of the test is reached too. */
export function bentPython(
  { indent, control }: PythonAssertion,
  { statements: [first, ...more], name, index }: BentStatements,
): string {
  const tried = [
    'try:',
    ` ${control}`,
    'except AssertionError:',
    ` ${name}_say(${name}_tried, ${index})`,
    'except Exception:',
    ' pass',
  ]
  if (first?.value === undefined) {
    const passed = ['try:', ` ${first?.text}`, ` ${name}_say(${name}_passed, ${index})`, 'except Exception:', ' pass']
    return [...tried, ...passed].join(`\n${indent}`)
  }
  const each = [first, ...more].flatMap(({ text, value }) => [
    `if ${name}_builds(lambda: ${value}):`,
    ' try:',
    `  ${text}`,
    `  ${name}_note(${index}, True)`,
    ' except Exception:',
    `  ${name}_note(${index}, False)`,
  ])
  return [...tried, ...each, `${name}_end(${index})`].join(`\n${indent}`)
}

/** A runner that keeps what a test prints has given the output back when the process ends. */
export function pythonMarks(name: string, tried: string, passed: string): string {
  return `import atexit as ${name}_atexit, os as ${name}_os
${name}_tried, ${name}_passed, ${name}_said, ${name}_notes = ${tried}, ${passed}, [], {}
def ${name}_say(word, index):
    mark = word + str(index) + ".\\n"
    if mark not in ${name}_said:
        ${name}_said.append(mark)
        ${name}_os.write(2, mark.encode())
def ${name}_builds(build):
    try:
        build()
        return True
    except Exception:
        return False
def ${name}_note(index, passed):
    ${name}_notes.setdefault(index, []).append(passed)
def ${name}_end(index):
    notes = ${name}_notes.pop(index, [])
    if notes and False not in notes:
        ${name}_say(${name}_passed, index)
${name}_atexit.register(lambda: ${name}_os.write(2, "".join(${name}_said).encode()))
`
}
