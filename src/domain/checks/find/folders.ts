// Which folders below the root are looked at: those that may hold a project of their own. The numbers bound the cost in a
// large repository.

/** How far below the root, how many folders are listed, and how many checks below the root are proposed. */
export const DEEPEST = 2
export const MOST_FOLDERS = 300
export const MOST_BELOW = 20

/** Installed, generated or vendored code, and projects that only show or help something. */
const PASSED_OVER = new Set(
  (
    'node_modules bower_components jspm_packages vendor third_party third-party external externals Pods Carthage target ' +
    'dist build out output bin obj deps _build coverage tmp temp cache logs venv env site-packages __pycache__ ' +
    'example examples sample samples demo demos playground playgrounds sandbox template templates fixture fixtures ' +
    '__fixtures__ testdata test-data mocks __mocks__ snapshots test tests __tests__ spec specs bench benches benchmark ' +
    'benchmarks fuzz doc docs documentation website site www-docs scripts android ios macos windows linux static public ' +
    'assets migrations locales'
  ).split(' '),
)

/** A folder's name, without the slash. */
export function isLookedAt(name: string): boolean {
  return !name.startsWith('.') && !name.startsWith('_') && !PASSED_OVER.has(name)
}
