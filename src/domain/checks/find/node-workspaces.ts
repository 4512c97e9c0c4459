// The checks of a JavaScript workspace whose root has no script for them: Turborepo, Nx, else the script of every package.
import { propose, type FolderBelow, type FolderFiles, type Found } from './found.ts'
import { isUsable, type Scripts, scriptsOf, type WantedScript } from './node-scripts.ts'
import { inEveryPackage, type PackageManager, startTool } from './node-runner.ts'
import { isRecord, parseJson } from './parse-json.ts'

export interface Workspace {
  readonly seen: FolderFiles
  readonly manifest: Record<string, unknown>
  readonly below: readonly FolderBelow[]
  readonly runner: PackageManager
  /** What the root's own scripts do not bring. */
  readonly missing: readonly WantedScript[]
}

export function findWorkspaces(workspace: Workspace): Found[] {
  const packages = membersOf(workspace)
  return workspace.missing.flatMap(
    (wanted) =>
      byTurbo(workspace, wanted) ?? byNx(workspace, wanted, packages) ?? byPackages(workspace, wanted, packages) ?? [],
  )
}

function byTurbo({ seen, runner }: Workspace, { name, scripts }: WantedScript): Found | undefined {
  const file = seen.files.find((each) => each === 'turbo.json' || each === 'turbo.jsonc')
  const config = file === undefined ? undefined : parseJson(seen.text(file) ?? '')
  const tasks = config?.['tasks'] ?? config?.['pipeline']
  if (file === undefined || !isRecord(tasks)) return undefined
  const task = scripts.find((each) => isEnding(tasks[each]))
  if (task === undefined) return undefined
  return propose({ name, run: [...startTool(runner), 'turbo', 'run', task], from: `${file}, task "${task}"` })
}

/** A persistent task is a server or a watcher. */
function isEnding(task: unknown): boolean {
  return isRecord(task) && task['persistent'] !== true
}

function byNx(
  { seen, below, runner }: Workspace,
  { name, scripts }: WantedScript,
  packages: readonly Scripts[],
): Found | undefined {
  const config = parseJson(seen.text('nx.json') ?? '')
  if (config === undefined) return undefined
  const targets = [
    config['targetDefaults'],
    ...below.map(({ text }) => parseJson(text('project.json') ?? '')?.['targets']),
  ]
  const isTarget = (each: string): boolean =>
    targets.some((some) => isRecord(some) && isRecord(some[each])) || packages.some((own) => isUsable(each, own))
  const target = scripts.find(isTarget)
  if (target === undefined) return undefined
  return propose({
    name,
    run: [...startTool(runner), 'nx', 'run-many', '-t', target],
    from: `nx.json, target "${target}"`,
  })
}

function byPackages(
  { seen, manifest, runner }: Workspace,
  { name, scripts }: WantedScript,
  packages: readonly Scripts[],
): Found | undefined {
  const script = scripts.find((each) => packages.some((own) => own.has(each)))
  const having = packages.filter((own) => script !== undefined && own.has(script))
  // One placeholder or watcher among them would fail or hold up all: then each package is proposed by itself.
  if (script === undefined || !having.every((own) => isUsable(script, own))) return undefined
  const run = inEveryPackage(runner, {
    script,
    isModernYarn: seen.files.includes('.yarnrc.yml') || /^yarn@[2-9]/.test(String(manifest['packageManager'] ?? '')),
    isEverywhere: having.length === packages.length,
  })
  const count = having.length === 1 ? '1 package' : `${having.length} packages`
  return run === undefined ? undefined : propose({ name, run, from: `script "${script}" of ${count}` })
}

/** The scripts of each package that the workspace names. */
function membersOf({ seen, manifest, below }: Workspace): Scripts[] {
  const patterns = [...patternsOf(manifest['workspaces']), ...pnpmPatterns(seen.text('pnpm-workspace.yaml') ?? '')]
  const isMember = toMatcher(patterns)
  return below
    .filter(({ path }) => isMember(path))
    .flatMap(({ text }) => {
      const found = parseJson(text('package.json') ?? '')
      return found === undefined ? [] : [scriptsOf(found)]
    })
}

function patternsOf(value: unknown): string[] {
  const list = isRecord(value) ? value['packages'] : value
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

function pnpmPatterns(text: string): string[] {
  const list = /^packages:[ \t]*\n((?:[ \t]*(?:-.*|#.*)?\n?)*)/m.exec(text)?.[1] ?? ''
  return [...list.matchAll(/^[ \t]*-[ \t]*["']?([^"'#\n]+?)["']?[ \t]*(?:#.*)?$/gm)].map((match) => match[1] ?? '')
}

const LONGEST_PATTERN = 100
const MOST_STARS = 3

function toMatcher(patterns: readonly string[]): (path: string) => boolean {
  const usable = patterns.filter((each) => each.length <= LONGEST_PATTERN && each.split('*').length <= MOST_STARS * 2)
  const rules = usable.map((each) => ({ isNegated: each.startsWith('!'), pattern: toPattern(each.replace(/^!/, '')) }))
  return (path) => {
    const last = rules.findLast(({ pattern }) => pattern.test(path))
    return last !== undefined && !last.isNegated
  }
}

function toPattern(glob: string): RegExp {
  const parts = glob.replace(/^\.\//, '').replace(/\/+$/, '').split('/')
  const words = parts.map((part) =>
    part === '**' ? '.+' : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '[^/]*'),
  )
  return new RegExp(`^${words.join('/')}$`)
}
