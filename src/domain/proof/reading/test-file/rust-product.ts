// Rust keeps tests in files of product code. Here is what is left of such a file without them.
import type { TestFile } from './test-file.ts'

const MODULE = /#\[\s{0,9}cfg\(test\)\s{0,9}\]\s{0,99}(?:pub\s{1,9})?mod\s{1,9}\w+\s{0,9}[{;]/g

/** Does this place stand in code that is there for tests alone? In other languages the file says so. */
export function ofRustTests({ path, source }: Pick<TestFile, 'path' | 'source'>, at: number): boolean {
  if (!path.endsWith('.rs') || /(?:^|\/)(?:tests|benches)\//.test(path)) return true
  return modulesIn(source).some(({ start, end }) => start <= at && at < end)
}

function modulesIn({ code, pairs }: TestFile['source']): { readonly start: number; readonly end: number }[] {
  return Array.from(code.matchAll(MODULE), ({ 0: written, index }) => {
    const last = index + written.length - 1
    return { start: index, end: (written.endsWith('{') ? (pairs[last] ?? -1) : last) + 1 }
  })
}

/** Without comments, modules of tests and single tests; the lines of what is cut out go with it. */
export function withoutRustTests({ source, cases }: Pick<TestFile, 'source' | 'cases'>): string {
  const { bare } = source
  const modules = modulesIn(source)
  let kept = ''
  let from = 0
  for (const { start, end } of [...modules, ...cases.map(({ block }) => block)].sort((a, b) => a.start - b.start)) {
    if (start >= from) kept += bare.slice(from, start)
    from = Math.max(from, end)
  }
  return kept + bare.slice(from)
}
