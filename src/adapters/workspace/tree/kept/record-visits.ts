// Finds out which folders git looks into to list the untracked files. It takes as long as a listing, so it is done while
// nobody waits; `visits.ts` then spares one while somebody does.
import { statfs } from 'node:fs/promises'
import { type GitDoor, readConfig, runGit } from '../../git.ts'
import { type Name, specialNames } from '../index-lines.ts'
import { listArgs, readFileSystem, readPlace, readStamp, settingsOf } from '../repository-place.ts'
import { type FileStamps, isCalm, isFine, stampAt } from '../stamp.ts'
import type { Tree, TreePart } from '../tree.ts'
import { type GitSetup, isSameToGit, readRules, type Visits, type VisitsKeeper } from './visits.ts'

/** More is not worth to be kept and read again. */
const MOST_BYTES = 16 * 1024 * 1024

interface Keeping {
  readonly keeper: VisitsKeeper
  readonly now: () => Date
}

/** Never rejects. Where the folders do not tell what git would list, nothing is kept. `tree`: read a moment ago. */
export async function recordVisits(door: GitDoor, { root, parts }: Tree, { keeper, now }: Keeping): Promise<void> {
  const [part, inner] = parts
  const stamp = part?.stamp
  if (!part || inner || stamp === undefined || !isPlain(part) || !(await keepsTimes(root))) return
  const [found, config] = await Promise.all([readPlace(door, root), readConfig(door, root)])
  if (!found.ok || !config.ok) return
  const setup = { door, folder: root, place: found.place, config }
  const before = keeper.load(stamp)
  if (before && (await isSameToGit(setup, before))) return
  const at = now()
  const rules = await readRules(setup, at)
  const visits = rules === undefined ? undefined : await lookAround(setup, part, at)
  const index = await readStamp(found.place.index)
  if (rules !== undefined && visits && index?.text === stamp) keeper.save({ stamp, rules, ...visits })
}

/** Git looks into no submodule, and where it is not to look at a file, it may go by what that was like in the index. */
function isPlain({ lines }: TreePart): boolean {
  const { submodules, unseen } = specialNames(lines)
  return submodules.length + unseen.length === 0
}

/** File systems that give a folder other times whenever a name in it changes. */
const KEEP_TIMES = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0xf2f52010, // f2fs
  0x2fc12fc1, // zfs
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
])

async function keepsTimes(folder: string): Promise<boolean> {
  const system = await statfs(folder).catch(() => undefined)
  return system !== undefined && KEEP_TIMES.has(system.type)
}

/**
 * In a plain index, a folder that is there and not ignored is one that git looks into. So where it looked into as many as we
 * know, each of another file, it was these: an empty one, or one with nothing but ignored files, would be one more.
 */
async function lookAround(
  setup: GitSetup,
  { lines }: TreePart,
  at: Date,
): Promise<Pick<Visits, 'listing' | 'names' | 'looked'> | undefined> {
  const { door, folder, place, config } = setup
  const settings = settingsOf(await readFileSystem(place.index, config, await readStamp(place.index)))
  const listed = await runGit(door, folder, listArgs(lines), { settings, isTraced: true })
  if (!listed.ok || listed.stdout.length > MOST_BYTES) return undefined
  const tracked = foldersIn(lines)
  const folders = [...new Set([...tracked, ...foldersIn(listed.stdout)])]
  if (visitedIn(listed.stderr) !== folders.length || !(await areNotIgnored(setup, tracked, settings))) return undefined
  const watched = await lookAt(setup, folders)
  return watched && areCalm(watched.looked, at) ? { listing: listed.stdout, ...watched } : undefined
}

/** The folder of a file, and up to a thousand more files of the same one: 50,000 names are read in a few ms. */
const FOLDER = /(?<![^\0])(?:\? |[^\t\0]{1,99}\t)([^\0]*\/)[^\0/]*\0(?:(?:\? |[^\t\0]{1,99}\t)\1[^\0/]*\0){0,1000}/g

/** All folders that hold a file of the listing, and those around them; `''` is the root. */
function foldersIn(listing: Buffer): ReadonlySet<Name> {
  const folders = new Set<Name>([''])
  for (const [, path = ''] of listing.toString('latin1').matchAll(FOLDER)) {
    for (let end = path.length - 1; end !== -1; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }
  return folders
}

/** How many folders git says that it looked into. Undefined: it is too old to say it, or complained of something. */
function visitedIn(trace: string): number | undefined {
  const events = trace
    .split('\n')
    .filter((line) => line !== '')
    .map(toEvent)
  const told = events.find((event) => event?.key === 'directories-visited')?.value
  return told === undefined || events.includes(undefined) ? undefined : Number(told)
}

interface TraceEvent {
  readonly event: string
  readonly key?: string
  readonly value?: string
}

/** Undefined: git complains of something; or so much was said that the start is cut off. */
function toEvent(line: string): TraceEvent | undefined {
  try {
    const read = JSON.parse(line) as TraceEvent
    return read.event === undefined ? undefined : read
  } catch {
    return undefined
  }
}

async function areNotIgnored(
  { door, folder }: GitSetup,
  folders: ReadonlySet<Name>,
  settings: readonly string[],
): Promise<boolean> {
  const paths = [...folders].flatMap((name) => (name === '' ? [] : [`./${name}\0`]))
  if (paths.length === 0) return true
  const input = Buffer.from(paths.join(''), 'latin1')
  const answer = await runGit(door, folder, ['check-ignore', '--no-index', '-z', '--stdin'], { input, settings })
  return answer.ok && answer.stdout.length === 0
}

const KINDS = 0o170000
const FOLDER_KIND = 0o040000

/** The folders, and the files in them that say what is ignored. Undefined: one is no folder, or holds a repository. */
async function lookAt(
  { door: { statFiles }, folder }: GitSetup,
  folders: readonly Name[],
): Promise<Pick<Visits, 'names' | 'looked'> | undefined> {
  const inEach = (name: Name): Name[] => folders.map((each) => (each === '' ? name : `${each}/${name}`))
  const possible = inEach('.gitignore')
  const lists = await statFiles?.(folder, possible, 'any')
  const repositories = await statFiles?.(folder, inEach('.git').slice(1), 'any')
  if (!lists || !repositories || repositories.modes.some((mode) => mode !== 0)) return undefined
  const names = [...folders.map((each) => each || '.'), ...possible.filter((_, place) => lists.modes[place] !== 0)]
  const looked = await statFiles?.(folder, names, 'any')
  const areFolders = folders.every((_, place) => ((looked?.modes[place] ?? 0) & KINDS) === FOLDER_KIND)
  return looked && areFolders && areApart(looked, folders.length) ? { names, looked } : undefined
}

/** No folder has two names, and nothing is mounted among them. */
function areApart({ stamps }: FileStamps, folders: number): boolean {
  const all = Array.from({ length: folders }, (_, place) => stampAt(stamps, place))
  return new Set(all.map(({ ino }) => ino)).size === folders && all.every(({ dev }) => dev === stamps[0])
}

/** Each changed long enough before that the next change shows. */
function areCalm({ modes, stamps }: FileStamps, at: Date): boolean {
  const all = Array.from(modes, (_, place) => stampAt(stamps, place))
  return all.every((stamp) => isCalm(stamp, at)) && all.some(isFine)
}
