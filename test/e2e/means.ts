// Machines for the stories of extra runs: one that has only this means for a copy of the workspace, and one user of it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Env, Room } from './room.ts'

export type Means = 'overlay' | 'clone' | 'copy' | 'none'
export type User = 'root' | 'plain user'

export interface Machine {
  readonly means: Means
  readonly user: User
}

const NOBODY = '65534'
const isRoot = process.getuid?.() === 0

/** A folder on a disk that shares blocks between files, for the means `clone`. */
const REFLINKS = process.env['FULLSTOP_TEST_REFLINKS'] ?? tmpdir()

/** The one that most people have. */
export const USUAL: Machine = { means: 'overlay', user: isRoot ? 'root' : 'plain user' }

export const MACHINES: readonly Machine[] = (['overlay', 'clone', 'copy', 'none'] as const).flatMap((means) =>
  (['root', 'plain user'] as const).map((user) => ({ means, user })),
)

/** Why this machine cannot be played here. */
export function whyNotPlayed({ means, user }: Machine): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has namespaces'
  if (spawnSync('unshare', isRoot ? ['--mount', 'true'] : ['--user', 'true']).status !== 0) return 'no namespaces here'
  if (!isRoot && (means !== USUAL.means || user !== USUAL.user)) return 'only root can play another machine'
  if (means === 'clone' && !hasReflinks()) return 'no reflinks: FULLSTOP_TEST_REFLINKS may name a folder that has them'
  return undefined
}

function hasReflinks(): boolean {
  const folder = mkdtempSync(join(REFLINKS, 'fullstop-reflinks-'))
  writeFileSync(join(folder, 'one'), 'one')
  const { status } = spawnSync('cp', ['--reflink=always', join(folder, 'one'), join(folder, 'other')])
  rmSync(folder, { recursive: true })
  return status === 0
}

export function roomsOf({ means }: Machine): string {
  return means === 'clone' ? REFLINKS : tmpdir()
}

/** Call it once everything is in the room. */
export function handOver({ user }: Machine, { root }: Room): void {
  if (user === 'plain user' && isRoot) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, root])
}

/** Programs in the home folder of another user are out of reach. */
export function envOn({ user }: Machine): Env {
  return user === 'plain user' && isRoot ? { PATH: '/usr/local/bin:/usr/bin:/bin' } : {}
}

/** What a program is started with. `smallDisk`: the state folder lies on a disk with less than 2 GiB. */
export function startedOn({ means, user }: Machine, { cwd, state }: Room, smallDisk = false): string[] {
  const lines = [
    // A workspace with a mount inside it gets no overlay.
    ...(means === 'clone' || means === 'copy' ? ['mount --bind "$1/.git" "$1/.git"'] : []),
    ...(means === 'none' ? ['mount --bind /dev/null "$(readlink -f /usr/bin/unshare)"'] : []),
    ...(smallDisk ? ['mount -t tmpfs -o size=1g,mode=1777 tmpfs "$2"'] : []),
  ]
  if (smallDisk) mkdirSync(state, { recursive: true })
  const as = user === 'plain user' && isRoot ? [`setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups`] : []
  const script = [...lines, `shift 2; exec ${as.join('')} "$@"`].join(' && ')
  return isRoot ? ['unshare', '--mount', '/bin/sh', '-c', script, 'sh', cwd, state] : []
}
