// Which changed files only help tests: by their name, unless product code of the same change loads them.
import type { FileChange } from '../../../../contract/change.ts'
import { isProductFile, isTestSupport } from './product-file.ts'

const LOADS = /^.*\b(?:import|from|require\w*|use|include|export|mod)\b.*$/gm
const MOST_FILES = 50
const LONGEST_LINE = 400

/** A module that the product loads runs with it, whatever it is called. Linear in the texts. */
export function testSupportIn(changes: readonly FileChange[]): (path: string) => boolean {
  const named = changes.filter(({ path, after }) => after !== undefined && isTestSupport(path)).slice(0, MOST_FILES)
  if (named.length === 0) return isTestSupport
  const loaded = wordsLoaded(changes)
  const product = new Set(named.map(({ path }) => path).filter((path) => loaded.has(moduleOf(path))))
  return (path) => isTestSupport(path) && !product.has(path)
}

/** The words of the lines in which product code loads something. */
function wordsLoaded(changes: readonly FileChange[]): ReadonlySet<string> {
  const words = new Set<string>()
  for (const { path, after } of changes) {
    if (after === undefined || !isProductFile(path) || isTestSupport(path)) continue
    for (const [line] of after.matchAll(LOADS))
      for (const word of line.slice(0, LONGEST_LINE).match(/[\w$-]+/g) ?? []) words.add(word)
  }
  return words
}

/** `testing/index.js` is loaded as `testing`, `unittest_support.py` by its name. */
function moduleOf(path: string): string {
  const parts = path.replace(/(?:\.[cm]?[jt]sx?|\.\w+)$/, '').split('/')
  const last = parts.at(-1) ?? ''
  return /^(?:index|mod|lib|__init__)$/.test(last) ? (parts.at(-2) ?? last) : last
}
