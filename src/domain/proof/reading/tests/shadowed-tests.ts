// Tests that are still written down and no longer run: a second definition of the same name, a module that is no longer
// declared.
import { lineAt } from '../../source/source.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { isCollected } from '../test-file/collected.ts'
import type { TestCase, TestFile } from '../test-file/test-file.ts'
import type { Comparison } from './matching/comparison.ts'

/** Python and Ruby keep the last definition of a name only. */
export function shadowedTests({ before, after }: Comparison): TamperFinding[] {
  const twice = new Set(before.flatMap((file) => [...shadowed(file).keys()].map((title) => key(file, title))))
  return after
    .filter(
      ({ path, language }) => language.blocks === 'indent' && language.functions !== undefined && isCollected(path),
    )
    .flatMap((file) =>
      [...shadowed(file)]
        .filter(([title]) => !twice.has(key(file, title)))
        .map(([, { line, title }]) =>
          finding('gone', file.path, line, `test ${quote(title)} is defined a second time`),
        ),
    )
}

function key({ path }: TestFile, title: string): string {
  return JSON.stringify([path, title])
}

function shadowed({ cases, language }: TestFile): Map<string, TestCase> {
  const seen = new Set<string>()
  const found = new Map<string, TestCase>()
  let end = -1
  for (const one of cases) {
    // A function inside of a test is none, whatever it is called.
    const isInner = one.block.at < end
    end = Math.max(end, one.block.end)
    if (isInner || language.testName?.test(one.title) !== true) continue
    if (seen.has(one.fullTitle)) found.set(one.fullTitle, one)
    seen.add(one.fullTitle)
  }
  return found
}

const DECLARED = /#\[cfg\(test\)\]\s{1,40}(?:pub\s{1,9})?mod\s{1,9}(\w+)\s{0,9};/g

/** Rust: a file of tests that nobody includes is not compiled. What became of those of a deleted one is said of each. */
export function undeclaredModules({ before, now }: Comparison): TamperFinding[] {
  const isGoneModule = (file: TestFile, parent: string, name: string): boolean =>
    !now.has(file.path) && file.cases.length > 0 && homesOf(parent, name).includes(file.path)
  return before.flatMap(({ path, source }) => {
    const same = now.get(path)
    if (!path.endsWith('.rs') || !same) return []
    return Array.from(source.code.matchAll(DECLARED)).flatMap(({ 1: name = '', index }) =>
      new RegExp(`\\bmod\\s+${name}\\b`).test(same.source.code) || before.some((file) => isGoneModule(file, path, name))
        ? []
        : [finding('gone', path, lineAt(source, index), `module ${quote(name)} with tests is no longer declared`)],
    )
  })
}

/** `mod tests;` of `src/lib.rs` is `src/tests.rs`, of `src/parse.rs` it is `src/parse/tests.rs`. */
function homesOf(parent: string, name: string): string[] {
  const stem = parent.replace(/(?:\/(?:lib|main|mod))?\.rs$/, '')
  const folder = parent.slice(0, parent.lastIndexOf('/'))
  return [stem, folder].flatMap((home) => [`${home}/${name}.rs`, `${home}/${name}/mod.rs`])
}
