// What else changed beside a test: product code that it loads, or what goes into it.
import type { FileChange } from '../../../../contract/change.ts'
import { lazily } from '../../../../contract/lazily.ts'
import { languageOf } from '../../source/languages.ts'
import { readSource } from '../../source/source.ts'
import { isForeignTest, isRustTest, isTestData, isTestFile, kindOfConfig } from '../../yardstick/yardstick.ts'
import { withoutRustTests } from '../test-file/rust-product.ts'
import type { TestFile } from '../test-file/test-file.ts'
import type { Comparison } from '../tests/matching/comparison.ts'
import { isSnapshot } from './snapshot-paths.ts'

export interface Touched {
  /** Some product code that this test may load has changed. */
  readonly isProductTouched: (test: string) => boolean
  /** Helpers or data of tests that this test may use have changed. */
  readonly isSupportTouched: (test: string) => boolean
}

const DOCUMENTS =
  /(?:^|\/)(?:docs?|website|documentation)\/|(?:^|\/)(?:CHANGE|HISTORY|LICEN[SC]E|AUTHORS|NOTICE|README|CONTRIBUTING|CODEOWNERS|RELEASE)[^/]*$|\.(?:md|markdown|rst|adoc|mdx)$|(?:^|\/)\.(?:git|github|vscode|idea|editorconfig|prettier|pre-commit)[^/]*(?:\/|$)/i

/** Tests that look at documents. */
const OF_DOCUMENTS = /(?:^|\/)(?:docs?|website|documentation)\//

/** Only what a machine loads: no documents, no rules of linters, no CI. */
export function isProductPath(path: string): boolean {
  if (DOCUMENTS.test(path) || isSnapshot(path) || isTestData(path)) return false
  const kind = kindOfConfig(path)
  if (kind !== undefined) return kind !== 'ci' && kind !== 'lint' && kind !== 'own' && kind !== 'shell'
  return path.endsWith('.rs') ? !isRustTest(path) : !isTestFile(path) && !isForeignTest(path)
}

/** Found when it is first asked for: most changes touch no expected value, and nobody asks then. */
export function touchedBy(changes: readonly FileChange[], comparison: Comparison): Touched {
  const { before, after } = comparison
  const product = lazily(() =>
    changes.filter(
      (change) => isProductPath(change.path) && isRealChange(change, comparison) && isReached(change, changes),
    ),
  )
  const documents = lazily(() =>
    changes.filter(({ path }) => DOCUMENTS.test(path) && /\.(?:md|mdx|rst|adoc)$/.test(path)),
  )
  const support = lazily(() => {
    const withCases = new Set([...before, ...after].filter(({ cases }) => cases.length > 0).map(({ path }) => path))
    return changes.filter(
      (change) =>
        isSupport(change) &&
        !withCases.has(change.path) &&
        change.how !== 'deleted' &&
        isRealChange(change, comparison),
    )
  })
  const textOf = (path: string): string => comparison.now.get(path)?.source.text ?? ''
  return {
    isProductTouched: (test) =>
      product().some(({ path }) => isInReach(path, test, textOf(test))) ||
      (OF_DOCUMENTS.test(test) && documents().length > 0),
    isSupportTouched: (test) => support().some(({ path }) => path !== test && isBeside(path, test)),
  }
}

function isSupport({ path }: FileChange): boolean {
  if (isSnapshot(path) || DOCUMENTS.test(path)) return false
  return (
    isTestData(path) || (path.endsWith('.rs') ? isRustTest(path) : isTestFile(path)) || kindOfConfig(path) === 'runner'
  )
}

/** Comments, white space and a file's own tests make no other program; of a package file the scripts do not. */
function isRealChange({ path, before, after }: FileChange, comparison: Comparison): boolean {
  if (before === undefined || after === undefined) return true
  if (path.endsWith('package.json')) return withoutScripts(before) !== withoutScripts(after)
  const language = languageOf(path)
  if (!language) return before !== after
  if (path.endsWith('.rs')) return productIn(comparison.before, path) !== productIn(comparison.after, path)
  const [was, is] = [readSource(before, language.syntax), readSource(after, language.syntax)]
  return plain(was.bare) !== plain(is.bare)
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, '')
}

function withoutScripts(text: string): string {
  try {
    const { scripts: _scripts, ...rest } = JSON.parse(text) as Record<string, unknown>
    return JSON.stringify(rest)
  } catch {
    return text
  }
}

/** A Rust file without its tests. */
function productIn(files: readonly TestFile[], path: string): string {
  const file = files.find((one) => one.path === path)
  return file ? plain(withoutRustTests(file)) : ''
}

/** Languages in which a file is loaded only by somebody who names it. */
const NAMED_ONLY = /\.(?:[cm]?[jt]sx?|py)$/

/** A new file that nobody who changed names is loaded by nobody: who did not change cannot know of it. */
function isReached({ path, how }: FileChange, changes: readonly FileChange[]): boolean {
  if (how !== 'added' || !NAMED_ONLY.test(path)) return true
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const known = /^(?:index|__init__|mod|main)$/.test(name) ? (path.split('/').at(-2) ?? name) : name
  return changes.some((other) => other.path !== path && other.after?.includes(known) === true)
}

const ASIDE = /^(?:docs?|website|examples?|samples?|bench(?:es|marks?)?|scripts?|tools?|site|playground)$/

/** Examples, benchmarks and scripts are loaded only by tests of theirs, or by those that name them. */
function isInReach(path: string, test: string, text: string): boolean {
  const parts = path.split('/')
  const aside = parts.slice(0, -1).findIndex((part) => ASIDE.test(part))
  const name = parts[aside]
  return name === undefined || test.includes(name) || text.includes(`${name}/`) || text.includes(`${name}.`)
}

/** Under the same folder of tests, or in the same folder. */
function isBeside(path: string, test: string): boolean {
  const [one, other] = [path.split('/').slice(0, -1), test.split('/').slice(0, -1)]
  return one.length === 0 || other.length === 0 || one[0] === other[0]
}
