// The hash of a tree: the same content gives the same hash, whatever git knows of it.
import { CryptoHasher } from 'bun'
import { SUBMODULE_MODE } from './file-id.ts'
import { type Name, findLines, nextName, toLine } from './index-lines.ts'
import { type Tree, type TreePart, headEntry, headPath, knownHash, pathIn, rememberHash, visitFiles } from './tree.ts'

/**
 * Over path, mode and content of all files but the untracked ones that `leftOut` names. The same content gives the same
 * hash whether it is untracked, staged or committed.
 */
export function hashTree(tree: Tree, leftOut?: (path: string) => boolean): string {
  const known = leftOut ? undefined : knownHash(tree)
  if (known !== undefined) return known
  const hash = new CryptoHasher('sha256')
  for (const part of tree.parts) hashPart(hash, part, leftOut)
  const hex = hash.digest('hex')
  if (!leftOut) rememberHash(tree, hex)
  return hex
}

function hashPart(hash: CryptoHasher, part: TreePart, leftOut: ((path: string) => boolean) | undefined): void {
  if (part.isStranger && leftOut) return hashStranger(hash, part, leftOut)
  let text = part.path === '' ? '' : toLine(bytesOf(part.path), headEntry(part))
  let at = 0
  // Many names in one gap of the index go into the hash at once.
  const fill = (upTo: number): void => {
    hash.update(text, 'latin1').update(part.lines.subarray(at, upTo))
    text = ''
  }
  let next = ''
  for (const { name, entry, kind } of part.patches) {
    // Before the name that comes next in the index, there is no line to look for.
    if (name >= next) {
      const { start, end } = findLines(part.lines, name, at)
      if (start > at) fill(start)
      at = end
      next = nextName(part.lines, at) ?? AFTER_ALL
    }
    const isLeftOut = kind === 'untracked' && leftOut?.(pathIn(part, name)) === true
    if (entry !== undefined && !isLeftOut) text += toLine(name, entry)
  }
  fill(part.lines.length)
}

/** Sorts after every name. */
const AFTER_ALL = '\uFFFF'

/** File by file, since each may be left out; the repository's own line stands if anything of it does. */
function hashStranger(hash: CryptoHasher, part: TreePart, leftOut: (path: string) => boolean): void {
  const lines: string[] = []
  visitFiles(part, (name, entry) => {
    if (!leftOut(pathIn(part, name))) lines.push(toLine(name, entry))
  })
  const isHeadLeftOut = leftOut(headPath(part))
  if (isHeadLeftOut && lines.length === 0) return
  const first = toLine(bytesOf(part.path), isHeadLeftOut ? `${SUBMODULE_MODE} left-out` : headEntry(part))
  hash.update([first, ...lines].join(''), 'latin1')
}

/** A path of ours, in UTF-8 whatever it stands for. */
function bytesOf(path: string): Name {
  return Buffer.from(path).toString('latin1')
}
