// The entrance to the config of a project: files, environment and the session's own mode to the policy of a task.
//
//   config-file.ts      the text of a config file to a config, or to errors with their place
//   plain-config.ts     the same for files that hold only what most do, without the schema
//   config-schema.ts    the schema of config files
//   trust.ts            whether the user trusted exactly this content for this root
//   set-config.ts       sets one key and leaves the text around it alone
//   edit-jsonc.ts       one value in a JSON text with comments
//   notify-settings.ts  where the notifications of a task go
//   mask.ts             masks secrets, also those of the project's `.env` files
import { dirname, join } from 'node:path'
import type { Config, Mode } from '../../contract/config/config.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { type Resolved, resolvePolicy } from '../../domain/policy/policy.ts'
import { isWay } from '../../domain/strategies/index.ts'
import { readPlain } from './plain-config.ts'
import { isTrusted, readTrust } from './trust.ts'
import type { World } from '../world.ts'
import { given } from '../../contract/given.ts'

const LARGEST_CONFIG = 1024 * 1024
export const PROJECT_FILE = 'fullstop.json'
const MOST_LEVELS = 40

export interface PolicyQuery {
  readonly cwd: string | undefined
  readonly attended: boolean
  /** What the person set in the session; above all config. */
  readonly sessionMode?: Mode | undefined
  /** `fullstop run` asks; with what its command line says. */
  readonly flags?: Config
}

export interface LoadedPolicy extends Resolved {
  readonly userFile: string
  readonly hasUserFile: boolean
  readonly projectFile?: string
  readonly project?: { readonly text: string; readonly hash: string; readonly trusted: boolean }
}

/** Never rejects: a file that cannot be used is left out and named in `problems`. */
export async function loadPolicy(world: World, query: PolicyQuery): Promise<LoadedPolicy> {
  const { userFile, former } = findUserFile(world)
  const { projectFile, root } = query.cwd === undefined ? {} : findProject(world, query.cwd)
  const user = await loadConfig(world, userFile)
  const project: Loaded = projectFile === undefined ? {} : await loadConfig(world, projectFile)
  const hash = project.text === undefined ? undefined : world.hashOf(project.text)
  const trusted = root !== undefined && hash !== undefined && isTrusted(world, root, hash)
  const around = root === undefined || trusted ? undefined : await loadAround(world, root)
  const resolved = resolvePolicy({
    env: world.env,
    attended: query.attended,
    supervised: query.flags !== undefined,
    ...given({ flags: query.flags, user: user.config }),
    ...(project.config && hash !== undefined ? { project: { config: project.config, trusted, hash } } : {}),
    ...given({ root, around, sessionMode: query.sessionMode }),
  })
  const channels = withChannel(resolved.policy)
  const notify = await keepNotify(world, resolved, hash)
  const changed = root === undefined || trusted ? [] : changedSinceTrust(world, root, project)
  const problems = [
    ...(user.problems ?? []),
    ...(project.problems ?? []),
    ...resolved.problems,
    ...channels.problems,
    ...notify.problems,
  ]
  return {
    ...resolved,
    policy: { ...channels.policy, ...given({ notify: notify.policy }) },
    problems,
    warnings: [...(world.warnings ?? []), ...former, ...resolved.warnings, ...changed, ...(around?.warnings ?? [])],
    userFile,
    hasUserFile: user.config !== undefined || user.problems !== undefined,
    ...given({ projectFile }),
    ...(project.text !== undefined && hash !== undefined ? { project: { text: project.text, hash, trusted } } : {}),
  }
}

/** In the config folder; one in the state folder, where it used to be, is read while there is no other. */
export function findUserFile({ files, stateHome, configHome }: World): { userFile: string; former: readonly string[] } {
  const own = join(configHome, 'config.json')
  const before = join(stateHome, 'config.json')
  if (own === before || !files.exists(before)) return { userFile: own, former: [] }
  if (!files.exists(own)) return { userFile: before, former: [] }
  return {
    userFile: own,
    former: [`${before} is not read, since ${own} exists: move what you need there, remove the other`],
  }
}

