// Test files that did not change, for questions that only they can answer.
import type { FileChange } from '../../../contract/change.ts'
import { languageOf } from '../../../domain/proof/source/languages.ts'
import { isTestFile } from '../../../domain/proof/yardstick/yardstick.ts'

const MOST_TESTS = 100

/** Those in the languages of the change; those named like a changed file first. */
export function testsBeside(files: readonly string[], changes: readonly FileChange[]): string[] {
  const changed = new Set(changes.map(({ path }) => path))
  const languages = new Set(changes.map(({ path }) => languageOf(path)))
  const stems = new Set(changes.map(({ path }) => stemOf(path)))
  const tests = files.filter((path) => !changed.has(path) && isTestFile(path) && languages.has(languageOf(path)))
  const order = (path: string): number => (stems.has(stemOf(path)) ? 0 : 1)
  return tests.toSorted((a, b) => order(a) - order(b)).slice(0, MOST_TESTS)
}

/** `test_cart.py`, `cart.test.ts` and `cart.py` are of one stem. */
function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.replace(/\..*$/, '').replace(/^test_|[._-](?:test|spec)s?$|Tests?$/g, '')
}

export function onlyTexts(texts: ReadonlyMap<string, string | undefined>): Map<string, string> {
  return new Map([...texts].flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])))
}
