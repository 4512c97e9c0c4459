// What only files that did not change can tell of a change up to the files of now: which paths there are, and the configs
// that changed ones build on. Looked up only where a finding is open; unchanged files are now as they were at the start.
import type { FileChange } from '../../../contract/change.ts'
import { given } from '../../../contract/given.ts'
import type { Start, TreeReading } from '../../../adapters/workspace/start.ts'
import type { Trees } from '../../../adapters/workspace/trees.ts'
import type { Beyond, ChangeRead, ReadingContext } from '../../../domain/proof/reading/read-change.ts'
import { readChange } from '../../../domain/proof/reading/read-change.ts'
import { findBases } from './find-bases.ts'
import { onlyTexts, testsBeside } from './tests-beside.ts'
import { beyondMasked, readOnlyMasked, toldMasked } from './read-masked.ts'

/** With more files than these none are listed, and what asks for them stays open. */
const MOST_FILES = 200_000
/** Together no more than a claim reads of its changes. */
const MOST_BASES = 30

/** The moment that the changes begin at, and the files of now. */
export interface SinceMoment {
  readonly reading: TreeReading
  /** Absent where git can no longer say what was there. */
  readonly start: Start | undefined
}

export interface ReadBeyond extends ChangeRead {
  /** Masked; absent where nothing was open. */
  readonly beyond?: Beyond
}

/** No word of what is read comes from a text that was not masked. */
export async function readWithBeyond(
  trees: Trees,
  span: SinceMoment,
  changes: readonly FileChange[],
  context: ReadingContext,
): Promise<ReadBeyond> {
  const read = readChange(changes, context)
  if (!read.isOpen) return toldMasked(read, changes, context)
  const beyond = beyondMasked(await lookBeyond(trees, span, changes))
  return { ...readOnlyMasked(changes, { ...context, beyond }), beyond }
}

async function lookBeyond(
  trees: Trees,
  { reading, start }: SinceMoment,
  changes: readonly FileChange[],
): Promise<Beyond> {
  const isThere = (path: string): boolean => trees.contentId(reading, path) !== undefined
  const bases = await findBases(changes, {
    // What git does not see may be anything.
    same: (paths) => trees.textsThen(reading.door, reading.tree.root, paths.filter(isThere).slice(0, MOST_BASES)),
    changed: async (paths) => {
      const order = (path: string): number | undefined => (paths.has(path) ? 0 : undefined)
      const read = start && (await trees.changesIn(reading, start, order, trees.SMALL_TEXTS))
      return read?.ok ? read.changes : []
    },
  })
  const { files } = filesBefore(trees, reading, changes)
  const tests = testsBeside(files ?? [], changes)
  const texts = await trees.textsThen(reading.door, reading.tree.root, tests)
  return { ...bases, ...given({ files }), tests: onlyTexts(texts) }
}

/** Those of now without the ones that came, and with the ones that went. */
function filesBefore(
  trees: Trees,
  reading: TreeReading,
  changes: readonly FileChange[],
): { readonly files?: readonly string[] } {
  const now = trees.yardstickIn(reading, () => 0, { ...trees.KEPT_BOUNDS, mostFiles: MOST_FILES })
  if (now.length === MOST_FILES) return {}
  const came = new Set(changes.flatMap(({ path, how }) => (how === 'added' ? [path] : [])))
  const gone = changes.flatMap(({ path, how }) => (how === 'deleted' ? [path] : []))
  return { files: [...now.map(([path]) => path).filter((path) => !came.has(path)), ...gone] }
}