/** Loaded only where somebody is to be told of something. */
async function keepNotify(world: World, { notify, policy: { root } }: Resolved, hash: string | undefined) {
  if (!notify) return { problems: [] }
  const { keepNotifySettings } = await import('./notify-settings.ts')
  const project = root !== undefined && hash !== undefined ? { root, hash } : undefined
  return keepNotifySettings(world, notify, project)
}

/** A gate that cannot be satisfied would be a trap: without any way to claim, the done token stays. */
function withChannel(policy: Policy): { policy: Policy; problems: readonly string[] } {
  if (policy.strategies.some(isWay)) return { policy, problems: [] }
  const problem = 'detect.strategies names no way to claim: the done token is kept'
  return { policy: { ...policy, strategies: [...policy.strategies, 'done-token'] }, problems: [problem] }
}

/** The nearest `fullstop.json` from the working folder up to the root of the repository; its folder is where checks run. */
function findProject(world: World, cwd: string): { projectFile?: string; root?: string } {
  let folder = cwd
  for (let depth = 0; depth < MOST_LEVELS; depth++) {
    const path = join(folder, PROJECT_FILE)
    if (world.files.exists(path)) return { projectFile: path, root: world.files.realPath(folder) }
    if (world.files.isRepositoryRoot(folder)) return { root: world.files.realPath(folder) }
    const parent = dirname(folder)
    if (parent === folder) return {}
    folder = parent
  }
  return {}
}

/**
 * The nearest trusted project further up. Anybody who works in it can make a folder with a `.git` or a file of its own in
 * there; that must not shed what the user trusted.
 */
async function loadAround(world: World, root: string): Promise<Around | undefined> {
  let folder = dirname(root)
  for (let depth = 0; depth < MOST_LEVELS && folder !== dirname(folder); depth++) {
    const path = join(folder, PROJECT_FILE)
    if (world.files.exists(path) && readTrust(world, folder)) {
      const loaded = await loadConfig(world, path)
      return { root: folder, config: loaded.config ?? {}, warnings: changedSinceTrust(world, folder, loaded) }
    }
    folder = dirname(folder)
  }
  return undefined
}

interface Around {
  readonly root: string
  readonly config: Config
  readonly warnings: readonly string[]
}

/** An agent can edit or remove the file as well: without a word the next task would just have no checks. */
function changedSinceTrust(world: World, root: string, { text, problems }: Loaded): string[] {
  const trust = readTrust(world, root)
  if (!trust || (text !== undefined && trust.hashes[0] === world.hashOf(text))) return []
  const file = join(root, PROJECT_FILE)
  return [
    text === undefined && problems === undefined
      ? `${file}, which you trusted, is gone, and its checks with it; if that is right, run \`fullstop trust --revoke\` there`
      : `${file} is not as you trusted it, so its checks do not run: look at it, then run \`fullstop trust\` there`,
  ]
}

interface Loaded {
  readonly config?: Config
  readonly text?: string
  readonly problems?: readonly string[]
}

async function loadConfig(world: World, path: string): Promise<Loaded> {
  const read = world.files.readText(path, LARGEST_CONFIG)
  if (read.kind === 'missing') return {}
  if (read.kind === 'refused') return { problems: [`${path} is ignored: ${read.why}`] }
  const plain = readPlain(read.text)
  if (plain) return { config: plain, text: read.text }
  const { parseConfig } = await import('./config-file.ts')
  const parsed = parseConfig(read.text)
  return parsed.ok
    ? { config: parsed.config, text: read.text }
    : { problems: [`${path} is ignored: ${parsed.errors.join('; ')}`] }
}

/** A script that takes a person's session up is a script: its output is not to change, though a task is open. */
export async function isScripted(
  world: World,
  session: { readonly attended: boolean } | undefined,
  query: PolicyQuery,
): Promise<boolean> {
  return !query.attended && session?.attended === true && (await loadPolicy(world, query)).policy.mode === 'off'
}
