// Doubts: added lines of product code after which a run must show what they do. Most are honest, so nobody is told of them: a
// suspicion asks a person, a doubt only makes a run due.
import type { FileChange } from '../../../../../contract/change.ts'
import { askingLines } from './asking-lines.ts'
import { comparingLines } from './comparing-lines.ts'
import type { DoubtfulLine } from './doubtful-line.ts'
import { reachingLines } from '../reach/reaching-lines.ts'

/**
 * - `reaches` beyond its own values: a canary shows whether the check can still fail
 * - `compares` decides what its values equal, looks at who calls it, or reads files: a bent test shows whether assertions can still fail
 * - `asks` what surrounds it: a plain run shows whether the code answers the same without a test around it
 */
export type DoubtKind = 'reaches' | 'compares' | 'asks'

export interface Doubt extends DoubtfulLine {
  readonly kind: DoubtKind
}

/** What was there before raises none. Linear in the texts; never throws. */
export function doubtsIn(changes: readonly FileChange[]): Doubt[] {
  return [
    ...ofKind('reaches', reachingLines(changes)),
    ...ofKind('compares', comparingLines(changes)),
    ...ofKind('asks', askingLines(changes)),
  ]
}

function ofKind(kind: DoubtKind, lines: readonly DoubtfulLine[]): Doubt[] {
  return lines.map((line) => ({ kind, ...line }))
}
