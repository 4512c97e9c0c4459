// Files of variables that shells and runners load: options of test runners may stand there. Such files may hold secrets, so
// they are compared, and never kept with the yardstick.
import type { FileChange } from '../../../../contract/change.ts'
import { lineAt, lineStarts, plainLines } from '../../source/source.ts'
import { isVariableFile } from '../../yardstick/reading-order.ts'
import { weakens } from '../commands/variables/weakening.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'

const ASSIGNED = /^[ \t]*(?:export[ \t]+)?([A-Z][A-Z_]{3,40})[ \t]*=[ \t]*(["']?)([^\n]{1,500}?)\2[ \t]*$/gm

export function weakerVariables({ path, before = '', after = '' }: FileChange): TamperFinding[] {
  if (!isVariableFile(path)) return []
  const known = new Set(Array.from(before.matchAll(ASSIGNED), ([written]) => written.trim()))
  const text = plainLines(after)
  const starts = lineStarts(text)
  return Array.from(text.matchAll(ASSIGNED))
    .filter(({ 0: written, 1: name = '', 3: value = '' }) => !known.has(written.trim()) && weakens(name, value))
    .map(({ 1: name = '', 3: value = '', index }) =>
      finding('config', path, lineAt({ starts }, index), `${name} set to ${quote(value)}`),
    )
}
