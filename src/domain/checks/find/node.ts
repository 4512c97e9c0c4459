// The checks of a package.json: its scripts for types, lint, tests and build, in the words of its package manager.
import { given } from '../../../contract/given.ts'
import { commandsOf } from './endless.ts'
import {
  firstOf,
  NOTHING,
  propose,
  type EcosystemChecks,
  type FolderBelow,
  type FolderFiles,
  type Found,
} from './found.ts'
import { type PackageManager, startTool } from './node-runner.ts'
import { best, isFixer, isPlaceholder, isSending, type Scripts, scriptsOf, WANTED, wholeText } from './node-scripts.ts'
import { findWorkspaces } from './node-workspaces.ts'
import { isRecord, parseJson } from './parse-json.ts'
import { leftOut, leftOutAsFixer, writesFiles } from './unwanted.ts'

const LOCKFILES: ReadonlyArray<readonly [file: string, runner: PackageManager]> = [
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
]

/** As a package of a workspace is run: with the package manager of the root, unless it has one of its own. */
export function withRootLockfile(folder: FolderFiles, root: FolderFiles): readonly string[] {
  const names = ['package-lock.json', ...LOCKFILES.map(([file]) => file)]
  return firstOf(folder, names) === undefined
    ? [...folder.files, ...names.filter((name) => root.files.includes(name))]
    : folder.files
}

export function findNode(seen: FolderFiles, below: readonly FolderBelow[] = []): EcosystemChecks {
  const text = seen.text('package.json')
  if (text === undefined) return NOTHING
  const manifest = parseJson(text)
  if (manifest === undefined) return { found: [], problems: ['package.json is not valid JSON'] }
  const scripts = scriptsOf(manifest)
  const runner = runnerOf(manifest, seen)
  const own = WANTED.flatMap(({ name, scripts: names }) => {
    const script = best(scripts, names)
    return script === undefined ? [] : [toCheck(name, script, scripts, runner)]
  })
  const has = (name: string): boolean => own.some(({ check }) => check.name === name)
  const lint = has('lint') ? undefined : lintWithout({ seen, manifest, scripts, runner })
  const missing = WANTED.filter(({ name }) => name !== 'check' && !has(name) && (name !== 'lint' || !lint))
  const found = [...own, ...(lint ? [lint] : []), ...findWorkspaces({ seen, manifest, below, runner, missing })]
  const names = WANTED.flatMap((wanted) => wanted.scripts)
  const repeated = repeatedCheck(found, scripts)
  return {
    found: found.filter((one) => one !== repeated?.found),
    problems: [
      ...(repeated?.note === undefined ? [] : [repeated.note]),
      ...placeholdersAlone(scripts, found).map(
        (name) => `package.json: script "${name}" is left out: it is a placeholder`,
      ),
      ...names.filter((name) => isSending(name, scripts)).map((name) => leftOut(`package.json: script "${name}"`)),
      ...fixersAlone(scripts, found).map((name) => leftOutAsFixer(`package.json: script "${name}"`)),
    ],
  }
}

interface NodeProject {
  readonly seen: FolderFiles
  readonly manifest: Record<string, unknown>
  readonly scripts: Scripts
  readonly runner: PackageManager
}

/** Tools that look at code and run no tests. */
const LINTERS = new Set(['biome', 'eslint', 'oxlint', 'xo', 'standard', 'prettier', 'stylelint', 'ultracite', 'oxfmt'])

/** A linter where no script "lint" can be used: a script "check" of one, the fixing script without its fix, or Biome. */
function lintWithout({ seen, manifest, scripts, runner }: NodeProject): Found | undefined {
  const check = best(scripts, ['check', 'check:ci', 'format:check'])
  if (check !== undefined && commandsOf(wholeText(check, scripts)).every(([program = '']) => LINTERS.has(program)))
    return toCheck('lint', check, scripts, runner)
  for (const name of ['lint', 'lint:fix', 'check']) {
    const commands = commandsOf(scripts.get(name) ?? '')
    const [words = []] = commands
    if (commands.length !== 1 || !LINTERS.has(words[0] ?? '') || !writesFiles(words.join(' '))) continue
    const kept = words.filter((word) => !/^--(?:fix|write|apply|apply-unsafe|unsafe)$|^-w$/.test(word))
    // Without its option Prettier prints the files instead of looking at them.
    if (kept[0] === 'prettier') kept.splice(1, 0, '--check')
    const run = [...startTool(runner), ...kept]
    return propose({ name: 'lint', run, from: `package.json, script "${name}", without its fix` })
  }
  const config = firstOf(seen, ['biome.json', 'biome.jsonc'])
  if (config === undefined || !dependsOn(manifest, '@biomejs/biome')) return undefined
  return propose({ name: 'lint', run: [...startTool(runner), 'biome', 'check'], from: config })
}

