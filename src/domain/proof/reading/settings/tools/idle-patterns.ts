// A runner that looks for its tests where none are: all patterns that say what a test file is called find nothing any more.
import type { FileChange } from '../../../../../contract/change.ts'
import { isTestFile } from '../../../yardstick/yardstick.ts'
import { findsNothing, isBuilt } from '../../around/found-files.ts'
import type { TamperFinding } from '../../finding.ts'
import { cut, finding } from '../../finding.ts'
import { PATTERN_LISTS, patternsIn } from './pattern-lists.ts'

/** `files`: all that there are before the change; undefined: not known yet. */
export function idlePatterns(
  { path, before, after }: FileChange,
  changes: readonly FileChange[],
  files?: readonly string[],
): TamperFinding[] {
  if (before === undefined || after === undefined) return []
  const [was, is] = [before, after].map((text) =>
    PATTERN_LISTS.filter(({ file }) => file.test(path)).flatMap(({ list }) =>
      patternsIn(path, text, list).filter(({ isText }) => isText),
    ),
  )
  if (!was || !is) return []
  const known = new Set(was.map(({ value }) => value))
  const first = is.find(({ value }) => !known.has(value))
  // Where one stays, it finds what it found.
  if (!first || is.some(({ value }) => known.has(value) || isBuilt(value))) return []
  const what = `the pattern ${cut(first.value)} finds no test`
  if (files === undefined) return [{ ...finding('config', path, first.line, what), isOpen: true }]
  const hadTests =
    was.length === 0
      ? files.some((file) => isTestFile(file))
      : was.some(({ value }) => !isBuilt(value) && !findsNothing(value, files, []))
  const isIdle = hadTests && is.every(({ value }) => findsNothing(value, files, changes))
  return isIdle ? [finding('config', path, first.line, what)] : []
}
