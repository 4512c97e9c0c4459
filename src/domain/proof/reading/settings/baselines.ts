// Baselines: errors that a type checker is told to overlook. They are written by the tool; what counts is how many they are.
import type { FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { finding } from '../finding.ts'
import { plural } from '../../../text/plural.ts'
import { languageOf } from '../../source/languages.ts'
import { isToolRaised } from './tools/raised-tools.ts'

export function isBaseline(path: string): boolean {
  return /(?:^|\/)[\w.-]*baseline[\w.-]*\.(?:neon|xml|php|json|ya?ml)$/.test(path)
}

/** A message that reads differently is the same error; more errors than before are overlooked on purpose. */
export function grownBaseline({ path, before, after }: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  if (before === undefined || after === undefined) return []
  const grown = errorsIn(after) - errorsIn(before)
  if (grown <= 0) return []
  const found = finding('config', path, firstNewLine(before, after), `${plural(grown, 'error')} more overlooked`)
  const isOther = versionIn(before) !== versionIn(after) || isToolRaised(changes)
  return [isOther || speaksOfChanged(after, changes) ? { ...found, isNote: true } : found]
}

/** The tool that wrote it says which one it was. */
function versionIn(text: string): string | undefined {
  return /\bpsalm-version="([^"\n]{1,40})/.exec(text)?.[1]
}

/** Like a mark beside the code, an entry for code of this very change overlooks nothing that was seen before. */
function speaksOfChanged(baseline: string, changes: readonly FileChange[]): boolean {
  const plain = baseline.replaceAll('\\\\', '/')
  return changes.some(
    ({ path, before, after }) => before !== after && languageOf(path) !== undefined && plain.includes(path),
  )
}

function errorsIn(text: string): number {
  const counts = [
    ...text.matchAll(/^\s{0,20}(?:count:|["']?count["']?\s{0,9}(?::|=>)|<[\w.]+ occurrences=")\s{0,9}(\d{1,6})/gm),
  ]
  const single = text.match(/<code>|<code><!\[CDATA\[/g)?.length ?? 0
  return counts.length > 0 ? counts.reduce((sum, [, count]) => sum + Number(count), 0) : single
}

function firstNewLine(before: string, after: string): number {
  const known = new Set(before.split('\n'))
  return after.split('\n').findIndex((line) => line.trim() !== '' && !known.has(line)) + 1
}
