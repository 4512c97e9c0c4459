// Names that a test file took from the product and takes from the tests now, or defines itself: it then looks at a copy of
// its own.
import type { FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { lineAt } from '../../source/source.ts'
import type { TestFile } from '../test-file/test-file.ts'
import { importsOf, resolveTo } from './matching/subject.ts'

/** Where code lies that stands in for the product. */
const STAND_IN =
  /(?:^|[/.:_-])(?:tests?|specs?|__tests__|__mocks__|mocks?|stubs?|fakes?|doubles?|fixtures?|references?|golden|helpers?|support)(?:$|[/.:_-])/i

/** Which framework an assertion comes from is no question of the subject. */
const FRAMEWORK =
  /^(?:org\.(?:junit|testng|assertj|hamcrest|mockito)|kotlin\.test|io\.kotest|com\.google\.common\.truth|vitest|chai|tap|tape|ava|mocha|uvu|@jest\/|node:(?:test|assert)|bun:test)(?:$|[./])/

/** A name that the product no longer has was moved to where it is used. */
export function otherSubjects(before: TestFile, after: TestFile, changes: readonly FileChange[]): TamperFinding[] {
  if (aboveTests(before) === aboveTests(after)) return []
  const [old, now] = [sourcesOf(before), sourcesOf(after)]
  const files = changes.map(({ path }) => path)
  const isGoneFrom = (module: string, name: string): boolean => {
    const file = resolveTo(before.path, module, files)
    const home = changes.find(({ path }) => path === file)
    return home !== undefined && !(home.after !== undefined && hasWord(home.after, name))
  }
  for (const [name, was] of old) {
    if (
      now.has(name) ||
      STAND_IN.test(was) ||
      !(isCalled(before, name) || isAsked(before, name)) ||
      isGoneFrom(was, name)
    )
      continue
    const at = definedAt(after, name)
    if (at < 0 || definedAt(before, name) >= 0) continue
    const what = `${quote(name)} is defined by the tests now, no longer taken from ${was}`
    return [finding('vacuous', after.path, lineAt(after.source, at), what)]
  }
  for (const [name, from] of now) {
    const was = old.get(name)
    if (was === undefined || was === from || STAND_IN.test(was) || !STAND_IN.test(from)) continue
    if (FRAMEWORK.test(was) && (FRAMEWORK.test(from) || !isMade(name, after.path, changes))) continue
    if (!isCalled(before, name)) continue
    if (isGoneFrom(was, name) || isOfTests(before.path, was) || isDropped(was, changes)) continue
    const line = lineAt(after.source, Math.max(0, after.source.bare.indexOf(from)))
    return [finding('vacuous', after.path, line, `${quote(name)} comes from ${from} now, no longer from ${was}`)]
  }
  return []
}

/** A changed file makes it: an assertion of the project's own that stood there before is what it was. */
function isMade(name: string, own: string, changes: readonly FileChange[]): boolean {
  const head = new RegExp(
    `\\b(?:fun|def|func|function\\*?|fn|const|let|var|void|class|${name}\\s?[:=])[^\\n]{0,120}(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])|\\bexport\\b[^;]{0,300}(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`,
  )
  return changes.some(({ path, after }) => path !== own && after !== undefined && head.test(after))
}

const MANIFEST =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:cfg|py)|tox\.ini|requirements[\w./-]*\.(?:txt|in)|Pipfile)$/

/** A package of others that the project no longer needs. */
function isDropped(module: string, changes: readonly FileChange[]): boolean {
  const name = /^(?:@[\w.-]+\/)?[\w-]+/.exec(module)?.[0]
  if (name === undefined) return false
  const isListed = new RegExp(`(?<![\\w./@-])${name.replaceAll(/\W/g, '\\$&')}(?![\\w./-])`)
  const manifests = changes.filter(({ path }) => MANIFEST.test(path))
  return (
    manifests.some(({ before }) => before !== undefined && isListed.test(before)) &&
    !manifests.some(({ after }) => after !== undefined && isListed.test(after))
  )
}

/** A helper beside the tests, by its place: `..utils` of `tests/unit/test_a.py`. */
function isOfTests(path: string, module: string): boolean {
  const dots = /^\.+/.exec(module)?.[0].length ?? 0
  if (dots === 0) return false
  const isPath = module.includes('/')
  const up = isPath ? module.split('/').filter((part) => part === '..').length : dots - 1
  const folder = path.split('/').slice(0, -1 - up)
  return folder.some((part) => /^(?:tests?|specs?|__tests__)$/.test(part))
}

/** Imports stand there. */
function aboveTests({ cases, source }: TestFile): string {
  return source.bare.slice(0, cases[0]?.block.start ?? 0)
}

/** The module of each imported name; only modules of the project. */
function sourcesOf(file: TestFile): Map<string, string> {
  return new Map(
    importsOf(file).flatMap(({ from, names }) =>
      names.filter((name) => name !== '' && !/^(?:as|type|default)$/.test(name)).map((name) => [name, from] as const),
    ),
  )
}

/** -1 where the file defines no function of this name outside of its tests. */
function definedAt({ cases, source }: TestFile, name: string): number {
  const own = name.replaceAll('$', '\\$')
  const define = new RegExp(
    `^(?:export )?(?:(?:const|let|var) ${own}\\s?=\\s?(?:async\\b|function\\b|\\(|[\\w$]+\\s?=>)|(?:async )?(?:function|def) ${own}\\()`,
    'm',
  )
  const above = source.code.slice(0, cases[0]?.block.start ?? 0)
  return above.search(define)
}

/** Data and types may come from anywhere. */
function isCalled({ cases, source }: TestFile, name: string): boolean {
  const call = new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}\\s?\\(`)
  return cases.some(({ block }) => call.test(source.code.slice(block.bodyStart, block.end)))
}

/** `qs.parse(…)` of `const qs = require('..')` */
function isAsked({ cases, source }: TestFile, name: string): boolean {
  const call = new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}\\.\\w{1,60}\\s?\\(`)
  return cases.some(({ assertions }) => assertions.some(({ at, end }) => call.test(source.code.slice(at, end))))
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\w$])${word.replaceAll('$', '\\$')}(?![\\w$])`).test(text)
}
