// The folder of one run below our state: made for it, removed after it, and swept by a later run if its own could not.
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Processes } from '../platform/processes/processes.ts'
import type { CopyRun } from './copy-run.ts'
import { COPY, PUT_FOLDER, REMOVE_LIST, SIGNAL, SOCKET_LIST } from './plan-box.ts'

/** The entry of the environment by which the processes of a run are found after the death of its owner. */
export const COPY_VARIABLE = 'FULLSTOP_COPY'

/** The folders of all runs. */
export function runsIn(stateHome: string): string {
  return join(stateHome, 'copies')
}

export interface ScratchFolder {
  readonly path: string
  readonly name: string
}

export interface Owners {
  readonly stateHome: string
  readonly processes: Pick<Processes, 'keyOf' | 'isAlive' | 'isHere' | 'self'>
  readonly newId: (prefix: string) => string
}

/** Its name tells whose it is: nothing is to be locked, and nobody sees it without an owner. Throws as the system does. */
export function makeScratchFolder({ stateHome, processes, newId }: Owners): ScratchFolder {
  const name = `${processes.keyOf(processes.self) ?? processes.self}.${newId('copy')}`
  const path = join(runsIn(stateHome), name)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return { path, name }
}

/** The files that are put in, and the names of those that go: what is put replaces whatever is there. */
export function writeChanges(
  { path }: ScratchFolder,
  { root, put, remove }: Pick<CopyRun, 'root' | 'put' | 'remove'>,
): void {
  const gone = [...remove, ...put.map((file) => file.path)]
  writeList(
    join(path, REMOVE_LIST),
    gone.map((name) => `./${name}`),
  )
  mkdirSync(join(path, PUT_FOLDER), { recursive: true })
  for (const file of put) {
    const target = join(path, PUT_FOLDER, file.path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, file.bytes)
    chmodSync(target, file.executable === true ? 0o755 : modeOf(join(root, file.path)))
  }
}

/** As `xargs -0` reads it. */
function writeList(path: string, names: readonly string[]): void {
  writeFileSync(path, names.map((name) => `${name}\0`).join(''))
}

/** A file that is there keeps its mode. */
function modeOf(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? stat.mode & 0o777 : 0o644
}

export interface ScratchNeeds {
  /** Overlays to be mounted: their names here and the folders they show. */
  readonly overlays: readonly (readonly [string, string])[]
  /** Folders to be made, relative to the scratch folder. */
  readonly folders: readonly string[]
  /** Symbolic links to be made there: path and target. */
  readonly links: readonly (readonly [string, string])[]
  /** To be hidden in the box. */
  readonly sockets: readonly string[]
}

export function furnish({ path }: ScratchFolder, { overlays, folders, links, sockets }: ScratchNeeds): void {
  writeList(join(path, SOCKET_LIST), sockets)
  const parts = overlays.flatMap(([name]) => ['lower', 'upper', 'work', 'view'].map((part) => `${name}/${part}`))
  for (const name of [...parts, COPY, SIGNAL, 'dev', ...folders]) mkdirSync(join(path, name), { recursive: true })
  for (const [name, lower] of overlays) makeAlike(join(path, name, 'upper'), lower)
  for (const [link, target] of links) if (!isThere(join(path, link))) symlinkSync(target, join(path, link))
  for (const name of ['tmp', 'var-tmp']) if (existsSync(join(path, name))) chmodSync(join(path, name), 0o1777)
}

/** A second means may find what the first one left. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** An overlay's own folder looks as its upper one does. */
function makeAlike(upper: string, lower: string): void {
  const { mode, uid, gid } = statSync(lower)
  try {
    chownSync(upper, uid, gid)
  } catch {
    // Somebody else's folder: only an administrator can make one alike.
  }
  chmodSync(upper, mode & 0o7777)
}

/** Never throws. */
export function removeScratchFolder(path: string): void {
  for (let round = 0; round < 3; round++) {
    try {
      rmSync(path, { recursive: true, force: true })
      return
    } catch {
      // Folders without rights of ours: overlays make such ones, and so may any command.
      openUp(path)
    }
  }
}

function openUp(path: string): void {
  try {
    if (!lstatSync(path).isDirectory()) return
    chmodSync(path, 0o700)
    for (const name of readdirSync(path)) openUp(join(path, name))
  } catch {
    // Gone meanwhile, or somebody else's: the next sweep tries again.
  }
}

/** Folders whose owner has ended, however it ended: first its processes go, then its files. */
export async function sweepScratchFolders(
  { stateHome, processes }: Owners,
  end: (mark: string) => Promise<number>,
): Promise<void> {
  for (const name of namesIn(runsIn(stateHome))) {
    const owner = name.slice(0, name.lastIndexOf('.copy_'))
    if (!processes.isHere(owner) || processes.isAlive(owner)) continue
    await end(`${COPY_VARIABLE}=${name}`)
    removeScratchFolder(join(runsIn(stateHome), name))
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // No run has been made yet.
    return []
  }
}
