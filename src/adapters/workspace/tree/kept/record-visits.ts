// Finds out which folders git looks into to list the untracked files. It takes as long as a listing, so it is done while
// nobody waits; `visits.ts` then spares one while somebody does.
import { statfs } from 'node:fs/promises'
import { type GitDoor, readConfig, runGit, withoutTrace } from '../../git.ts'
import type { Name } from '../index-lines.ts'
import { listArgs, readFileSystem, readPlace, readStamp, settingsOf } from '../repository-place.ts'
import { type FileStamps, isTelling, stampAt } from '../stamp.ts'
import type { Tree } from '../tree.ts'
import { isSameToGit, readRules, type Visits, type VisitsKeeper } from './visits.ts'

interface Keeping {
  readonly keeper: VisitsKeeper
  readonly now: () => Date
}

/** Never rejects. Where the folders do not tell what git would list, nothing is kept. `tree`: read a moment ago. */
export async function recordVisits(door: GitDoor, tree: Tree, { keeper, now }: Keeping): Promise<void> {
  const [part, inner] = tree.parts
  const stamp = part?.stamp
  if (!part || inner || stamp === undefined || !(await keepsTimes(tree.root))) return
  const folder = tree.root
  const [found, config] = await Promise.all([readPlace(door, folder), readConfig(door, folder)])
  if (!found.ok || !config.ok) return
  const { place } = found
  const index = await readStamp(place.index)
  const settings = settingsOf(await readFileSystem(place.index, config, index))
  const ruled = { door, folder, place, config }
  const before = keeper.load(stamp)
  if (before && (await isSameToGit(ruled, before))) return
  const at = now()
  const rules = await readRules(ruled, at)
  if (rules === undefined) return
  const listed = await runGit(door, folder, listArgs(part.lines), { settings, isTraced: true })
  if (!listed.ok || withoutTrace(listed.stderr) !== '') return
  const tracked = foldersIn(part.lines)
  const folders = [...new Set([...tracked, ...foldersIn(listed.stdout)])]
  // A folder that is there and not ignored is one that git looks into. So if it looked into as many, it was these, and no other.
  if (visitedIn(listed.stderr) !== folders.length) return
  const [seen, areShown] = await Promise.all([
    lookInto({ door, folder, at }, folders),
    areNotIgnored({ door, folder, settings }, tracked),
  ])
  if (!seen || !areShown || (await readStamp(place.index))?.text !== stamp) return
  keeper.save({ stamp, rules, listing: listed.stdout, ...seen })
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

/** The folder of a file, and up to a thousand more files of the same one: 50,000 names are read in a few ms. */
const FOLDER = /(?:\? |\t)([^\0]*\/)[^\0/]*\0(?:(?:\? |[^\t\0]*\t)\1[^\0/]*\0){0,1000}/g

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

/** How many folders git says that it looked into; older versions do not. */
function visitedIn(trace: string): number {
  return Number(/"key":"directories-visited","value":"(\d+)"/.exec(trace)?.[1])
}

interface Folders {
  readonly door: GitDoor
  readonly folder: string
}

async function areNotIgnored(
  { door, folder, settings }: Folders & { readonly settings: readonly string[] },
  folders: ReadonlySet<Name>,
): Promise<boolean> {
  const paths = [...folders].flatMap((name) => (name === '' ? [] : [`./${name}\0`]))
  if (paths.length === 0) return true
  const input = Buffer.from(paths.join(''), 'latin1')
  const answer = await runGit(door, folder, ['check-ignore', '--no-index', '-z', '--stdin'], { input, settings })
  return answer.ok && answer.stdout.length === 0
}

const KINDS = 0o170000
const FOLDER_KIND = 0o040000

/**
 * The folders, and the files in them that say what is ignored. Undefined: one is no folder, is mounted, is a repository, or
 * changed so shortly before `at` that the next change might not show.
 */
async function lookInto(
  { door: { statFiles }, folder, at }: Folders & { readonly at: Date },
  folders: readonly Name[],
): Promise<Pick<Visits, 'names' | 'looked'> | undefined> {
  const inEach = (name: Name): Name[] => folders.map((each) => (each === '' ? name : `${each}/${name}`))
  const possible = inEach('.gitignore')
  const [lists, repositories] = [
    await statFiles?.(folder, possible, 'any'),
    await statFiles?.(folder, inEach('.git').slice(1), 'any'),
  ]
  const names = [...folders.map((each) => each || '.'), ...possible.filter((_, place) => lists?.modes[place] !== 0)]
  const looked = await statFiles?.(folder, names, 'any')
  if (!looked || !repositories || repositories.modes.some((mode) => mode !== 0)) return undefined
  const areFolders = folders.every((_, place) => ((looked.modes[place] ?? 0) & KINDS) === FOLDER_KIND)
  return areFolders && areCalm(looked, at) ? { names, looked } : undefined
}

function areCalm({ modes, stamps }: FileStamps, at: Date): boolean {
  return modes.every((_, place) => {
    const stamp = stampAt(stamps, place)
    return stamp.dev === stamps[0] && isTelling(stamp, at)
  })
}
