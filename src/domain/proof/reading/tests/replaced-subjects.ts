// A test that puts something else in the place of the code it calls: then it looks at its own answer.
import type { FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { lineAt } from '../../source/source.ts'
import type { TestCase, TestFile } from '../test-file/test-file.ts'
import { subjectName } from './matching/subject.ts'

/** How a member is replaced: its owner in the first group, its name in the second. Names stand in strings. */
export const REPLACES: readonly RegExp[] = [
  /\b(?:vi|jest|sinon|mock)\.(?:spyOn|stub|method|replace)\(\s{0,9}([\w$.]{1,60}),\s{0,9}["'`](\w{1,60})["'`][^\n]{0,40}\)\s{0,9}\.?(?=mock|returns|resolves|callsFake)/g,
  /\bmock\.method\(\s{0,9}([\w$.]{1,60}),\s{0,9}["'`](\w{1,60})["'`]\s{0,9},/g,
  /\bmonkeypatch\.setattr\(\s{0,9}([\w.]{1,60}),\s{0,9}["'](\w{1,60})["']/g,
  /\b(?:mock\.)?patch\.object\(\s{0,9}([\w.]{1,60}),\s{0,9}["'](\w{1,60})["']/g,
  /\b(?:mock\.|mocker\.)?patch\(\s{0,9}["']([\w.]{1,100})\.(\w{1,60})["']/g,
  /\bmonkeypatch\.setattr\(\s{0,9}["']([\w.]{1,100})\.(\w{1,60})["']/g,
  /\ballow\((\w[\w.:]{0,60})\)\.to receive\(:(\w{1,60})\)/g,
  /(?<=^[ \t]{0,40})(\w[\w.:]{0,60})\.(?:define_singleton_method|stubs?)\(?\s?:(\w{1,60})/gm,
  /(?<=^[ \t]{0,40})def (\w{1,60})\.(\w{1,60})(?=\(\*| ?[=;(])/gm,
  /(?<=^[ \t]{0,40})([A-Za-z_$][\w$]{0,60})\.([A-Za-z_$][\w$]{0,60}) = (?:lambda\b|(?:async )?(?:\([^()\n]{0,60}\)|\w{1,20}) ?=>|(?:async )?function\b|(?:mock\.)?(?:Magic)?Mock\(|(?:vi|jest)\.fn\()/gm,
  /\b(?:when|given)\((\w{1,60})\.(\w{1,60})\([^()\n]{0,80}\)\)\.(?=then|will)/g,
  /\bdo(?:Return|Answer|Nothing)\([^\n]{0,60}\)\.when\((\w{1,60})\)\.(\w{1,60})\(/g,
]

/** Clocks, chance and the process are what a test holds still, not what it is about. */
export const OF_THE_RUNTIME =
  /^(?:(?:globalThis|global|window|self)(?:\.(?:Date|Math|performance|crypto|console|process))?|Date|Math|performance|crypto|console|process|time|random|secrets|datetime|os|sys|uuid|Time|DateTime|Random|SecureRandom|Kernel|Process)$/

interface Replaced {
  readonly at: number
  readonly owner: string
  readonly name: string
}

/** Undefined where the test replaces nothing that it calls itself. */
export function replacedSubject(before: TestCase, after: TestCase): TamperFinding[] | undefined {
  const old = new Set(replacedIn(before).map(({ owner, name }) => `${owner}.${name}`))
  const called = before.file.source.code.slice(before.block.bodyStart, before.block.end)
  const kept = new Set(before.assertions.map(({ key }) => key))
  if (!after.assertions.some(({ key }) => kept.has(key))) return undefined
  const found = replacedIn(after).find(
    (one) =>
      !OF_THE_RUNTIME.test(one.owner) &&
      !old.has(`${one.owner}.${one.name}`) &&
      isCalled(called, one.owner, one.name) &&
      !isByItsOwnKind(one, after),
  )
  if (!found) return undefined
  const { path, source } = after.file
  const what = `test ${quote(after.title)} replaces ${quote(`${found.owner}.${found.name}`)}, which it calls itself`
  return [finding('vacuous', path, lineAt(source, found.at), what)]
}

function replacedIn({ file: { source }, block }: TestCase): Replaced[] {
  const text = source.bare.slice(block.start, block.end)
  return REPLACES.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ index, 1: owner = '', 2: name = '' }) => ({
      at: block.start + index,
      owner,
      name,
    })),
  )
}

/** Python: a class that only builds on the one it stands for, with a body that is empty. */
function isByItsOwnKind({ at, name }: Replaced, { file: { source, path }, block }: TestCase): boolean {
  if (!path.endsWith('.py')) return false
  const other = /^[^\n]{0,120}["']\w{1,60}["'],\s{0,9}(?:new=)?(\w{1,60})\)/.exec(source.bare.slice(at, at + 300))?.[1]
  if (other === undefined) return false
  const own = new RegExp(`\\bclass ${other}\\((?:\\w+\\.){0,5}${name}\\):\\s{1,80}(?:pass|\\.\\.\\.)\\s`)
  return own.test(source.code.slice(block.start, block.end))
}

/** By its owner, or by its own name where it was imported. */
function isCalled(code: string, owner: string, name: string): boolean {
  const last = owner.slice(owner.lastIndexOf('.') + 1)
  const own = `(?:\\b${last.replaceAll(/\W/g, '\\$&')}\\.|(?<![\\w$.]))`
  return new RegExp(`${own}${name.replaceAll('$', '\\$')}[!?]?(?:\\s?\\(|[ \\t]+["':\\w[])`).test(code)
}

const MODULE =
  /^[ \t]{0,9}(?:vi|jest)\.(?:mock|doMock|setMock)\(\s{0,9}(?:import\(\s{0,9})?["'`](\.[^"'`\n]{1,200})["'`]\)?\s{0,9}[,)]/gm

/** `vi.mock('../src/cart', …)` at the top of `cart.test.ts`. */
export function replacedModules(before: TestFile, after: TestFile): TamperFinding[] {
  const modules = ({ source }: TestFile): Replaced[] =>
    Array.from(source.bare.matchAll(MODULE), ({ index, 1: path = '' }) => ({ at: index, owner: '', name: path }))
  const old = new Set(modules(before).map(({ name }) => name))
  const subject = subjectName(after.path).toLowerCase().replace(/^_/, '')
  return modules(after)
    .filter(
      ({ name }) =>
        !old.has(name) &&
        subjectName(`${name.replace(/\.\w+$/, '')}.ts`)
          .toLowerCase()
          .replace(/^_/, '') === subject,
    )
    .map(({ at, name }) =>
      finding('vacuous', after.path, lineAt(after.source, at), `the tests replace the module they are about (${name})`),
    )
}

const AUTOUSE = /@(?:pytest\.)?fixture\([^)\n]{0,120}\bautouse\s?=\s?True\b/
const PATCHED =
  /\b(?:monkeypatch\.setattr|(?:mock\.|mocker\.)?patch)\(\s{0,9}["']([\w.]{1,100})\.(\w{1,60})["']|\b(?:monkeypatch\.setattr|patch\.object)\(\s{0,9}([\w.]{1,60}),\s{0,9}["'](\w{1,60})["']/g

/** A fixture for all tests that replaces a function of a file which changed too: nobody calls what was written. */
export function patchedEverywhere(
  before: readonly TestFile[],
  after: readonly TestFile[],
  changes: readonly FileChange[],
): TamperFinding[] {
  return after.flatMap((file) => {
    if (!file.path.endsWith('.py') || !AUTOUSE.test(file.source.bare)) return []
    const old = before.find(({ path }) => path === file.path)?.source.bare ?? ''
    return Array.from(file.source.bare.matchAll(PATCHED))
      .filter(({ 0: written }) => !old.includes(written))
      .filter(({ index }) => AUTOUSE.test(file.source.bare.slice(decoratorsAbove(file.source.bare, index), index)))
      .flatMap(({ index, 1: owner = '', 2: name = '', 3: object = '', 4: member = '' }) => {
        const [module, called] = [owner || object, name || member]
        const home = changes.find(({ path, how }) => how === 'modified' && isModule(path, module))
        const isOfChange =
          home !== undefined && new RegExp(`^[ \\t]{0,8}(?:async )?def ${called}\\(`, 'm').test(home.before ?? '')
        if (!isOfChange && !isAsserted(called, module, before)) return []
        const what = `all tests run with ${quote(`${module}.${called}`)} replaced`
        return [finding('vacuous', file.path, lineAt(file.source, index), what)]
      })
  })
}

/** What it gives back is what tests of the change look at, called by the name that they imported. */
function isAsserted(called: string, module: string, before: readonly TestFile[]): boolean {
  const last = module.slice(module.lastIndexOf('.') + 1)
  const call = new RegExp(`(?<![\\w.])${last}\\.${called}\\(`)
  return before.some(
    ({ path, source, cases }) =>
      path.endsWith('.py') &&
      new RegExp(`\\bimport\\b[^\\n]{0,200}\\b${last}\\b`).test(source.code) &&
      cases.some(({ assertions }) => assertions.some(({ at, end }) => call.test(source.code.slice(at, end)))),
  )
}

const LONGEST_FIXTURE = 2000

/** Where the function around this place begins, with what stands above it. */
function decoratorsAbove(text: string, at: number): number {
  const from = Math.max(0, at - LONGEST_FIXTURE)
  return from + Math.max(0, text.slice(from, at).lastIndexOf('\n@'))
}

/** `shop.cart` and `cart` for `shop/cart.py`, also with a class behind. */
function isModule(path: string, module: string): boolean {
  const stem = `/${path.replace(/(?:\/__init__)?\.py$/, '')}`
  const dotted = module.replaceAll('.', '/')
  return path.endsWith('.py') && (stem.endsWith(`/${dotted}`) || stem.endsWith(`/${dotted.replace(/\/[^/]*$/, '')}`))
}
