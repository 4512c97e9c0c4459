// Chooses the state folder in a process that an agent started. A repository can set FULLSTOP_HOME, XDG_STATE_HOME and HOME
// there, so a folder inside the repository is not used, and the folder that the launcher names comes first.
import { existsSync, realpathSync, statSync } from 'node:fs'
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
export function agentHome(env: Env, around: HomeSurroundings): AgentHome {
  const given = env['FULLSTOP_HOME']
  const installed = env[INSTALLED]
  const named: readonly Named[] = [
    unlessMoved({ name: 'FULLSTOP_HOME', path: given }, installed, around),
    { name: INSTALLED, path: installed, isQuiet: true },
    { name: 'XDG_STATE_HOME', path: env['XDG_STATE_HOME'] && join(env['XDG_STATE_HOME'], 'fullstop') },
    { name: 'HOME', path: env['HOME'] && defaultStateHome(env['HOME'], env) },
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
  const warnings: string[] = []
  for (const { name, path, isQuiet, why = path ? whyNot(path, env, around) : undefined } of named) {
    if (!path) continue
    if (why === undefined) return { home: path, warnings }
    if (!isQuiet) warnings.push(`${name}=${env[name]} is not used: ${why}`)
  }
  return { home: toDefault(around.osHome() ?? system().homedir(), env), warnings }
}

function whyNot(path: string, env: Env, around: HomeSurroundings): string | undefined {
  const { cwd, osHome } = around
  const roots = looked.get(around) ?? new Map<string, boolean>()
  looked.set(around, roots)
  const real = realPath(path, cwd)
  if (!isFolderOrFree(real)) return 'it is not a folder'
  const root = rootAround(real, realPath(cwd, cwd), env['HOME'] ? realPath(env['HOME'], cwd) : undefined, roots)
  if (root === undefined) return undefined
  // Some people keep their home folder itself in a repository.
  const own = osHome()
  return own !== undefined && isInside(realPath(own, cwd), root)
    ? undefined
    : `it lies inside the repository (${root}); use a folder outside of it`
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
