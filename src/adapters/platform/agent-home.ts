// Chooses the state folder in a process that an agent started. A repository can set FULLSTOP_HOME, XDG_STATE_HOME and HOME
// there, so a folder inside the repository is not used, and the folder that the launcher names comes first.
import { existsSync, mkdtempSync, realpathSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { defaultConfigHome, defaultStateHome, type Env } from './env.ts'
import { isRepositoryRoot } from './files/files.ts'
import { system } from './system.ts'

export interface AgentHome {
  readonly home: string
  /** Variables that are set but not used, with the reason. */
  readonly warnings: readonly string[]
}

export interface HomeSurroundings {
  readonly cwd: string
  /** The home folder by the system's own list of users, whatever the environment says. */
  readonly osHome: () => string | undefined
}

/** Set by the launcher alone, which overwrites it: the folder that `init` was run for. */
const INSTALLED = 'FULLSTOP_LAUNCHER_HOME'
/** The same for the folder of the user's own config. */
const INSTALLED_CONFIG = 'FULLSTOP_LAUNCHER_CONFIG_HOME'
/** The same name as in `openSqliteStore`. */
const STORE = 'fullstop.db'

export function agentHome(env: Env, around: HomeSurroundings): AgentHome {
  const given = env['FULLSTOP_HOME']
  const installed = env[INSTALLED]
  // Where the launcher names a folder, no repository has moved it.
  const isWritten = installed === undefined
  const xdg = env['XDG_STATE_HOME']
  const named: readonly Named[] = [
    unlessMoved({ name: 'FULLSTOP_HOME', path: given, isWritten }, installed, around),
    { name: INSTALLED, path: installed, isQuiet: true },
    { name: 'XDG_STATE_HOME', path: xdg && join(xdg, 'fullstop'), isWritten },
    { name: 'HOME', path: env['HOME'] && defaultStateHome(env['HOME'], env), isWritten },
  ]
  return firstUsable(named, defaultStateHome, env, around)
}

/** The same for the folder of the user's own config: what it says needs no trust. */
export function agentConfigHome(env: Env, around: HomeSurroundings): AgentHome {
  const xdg = env['XDG_CONFIG_HOME']
  const installed = env[INSTALLED_CONFIG]
  const named: readonly Named[] = [
    unlessMoved({ name: 'FULLSTOP_CONFIG_HOME', path: env['FULLSTOP_CONFIG_HOME'] }, installed, around),
    unlessMoved({ name: 'XDG_CONFIG_HOME', path: xdg && join(xdg, 'fullstop') }, installed, around),
    { name: INSTALLED_CONFIG, path: installed, isQuiet: true },
    // What is wrong with HOME is told of the state folder already.
    { name: 'HOME', path: env['HOME'] && defaultConfigHome(env['HOME'], env), isQuiet: true },
  ]
  return firstUsable(named, defaultConfigHome, env, around)
}

interface Named {
  readonly name: string
  readonly path: string | undefined
  /** Why it is not used, where that is known beforehand. */
  readonly why?: string
  /** A store is to lie in it: where none can be made, the gate would be open. */
  readonly isWritten?: boolean
  /** The person is not told that it is not used. */
  readonly isQuiet?: true
}

/** A folder other than the one that `init` was run for is not used. */
function unlessMoved(named: Named, installed: string | undefined, { cwd }: HomeSurroundings): Named {
  if (!named.path || !installed || realPath(named.path, cwd) === realPath(installed, cwd)) return named
  return { ...named, why: `this hook was installed for ${installed}; to change that, run \`fullstop init\`` }
}

/** The first folder that may be used, else the default below the home that the system names. */
function firstUsable(
  named: readonly Named[],
  toDefault: (home: string, env: Env) => string,
  env: Env,
  around: HomeSurroundings,
): AgentHome {
  const unused: { path: string; warning: string }[] = []
  const warningsFor = (home: string): string[] =>
    unused.flatMap(({ path, warning }) => (path === home ? [] : [warning]))
  for (const one of named) {
    const { name, path, isQuiet } = one
    if (!path) continue
    const why = one.why ?? whyNot({ ...one, path }, env, around)
    if (why === undefined) return { home: path, warnings: warningsFor(path) }
    if (!isQuiet) unused.push({ path, warning: `${name}=${env[name]} is not used: ${why}` })
  }
  // There is no other place: what is wrong with this one is said where it is used.
  const home = toDefault(around.osHome() ?? system().homedir(), env)
  return { home, warnings: warningsFor(home) }
}

function whyNot(
  { path, isWritten }: Named & { readonly path: string },
  env: Env,
  around: HomeSurroundings,
): string | undefined {
  const { cwd, osHome } = around
  const roots = looked.get(around) ?? new Map<string, boolean>()
  looked.set(around, roots)
  const real = realPath(path, cwd)
  if (!isFolderOrFree(real)) return 'it is not a folder'
  const root = rootAround(real, realPath(cwd, cwd), env['HOME'] ? realPath(env['HOME'], cwd) : undefined, roots)
  if (root !== undefined) {
    // Some people keep their home folder itself in a repository.
    const own = osHome()
    const isOwn = own !== undefined && isInside(realPath(own, cwd), root)
    if (!isOwn) return `it lies inside the repository (${root}); use a folder outside of it`
  }
  return isWritten && !takesFiles(real) ? 'no file can be made in it; name a folder that you may write to' : undefined
}

/** Tried, until a store is there: permissions alone do not tell. Nothing of it is left. */
function takesFiles(folder: string): boolean {
  if (existsSync(join(folder, STORE))) return true
  let there = folder
  while (!existsSync(there)) there = dirname(there)
  try {
    rmdirSync(mkdtempSync(join(there, '.fullstop-')))
    return true
  } catch {
    return false
  }
}

/** The project of the working folder that holds this path too. A folder without a mark is one, unless it is a home. */
function rootAround(path: string, cwd: string, home: string | undefined, roots: Roots): string | undefined {
  const isPlainRoot = home === undefined || !isInside(home, cwd)
  let root: string | undefined
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (isInside(path, folder) && ((folder === cwd && isPlainRoot) || isRoot(folder, roots))) root = folder
    if (folder === dirname(folder)) return root
  }
}

/** The folders for state and config are looked for at the same moment, and mostly lie below the same folders. */
type Roots = Map<string, boolean>
const looked = new WeakMap<HomeSurroundings, Roots>()

function isRoot(folder: string, roots: Roots): boolean {
  const known = roots.get(folder)
  if (known !== undefined) return known
  const found = isRepositoryRoot(folder) || existsSync(join(folder, 'fullstop.json'))
  roots.set(folder, found)
  return found
}

/** Without links, as far as it exists. */
function realPath(path: string, cwd: string): string {
  const whole = resolve(cwd, path)
  for (let folder = whole; ; folder = dirname(folder)) {
    try {
      return resolve(realpathSync(folder), `.${sep}${whole.slice(folder.length)}`)
    } catch {
      // Not there yet, or not to be followed: the folder above may be.
      if (folder === dirname(folder)) return whole
    }
  }
}

function isFolderOrFree(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      const stat = statSync(folder, { throwIfNoEntry: false })
      if (stat !== undefined) return stat.isDirectory()
    } catch {
      // Below a file, or behind a closed door: the folder above tells which.
    }
    if (folder === dirname(folder)) return true
  }
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}
