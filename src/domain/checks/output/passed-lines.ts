// Which lines of a check's output tell of no failure: what passed, and what runners print around each test.

const PASSED: readonly RegExp[] = [
  /^\s*(?:[✓✔√]\s|\(pass\)\s|PASS(?:\s|:|$)|--- PASS:|\[\s+(?:OK|RUN|PASSED)\s+\]|\[-{6,}\])/,
  /^\s*ok \d+\b/,
  /^ok\s+\S+\s+(?:\(cached\)|\d)|^\?\s+\S+\s+\[no test files\]/,
  /^\s*(?:# Subtest: |=== (?:RUN|PAUSE|CONT|NAME)\b)/,
  /\s\.\.\. (?:ok|ignored|skipped\b.*)$/,
  /\sPASSED(?:\s+\[\s*\d+%\])?$/,
  // Dots, with the file before them and the progress behind.
  /^(?:[\w./-]+ )?(?=[sx]*[.․])[.․sx]+(?:\s+\[\s*\d+%\])?$/,
]

/** Parts of TAP and of stack traces that tell nothing about a failure. */
const EMPTY_WORDS: readonly RegExp[] = [
  /^\s+(?:duration_ms: [\d.]+|type: '(?:test|suite)'|failureType: '\w+'|code: 'ERR_(?:ASSERTION|TEST_FAILURE)'|---|\.\.\.)$/,
  /^\s*(?:TAP version \d+|1\.\.\d+|[#ℹ] (?:cancelled|skipped|todo) 0)$/,
  /^\s+(?:at )?(?:async )?[^()]{0,200}\(?node:[\w/]+:\d+:\d+\)?(?: \{)?$/,
  /^\s+\d+: (?:(?:core|std|alloc|__rustc)::|<fn\(|rust_begin_unwind)|^\s+at \/rustc\//,
]

const OPENS_BLOCK = /^\s*---$/
const CLOSES_BLOCK = /^\s*\.\.\.$/
const RESULT = /^\s*(?:not )?ok \d/
const LONGEST_BLOCK = 40

export function withoutPassed(lines: readonly string[]): string[] {
  const left: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (PASSED.some((pattern) => pattern.test(line))) index = blockEnd(lines, index)
    else if (!EMPTY_WORDS.some((pattern) => pattern.test(line))) left.push(line)
  }
  return left
}

/** TAP explains a result in a block below it, which goes with it. */
function blockEnd(lines: readonly string[], index: number): number {
  if (!OPENS_BLOCK.test(lines[index + 1] ?? '')) return index
  for (let at = index + 2; at < Math.min(lines.length, index + LONGEST_BLOCK); at++) {
    const line = lines[at] ?? ''
    if (CLOSES_BLOCK.test(line)) return at
    if (RESULT.test(line)) return index
  }
  return index
}
