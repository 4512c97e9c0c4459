// Enters the namespaces and runs the command there, at the path of the workspace.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandEnd } from '../platform/processes/command.ts'
import type { Workshop } from '../platform/workshop.ts'
import { toCopyEnv } from './copy-env.ts'
import type { CopyEnd, CopyMeans, CopyRun } from './copy-run.ts'
import {
  boxRights,
  cacheFolders,
  findProgram,
  gitFoldersOutside,
  hiddenFolders,
  linkedFolders,
  linksIn,
  neededFolders,
  outermost,
  readMounts,
  type RunEnv,
  socketPaths,
} from './machine-facts.ts'
import { isWithin } from './mounts.ts'
import { type BoxPlan, layerName, placeOf, planBox, ROOT_LAYER, SIGNAL } from './plan-box.ts'
import { COPY_VARIABLE, furnish, type Owners, type ScratchFolder } from './scratch-folder.ts'

export interface CopyTools extends Owners {
  readonly shop: Pick<Workshop, 'runCommand' | 'runProgram' | 'endMarked' | 'platform' | 'disk'>
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed: () => number
  /** For tests: only these means, and a machine without namespaces. */
  readonly means?: readonly CopyMeans[]
  readonly hasNamespaces?: boolean
}

/** `next`: the command has not begun, and another means can be tried. */
export type Attempt = CopyEnd | { readonly kind: 'next'; readonly why: string }

export async function runInBox(
  tools: CopyTools,
  run: CopyRun,
  scratch: ScratchFolder,
  means: CopyMeans,
): Promise<Attempt> {
  const { shop, hasNamespaces = shop.platform === 'linux' } = tools
  if (!hasNamespaces) return { kind: 'next', why: 'this system has no namespaces' }
  const unshare = findProgram('unshare')
  if (unshare === undefined) return { kind: 'next', why: 'the program unshare is not installed' }
  const plan = readPlan(run, scratch, { means, unshare })
  furnish(scratch, {
    overlays: [
      ...(plan.from === 'overlay' ? [[ROOT_LAYER, run.root] as const] : []),
      ...plan.layers.map((folder, index) => [layerName(index), folder] as const),
    ],
    folders: [
      ...plan.hidden.map(({ name }) => name),
      ...[run.root, ...plan.kept, ...plan.layers].flatMap((path) => placeOf(path, plan.hidden) ?? []),
    ],
    links: plan.hidden.filter(({ isWritable }) => !isWritable).flatMap(linksIn),
    sockets: socketPaths(),
  })
  const end = await shop.runCommand({
    ...run,
    argv: planBox(plan),
    cwd: scratch.path,
    env: { ...toBoxEnv(run.env), [COPY_VARIABLE]: scratch.name },
  })
  // A command that a signal ends gives the box an exit code: this signal came from outside and says nothing of the command.
  if (end.how.kind === 'killed') return { kind: 'not-run', why: `the run was ended from outside by ${end.how.signal}` }
  if (existsSync(join(scratch.path, SIGNAL, 'began'))) return { kind: 'ran', end, means, isIsolated: true }
  return failure(end)
}

/** The home folder is read-only: where no folder for caches is there, none can be made. */
function toBoxEnv(env: RunEnv): RunEnv {
  const { HOME: home } = env
  const isNamed = env['XDG_CACHE_HOME'] !== undefined || (home !== undefined && existsSync(join(home, '.cache')))
  return { ...(isNamed ? {} : { XDG_CACHE_HOME: '/tmp/.cache' }), ...toCopyEnv(env) }
}

function readPlan(
  { root, argv, cwd, env }: CopyRun,
  { path }: ScratchFolder,
  { means, unshare }: { readonly means: CopyMeans; readonly unshare: string },
): BoxPlan {
  const hidden = hiddenFolders()
  const layers = outermost([...gitFoldersOutside(root), ...cacheFolders(env, root), ...linkedFolders(root, cwd)])
  const kept = neededFolders(env, argv, layers)
  return {
    rights: boxRights(),
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
    root,
    scratch: path,
    from: means === 'overlay' ? 'overlay' : 'folder',
    layers,
    kept: kept.filter((folder) => placeOf(folder, hidden) !== undefined && !isWithin(folder, root)),
    mounts: readMounts(),
    hidden,
    cwd,
    argv,
    runner: process.pid,
    programs: { unshare, setpriv: findProgram('setpriv') },
  }
}

function failure({ how, head, tail }: CommandEnd): Attempt {
  if (how.kind === 'interrupted') return { kind: 'not-run', why: 'the run was interrupted' }
  if (how.kind === 'timed-out')
    return { kind: 'not-run', why: 'the copy took longer to set up than the check may take' }
  if (how.kind === 'not-started') return { kind: 'next', why: how.why }
  return { kind: 'next', why: lastLine(Buffer.concat([head, tail]).toString('utf8')) }
}

/** The last one says what failed, the one before why: programs of the system complain first. */
export function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(-2).reverse().join(': ').slice(0, 300) || 'no reason was given'
}
