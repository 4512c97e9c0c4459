// Would the usual runner of the language pick a test up? By the names that it goes by: of files, classes, methods.
import type { FileChange } from '../../../../contract/change.ts'
import { lineAt, lineEnd, lineStart } from '../../source/source.ts'
import type { TestCase, TestFile } from './test-file.ts'

/** For each ending: the names of files that are run. Other files may hold tests, but nobody looks there. */
const NAMES: readonly (readonly [ending: RegExp, name: RegExp])[] = [
  [/\.(?:[cm]?[jt]sx?|vue|svelte)$/, /(?:[._-](?:tests?|specs?|cy|e2e)\.\w+$)|(?:^|\/)__tests__\//],
  [/\.py$/, /(?:^|\/)test_[^/]*\.py$|_test\.py$|(?:^|\/)tests?\.py$/],
  [/\.rb$/, /_(?:spec|test)\.rb$|(?:^|\/)test_[^/]*\.rb$/],
  [/\.(?:java|kt|groovy|scala)$/, /(?:Tests?|TestCase|IT|ITCase|Specs?)\.\w+$|(?:^|\/)(?:Test|IT)[A-Z][^/]*$/],
  [/\.php$/, /Test\.php$/],
  [/\.exs$/, /_test\.exs$/],
  [/\.go$/, /_test\.go$/],
]

/** Put aside by the name of the folder. */
const ASIDE =
  /(?:^|\/)(?:[\w.-]{0,40}[._-])?(?:disabled|skipped|quarantined?|attic|graveyard|obsolete|parked|archived?)_{0,2}\/|(?:^|\/)(?:tests?|specs?)[._-]?(?:old|bak|backup)\/|(?:^|\/)old[._-](?:tests?|specs?)\//i
const GO_ASIDE =
  /(?:^|\/)(?:testdata|_[^/]*|\.[^/]*)\/|(?:^|\/)[_.][^/]*$|_(?:aix|android|darwin|dragonfly|freebsd|illumos|ios|js|netbsd|openbsd|plan9|solaris|wasip1|windows)(?:_\w+)?_test\.go$/
const RUST_ASIDE = /(?:^|\/)tests\/[^/]+\/(?:[^/]+\/)*(?!main\.rs$)[^/]+\.rs$/

export function isPutAside(path: string): boolean {
  return ASIDE.test(path)
}

export function isCollected(path: string): boolean {
  if (path.endsWith('.rs')) return !RUST_ASIDE.test(path)
  if (isPutAside(path) || (path.endsWith('.go') && GO_ASIDE.test(path))) return false
  const names = NAMES.find(([ending]) => ending.test(path))?.[1]
  return names === undefined || names.test(path)
}

/** Another file of the change says that this one belongs to the tests: `mod it;`. */
export function isDeclared(path: string, changes: readonly FileChange[]): boolean {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
  if (!path.endsWith('.rs')) return false
  return changes.some(({ after }) => after?.includes(`mod ${stem};`) === true)
}

/** Inside the file: its class or its own head keeps it from being picked up. */
export function isCollectedCase(test: TestCase): boolean {
  if (test.file.path.endsWith('.py'))
    return classesAround(test).every((head) => isPythonTestClass(head) || isTakenIn(head, test.file))
  if (test.file.path.endsWith('.rb')) return !isPrivate(test)
  if (test.file.path.endsWith('.swift')) return !isHiddenInSwift(headOf(test))
  if (test.file.path.endsWith('.php')) return !/\b(?:private|protected)\b/.test(headOf(test))
  return true
}

/** XCTest finds methods by their names, and none that is private; Swift Testing takes all that are marked. */
function isHiddenInSwift(head: string): boolean {
  return !head.includes('@Test') && /\b(?:private|fileprivate)\b/.test(head)
}

function headOf({ file: { source }, block }: TestCase): string {
  return source.code.slice(block.start, block.bodyStart)
}

const MOST_LINES = 2000

/** Ruby: below a lone `private` of the same class. Blocks such as `it` are called nevertheless. */
function isPrivate({ file: { source }, block }: TestCase): boolean {
  const line = lineAt(source, block.at)
  const head = source.code.slice(lineStart(source, line), lineEnd(source, line))
  if (!/^\s*def\s/.test(head)) return false
  for (let above = line - 1; above > 0 && line - above < MOST_LINES; above--) {
    const text = source.code.slice(lineStart(source, above), lineEnd(source, above))
    if (text.trim() === '' || indentOf(text) > indentOf(head)) continue
    if (indentOf(text) < indentOf(head) || /^\s*public\s*$/.test(text)) return false
    if (/^\s*(?:private|protected)\s*$/.test(text)) return true
  }
  return false
}

/** The lines `class X(…):` that the test stands below, by their indent. */
function classesAround({ file: { source }, block }: TestCase): string[] {
  const found: string[] = []
  const line = lineAt(source, block.at)
  const start = lineStart(source, line)
  let indent = indentOf(source.code.slice(start, lineEnd(source, line)))
  for (let above = line - 1; above > 0 && line - above < MOST_LINES && indent > 0; above--) {
    const text = source.code.slice(lineStart(source, above), lineEnd(source, above))
    if (text.trim() === '' || indentOf(text) >= indent) continue
    indent = indentOf(text)
    if (/^\s*class\s/.test(text)) found.push(text.trim())
  }
  return found
}

/** With a base it may be a `TestCase` under any name. */
function isPythonTestClass(head: string): boolean {
  const [, name = '', bases = ''] = /^class\s+(\w+)\s*(?:\(([^)]*))?/.exec(head) ?? []
  return name.startsWith('Test') || !/^\s*(?:object)?\s*$/.test(bases)
}

const CLASS = /^[ \t]{0,80}class[ \t]{1,9}(\w{1,200})[ \t]{0,9}\(([^)\n]{0,400})/gm

/** A mixin: its tests run in a class that names it as a base beside another one, or is a test class by its own name. */
function isTakenIn(head: string, file: TestFile): boolean {
  const mixin = /^class\s+(\w+)/.exec(head)?.[1]
  return mixin !== undefined && takenIn(file).has(mixin)
}

const taken = new WeakMap<TestFile, ReadonlySet<string>>()

/** Looked for once in each file: a file may hold thousands of classes. */
function takenIn(file: TestFile): ReadonlySet<string> {
  const known = taken.get(file)
  if (known) return known
  const found = new Set(
    Array.from(file.source.code.matchAll(CLASS)).flatMap(([, name = '', list = '']) => {
      const bases = list.split(',').map((base) => base.trim())
      return bases.length > 1 || name.startsWith('Test') ? bases : []
    }),
  )
  taken.set(file, found)
  return found
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length
}
