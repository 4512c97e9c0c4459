// A test whose subject is a mock since then: what the framework answers is held against what the test expects.
import { lazily } from '../../../../../contract/lazily.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import { lineAt } from '../../../source/source.ts'
import type { TestCase, TestFile } from '../../test-file/test-file.ts'
import type { Matches } from '../matching/match-cases.ts'
import { importsOf, subjectName } from '../matching/subject.ts'

/** The class in the first group that is filled. */
const MOCKS =
  /\b(?:Mockito\.|Mockery::)?(?:mock|createMock|createStub|getMockBuilder|prophesize|createStubInstance|create_autospec|mockk|spec\s?=)\s?\(?\s{0,9}([A-Z]\w{0,60})(?=\.class\b|::class\b|\s{0,9}[,)])|\b(?:mockk?|Mock\.Of|Substitute\.For|A\.Fake|new Mock|CreateMock)<([A-Z]\w{0,60})(?:<[^<>\n]{0,60}>)?>\s?\(|\b(?:instance_double|class_double)\(\s?["']?([A-Z][\w:]{0,60})/g
const ASSIGNED =
  /([$@]?[A-Za-z_]\w{0,40})\s{0,9}(?::\s{0,9}[\w<>?]{1,40}\s{0,9})?:?=\s{0,9}(?:\$this->|self::|static::)?$/

/** Undefined where the test makes what it is about as it did before. */
export function mockedSubject(one: TestCase, other: TestCase): TamperFinding[] | undefined {
  const kept = new Set(one.assertions.map(({ key }) => key))
  const same = other.assertions.filter(({ key }) => kept.has(key))
  if (same.length === 0) return undefined
  const [was, is] = [bodyOf(one), bodyOf(other)]
  const subject = subjectName(other.file.path).toLowerCase()
  for (const { 0: written, 1: first, 2: second, 3: third, index } of is.matchAll(MOCKS)) {
    const name = first ?? second ?? third ?? ''
    const variable = ASSIGNED.exec(is.slice(Math.max(0, index - 100), index))?.[1]
    if (variable === undefined || was.includes(written) || !isMade(was, variable, name)) continue
    const names = [variable, ...answersOf(variable, is)]
    const isAsked = same.some(({ key }) => names.some((one) => hasCall(key, one)))
    if (!isAsked && !isNamed(subject, name)) continue
    const { path, source } = other.file
    const what = `test ${quote(other.title)} asks a mock of ${quote(name)} in place of the real one`
    return [finding('vacuous', path, lineAt(source, other.block.bodyStart + index), what)]
  }
  return undefined
}

function bodyOf({ file: { source }, block }: TestCase): string {
  return source.bare.slice(block.bodyStart, block.end)
}

/** `cart = new Cart(…)`, `cart = Cart(…)`, `cart = Cart.new` */
function isMade(text: string, variable: string, name: string): boolean {
  const [own, type] = [variable, name].map((word) => word.replaceAll(/\W/g, '\\$&'))
  return new RegExp(
    `${own}\\s{0,9}(?::[^=\\n]{1,40})?:?=\\s{0,9}(?:new\\s{1,9})?(?:[\\w\\\\]{1,60}[.:\\\\])?${type}(?:<[^\\n]{0,60}>)?(?:\\(|\\.new\\b|\\.of\\()`,
  ).test(text)
}

/** `result = cart.check(…)` */
function answersOf(variable: string, text: string): string[] {
  const own = variable.replaceAll(/\W/g, '\\$&')
  const call = new RegExp(`([$@]?[A-Za-z_]\\w{0,40})\\s{0,9}:?=\\s{0,9}(?:[a]wait\\s{1,9})?${own}(?:\\.|->)\\w`, 'g')
  return Array.from(text.matchAll(call), ([, name = '']) => name)
}

function hasCall(key: string, variable: string): boolean {
  return new RegExp(`(?<![\\w$@])${variable.replaceAll(/\W/g, '\\$&')}(?:\\.|->|\\?\\.)\\w`).test(key)
}

/** `CartTest`, `TestCart` and `cart_spec` are about `Cart`. */
function isNamed(subject: string, name: string): boolean {
  const plain = (word: string): string =>
    word
      .toLowerCase()
      .replaceAll('_', '')
      .replace(/^test|test(?:er|s)?$/g, '')
  return plain(subject) === plain(name)
}

const MODULE =
  /^[ \t]{0,9}(?:(?:vi|jest)\.(?:mock|doMock|setMock)|mock\.module)\(\s{0,9}(?:import\(\s{0,9})?["'`](\.[^"'`\n]{1,200})["'`]\)?\s{0,9}([,)])/gm
const IN_PART = /\b(?:importActual|importOriginal|requireActual|spy:\s?true)\b/

/** `vi.mock('../src/cart')`, where assertions that stood there hold what a function of that module answers. */
export function mockedModules(before: TestFile, after: TestFile, matches: Matches): TamperFinding[] {
  const known = new Set(Array.from(before.source.bare.matchAll(MODULE), ([, path]) => path))
  const imports = lazily(() => Map.groupBy(importsOf(before), ({ from }) => from))
  const asked = lazily(() => namesAsked(before, matches))
  return Array.from(after.source.bare.matchAll(MODULE)).flatMap(({ 0: head, 1: path = '', index }) => {
    const end = after.source.pairs[after.source.code.indexOf('(', index)] ?? -1
    if (known.has(path) || IN_PART.test(after.source.bare.slice(index, Math.max(end, index + head.length)))) return []
    const names =
      imports()
        .get(path)
        ?.flatMap(({ names: own }) => own) ?? []
    if (!names.some((name) => asked().has(name))) return []
    const what = `the tests replace ${path}, whose answers they look at`
    return [finding('vacuous', after.path, lineAt(after.source, index + head.search(/\S/)), what)]
  })
}

/** `expect(add(1, 2))`, `expect(await cart.sum())` */
const ANSWER = /^[\w.]{1,40}\((?:[a]wait)?([\w$]{1,60}?)(?:\.\w{1,60})?\(/

/** What assertions look at that stand in the same test as before. */
function namesAsked({ cases }: TestFile, matches: Matches): Set<string> {
  const keys = cases.flatMap((one) => {
    const kept = new Set(matches.get(one)?.assertions.map(({ key }) => key))
    return one.assertions.flatMap(({ key }) => (kept.has(key) ? [key] : []))
  })
  return new Set(keys.flatMap((key) => ANSWER.exec(key)?.[1] ?? []))
}
