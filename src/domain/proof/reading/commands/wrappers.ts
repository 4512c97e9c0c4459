// Programs that run another one and measure what it covers: the check is the program they run.

export interface Unwrapped {
  readonly inner: readonly string[]
  /** Flags that make too little coverage a failure. */
  readonly limits: readonly string[]
}

/** Coverage of the tests, by the words that start it. */
const COVERAGE: readonly (readonly [RegExp, number])[] = [
  [/^(?:nyc|c8)$/, 1],
  [/^istanbul cover$/, 2],
  [/^coverage run$/, 2],
]
const LIMIT = /^--(?:check-coverage|100|(?:lines|branches|functions|statements|fail-under)(?:=|$))/
/** What `--100` stands for. */
const ALL_OF_IT = ['--lines=100', '--branches=100', '--functions=100', '--statements=100']
const WITH_VALUE =
  /^(?:-r|--reporter|-x|--exclude|-n|--include|--report|-o|--source|--omit|--rcfile|--report-dir|--temp-directory|--lines|--branches|--functions|--statements|--dir|-e|--extension)$/

/** `nyc --reporter=text mocha` is mocha; `coverage run -m pytest` is pytest. */
export function unwrapped(words: readonly string[]): Unwrapped {
  const tried = behindRetry(words)
  // Asked for like this of runners that do it themselves.
  if (tried) return { inner: [...tried, '--retries'], limits: [] }
  const wrapper = COVERAGE.find(([pattern, count]) => pattern.test(words.slice(0, count).join(' ')))
  if (!wrapper) return { inner: words, limits: [] }
  const limits: string[] = []
  let at = wrapper[1]
  for (let word = words[at]; word?.startsWith('-') === true && word !== '-m'; word = words[at]) {
    const takes = WITH_VALUE.test(word)
    if (word === '--100') limits.push(...ALL_OF_IT)
    else if (LIMIT.test(word)) limits.push(takes ? `${word}=${words[at + 1] ?? ''}` : word)
    at += takes ? 2 : 1
  }
  const handed = words.indexOf('--')
  const program = words.slice(words[at] === '-m' ? at + 1 : at)
  // istanbul's own options end at the dashes.
  const inner = handed > at && words[0] === 'istanbul' ? [...program.slice(0, 1), ...words.slice(handed + 1)] : program
  // `nyc report` and `coverage run` with nothing behind are commands of their own.
  return inner.length === 0 || /^(?:report|check-coverage|merge|instrument)$/.test(inner[0] ?? '')
    ? { inner: words, limits: [] }
    : { inner, limits }
}

/** `retry -n 3 -- npm test` */
function behindRetry(words: readonly string[]): readonly string[] | undefined {
  if (!/^(?:retry|retry-cli|retry-cmd)$/.test(words[0] ?? '')) return undefined
  const at = words.indexOf('--') + 1
  return at > 0 && at < words.length ? words.slice(at) : undefined
}
