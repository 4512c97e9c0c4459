// What this machine allows and holds, read afresh for each run.
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isBelow, isWithin, type MountPoint, parseMounts } from './mounts.ts'
import { type BoxRights, HIDDEN, type HiddenFolder } from './plan-box.ts'

const CAP_SYS_ADMIN = 21n
const PROGRAM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']

export function readMounts(): MountPoint[] {
  return parseMounts(readText('/proc/self/mountinfo'))
}

/** An absolute path, never one that `PATH` or a repository chooses. */
export function findProgram(name: string): string | undefined {
  return PROGRAM_FOLDERS.map((folder) => join(folder, name)).find((path) =>
    statSync(path, { throwIfNoEntry: false })?.isFile(),
  )
}

export function boxRights(): BoxRights {
  const [, set = '0'] = /^CapEff:\s*([0-9a-f]+)/m.exec(readText('/proc/self/status')) ?? []
  return process.getuid?.() === 0 && ((BigInt(`0x${set}`) >> CAP_SYS_ADMIN) & 1n) === 1n ? 'administrator' : 'user'
}

/** Those that are folders here and no link to another of them. */
export function hiddenFolders(): HiddenFolder[] {
  return HIDDEN.filter(({ path }) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() && realOf(path) === path)
}

/** Links at the top of a hidden folder: some systems keep the way to all their programs in `/run`. */
export function linksIn({ path, name }: HiddenFolder): (readonly [string, string])[] {
  try {
    const links = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink())
    return links.map((entry) => [join(name, entry.name), readlinkSync(join(path, entry.name))])
  } catch {
    // Not ours to read.
    return []
  }
}

/** Unix sockets by their paths, wherever they lie. Those of other network namespaces are not listed. */
export function socketPaths(): string[] {
  return parseSockets(readText('/proc/net/unix'))
}

/** An abstract name begins with `@`: the network namespace closes those. */
export function parseSockets(text: string): string[] {
  const paths = text.split('\n').flatMap((line) => /^\S+: (?:\S+ +){6}(\/.*)$/.exec(line)?.[1] ?? [])
  return [...new Set(paths)].filter((path) => !isWithin(path, NAME_SERVICE))
}

/** Without it an account that the network keeps has no name. It answers questions and does nothing else. */
const NAME_SERVICE = '/var/lib/sss'

/** Folders outside the root in which git keeps the state of this worktree or submodule. */
export function gitFoldersOutside(root: string): string[] {
  const [, named] = /^gitdir: (.+)\n?$/.exec(readText(join(root, '.git'))) ?? []
  if (named === undefined) return []
  const folder = realOf(resolve(root, named))
  if (folder === undefined) return []
  const common = readText(join(folder, 'commondir')).trim()
  const whole = common === '' ? folder : (realOf(resolve(folder, common)) ?? folder)
  return outermost([folder, whole]).filter((path) => !isWithin(path, root))
}

/** Where tools keep what they fetched or compiled. Named below the home folder; only what is there counts. */
const CACHES =
  '.cache .npm .cargo .rustup go .gradle .m2 .ivy2 .sbt .nuget .dotnet .bundle .gem .deno .bun .yarn .pnpm-store .composer .mix .hex .stack .cabal .local/share/pnpm'.split(
    ' ',
  )
const CACHE_VARIABLES =
  'XDG_CACHE_HOME CARGO_HOME RUSTUP_HOME GOPATH GOCACHE GOMODCACHE GRADLE_USER_HOME npm_config_cache PIP_CACHE_DIR UV_CACHE_DIR'.split(
    ' ',
  )

export type RunEnv = Readonly<Record<string, string | undefined>>

export function cacheFolders(env: RunEnv, root: string): string[] {
  const home = env['HOME']
  const named = [
    ...CACHE_VARIABLES.flatMap((name) => env[name] ?? []),
    ...(home === undefined ? [] : CACHES.map((name) => join(home, name))),
  ]
  const real = named.filter((path) => path.startsWith('/') && path !== '/').flatMap((path) => realOf(path) ?? [])
  return outermost(real.filter(isFolder)).filter(
    (path) => path !== home && !isWithin(path, root) && !isWithin(root, path),
  )
}

/** Where tools put the dependencies of a project, and caches of their own beside them; worktrees often share them by a link. */
const DEPENDENCIES = ['node_modules', '.venv', 'venv', 'vendor', 'target']

export function linkedFolders(root: string, cwd: string): string[] {
  const named = [root, cwd].flatMap((folder) => DEPENDENCIES.map((name) => join(folder, name)))
  const links = named.filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
  const real = links.flatMap((path) => realOf(path) ?? []).filter((path) => path !== '/' && isFolder(path))
  return outermost(real).filter((path) => !isWithin(path, root) && !isWithin(root, path))
}

/** Folders that the command needs and that would be out of sight. */
export function neededFolders(env: RunEnv, argv: readonly string[], more: readonly string[]): string[] {
  const [program = ''] = argv
  const named = [env['HOME'], ...(env['PATH'] ?? '').split(':'), program.startsWith('/') ? dirname(program) : undefined]
  const real = [...named, ...more].flatMap((path) => (path?.startsWith('/') ? (realOf(path) ?? []) : []))
  return outermost(real.filter(isFolder))
}

export function outermost(paths: readonly string[]): string[] {
  const all = [...new Set(paths)]
  return all.filter((path) => !all.some((other) => isBelow(path, other)))
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    // Not there, or not ours to see.
    return undefined
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Not there, a folder, or not ours to read.
    return ''
  }
}
