// The mounts of this process as Linux lists them (proc_pid_mountinfo(5)).

export interface MountPoint {
  readonly path: string
  /** Flags that must be named again when the mount is made read-only: an ordinary user may not drop them. */
  readonly flags: readonly string[]
  readonly isReadOnly: boolean
}

const KEPT_FLAGS = ['nosuid', 'nodev', 'noexec', 'noatime', 'nodiratime', 'relatime']

/** In the order of mounting; where several lie on one path, only the last one can be reached. */
export function parseMounts(mountinfo: string): MountPoint[] {
  const points = new Map<string, MountPoint>()
  for (const line of mountinfo.split('\n')) {
    const [, , , , escaped, options = ''] = line.split(' ')
    if (escaped === undefined) continue
    const path = unescapePath(escaped)
    const all = options.split(',')
    points.delete(path)
    points.set(path, {
      path,
      flags: all.filter((flag) => KEPT_FLAGS.includes(flag)),
      isReadOnly: all.includes('ro'),
    })
  }
  return [...points.values()]
}

function unescapePath(path: string): string {
  if (!path.includes('\\')) return path
  // Octal bytes of a path that is otherwise UTF-8.
  return path.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
}

/** The flags of the mount that this path lies on, as further options. */
export function flagsAt(path: string, mounts: readonly MountPoint[]): string {
  const above = mounts.filter((mount) => isWithin(path, mount.path))
  const nearest = above.reduce<MountPoint | undefined>(
    (best, mount) => (best && best.path.length > mount.path.length ? best : mount),
    undefined,
  )
  return toOptions(nearest?.flags ?? [])
}

export function toOptions(flags: readonly string[]): string {
  return flags.map((flag) => `,${flag}`).join('')
}

export function isBelow(path: string, folder: string): boolean {
  return path !== folder && isWithin(path, folder)
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}
