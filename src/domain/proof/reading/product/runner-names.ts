// Parts of the names of variables that test runners set: the beginning or the end of one is enough for code that goes
// through the whole environment.
const VARIABLES = [
  'NODE_TEST_CONTEXT',
  'NODE_TEST_WORKER_ID',
  'PYTEST_CURRENT_TEST',
  'PYTEST_VERSION',
  'PYTEST_XDIST_WORKER',
  'VITEST_WORKER_ID',
  'VITEST_POOL_ID',
  'VITEST_MODE',
  'JEST_WORKER_ID',
  'RUST_TEST_THREADS',
  'NEXTEST_RUN_ID',
  'BATS_TEST_NAME',
] as const

/** Other programs have these, so that what they begin with says nothing. */
const ORDINARY = ['NODE_ENV', 'NODE_PATH', 'VITE_', 'RUST_LOG', 'TEST_'] as const

const WRITTEN = /["'`/^]([A-Za-z][A-Za-z_]{3,40}|_[A-Za-z_]{4,40})(?:\.\*|\*)?["'`/$]/g

export function namesPartOfRunner(code: string): boolean {
  const isFolded = /\.(?:toLowerCase|lower|casefold|downcase)\b|\/i\b|IGNORECASE/.test(code)
  return Array.from(code.matchAll(WRITTEN), ([, part = '']) => (isFolded ? part.toUpperCase() : part)).some(isPart)
}

function isPart(part: string): boolean {
  if (part !== part.toUpperCase()) return false
  const isBeginning = VARIABLES.some((name) => name.startsWith(part)) && !ORDINARY.some((name) => name.startsWith(part))
  const isEnd = /_?TEST|_WORKER_ID$|_POOL_ID$/.test(part) && part.length > 5
  return isBeginning || (isEnd && VARIABLES.some((name) => name.endsWith(part)))
}
