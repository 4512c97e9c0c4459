// A test file in Python as a plain program: the same bodies in the same order, without a test library, under names that tell
// of no test, and the value of each comparison printed in place of the comparison.
import { given } from '../../../../contract/given.ts'
import { languageOf } from '../../source/languages.ts'
import { lineAt, readSource, type SourceText } from '../../source/source.ts'
import { folderOf } from '../../yardstick/named/paths.ts'
import { type PythonAssertion, pythonAssertions } from '../bent/python.ts'
import type { TestText } from '../bent/parts.ts'
import { tableCells } from '../bent/tables.ts'
import type { CanaryFile } from '../canary/in-file.ts'
import { firstPythonStatement } from '../canary/python.ts'
import { type PlainEdit, type PlainNames, type PlainProgram, withEdits } from './names.ts'
import { withOwnTables } from './own-tables.ts'
import { PYTHON_PARTS } from './python-helper.ts'

/** What cannot be the same without a runner. */
const UNFIT =
  /\bmock\b|\bmonkeypatch\b|\bMagicMock\b|\bfreez(?:egun|e_time)\b|\btime_machine\b|\brequests_mock\b|\bhypothesis\b|\brespx\b|\bvcr\b|\bIsolatedAsyncioTestCase\b|\bload_tests\b|\bdoctest\b|\bsetUpModule\b|\bsetup_(?:module|function)\b|\bautouse\b|\bpytest_plugins\b|\bpytestmark\b|\busefixtures\b|\b(?:xfail|skipif|importorskip)\b|\b_testMethodName\b|\bnumpy\.testing\b/

/** Undefined where it cannot be told what it would do without its runner. */
export function pythonProgram(
  { path, text }: CanaryFile,
  { word, own }: Pick<PlainNames, 'word' | 'own'>,
  { folder, helper, first }: { readonly folder: string; readonly helper: string; readonly first: number },
): PlainProgram | undefined {
  const language = languageOf(path)
  if (!language) return undefined
  const { syntax } = language
  const source = readSource(withOwnTables(text, { syntax, isPython: true }), syntax)
  if (UNFIT.test(source.code) || listsItsFolder(source.code)) return undefined
  const libraries = librariesIn(source, own)
  const test: TestText = { source, isPython: true, word, takesAll: true }
  const compared = [...pythonAssertions(test), ...approximations(test)].toSorted((a, b) => a.span.from - b.span.from)
  if (!libraries || compared.length === 0) return undefined
  const edits: PlainEdit[] = [
    ...compared.flatMap(({ span, literal, cells, actual }, index): PlainEdit[] => [
      { from: span.from, to: actual.from, by: `${own}_${PYTHON_PARTS.value}(${first + index}, ` },
      { from: actual.to, to: span.to, by: ')' },
      ...(cells ?? (literal.from >= span.from ? [] : [literal])).map((one) => ({ ...one, by: 'None' })),
    ]),
    ...libraries.imports,
    ...renamed(source, new Map([...newNames(source, own), ...libraries.names])),
    ...places(source, path, folder),
  ]
  const body = withEdits(source.text, edits)
  const at = firstPythonStatement(body)
  const parts = Object.values(PYTHON_PARTS).map((part) => `${part} as ${own}_${part}`)
  const load = `from ${helper} import ${parts.join(', ')}\n`
  return {
    text: `${body.slice(0, at)}${load}${body.slice(at).replace(/\n*$/, '')}\n${own}_${PYTHON_PARTS.run}(dict(globals()))\n`,
    assertions: compared.map(({ span, literal, cells, distance }) => ({
      line: lineAt(source, span.from),
      written: source.text.slice(span.from, span.to),
      expected: (cells ?? [literal]).map(({ from, to }) => source.text.slice(from, to)),
      isLoose: false,
      ...given({ distance }),
    })),
  }
}

const APPROX =
  /^([ \t]{0,200}assert[ \t]{1,20})((?:(?!==|!=|[<>]|\b(?:and|or|not|in|is|if)\b)[^\n]){1,300}?)[ \t]{0,20}==[ \t]{0,20}(?:\w{1,40}\.)?approx\(([^()\n]{1,200})\)[ \t]{0,20}$/gm

type Approximation = Pick<PythonAssertion, 'span' | 'literal' | 'actual' | 'distance' | 'cells'>

/** `assert a == pytest.approx(1.5, rel=1e-3)`, of one number or of a column of them. */
function approximations(test: TestText): Approximation[] {
  const { code, text } = test.source
  return Array.from(code.matchAll(APPROX)).flatMap(
    ({ 0: whole, 1: head = '', 2: actual = '', 3: args = '', index }) => {
      const [value = '', ...more] = args.split(',').map((one) => one.trim())
      const from = index + head.length
      const start = index + whole.lastIndexOf(args) + args.search(/\S/)
      const cells = /^[A-Za-z_]\w*$/.test(value) ? tableCells(test, value, start) : undefined
      const literals = cells ?? [{ from: start, to: start + value.length }]
      const numbers = literals.map((one) => Number(text.slice(one.from, one.to).replaceAll('_', '')))
      const [literal] = literals
      const distance = Math.max(...numbers.map((number) => distanceFrom(number, more)))
      if (!literal || Number.isNaN(distance)) return []
      return [
        {
          span: { from: index + head.search(/\S/), to: index + whole.trimEnd().length },
          literal,
          actual: { from, to: from + actual.length },
          distance,
          ...given({ cells }),
        },
      ]
    },
  )
}

