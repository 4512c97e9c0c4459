// Which end-to-end test files a change affects. They run the built binary, so no import leads from them to the sources:
// helpers of tests are followed by their imports, folders of the product by a table.

/** For each folder of `src`: beginnings of the names of files in `test/e2e`, what tells most of it first. */
export const BY_FOLDER: Readonly<Record<string, readonly string[]>> = {
  agents: ['recorded', 'codex', 'window', 'claims', 'agents'],
  checks: ['check-', 'checks-cli', 'verification', 'baseline'],
  cli: ['cli', 'bad-input', 'trust'],
  contract: ['cli', 'store-trouble', 'claims'],
  detectors: ['claims'],
  flows: ['claims', 'sessions', 'waiting', 'verification', 'mcp-stop', 'run-claims'],
  gate: ['limits', 'warnings', 'modes', 'run-guards'],
  install: ['init', 'doctor'],
  mcp: ['mcp-'],
  memory: ['mcp-repeats', 'mcp-answers', 'run-told'],
  platform: ['check-processes', 'host.', 'store-trouble', 'run-fence'],
  store: ['store', 'sessions', 'kill'],
  supervisor: ['run-output', 'run-ends', 'run-'],
  tamper: ['artefacts', 'verification'],
  tasks: ['sessions', 'waiting', 'limits'],
  terminal: ['live-screen', 'run-output'],
  text: ['bad-input', 'check-results'],
  trial: ['doctor'],
  workspace: ['check-places', 'verification', 'hostile-repository'],
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
  const folders = changed.flatMap((path) => /^src\/([^/]+)\//.exec(path)?.[1] ?? []).filter((name) => name in BY_FOLDER)
  const mapped = [...new Set(folders)].flatMap((folder) => withPrefixes(BY_FOLDER[folder] ?? [], tests))
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
