// The folders that git looks into to list the untracked files, and what they were like when it did. A name that comes, goes or
// becomes another kind of file gives its folder other times, and what is ignored stands in files with times of their own. So
// where all of them are as they were, git would list the same.
import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { GitConfig, GitDoor } from '../../git.ts'
import { atHome, usualList } from '../../own-excludes.ts'
import { withHeader, withoutHeader } from './checksum.ts'
import type { Name } from '../index-lines.ts'
import type { RepositoryPlace } from '../repository-place.ts'
import { areSame, decodeStamps, encodeStamps, type FileStamps, isTelling } from '../stamp.ts'

export interface Visits {
  /** Of the index that git had. */
  readonly stamp: string
  /** The rules that do not stand in the tree. */
  readonly rules: string
  /** As git printed it. */
  readonly listing: Buffer
  /** The folders, and the files in them that say what is ignored. */
  readonly names: readonly Name[]
  readonly looked: FileStamps
}

/** Keeps those of one workspace. No call throws. */
export interface VisitsKeeper {
  /** Undefined: none are kept for an index with this stamp. */
  readonly load: (stamp: string) => Visits | undefined
  readonly save: (visits: Visits) => void
}

export interface GitSetup {
  readonly door: GitDoor
  readonly folder: string
  readonly place: RepositoryPlace
  readonly config: GitConfig
}

/** Nothing happened to the folders, and the rules are the same. Never rejects. */
export async function isSameToGit(setup: GitSetup, { names, looked, rules }: Visits): Promise<boolean> {
  const { door, folder } = setup
  const [now, rulesNow] = await Promise.all([door.statFiles?.(folder, names, 'any'), readRules(setup)])
  return now !== undefined && areSame(looked, now) && rules === rulesNow
}

/**
 * What git goes by when it lists, beside the tree. Undefined: that is not known, or one of the files changed so shortly before `at`
 * that the next change of it might not show.
 */
export async function readRules({ door, place, config }: GitSetup, at?: Date): Promise<string | undefined> {
  const users = config.excludesFile === undefined ? usualList(door) : atHome(config.excludesFile, door)
  const paths = [place.exclude, users]
  // Above the folder there may be more lists, and bytes that are no text name another file than we would look at.
  if (place.prefix !== '' || !isAbsolute(users) || paths.some((path) => path.includes('\uFFFD'))) return undefined
  const lists = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)))
  if (at && lists.some((stats) => stats && !isTelling(stats, at))) return undefined
  const states = lists.map((stats) => stats && [stats.dev, stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs])
  return JSON.stringify({ ignoresCase: config.ignoresCase, paths, states })
}

const MAGIC = 'fullstop visits 2'

interface Header {
  readonly rules: string
  readonly listing: number
  readonly names: number
  readonly files: number
}

export function encodeVisits({ stamp, rules, listing, names, looked }: Visits): Buffer {
  const named = Buffer.from(names.join('\0'), 'latin1')
  const header: Header = { rules, listing: listing.length, names: named.length, files: names.length }
  const body = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), listing, named, ...encodeStamps(looked)])
  return withHeader(MAGIC, stamp, body)
}

/** Undefined: of another index, or not whole. */
export function decodeVisits(bytes: Buffer, stamp: string): Visits | undefined {
  const body = withoutHeader(MAGIC, stamp, bytes)
  if (!body) return undefined
  let at = body.indexOf('\n') + 1
  const take = (count: number): Buffer => body.subarray(at, (at += count))
  const { rules, listing, names, files } = JSON.parse(body.toString('utf8', 0, at)) as Header
  return {
    stamp,
    rules,
    listing: take(listing),
    names: take(names).toString('latin1').split('\0'),
    looked: decodeStamps(files, take),
  }
}
