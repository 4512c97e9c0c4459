// Commands that came into any file of a change: what left one file may stand in another now.
import type { FileChange } from '../../../../contract/change.ts'
import { moreOften } from '../../../checks/more-often.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'
import type { CheckLine } from './check-lines.ts'
import { readCi } from './ci/ci-lines.ts'
import { recipeLines } from './make-files.ts'
import { scriptLines } from './package-scripts.ts'
import { linesOf, noxLines, toxLines } from './shell-scripts.ts'

const READERS: Readonly<Record<string, (path: string, text: string) => readonly CheckLine[]>> = {
  ci: (path, text) => readCi(path, text).lines,
  makefile: (_, text) => recipeLines(text),
  shell: (_, text) =>
    PIPEFAIL.test(text) ? linesOf(text).map((line) => ({ ...line, isPipeSafe: true })) : linesOf(text),
  package: (_, text) => scriptLines(text),
  tox: (_, text) => toxLines(text),
  nox: (_, text) => noxLines(text),
}

/** From there on a failure on the left of a pipe is heard. */
const PIPEFAIL = /^[ \t]{0,20}set[ \t][^\n]{0,40}\bpipefail\b/m

export function newLinesOf(changes: readonly FileChange[]): CheckLine[] {
  return changes.flatMap(({ path, before, after }) => {
    const kind = path.endsWith('.sh') ? 'shell' : kindOfConfig(path)
    const read = after === undefined || before === after ? undefined : READERS[kind ?? '']
    if (!read || after === undefined) return []
    return moreOften(read(path, after), before === undefined ? [] : read(path, before), ({ text }) => text)
  })
}
