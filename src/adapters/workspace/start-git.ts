// Starts git so that no setting and no variable of a repository makes it run a program. The two doors alone may use it:
// git.ts, which writes nothing, and worktree/git-write.ts, which writes to branches and worktrees of ours.
import { existsSync, realpathSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path'
import { given } from '../../contract/given.ts'
import type { Ran, RunProgram } from '../platform/processes/process.ts'

export const NO_REPOSITORY = 'not a git repository'

const TIMEOUT_MS = 60_000
const MOST_BYTES = 512 * 1024 * 1024

/** A config that outranks the repository's. Transports are forbidden by the environment, see `toEnvironment`. */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.checkStat=default',
  'core.trustctime=true',
  'core.pager=cat',
  'core.editor=true',
  'core.askPass=',
  'core.sshCommand=false',
  'credential.helper=',
  'diff.external=',
  'gc.auto=0',
  'maintenance.auto=false',
  'submodule.recurse=false',
]

export interface GitStart {
  readonly runProgram: RunProgram
  /** Our own environment; git gets what is harmless of it. */
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface GitStartOptions {
  readonly input?: string | Uint8Array
  readonly timeoutMs?: number
  readonly mostBytes?: number
  /** More settings that outrank the repository's. */
  readonly settings?: readonly string[]
  /** More variables, put over those that every call gets. */
  readonly variables?: Readonly<Record<string, string>>
}

/** Never rejects. */
export async function startGit(
  { runProgram, env }: GitStart,
  cwd: string,
  args: readonly string[],
  { input, timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES, settings = [], variables = {} }: GitStartOptions = {},
): Promise<Ran> {
  const argv = ['git', '--no-pager', ...[...SETTINGS, ...settings].flatMap((setting) => ['-c', setting]), ...args]
  const all = { ...toEnvironment(env, cwd), ...variables }
  return runProgram(argv, { cwd, env: all, timeoutMs, mostBytes, ...given({ input }) })
}

/** Where the user keeps their own settings; all other variables of git could redirect it. */
const KEPT = new Set(['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'])

function toEnvironment(ours: Readonly<Record<string, string | undefined>>, cwd: string): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(ours))
    if (value !== undefined && (!name.startsWith('GIT_') || KEPT.has(name))) env[name] = value
  if (env['PATH'] !== undefined) env['PATH'] = withoutProject(env['PATH'], cwd)
  return {
    ...env,
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // A missing object must not be fetched: its remote's URL can be a command. Old versions know only the second one.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_PROTOCOL_FROM_USER: '0',
    // A replacement would show another content under the name of the true one.
    GIT_NO_REPLACE_OBJECTS: '1',
    // A path here means exactly that path.
    GIT_LITERAL_PATHSPECS: '1',
  }
}

/** A repository can set PATH, through an agent's settings: no program inside it is git. Nor is one in a relative folder. */
function withoutProject(path: string, cwd: string): string {
  const root = realPath(rootOf(cwd))
  const isOutside = (folder: string): boolean => !`${realPath(folder)}${sep}`.startsWith(`${root}${sep}`)
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && isOutside(folder))
    .join(delimiter)
}

function rootOf(cwd: string): string {
  for (let folder = cwd; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, '.git'))) return folder
  return cwd
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // Not there: then nothing is found in it either.
    return path
  }
}

/** Why a call did not do what was asked of it, for people. */
export async function explainGit(ran: Ran, cwd: string): Promise<string> {
  if (ran.kind === 'failed') return /ENOENT|not found in \$PATH/.test(ran.why) ? explainMissing(cwd) : ran.why
  const said = ran.stderr.trim()
  if (/dubious ownership/.test(said))
    return `git does not trust ${cwd} (dubious ownership): it belongs to another user; if you trust it: git config --global --add safe.directory '${cwd}'`
  if (/not a git repository/.test(said)) return NO_REPOSITORY
  return said === '' ? `git ended with exit ${ran.code}` : said.slice(0, 500)
}

async function explainMissing(cwd: string): Promise<string> {
  const folder = await stat(cwd).catch(() => undefined)
  return folder?.isDirectory() ? 'git is not installed' : `there is no folder ${cwd}`
}
