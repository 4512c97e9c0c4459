// Which end-to-end test files a change affects. They run the built binary, so no import leads from them to the sources:
// helpers of tests are followed by their imports, rooms of the product by a table.

/** For each room of `src`: beginnings of the names of files in `test/e2e`, the most telling first. */
export const BY_ROOM: Readonly<Record<string, readonly string[]>> = {
  'contract/': ['cli', 'store-trouble', 'claims', 'recipes'],
  'domain/checks/': ['check-', 'checks-cli', 'verification', 'baseline'],
  'domain/diff/': ['cli'],
  'domain/edits/': ['init', 'doctor'],
  'domain/facts/': ['sessions', 'waiting', 'claims', 'mcp-stop'],
  'domain/gate/': ['limits', 'warnings', 'modes', 'run-guards'],
  'domain/policy/': ['config', 'modes', 'hostile-repository', 'environment'],
  'domain/last-words/': ['claims', 'sessions', 'waiting'],
  'domain/lists/': ['run-claims', 'cli'],
  'domain/memory/': ['mcp-repeats', 'mcp-answers', 'run-told'],
  'domain/notify/': ['notify'],
  'domain/proof/': ['artefacts', 'verification'],
  'domain/review/': ['person'],
  'domain/shell/': ['verification', 'waiting', 'init', 'checks-cli'],
  'domain/strategies/': ['claims'],
  'domain/subtasks/': ['subtasks', 'run-subtasks'],
  'domain/tasks/': ['sessions', 'waiting', 'limits'],
  'domain/text/': ['bad-input', 'check-results'],
  'domain/view/': ['live-screen', 'run-output', 'cli'],
  'agents/': ['recorded', 'codex', 'window', 'claims', 'agents', 'recipes'],
  'flows/': ['claims', 'sessions', 'waiting', 'verification', 'mcp-stop', 'run-claims'],
  'flows/doctor/': ['doctor'],
  'flows/install/': ['init'],
  'flows/notify/': ['notify'],
  'flows/scan/': ['scan'],
  'flows/subtasks/': ['subtasks', 'run-subtasks'],
  'flows/verify/': ['verify-', 'verification', 'claims', 'waiting'],
  'flows/lists/': ['lists', 'lists-inputs', 'lists-untouched', 'trackers', 'list-story'],
  'flows/run/': ['run-output', 'run-ends', 'run-'],
  'adapters/copy/': ['verification', 'verify-run'],
  'adapters/platform/': ['check-processes', 'host.', 'store-trouble', 'run-fence'],
  'adapters/store/': ['store', 'sessions', 'kill'],
  'adapters/worktree/': ['hostile-repository', 'check-places'],
  'adapters/workspace/': ['check-places', 'verification', 'hostile-repository'],
  'frontends/cli/': ['cli', 'bad-input', 'trust', 'recipes'],
  'frontends/cli/checks/': ['checks-cli', 'trust', 'check-'],
  'frontends/cli/own-processes/': ['host.', 'check-processes', 'notify', 'scan', 'kill'],
  'frontends/cli/review/': ['review-', 'person'],
  'frontends/cli/run/': ['run-output', 'run-ends', 'run-'],
  'frontends/cli/screen/': ['live-screen', 'run-output'],
  'frontends/mcp/': ['mcp-', 'recipes'],
  'frontends/web/': ['ui-', 'cli'],
  'frontends/web/app/': ['web-'],
}

/** The closest entry of the table for a file under `src`. */
export function roomOf(path: string): string | undefined {
  const rooms = Object.keys(BY_ROOM).filter((room) => path.startsWith(`src/${room}`))
  return rooms.sort((a, b) => b.length - a.length)[0]
}

/** Where nothing leads to a file: a stop, a check, a run and a server. */
export const SMOKE = ['claims', 'check-results', 'run-output', 'mcp-repeats'] as const

export interface TestFile {
  readonly path: string
  readonly imports: readonly string[]
}

/** Paths of test files in `test/e2e`, the most relevant first, each once. */
export function affectedBy(changed: readonly string[], files: readonly TestFile[]): string[] {
  const tests = files.map(({ path }) => path).filter((path) => /^test\/e2e\/.*\.test\.ts$/.test(path))
  const itself = tests.filter((path) => changed.includes(path))
  const helped = tests.filter((path) => importsOf(path, files).some((used) => changed.includes(used)))
  const rooms = new Set(changed.flatMap((path) => roomOf(path) ?? []))
  const mapped = [...rooms].flatMap((room) => withPrefixes(BY_ROOM[room] ?? [], tests))
  const found = [...new Set([...itself, ...mapped, ...helped])]
  return found.length > 0 ? found : withPrefixes(SMOKE, tests)
}

/** What a file imports, and what that imports. */
function importsOf(path: string, files: readonly TestFile[], seen = new Set<string>()): string[] {
  for (const used of files.find((file) => file.path === path)?.imports ?? []) {
    if (seen.has(used)) continue
    seen.add(used)
    importsOf(used, files, seen)
  }
  return [...seen]
}

function withPrefixes(prefixes: readonly string[], tests: readonly string[]): string[] {
  return prefixes.flatMap((prefix) => tests.filter((path) => path.startsWith(`test/e2e/${prefix}`)))
}

/** As many of them, in their order, as the time allows; one at least. A file that nobody has timed takes `usualMs`. */
export function within(
  budgetMs: number,
  files: readonly string[],
  timings: Readonly<Record<string, number>>,
  usualMs: number,
): { readonly run: string[]; readonly left: string[] } {
  const run: string[] = []
  let spentMs = 0
  for (const file of files) {
    const ms = timings[file] ?? usualMs
    if (run.length > 0 && spentMs + ms > budgetMs) continue
    spentMs += ms
    run.push(file)
  }
  return { run, left: files.filter((file) => !run.includes(file)) }
}
