// Files that programs write beside the work: logs, reports and caches, known by their names.

const REPORT_FOLDERS =
  /(?:^|\/)(?:coverage|\.nyc_output|htmlcov|test-results|playwright-report|\.cache|\.pytest_cache|__pycache__)\//i
const REPORT_FILES = /\.(?:log|pid|tmp|lcov|trace|prof|sqlite|(?:sqlite|db)-(?:wal|shm))$/i

/** Names that nobody gives to what is worked on. */
export function isReport(path: string): boolean {
  return REPORT_FOLDERS.test(path) || REPORT_FILES.test(path)
}
