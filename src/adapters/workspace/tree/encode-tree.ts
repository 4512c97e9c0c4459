// A tree as bytes, so that the process that read it can hand it to another one.
import type { TreeEntry } from './file-id.ts'
import type { Name } from './index-lines.ts'
import type { Patch } from './patches.ts'
import type { LinesKeeper } from './kept/kept-lines.ts'
import { bytesIn, decodeSight, encodeSight, type SightSizes, sizesOf } from './kept/sight.ts'
import { type TreePart, type Tree, knownHash, toTree } from './tree.ts'
import { given } from '../../../contract/given.ts'

interface Header {
  readonly version: 3
  readonly root: string
  readonly head?: string
  readonly isRepository: boolean
  /** As `hashTree` gives it, where it was asked for before. */
  readonly hash?: string
  readonly parts: ReadonlyArray<{
    readonly path: string
    readonly head?: string
    readonly isStranger: boolean
    readonly stamp?: string
    /** The lines are not here: they are kept by that stamp. */
    readonly isKept?: true
    /** Lengths in bytes of what follows for this part. */
    readonly lines: number
    readonly patches: number
    readonly sight?: SightSizes
  }>
}

const KINDS: Readonly<Record<Patch['kind'], string>> = { changed: 'c', untracked: 'u', announced: 'a' }
const KIND_OF = new Map((Object.keys(KINDS) as Patch['kind'][]).map((kind) => [KINDS[kind], kind]))

export function encodeTree(tree: Tree): Buffer {
  const { root, head, isRepository, parts } = tree
  const lines = parts.map((part) => (part.isKept ? NONE : part.lines))
  const patches = parts.map((part) => encodePatches(part.patches))
  const header: Header = {
    version: 3,
    root,
    ...given({ head }),
    isRepository,
    ...given({ hash: knownHash(tree) }),
    parts: parts.map((part, at) => ({
      path: part.path,
      ...given({ head: part.head }),
      isStranger: part.isStranger,
      ...given({ stamp: part.stamp }),
      ...(part.isKept ? { isKept: true } : {}),
      lines: lines[at]?.length ?? 0,
      patches: patches[at]?.length ?? 0,
      ...given({ sight: part.sight && sizesOf(part.sight) }),
    })),
  }
  const bodies = parts.flatMap(({ sight }, at) => [
    lines[at] ?? NONE,
    patches[at] ?? NONE,
    ...(sight ? encodeSight(sight) : []),
  ])
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...bodies])
}

const NONE = Buffer.alloc(0)

/** Undefined: these bytes are no whole tree, or its lines are not kept any more. */
export function decodeTree(bytes: Buffer, keeper?: LinesKeeper): Tree | undefined {
  const start = bytes.indexOf('\n') + 1
  try {
    const header = JSON.parse(bytes.toString('utf8', 0, start)) as Header
    const length = header.parts.reduce(
      (sum, part) => sum + part.lines + part.patches + (part.sight ? bytesIn(part.sight) : 0),
      start,
    )
    if (header.version !== 3 || length !== bytes.length) return undefined
    let at = start
    const take = (count: number): Buffer => bytes.subarray(at, (at += count))
    const parts = header.parts.map(({ path, head, isStranger, stamp, isKept, lines, patches, sight }): TreePart => {
      const listed = isKept ? keeper?.load(stamp ?? '') : take(lines)
      if (!listed) throw new Error('not kept')
      const kept = isKept ? { isKept } : {}
      const part = { path, head, isStranger, stamp, ...kept, lines: listed, patches: decodePatches(take(patches)) }
      return sight ? { ...part, sight: decodeSight(sight, take) } : part
    })
    const { root, head, isRepository } = header
    return toTree({ root, isRepository, parts, ...given({ head }) }, header.hash)
  } catch {
    // Not ours, or of another version: the caller reads the files itself.
    return undefined
  }
}

/** One column after the other, since to join and to split are quick: a letter for each kind, all entries, all names. */
function encodePatches(patches: readonly Patch[]): Buffer {
  let kinds = ''
  const entries: TreeEntry[] = []
  const names: Name[] = []
  for (const { name, entry, kind } of patches) {
    kinds += KINDS[kind]
    entries.push(entry ?? '')
    names.push(name)
  }
  return Buffer.from([kinds, ...entries, ...names].join('\0'), 'latin1')
}

/** Neither entries nor names hold a zero. */
function decodePatches(bytes: Buffer): Patch[] {
  const fields = bytes.toString('latin1').split('\0')
  const kinds = fields[0] ?? ''
  const count = kinds.length
  if (fields.length !== 1 + 2 * count) throw new Error('not whole')
  const patches: Patch[] = []
  for (let place = 1; place <= count; place++) {
    const kind = KIND_OF.get(kinds[place - 1] ?? '')
    if (!kind) throw new Error('not a patch')
    patches.push({ name: fields[count + place] ?? '', entry: fields[place] || undefined, kind })
  }
  return patches
}
