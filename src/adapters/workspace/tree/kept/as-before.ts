// A reading that sees what an earlier one saw takes over what that one found out.
import type { GitAnswer } from '../../git.ts'
import { readEntries } from '../entries.ts'
import { placesIn } from '../patches.ts'
import type { FileStamps } from '../stamp.ts'
import { complains, toSuspects } from '../suspects.ts'
import type { TreePart } from '../tree.ts'
import { isSameSight } from './sight.ts'

type AsBefore = Required<Pick<TreePart, 'lines' | 'stamp' | 'patches' | 'sight'>>

interface SeenAgain {
  readonly listing: GitAnswer
  readonly lookedAgain: Promise<FileStamps | undefined> | undefined
  readonly compared: Promise<GitAnswer>
}

/**
 * The part as it was, if nothing happened to it: untracked files are known by their stamps; those that differ from the index
 * are read, since git names them whatever they hold. The same bytes are the same file, whatever would convert them by now.
 */
export async function readAsBefore(
  before: TreePart,
  reading: Parameters<typeof readEntries>[0],
  { listing, lookedAgain, compared }: SeenAgain,
): Promise<AsBefore | undefined> {
  const { lines, stamp, patches, sight } = before
  const [looked, differing] = await Promise.all([lookedAgain, compared])
  if (!sight || !looked || !listing.ok || !differing.ok || complains(differing.stderr)) return undefined
  if (!isSameSight(sight, { listing: listing.stdout, differing: differing.stdout, looked })) return undefined
  const suspects = toSuspects({ untracked: [], differing: differing.stdout, hidden: [], submodules: [] })
  const { found } = await readEntries(reading, suspects)
  const placeOf = placesIn(patches)
  const isSame = suspects.every(({ name }, at) => {
    const place = placeOf(name)
    return place !== undefined && patches[place]?.entry === found[at]
  })
  return isSame ? { lines, stamp, patches, sight } : undefined
}
