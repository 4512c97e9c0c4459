// The door to this room: all that a flow may ask of the files of a workspace. It is loaded only where a tree is read or
// compared.
import { collapse } from './tree/collapse.ts'
import { changesBetween, findCommit, findMergeBase, findTop, namesAt, pathsAt, textsAt } from './commits.ts'
import { decodeTree, encodeTree } from './tree/encode-tree.ts'
import { runGit } from './git.ts'
import { changedExcludes, readOwnExcludes } from './own-excludes.ts'
import { readObjects } from './read-objects.ts'
import { changesFromKept, KEPT_BOUNDS, keepFiles, yardstickIn } from './kept-files.ts'
import { decodeLines, encodeLines } from './tree/kept/kept-lines.ts'
import { recordVisits } from './tree/kept/record-visits.ts'
import { decodeVisits, encodeVisits } from './tree/kept/visits.ts'
import { changesIn, contentId, startIn, toReading, uncommittedIn } from './start.ts'
import { textsBelow, textsThen } from './texts-then.ts'
import { LARGE_TEXTS, RANGE_TEXTS, SMALL_TEXTS } from './texts.ts'
import { diffTrees } from './tree/diff-trees.ts'
import { hashTree } from './tree/hash-tree.ts'
import { readTree } from './tree/read-tree.ts'
import { isListed, isUntracked, knownHash, rememberHash, untrackedId } from './tree/tree.ts'

export const trees = {
  readTree,
  toReading,
  runGit,
  readObjects,
  startIn,
  changesIn,
  contentId,
  changesBetween,
  findCommit,
  findMergeBase,
  findTop,
  namesAt,
  pathsAt,
  textsAt,
  changesFromKept,
  keepFiles,
  yardstickIn,
  KEPT_BOUNDS,
  textsBelow,
  textsThen,
  readOwnExcludes,
  changedExcludes,
  uncommittedIn,
  LARGE_TEXTS,
  RANGE_TEXTS,
  SMALL_TEXTS,
  diffTrees,
  hashTree,
  knownHash,
  rememberHash,
  isListed,
  isUntracked,
  untrackedId,
  collapse,
  encodeTree,
  decodeTree,
  encodeLines,
  decodeLines,
  encodeVisits,
  decodeVisits,
  recordVisits,
}

export type Trees = typeof trees
