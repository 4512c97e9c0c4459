// What a test was about, and whether that went away in the same change: then the test went with its feature.
import type { FileChange } from '../../../../../contract/change.ts'
import { keyOf } from '../../test-file/assertions.ts'
import { languageOf } from '../../../source/languages.ts'
import { stemOf } from '../../../source/stem.ts'
import type { TestCase, TestFile } from '../../test-file/test-file.ts'
import { isRustTest, isTestFile, kindOfConfig } from '../../../yardstick/yardstick.ts'

/** Product files that are gone and were not merely moved. */
export function goneFiles(changes: readonly FileChange[]): string[] {
  const added = changes.filter(({ how }) => how === 'added')
  const names = new Set(added.flatMap(({ path }) => namesOf(path)))
  const texts = new Set(
    added.flatMap(({ after }) => (after === undefined || after.trim() === '' ? [] : [keyOf(after)])),
  )
  return changes
    .filter(({ path, how }) => how === 'deleted' && isCode(path))
    .filter(({ path, before }) => !names.has(nameOf(path)) && !(before !== undefined && texts.has(keyOf(before))))
    .map(({ path }) => path)
}

/** `math/index.ts` may be what `math.ts` was. */
function namesOf(path: string): string[] {
  const name = nameOf(path)
  const [, ending] = /^(?:index|mod|__init__|main)(\.\w+)$/.exec(name) ?? []
  return ending === undefined ? [name] : [name, `${nameOf(folderOf(path))}${ending}`]
}

/** The gone file that the whole test file was about. */
export function goneSubject(file: TestFile, gone: readonly string[]): string | undefined {
  const name = subjectName(file.path)
  return (
    gone.find((path) => path === file.path) ??
    gone.find((path) => stemOf(path) === name && isNear(file.path, path)) ??
    onlyGoneImports(file, gone)
  )
}

/** The gone file whose names this one test used. */
export function goneSubjectOfCase({ file, block }: TestCase, gone: readonly string[]): string | undefined {
  if (gone.length === 0) return undefined
  const body = file.source.code.slice(block.start, block.end)
  const words = new Set(body.match(/[A-Za-z_$][\w$]*/g) ?? [])
  return importsOf(file).flatMap(({ from, names }) =>
    names.some((name) => words.has(name)) ? (resolveTo(file.path, from, gone) ?? []) : [],
  )[0]
}

function isCode(path: string): boolean {
  if (kindOfConfig(path) !== undefined || !languageOf(path)) return false
  return path.endsWith('.rs') ? !isRustTest(path) : !isTestFile(path)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** `x.test.ts`, `test_x.py`, `x_test.go`, `XTest.java` are about x. */
export function subjectName(path: string): string {
  return nameOf(path)
    .replace(/\.[^.]*$/, '')
    .replace(/[._-](?:tests?|specs?|e2e|cy|unittest)$/i, '')
    .replace(/^(?:tests?|spec)[._-]/i, '')
    .replace(/(?:Tests?|TestCase|IT|Specs?)$/, '')
}

const TEST_PART = /^(?:tests?|__tests__|specs?|src|lib|unit|main|java|kotlin|app|pkg|packages|e2e|integration)$/

/** Equal names far apart may be strangers: one folder must be shared, or both lie right below the usual ones. */
function isNear(test: string, subject: string): boolean {
  const parts = (path: string): string[] =>
    folderOf(path)
      .split('/')
      .filter((part) => part !== '' && !TEST_PART.test(part))
  const [a, b] = [parts(test), parts(subject)]
  return a.length === 0 || b.length === 0 || a.some((part) => b.includes(part))
}

interface Import {
  readonly from: string
  readonly names: readonly string[]
}

const IMPORTS: readonly RegExp[] = [
  /\bimport\s+(?:type\s+)?([\w$*\s{},]{1,1000}?)\s+from\s{0,9}["']([^"'\n]{1,300})["']/g,
  /\b(?:const|let|var)\s+([\w$\s{},:]{1,1000}?)\s?=\s{0,9}require\(\s{0,9}["']([^"'\n]{1,300})["']/g,
  /^from[ \t]+([\w.]{1,300})[ \t]+import[ \t]+(\([^)]{1,1000}\)|[^\n]{1,500})/gm,
  /^import[ \t]+(?:static[ \t]+)?([\w.]{1,300})/gm,
  /^use[ \t]+([\w:\\]{1,300})/gm,
  /^use[ \t]+([\w:\\]{1,300}?)(?:::|\\)\{([^{}]{1,1000})\}/gm,
]

export function importsOf({ source }: TestFile): Import[] {
  const head = source.bare.slice(0, 40_000)
  return IMPORTS.flatMap((pattern, index) =>
    Array.from(head.matchAll(pattern), ([, first = '', second = '']) => {
      if (index < 2) return { from: second, names: first.match(/[\w$]+/g) ?? [] }
      return { from: first, names: second.match(/\w+/g) ?? [first.split(/[.:\\]/).at(-1) ?? first] }
    }),
  )
}

/** Relative modules must lead to the file; dotted ones must end like its path. */
export function resolveTo(test: string, from: string, gone: readonly string[]): string | undefined {
  if (from.startsWith('.') && from.includes('/')) {
    const target = join(folderOf(test), from)
    const plain = withoutEnding(target)
    return gone.find((path) => {
      // Nearly all files of a large change are told apart by this.
      if (!path.startsWith(plain)) return false
      const bare = withoutEnding(path)
      return path === target || bare === target || folderOf(path) === target || bare === plain
    })
  }
  const tail = from
    .replace(/^[@~]\//, '')
    .replaceAll(/::|[.\\]/g, '/')
    .replace(/^(?:crate|super|self)\//, '')
  if (!tail.includes('/') && tail.length < 4) return undefined
  return gone.find(
    (path) => `/${withoutEnding(path)}`.endsWith(`/${tail}`) || `/${path}`.endsWith(`/${tail}/__init__.py`),
  )
}

function withoutEnding(path: string): string {
  return path.replace(/\.[a-z]{1,5}$/i, '')
}

function join(folder: string, relative: string): string {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

/** All that it took from the project is gone. */
function onlyGoneImports(file: TestFile, gone: readonly string[]): string | undefined {
  const own = importsOf(file).filter(({ from }) => from.startsWith('.') && from.includes('/'))
  const targets = importsOf(file).map(({ from }) => resolveTo(file.path, from, gone))
  const found = targets.find((target) => target !== undefined)
  if (own.length === 0) return found
  const isHelper = (from: string): boolean => isTestFile(join(folderOf(file.path), from) + '.ts')
  return own.every(({ from }) => isHelper(from) || resolveTo(file.path, from, gone) !== undefined) ? found : undefined
}