/** What pytest allows if nothing is said: a millionth. */
function distanceFrom(number: number, said: readonly string[]): number {
  const allowed = said.map((one) => /^(rel|abs)\s*=\s*([\d.e+-]+)$/.exec(one))
  if (allowed.some((one) => !one)) return Number.NaN
  const of = (kind: string, usual: number): number => Number(allowed.find((one) => one?.[1] === kind)?.[2] ?? usual)
  const relative = said.length > 0 && allowed.every((one) => one?.[1] === 'abs') ? 0 : of('rel', 1e-6)
  return Math.max(of('abs', 1e-12), relative * Math.abs(number))
}

const IMPORT =
  /^([ \t]{0,200})(?:import[ \t]{1,20}([\w.]{1,200})(?:[ \t]{1,20}as[ \t]{1,20}(\w{1,80}))?|from[ \t]{1,20}([\w.]{1,200})[ \t]{1,20}import[ \t]{1,20}([\w, ]{1,400}|\([^)]{0,400}\)))[ \t]{0,20}$/gm
const IMPORTS = /^[ \t]{0,200}import[ \t]([^\n]{1,400},[^\n]{0,400})$/gm
const LIBRARY = /^(?:unittest|pytest)(?:\.|$)/

interface Libraries {
  /** Statements that load one. */
  readonly imports: readonly PlainEdit[]
  /** What stands for each name from one. */
  readonly names: readonly (readonly [name: string, by: string])[]
}

/** Undefined where one is loaded in a way that cannot be replaced. */
function librariesIn({ code }: SourceText, own: string): Libraries | undefined {
  if (Array.from(code.matchAll(IMPORTS)).some(([, list = '']) => /\b(?:unittest|pytest)\b/.test(list))) return undefined
  const imports: PlainEdit[] = []
  const standIns: (readonly [string, string])[] = []
  for (const { 0: whole, 1: indent = '', 2: plain, 3: as, 4: from, 5: names = '', index } of code.matchAll(IMPORT)) {
    const module = plain ?? from ?? ''
    if (!LIBRARY.test(module)) continue
    if (module.includes('.')) return undefined
    imports.push({ from: index + indent.length, to: index + whole.length, by: 'pass' })
    const standIn = `${own}_${module === 'pytest' ? PYTHON_PARTS.pytest : PYTHON_PARTS.unittest}`
    if (plain !== undefined) standIns.push([as ?? plain, standIn])
    for (const one of names.replaceAll(/[()]/g, '').split(',')) {
      const [, name, other = name] = /^\s*(\w+)(?:\s+as\s+(\w+))?\s*$/.exec(one) ?? []
      if (name !== undefined && other !== undefined) standIns.push([other, `${standIn}.${name}`])
    }
  }
  return { imports, names: standIns }
}

const CLASS = /^class[ \t]{1,20}(\w{1,200})[ \t]{0,20}(?:\(([^)]{0,400}))?/gm

/** Tests and their classes get names in the order of the ones that they have. */
function newNames({ code }: SourceText, own: string): [name: string, by: string][] {
  const tests = new Set(Array.from(code.matchAll(/\bdef\s{1,20}(test\w*)\s{0,20}\(/g), ([, name = '']) => name))
  const classes = new Set(
    Array.from(code.matchAll(CLASS)).flatMap(([, name = '', bases = '']) =>
      /Test|Spec|Case/.test(name) || bases.includes('TestCase') ? [name] : [],
    ),
  )
  const all = [...[...classes].toSorted(), ...[...tests].toSorted()]
  return all.map((name, index) => [name, `${own}${String(index).padStart(4, '0')}`])
}

/** A name that a call gives a value by is no use of it. */
const NAME = /(?<![\w.])[A-Za-z_]\w*(?!\w|\s{0,20}=(?!=)[^=\n]{0,400}\))/g

function renamed({ code }: SourceText, names: ReadonlyMap<string, string>): PlainEdit[] {
  return Array.from(code.matchAll(NAME)).flatMap(({ 0: name, index }) => {
    const by = names.get(name)
    return by === undefined ? [] : [{ from: index, to: index + name.length, by }]
  })
}

/** Where the test file stands, which packages it is in, and what it does when it is started by itself. */
function places({ code }: SourceText, path: string, folder: string): PlainEdit[] {
  const up = folder === '' ? path : path.slice(folder.length + 1)
  const file = `__import__('os').path.join(__import__('os').path.dirname(__import__('os').path.abspath(__file__)), '${up}')`
  const parts = folderOf(up).split('/')
  const above = Array.from(code.matchAll(/^([ \t]*from[ \t]+)(\.+)/gm)).map(
    ({ 0: whole, 1: head = '', 2: dots = '', index }) => {
      const base = parts.slice(0, parts.length - (dots.length - 1)).join('.')
      const isNamed = /\w/.test(code.charAt(index + whole.length))
      return { from: index + head.length, to: index + whole.length, by: `${base}${isNamed && base !== '' ? '.' : ''}` }
    },
  )
  return [
    ...above,
    ...Array.from(code.matchAll(/(?<![\w.])__file__\b/g), ({ index }) => ({ from: index, to: index + 8, by: file })),
    ...Array.from(code.matchAll(/^if\s+__name__\s*==[^:\n]*/gm), ({ 0: whole, index }) => ({
      from: index,
      to: index + whole.length,
      by: 'if False',
    })),
  ]
}

/** Other test files are missing there. */
function listsItsFolder(code: string): boolean {
  return /\b__file__\b/.test(code) && /\b(?:listdir|scandir|iterdir|r?glob|walk)\b/.test(code)
}
