// Texts of single files as they stood at a moment: from disk, and from a commit where a file has changed since.
import { textsAt } from './commits.ts'
import { readSmallFile, toText } from './tree/file-id.ts'
import type { GitDoor } from './git.ts'
import { toName } from './tree/index-lines.ts'
import { changedSince } from './tree/late.ts'
import type { OpenedAt } from './start.ts'
import { SMALL_TEXTS } from './texts.ts'
import { toAbsolute } from './tree/walk.ts'

/** By path; undefined: no such file. One that is there and no text, or too large, has an empty one. */
export type TextsThen = ReadonlyMap<string, string | undefined>

/** Without a moment: as they are now. Never rejects. */
export async function textsThen(
  door: GitDoor,
  root: string,
  paths: readonly string[],
  opened?: OpenedAt,
): Promise<TextsThen> {
  const texts = new Map<string, string | undefined>()
  const late: string[] = []
  for (const path of paths) {
    const file = toAbsolute(root, toName(path))
    if (opened && (await changedSince(file, opened.at))) late.push(path)
    else texts.set(path, await textNow(file))
  }
  const committed = opened?.head === undefined ? new Map() : await textsBelow(door, root, opened.head, late)
  for (const path of late) texts.set(path, committed.get(path))
  return texts
}

async function textNow(file: string | Buffer): Promise<string | undefined> {
  const content = await readSmallFile(file, SMALL_TEXTS.mostText)
  return content === undefined ? undefined : (toText(content, SMALL_TEXTS.mostText) ?? '')
}

/** As a commit holds them; paths from this folder, which may lie below the top. Never rejects. */
export async function textsBelow(
  door: GitDoor,
  folder: string,
  commit: string,
  paths: readonly string[],
): Promise<TextsThen> {
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return new Map()
  const asked = { commit, paths: paths.map((path) => `./${path}`) }
  const texts = await textsAt(door, folder, asked, SMALL_TEXTS)
  return new Map(paths.map((path) => [path, texts.get(`./${path}`)]))
}
