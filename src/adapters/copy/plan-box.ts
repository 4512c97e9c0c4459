// What must happen inside the namespaces, as arguments of `box-script.ts`, and the command line that enters them. Pure: all
// that is known about the machine comes in as values.
import { BOX_SCRIPT } from './box-script.ts'
import { flagsAt, isBelow, isWithin, type MountPoint, toOptions } from './mounts.ts'

/** How this process may make namespaces: as the system's administrator, or by a user namespace. */
export type BoxRights = 'administrator' | 'user'

export interface BoxPlan {
  readonly rights: BoxRights
  readonly uid: number
  readonly gid: number
  /** The workspace and the folder for the run. */
  readonly root: string
  readonly scratch: string
  /** `overlay`: of the workspace as it is; `folder`: a copy that stands in the scratch folder already. */
  readonly from: 'overlay' | 'folder'
  /** Folders that the command may change without anybody seeing it, where the system allows it. */
  readonly layers: readonly string[]
  /** Folders that must be seen although they lie in a hidden one. */
  readonly kept: readonly string[]
  readonly mounts: readonly MountPoint[]
  readonly hidden: readonly HiddenFolder[]
  readonly cwd: string
  readonly argv: readonly string[]
  /** The process that starts the box and whose death ends it. */
  readonly runner: number
  /** By absolute path. */
  readonly programs: { readonly unshare: string; readonly setpriv: string | undefined }
}

/** A folder in whose place the command sees another one. */
export interface HiddenFolder {
  readonly path: string
  /** Its name in the scratch folder. */
  readonly name: string
  readonly isWritable: boolean
}

export const HIDDEN: readonly HiddenFolder[] = [
  { path: '/tmp', name: 'tmp', isWritable: true },
  { path: '/var/tmp', name: 'var-tmp', isWritable: true },
  // Sockets of daemons: a read-only mount does not stop a connection.
  { path: '/run', name: 'run', isWritable: false },
  { path: '/var/run', name: 'var-run', isWritable: false },
]

/** Within the scratch folder: the overlay of the workspace, or a copy that stands there before the box is entered. */
export const ROOT_LAYER = 'layer-root'
export const COPY = 'copy'
export const PUT_FOLDER = 'put'
export const REMOVE_LIST = 'remove'
/** Paths of others do not belong into a command line, which everybody can read, and there may be many of them. */
export const SOCKET_LIST = 'sockets'
/** The folder in which the first process says that the command begins. */
export const SIGNAL = 'signal'
export const layerName = (index: number): string => `layer-${index}`

/** Rights that a test may need of root; none of them reaches out of the box. */
const ROOT_RIGHTS = 'chown dac_override fowner fsetid kill setgid setuid net_bind_service'.split(' ')

export function planBox(plan: BoxPlan): string[] {
  const { unshare, setpriv } = plan.programs
  const withUs = setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL', '--', ...whileAlive(plan.runner)]
  const user = plan.rights === 'user' ? ['--user', '--map-root-user'] : []
  const spaces = ['--mount', '--pid', '--net', '--ipc', '--fork', '--kill-child']
  const steps = planSteps(plan)
  return [...withUs, unshare, ...user, ...spaces, '--', '/bin/sh', '-c', BOX_SCRIPT, 'fullstop-copy', ...steps]
}

/**
 * A runner that died before its death could be watched is not the parent any more. `fs_above` is what becomes of this
 * shell: the script of the box looks for it in the same way.
 */
function whileAlive(runner: number): string[] {
  return ['/bin/sh', '-c', '[ "$PPID" = "$1" ] && shift && fs_above=$$ exec "$@"', 'fullstop-copy', `${runner}`]
}

/**
 * The order matters. Everything is put together in the scratch folder before the covers go on: below a cover the scratch
 * folder may itself be out of sight. Only the mounts that were there before become read-only, ours stay as they are.
 */
export function planSteps(plan: BoxPlan): string[] {
  const { root, scratch, from, layers, mounts, hidden } = plan
  const view = from === 'overlay' ? `${ROOT_LAYER}/view` : COPY
  const options = overlayOptions(plan.rights)
  const seenAt = (path: string): string => placeOf(path, hidden) ?? path
  const isCovered = (path: string): boolean =>
    [...hidden.map((folder) => folder.path), '/dev', '/proc'].some((folder) => isWithin(path, folder))
  const covers = [...hidden].sort((a, b) => Number(isWithin(scratch, a.path)) - Number(isWithin(scratch, b.path)))
  const steps: (readonly string[])[] = [
    from === 'overlay' ? ['overlay', ROOT_LAYER, root, options] : ['own', COPY],
    ['clear', view, REMOVE_LIST],
    ['put', view, PUT_FOLDER],
    ...layers.map((lower, index) => ['overlay-if', layerName(index), lower, options]),
    ['own', SIGNAL],
    ...hidden.map(({ name }) => ['own', name]),
    // What is mounted inside a kept folder comes along as it is.
    ...mounts
      .filter((mount) => !mount.isReadOnly && plan.kept.some((path) => isBelow(mount.path, path)))
      .map((mount) => ['readonly', mount.path, toOptions(mount.flags)]),
    ...plan.kept.map((path) => ['keep', path, seenAt(path), flagsAt(path, mounts)]),
    ['dev'],
    ...mounts
      .filter((mount) => !mount.isReadOnly && !isCovered(mount.path))
      .map((mount) => ['readonly', mount.path, toOptions(mount.flags)]),
    ...layers.map((lower, index) => ['show-if', layerName(index), seenAt(lower)]),
    ['show', view, seenAt(root)],
    ...hidden.filter(({ isWritable }) => !isWritable).map(({ name }) => ['readonly', name, flagsAt(scratch, mounts)]),
    ['show', 'dev', '/dev'],
    ...covers.map(({ name, path }) => ['show', name, path]),
    ['hide', SOCKET_LIST],
    ['proc'],
    ['loopback'],
    ['run', plan.cwd, isCovered(scratch) ? 'unseen' : flagsAt(scratch, mounts)],
  ]
  return [...steps.flat(), ...enter(plan), ...plan.argv]
}

/** The user again, without a right over anything that was mounted. */
function enter({ rights, uid, gid, programs: { unshare, setpriv = 'setpriv' } }: BoxPlan): string[] {
  if (rights === 'user') return [unshare, '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--']
  return [setpriv, `--bounding-set=-all${ROOT_RIGHTS.map((right) => `,+${right}`).join('')}`, '--inh-caps=-all', '--']
}

/** In a user namespace only attributes of users can be kept, and a renamed folder is copied. Nothing survives: no syncing. */
function overlayOptions(rights: BoxRights): string {
  return rights === 'user' ? ',userxattr,volatile' : ',redirect_dir=on,volatile'
}

/** Where a path in a hidden folder lies in the folder that is seen instead, relative to the scratch folder. */
export function placeOf(path: string, hidden: readonly HiddenFolder[]): string | undefined {
  const folder = hidden.find((each) => isBelow(path, each.path))
  return folder === undefined ? undefined : `${folder.name}${path.slice(folder.path.length)}`
}