function dependsOn(manifest: Record<string, unknown>, packaged: string): boolean {
  return ['dependencies', 'devDependencies'].some((key) => {
    const named = manifest[key]
    return isRecord(named) && Object.hasOwn(named, packaged)
  })
}

interface RepeatedCheck {
  readonly found: Found
  /** Where it runs more than the others do. */
  readonly note?: string
}

/** A script "check" mostly runs the others, so it is wanted only where there are no tests, and never twice. */
function repeatedCheck(found: readonly Found[], scripts: Scripts): RepeatedCheck | undefined {
  const check = found.find((one) => one.check.name === 'check')
  const name = check && best(scripts, WANTED.find((wanted) => wanted.name === 'check')?.scripts ?? [])
  if (!check || name === undefined) return undefined
  const others = found.filter((one) => one !== check)
  if (others.some((one) => one.check.run === check.check.run)) return { found: check }
  if (others.every((one) => one.check.name !== 'test')) return undefined
  const known = new Set(others.flatMap(({ from }) => linesOf(scriptNamed(from) ?? '', scripts)))
  const isMore = linesOf(name, scripts).some((line) => !known.has(line))
  const why = 'it runs commands of the checks above and others; add it to fullstop.json if you want them too'
  return { found: check, ...(isMore ? { note: `package.json: script "${name}" is left out: ${why}` } : {}) }
}

/** The commands of a script and of those that it calls, but not the calls. */
function linesOf(name: string, scripts: Scripts): string[] {
  return commandsOf(wholeText(name, scripts))
    .map((words) => words.join(' '))
    .filter((line) => !/^(?:npm|pnpm|yarn|bun) /.test(line))
}

function scriptNamed(from: string): string | undefined {
  return /^package\.json, script "([^"]+)"$/.exec(from)?.[1]
}

/** Scripts that run nothing, where nothing else has that name. */
function placeholdersAlone(scripts: Scripts, found: readonly Found[]): string[] {
  return WANTED.flatMap(({ name, scripts: names }) => {
    if (name === 'check' || name === 'build' || found.some(({ check }) => check.name === name)) return []
    return names.filter((each) => scripts.has(each) && isPlaceholder(each, scripts)).slice(0, 1)
  })
}

/** Scripts that only rewrite files, where nothing else has that name. */
function fixersAlone(scripts: Scripts, found: readonly Found[]): string[] {
  return WANTED.flatMap(({ name, scripts: names }) => {
    if (name === 'check' || name === 'build' || found.some(({ check }) => check.name === name)) return []
    return names.filter((each) => scripts.has(each) && isFixer(each, scripts)).slice(0, 1)
  })
}

function runnerOf(manifest: Record<string, unknown>, seen: FolderFiles): PackageManager {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(String(manifest['packageManager'] ?? ''))?.[1]
  if (named !== undefined) return named as PackageManager
  const lockfile = firstOf(
    seen,
    LOCKFILES.map(([file]) => file),
  )
  return LOCKFILES.find(([file]) => file === lockfile)?.[1] ?? 'npm'
}

function toCheck(name: string, script: string, scripts: Scripts, runner: PackageManager): Found {
  const text = wholeText(script, scripts)
  const more = endingFor(text)
  const args = more.args.length === 0 ? '' : ` ${runner === 'npm' ? '-- ' : ''}${more.args.join(' ')}`
  return propose({
    name,
    run: `${call(runner, script)}${args}`,
    from: `package.json, script "${script}"`,
    ...given({ env: more.env }),
  })
}

function call(runner: PackageManager, script: string): string {
  // `bun test` is Bun's own runner, so a script named "test" needs the longer form.
  if (script === 'test' && runner !== 'bun') return `${runner} test`
  return runner === 'yarn' ? `yarn ${script}` : `${runner} run ${script}`
}

interface Ending {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** What makes a test runner end by itself where it would wait for a person. */
function endingFor(text: string): Ending {
  const commands = commandsOf(text)
  const runs = (program: RegExp, command: string): boolean =>
    commands.some((words) => program.test(words[0] ?? '') && words[1] === command)
  if (runs(/^(?:react-scripts|craco|react-app-rewired)$/, 'test')) return { args: [], env: { CI: 'true' } }
  if (runs(/^playwright$/, 'test')) return { args: [], env: { PLAYWRIGHT_HTML_OPEN: 'never' } }
  const last = commands.at(-1) ?? []
  const isAngular = last[0] === 'ng' && last[1] === 'test' && !last.some((word) => /^--(?:no-)?watch/.test(word))
  return { args: isAngular && commands.length === 1 ? ['--watch=false'] : [] }
}
